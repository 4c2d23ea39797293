import type { ModelCall, Models } from '../models/ports.ts';
import { candidateSpans, headingOf } from '../retrieve/candidates.ts';
import type { RetrievedEvidence, ScoredPassage } from '../retrieve/types.ts';

/**
 * What several searches found, as if one had: the best of each in turn, each passage once, scored against the one question. The first
 * search's passages keep their order among themselves.
 */
export async function joinEvidence(
  question: string,
  searches: readonly RetrievedEvidence[],
  { relevance }: Pick<Models, 'relevance'>,
  call: ModelCall,
): Promise<RetrievedEvidence> {
  const [first] = searches;
  if (first === undefined) return { passages: [], spans: [] };
  if (searches.length === 1) return first;
  const known = new Map<string, ScoredPassage>();
  const longest = Math.max(...searches.map(({ passages }) => passages.length));
  for (let place = 0; place < longest; place += 1)
    for (const { passages } of searches) {
      const entry = passages[place];
      if (entry !== undefined && !known.has(entry.passage.id)) known.set(entry.passage.id, entry);
    }
  const own = new Map(first.passages.map((entry) => [entry.passage.id, entry.relevance]));
  const added = [...known.values()].filter(({ passage }) => !own.has(passage.id));
  const scores = await relevance.score(
    question,
    added.map(({ passage }) => ({
      text: passage.spans.map((span) => span.plain).join(' '),
      heading: headingOf(passage.title, passage.headingPath),
    })),
    call,
  );
  added.forEach(({ passage }, place) => own.set(passage.id, scores[place] ?? 0));
  const passages = [...known.values()].map((entry) => ({ ...entry, relevance: own.get(entry.passage.id) ?? entry.relevance }));
  const spans = await candidateSpans(
    question,
    passages.map(({ passage }) => passage),
    relevance,
    call,
  );
  return { passages, spans };
}
