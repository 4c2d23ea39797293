import { abstentionOf } from '../abstention.ts';
import { answerOf } from '../../answer/answers.ts';
import type { PairEncoder } from '../../inference/types.ts';
import { analyseQuestion } from '../../text/question.ts';
import { tokenize } from '../../text/tokens.ts';
import type { AnswerRequest, EvidenceText, GeneratedAnswer, GeneratedProbe, Generator, ModelCall, ProbeRequest } from '../ports.ts';

/** Words that one draft is read from: about one window of the judge. */
const wordsRead = 110;
/** From this chance on the sentences answer. */
const leastAnswered = 0.5;

/**
 * The bundled generator: the judge, reading the sentences that it is given, and a writer of probes. No call leaves the process. A draft of
 * CF-RAG is the judge's reading of a cluster.
 */
export function createBundledGenerator(judge: PairEncoder, writeProbes: (request: ProbeRequest) => GeneratedProbe[]): Generator {
  const read = async ({ question, evidence }: AnswerRequest, call: ModelCall): Promise<GeneratedAnswer> =>
    await readEvidence(question, mostRelevant(evidence), judge, call);
  return {
    get identity() {
      return judge.identity;
    },
    async answer(requests, call) {
      const answers: GeneratedAnswer[] = [];
      for (const request of requests) answers.push(await read(request, call));
      return answers;
    },
    probes: (request) => Promise.resolve(writeProbes(request)),
    // Extraction has nothing to blend: it reads again from all the evidence of the top drafts, and keeps a draft that it confirms.
    async synthesise(question, drafts, evidence, call) {
      const again = await read({ question, evidence }, call);
      return again.abstained ? (drafts[0] ?? again) : again;
    },
  };
}

/** The most relevant sentences, in the order that they were given in, as many as one window holds. */
function mostRelevant(evidence: readonly EvidenceText[]): EvidenceText[] {
  const chosen = new Set<EvidenceText>();
  let words = 0;
  for (const span of [...evidence].sort((a, b) => b.relevance - a.relevance || (a.spanId < b.spanId ? -1 : 1))) {
    const more = tokenize(span.text).length;
    if (chosen.size > 0 && words + more > wordsRead) break;
    chosen.add(span);
    words += more;
  }
  return evidence.filter((span) => chosen.has(span));
}

async function readEvidence(
  question: string,
  evidence: readonly EvidenceText[],
  judge: PairEncoder,
  call: ModelCall,
): Promise<GeneratedAnswer> {
  const { type } = analyseQuestion(question);
  const headings = new Set(evidence.map(({ heading }) => heading));
  // Sentences of several places are read each with its own heading.
  const [only = ''] = headings.size === 1 ? headings : [];
  const spans = evidence.map(({ spanId, heading, text }) => {
    const own = headings.size === 1 ? '' : (heading.split(' > ').at(-1) ?? '');
    return { id: spanId, text: own === '' ? text : `${own}: ${text}`, own };
  });
  const [score] = await judge.scorePairs([{ query: question, heading: only, sentences: spans.map(({ text }) => text) }], call);
  const answer = score === undefined ? null : answerOf({ passage: { id: '', path: '', heading: only, spans }, rank: 0, score });
  if (answer === null || answer.answered < leastAnswered) return abstentionOf(type);
  const texts = new Map(evidence.map(({ spanId, text }) => [spanId, text]));
  const statement = texts.get(answer.by.id) ?? answer.by.text;
  const cited = answer.sentences.map(({ id }) => id);
  return {
    abstained: false,
    text: answer.short?.text ?? statement,
    statement,
    type,
    claims: [{ text: statement, spanIds: [answer.by.id] }],
    rationale: '',
    citedSpans: cited,
    keySpans: [answer.by.id],
    conflicts: [],
    logProbability: Math.log(answer.answered),
  };
}
