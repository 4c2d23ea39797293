import { contest, saying } from '../arbitrate/support.ts';
import type { EvidenceText, GeneratedAnswer, GeneratedProbe, ModelCall, Models } from '../models/ports.ts';
import { sameAnswer } from '../text/same-answer.ts';

/** Answers that are looked for behind the plain one. */
const rereadings = 2;

/**
 * For probes that have the question's plain answer: is that answer the probe's alone? Where what says it fits the probe better than the
 * question, and what says a next best answer fits the question alone, the true answers differ. A wider or narrower question rightly
 * shares its answer, and is never a contest.
 * @param evidence what the plain answer was read from
 * @returns for each probe in order the next best answer; null where the probe is a paraphrase
 */
export async function rivalsOf(
  { question, plain, evidence }: { readonly question: string; readonly plain: GeneratedAnswer; readonly evidence: readonly EvidenceText[] },
  probes: readonly GeneratedProbe[],
  { reader, relevance }: Pick<Models, 'reader' | 'relevance'>,
  call: ModelCall,
): Promise<(string | null)[]> {
  if (plain.abstained || probes.every(({ kind }) => kind === 'scope')) return probes.map(() => null);
  const rivals = await readAgain(question, plain, evidence, reader, call);
  return await Promise.all(
    probes.map(async (probe) => {
      if (probe.kind === 'scope') return null;
      const theirs = await relevance.score(probe.query, evidence, call);
      const spans = evidence.map((span, place) => ({ ...span, probeRelevance: [theirs[place] ?? 0] }));
      return rivals.find((other) => contest({ question, probe, first: plain, other, spans }) !== null)?.text ?? null;
    }),
  );
}

/** Plain answers from what is left when every span that says an earlier one is taken away, in turn. */
async function readAgain(
  question: string,
  plain: GeneratedAnswer,
  evidence: readonly EvidenceText[],
  reader: Models['reader'],
  call: ModelCall,
): Promise<GeneratedAnswer[]> {
  const answers: GeneratedAnswer[] = [];
  const said = new Set<string>();
  for (let last = plain, round = 0; round < rereadings && !last.abstained; round += 1) {
    for (const span of saying(last, evidence)) said.add(span.spanId);
    const [next] = await reader.answer([{ question, evidence: evidence.filter((span) => !said.has(span.spanId)) }], call);
    if (next === undefined) break;
    if (!next.abstained && !sameAnswer(next.text, plain.text)) answers.push(next);
    last = next;
  }
  return answers;
}
