import type { IndexedPassage } from '../index/types.ts';
import type { ProbeRequest } from '../models/ports.ts';
import { extractMentions, type Mention } from '../text/mentions.ts';
import { stem } from '../text/stem.ts';
import { tokenize } from '../text/tokens.ts';

const namesPerKind = 20;
const yearsGiven = 10;
/** "plays in Batman Begins": the word before a name tells what part it plays. Articles and quotation marks between are passed over. */
const wordBefore = /(\p{L}+)[^\p{L}\p{N}]+(?:(?:the|a|an)\s+)?["“‘']?$/iu;

type Kind = keyof ProbeRequest['entities'];

interface Known {
  readonly kind: Kind;
  readonly text: string;
  readonly passages: Set<string>;
  /** Kinds of the names of the question that stand where this one stands: after the same word. */
  readonly likeAsked: Set<Kind>;
}

/**
 * Names, years and words of what was retrieved, as substitutes that retrieve something. Names by kind; those that stand where a name of the
 * question stands come first, then those in most passages; ties in the order of the alphabet. Years: those in most passages first.
 */
export function substitutesOf(
  question: string,
  passages: readonly { readonly passage: IndexedPassage }[],
): Pick<ProbeRequest, 'entities' | 'years' | 'vocabulary'> {
  const asked = extractMentions(question)
    .filter(isName)
    .map((mention) => ({ kind: mention.kind, word: before(question, mention) }))
    .filter(({ word }) => word !== '');
  const names = new Map<string, Known>();
  const years = new Map<string, Set<string>>();
  for (const { passage } of passages) {
    for (const span of passage.spans) {
      for (const mention of extractMentions(span.plain)) {
        if (mention.kind === 'date')
          for (const [year] of mention.normal.matchAll(/\b(?:1\d|20)\d{2}\b/g))
            years.set(year, (years.get(year) ?? new Set()).add(passage.id));
        if (!isName(mention) || mention.text.length < 3) continue;
        const known: Known = names.get(mention.normal) ?? {
          kind: mention.kind,
          text: mention.text,
          passages: new Set(),
          likeAsked: new Set(),
        };
        known.passages.add(passage.id);
        const word = before(span.plain, mention);
        for (const entry of asked) if (entry.word === word) known.likeAsked.add(entry.kind);
        names.set(mention.normal, known);
      }
    }
  }
  const ranked = [...names.values()].sort((a, b) => b.passages.size - a.passages.size || (a.text < b.text ? -1 : 1));
  const ofKind = (kind: Kind): string[] => {
    // A name of another kind that is used like the one asked about - a film in the place of a film - will do where forms tell little.
    const alike = ranked.filter((entry) => entry.likeAsked.has(kind) && (entry.kind === kind || kind === 'other'));
    return [...alike, ...ranked.filter((entry) => entry.kind === kind && !alike.includes(entry))]
      .slice(0, namesPerKind)
      .map((entry) => entry.text);
  };
  return {
    entities: { person: ofKind('person'), place: ofKind('place'), organisation: ofKind('organisation'), other: ofKind('other') },
    vocabulary: new Set(passages.flatMap(({ passage }) => tokenize(passage.text).map((token) => stem(token.lower)))),
    years: [...years]
      .sort((a, b) => b[1].size - a[1].size || (a[0] < b[0] ? -1 : 1))
      .slice(0, yearsGiven)
      .map(([year]) => year),
  };
}

function isName(mention: Mention): mention is Mention & { readonly kind: Kind } {
  return mention.kind !== 'number' && mention.kind !== 'date';
}

function before(text: string, { start }: Mention): string {
  return wordBefore.exec(text.slice(0, start))?.[1]?.toLowerCase() ?? '';
}
