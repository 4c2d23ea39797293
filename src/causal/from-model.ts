import type { GeneratedCausalLink } from '../models/ports.ts';
import type { CausalLink } from './links.ts';
import { linkOf } from './read-document.ts';
import type { DocumentSentence } from './told-sentence.ts';
import { placeInQuote } from './offsets.ts';

/** How sure a stated link of a language model is taken to be: it tells no chance of its own. */
const statedChance = 0.8;
const hedgedChance = 0.4;

/** A language model's links as they enter the graph: verified like any other, and left out where their words cannot be cut from the quote. */
export function linksFromModel(sentences: ReadonlyMap<string, DocumentSentence>, generated: readonly GeneratedCausalLink[]): CausalLink[] {
  return generated.flatMap(({ spanId, cause, effect, signal, polarity, denied, hedged }) => {
    const sentence = sentences.get(spanId);
    const place = sentence === undefined ? null : placeInQuote(sentence.span.plain, sentence.citation.quote);
    if (sentence === undefined || place === null) return [];
    const link = linkOf(
      sentence,
      {
        cause,
        effect,
        signal,
        polarity,
        denied,
        certainty: hedged ? 'hedged' : 'stated',
        confidence: hedged ? hedgedChance : statedChance,
        pointsBack: null,
        necessity: null,
        together: false,
      },
      place,
      null,
    );
    return link === null ? [] : [{ ...link, source: 'language-model' as const }];
  });
}

/** Of a sentence that a language model has read its links count, and not those of the bundled extractor. */
export function joinLinks(bundled: readonly CausalLink[], fromModel: readonly CausalLink[]): CausalLink[] {
  const read = new Set(fromModel.map(({ spanId }) => spanId));
  return [...bundled.filter(({ spanId }) => !read.has(spanId)), ...fromModel];
}
