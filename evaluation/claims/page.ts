import { readFile, writeFile } from 'node:fs/promises';

const opening = `# Claims: how they are judged, measured

Written by \`npm run evaluate:claims -- --half HALF --write docs/CLAIMS.md --section TITLE\`, a section a run; the sentences above the sections stand in \`evaluation/claims/page.ts\`.

The test bed (\`evaluation/beds/claims\`) holds claims in a person's own words, about six kinds of documents: standards, design documents, medical papers, privacy
policies, minutes and handbooks, reports. The gates of \`src/claims/decide.ts\` were chosen on the tuning half by eye, for precision, and looked at many times there; the held-out half,
on documents of its own, was asked once, at the end. Intervals are exact (Clopper-Pearson, 95 %). "Version before" is the commit before claims were judged by their atoms.

What it means: a verdict is given only where one sentence, with its headings and table cells, accounts for every part of the claim that could decide. Most free paraphrases are left
undecided, with the sentence that says most about them and the parts that it does not say: the bundled word knowledge does not reach further. So the promise against false
assertion is kept on both halves, and the aims of finding 60 % of the refuted and of the supported claims are **missed**: on the held-out half 14 % of the refuted ones are found and none of the supported.
When the held-out half was asked, an undecided claim showed its one nearest sentence; it now shows the sentences that together say most (WiCE evidence F1 0.508 before, 0.647 now, BM25's two best 0.615,
60 claims), which changes no verdict, but the row "a gold sentence is in the minimal set".
`;

/** Puts the tables under their title, in the place of those that stood there. */
export async function writeSection(file: string, title: string, tables: string): Promise<void> {
  const known = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return opening;
    throw error;
  });
  const sections = known.split(/^(?=## )/m);
  const kept = sections.slice(1);
  const own = `## ${title}\n\n${tables}\n`;
  const at = kept.findIndex((section) => section.startsWith(`## ${title}\n`));
  if (at < 0) kept.push(own);
  else kept[at] = own;
  await writeFile(file, `${[opening.trimEnd(), ...kept.map((section) => section.trimEnd())].join('\n\n')}\n`);
}
