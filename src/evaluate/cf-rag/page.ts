/** docs/CF-RAG.md. Every figure is in a section that the run has written; the words are about what they mean. */
export function page(command: string, sections: Readonly<Record<string, string>>): string {
  const section = (title: string, name: string, words: string): string[] => (sections[name] === undefined ? [] : [`## ${title}`, '', words, '', sections[name], '']);
  return [
    '# CF-RAG, measured',
    '',
    `Written by \`${command}\`. Bundled models, seed 1 where nothing else is said. Each figure has a bootstrap 95 % interval; differences are paired, with a permutation test. *plain* retrieves and reads; *plain+rerank* reads what the reranker chose, as the product does: the difference between it and *linchpin* is CF-RAG alone.`,
    '',
    ...section('Traps', 'traps', 'Small workspaces in `test/fixtures/traps`, in which most documents answer a neighbouring question in the words of the one that is asked. The halves: settings were chosen on *tune*; *held-out* was written before and looked at after.'),
    '',
  ].join('\n');
}
