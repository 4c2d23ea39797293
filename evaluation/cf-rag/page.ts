/** docs/CF-RAG.md. Every figure is in a section that the run has written; the words are about what they mean. */
export function page(command: string, sections: Readonly<Record<string, string>>): string {
  const section = (title: string, name: string, words: string): string[] =>
    sections[name] === undefined ? [] : [`## ${title}`, '', words, '', sections[name], ''];
  return (
    [
      '# CF-RAG, measured',
      '',
      'CF-RAG is counterfactual retrieval-augmented generation; the paper and what we take from it are in [methods.md](methods.md), section 1. What these figures tell, by date: [findings.md](findings.md).',
      '',
      `Written by \`${command}\`. Bundled models, seed 1 where nothing else is said. Each figure has a bootstrap 95 % interval; differences are paired, with a permutation test. *plain* retrieves and reads; *plain+rerank* reads what the reranker chose, as the product does: the difference between it and *linchpin* is CF-RAG alone.`,
      '',
      ...section(
        'Traps',
        'traps',
        'Small workspaces in `test/fixtures/traps`, in which most documents answer a neighbouring question in the words of the one that is asked. Plain is plain+rerank here. Settings were chosen on *tune*; *held-out* was written before they were final and asked once afterwards, and what fails there was not looked into. Six of the tuned ones had been held out at first, and joined when they had been asked.',
      ),
      ...section(
        'Without each component, HotpotQA',
        'ablation',
        "The paper's table 2, with the bundled reader in the place of the paper's language models: each row leaves one component out.",
      ),
      ...section(
        'Without each component, ConflictQA',
        'conflictqa',
        'Yes or no from two passages about the very question that contradict each other. What the product owes here is to show the conflict, which `npm run evaluate -- --set conflictqa` measures.',
      ),
      ...section(
        'Distractors',
        'distractors',
        "The paper's figure 4: paragraphs of other questions, those most similar to the question first. Paragraphs that hold the gold answer are left out.",
      ),
      ...section(
        'Probes',
        'probes',
        "The paper's table 6. *Valid* is what eq. 2 asks: similarity between 0.7 and 0.98 on the papers' scale, and another plain answer. A probe with the same plain answer is valid where documents tell the two questions apart; its answer distance is then that to the next best answer.",
      ),
      ...section(
        'Counterfactual relevance ratio',
        'bands',
        "The paper's table 10: the largest relevance of what plain+rerank cites to a selected probe, over its relevance to the question. The bands are the paper's.",
      ),
      ...section(
        'Seeds',
        'seeds',
        "The paper's table 12. Bundled models are deterministic: seeds move the samples that drafts read, and nothing else.",
      ),
    ]
      .join('\n')
      .trimEnd() + '\n'
  );
}
