/** docs/CF-RAG.md. Every figure is in a section that the run has written; the words are about what they mean. */
export function page(command: string, sections: Readonly<Record<string, string>>): string {
  const section = (title: string, name: string, words: string): string[] =>
    sections[name] === undefined ? [] : [`## ${title}`, '', words, '', sections[name], ''];
  return (
    [
      '# CF-RAG, measured',
      '',
      `Written by \`${command}\`. Bundled models, seed 1 where nothing else is said. Each figure has a bootstrap 95 % interval; differences are paired, with a permutation test. *plain* retrieves and reads; *plain+rerank* reads what the reranker chose, as the product does: the difference between it and *linchpin* is CF-RAG alone.`,
      '',
      ...section(
        'Traps',
        'traps',
        'Small workspaces in `test/fixtures/traps`, in which most documents answer a neighbouring question in the words of the one that is asked. Plain is plain+rerank here. Settings were chosen on *tune*; *held-out* was written before they were final and asked once afterwards, and what fails there was not looked into. Six of the tuned ones had been held out at first, and joined when they had been asked. A trap is not escaped where question and probe differ in words that the bundled embedder and scorer pass over, such as *before* and *after*: the probe then counts as a paraphrase, and the causal score is undefined.',
      ),
      ...section(
        'Without each component, HotpotQA',
        'ablation',
        "The paper's table 2. The bundled reader reads a sample as it would read the whole, so that drafts and clusters seldom change its answer: what changes it is a probe that has the very same answer and fits its evidence better (`src/arbitrate/support.ts`). Without probes or without the causal score there is none of that, and the product answers as plain+rerank does; clustering has no part in it. On these questions that is no gain. Their other paragraphs are about other things, not about neighbouring questions, and what the reader gets wrong is the second step of a chain; the few answers that a probe overrules come from an entity of the chain put in the place of another. The gain of the paper is one of drafts written by language models, which this run does not have.",
      ),
      ...section(
        'Without each component, ConflictQA',
        'conflictqa',
        'Yes or no from two passages that contradict each other. Both passages are about the very question, so that no probe tells them apart, and no answer should be expected to change: what the product owes here is to show the conflict, which `npm run evaluate -- --set conflictqa` measures.',
      ),
      ...section(
        'Distractors',
        'distractors',
        "The paper's figure 4: paragraphs of other questions, those most similar to the question first. Paragraphs that hold the gold answer are left out.",
      ),
      ...section(
        'Probes',
        'probes',
        "The paper's table 6. *Valid* is what eq. 2 asks: similarity between 0.7 and 0.98 on the papers' scale, and another plain answer. A probe with the same plain answer is valid where documents tell the two questions apart; its answer distance is then that to the next best answer. Most rejected candidates are too near: in a long question one word more or less moves the bundled embedder, which averages words, by next to nothing, so that entities, which carry most of its weight, make most of the valid probes. Role, time and category changes count in short questions, as the traps have them. The upper bound is kept: above it this embedder cannot tell a probe from a paraphrase.",
      ),
      ...section(
        'Counterfactual relevance ratio',
        'bands',
        "The paper's table 10: the largest relevance of what plain+rerank cites to a selected probe, over its relevance to the question. The bands are the paper's, and its finding that accuracy falls from band to band does not show here. Most probes of these questions put one name in the place of another, and relevance compares words: a sentence with the replaced name is specific to the question whether it answers or only names it, which is the first step of a chain; the second step, where the answer is, often names nothing of the question and fits both. The ratio is shown in the panel for the auditor, and is no sign of a wrong answer by itself.",
      ),
      ...section(
        'Seeds',
        'seeds',
        "The paper's table 12. Bundled models are deterministic: seeds move the samples that drafts read, and nothing else. The final answer rests on a reading of all the evidence, so that it hardly moves. The drafts alone do, with consensus and without: readings of half the evidence each by one and the same reader agree by what they were given, which is why they do not decide here.",
      ),
    ]
      .join('\n')
      .trimEnd() + '\n'
  );
}
