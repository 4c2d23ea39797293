import type { CausalQuery } from '../contract/causal.ts';
import { toldPast } from './extract/told-verbs.ts';

/** The parts of a causal question before they are matched with events (CC-RAG sec. 4.2). */
export type ParsedQuery = Pick<CausalQuery, 'kind' | 'cause' | 'outcome' | 'opposite'>;

const verb =
  '(?:cause[sd]?|led to|leads? to|result(?:s|ed)? in|trigger(?:s|ed)?|bring(?:s)? about|brought about|give(?:s)? rise to|gave rise to|contribute[sd]? to|add(?:s|ed) to|prompt(?:s|ed)?|provoke[sd]?|spark(?:s|ed)?|set off|force[sd]?|explain(?:s|ed)?|prevent(?:s|ed)?|produce[sd]?|worsen(?:s|ed)?|aggravate[sd]?|exacerbate[sd]?|compound(?:s|ed)?|intensif(?:y|ies|ied))';

interface Form {
  readonly pattern: RegExp;
  readonly kind: CausalQuery['kind'];
  readonly opposite?: boolean;
}

/** The first that fits; `c` names the cause and `o` the outcome. */
const forms: readonly Form[] = [
  {
    pattern:
      /^(?:would|could|might|will)\s+(?<o>.+?)\s+(?:without|but for|in the absence of|had it not been for|if it had not been for|if not for)\s+(?<c>.+)$/i,
    kind: 'necessity',
    opposite: true,
  },
  { pattern: /^(?:would|could|might)\s+(?<o>.+?)\s+(?:if|had)\s+(?<c>.+?\b(?:not|n['’]t|never)\b.+)$/i, kind: 'necessity', opposite: true },
  {
    pattern: /^(?:was|were|is|are)\s+(?<c>.+?)\s+(?:necessary|needed|required|essential)\s+for\s+(?<o>.+)$/i,
    kind: 'necessity',
    opposite: true,
  },
  {
    pattern:
      /^what\s+(?:would|will|could|might)\s+(?:have\s+)?(?:happen(?:ed)?|follow(?:ed)?|be|been the (?:effect|result|consequence))\s+(?:if|without|when|after|should)\s+(?<c>.+)$/i,
    kind: 'effects',
  },
  {
    pattern: /^what\s+(?:happens|happened|follows|followed)\s+(?:if|when|after|because of|as a result of|without)\s+(?<c>.+)$/i,
    kind: 'effects',
  },
  { pattern: /^what\s+if\s+(?<c>.+)$/i, kind: 'effects' },
  {
    pattern:
      /^what\s+(?:(?:was|were|is|are)\s+)?(?:the\s+)?(?:effects?|consequences?|results?|impacts?|outcomes?)\s+(?:of|from)\s+(?<c>.+)$/i,
    kind: 'effects',
  },
  {
    pattern: /^what\s+(?:does|did|do|would|can|could)\s+(?<c>.+?)\s+(?:cause|lead to|result in|trigger|bring about|prevent|do)$/i,
    kind: 'effects',
  },
  {
    pattern: new RegExp(
      `^(?:does|did|do|can|could|would|may|might|has|have)\\s+(?<c>.+?)\\s+(?:directly\\s+|indirectly\\s+|help\\s+)?${verb}\\s+(?<o>.+)$`,
      'i',
    ),
    kind: 'link',
  },
  {
    pattern: /^(?:was|were|is|are)\s+(?<o>.+?)\s+(?:caused|triggered|brought about|prompted|provoked|prevented)\s+by\s+(?<c>.+)$/i,
    kind: 'link',
  },
  {
    pattern: /^(?:was|were|is|are)\s+(?<o>.+?)\s+(?:due to|because of|the result of|a result of|a consequence of)\s+(?<c>.+)$/i,
    kind: 'link',
  },
  { pattern: /^(?:was|were|is|are)\s+(?<c>.+?)\s+(?:the|a)\s+(?:cause|reason)\s+(?:of|for)\s+(?<o>.+)$/i, kind: 'link' },
  // The verb says what is asked of the outcome: not what brought it about.
  {
    pattern:
      /^(?:what|which\s+[\w -]+?)\s+(?:has\s+|had\s+)?(?<o>(?:worsen(?:s|ed)?|aggravate[sd]?|exacerbate[sd]?|compound(?:s|ed)|intensif(?:ies|ied))\s.+)$/i,
    kind: 'causes',
  },
  { pattern: new RegExp(`^(?:what|who|which\\s+[\\w -]+?)\\s+(?:has\\s+|had\\s+|have\\s+)?${verb}\\s+(?<o>.+)$`, 'i'), kind: 'causes' },
  {
    pattern:
      /^what\s+(?:was|were|is|are)\s+(?:the\s+)?(?:(?:root|main|likely|real|underlying|direct)\s+)?(?:causes?|reasons?|triggers?|explanations?)\s+(?:of|for|behind|why)\s+(?<o>.+)$/i,
    kind: 'causes',
  },
  { pattern: /^(?:what\s+)?(?:made|makes)\s+(?<o>.+)$/i, kind: 'causes' },
  { pattern: /^for what reasons?\s+(?:was|were|is|are|did|does|do|has|have|had)?\s*(?<o>.+)$/i, kind: 'causes' },
  { pattern: /^(?:why|how come)\s+(?<o>.+)$/i, kind: 'causes' },
  { pattern: /^what\s+(?:was|were|is|are|lay|lies)\s+(?:behind|responsible for|to blame for|at the root of)\s+(?<o>.+)$/i, kind: 'causes' },
  {
    pattern:
      /^how\s+(?:was|were)\s+(?<o>.+?\s(?:hurt|injured|killed|damaged|lost|destroyed|broken|ruined|spoilt|delayed|contaminated|infected|flooded))$/i,
    kind: 'causes',
  },
  { pattern: /^how\s+(?:could|did it happen that|was it possible that|did it come that)\s+(?<o>.+)$/i, kind: 'causes' },
  // "What held up two ambulances?": the verb is part of what came about.
  { pattern: new RegExp(`^what\\s+(?:has\\s+|had\\s+)?(?<o>(?:${toldPast})\\s.+)$`, 'i'), kind: 'causes' },
  { pattern: /^how\s+did\s+(?<o>.+?)\s+(?:happen|come about|arise|occur)$/i, kind: 'causes' },
];

/** Words of the question that are no part of an event. */
const opening = /^(?:was|were|is|are|did|does|do|has|have|had|would|could|should|it|there|that|the fact that|to)\s+/i;
const closing = /\s+(?:happen(?:ed)?|occur(?:red)?|take place|taken place|come about|arise)$/i;
const modal = /\b(?:would|could|might|still|even|ever|have|been|be)\b\s*/gi;

/** Is it asked what made something worse, and not what brought it about? */
export function asksOfWorsening(words: string): boolean {
  return worse.test(words);
}

const worse = /\b(?:wors\w*|aggravat\w*|exacerbat\w*|compounded|intensified)\b/iu;

/** The causal question in its parts, or null where its form is none of them. */
export function parseCausalQuery(question: string): ParsedQuery | null {
  const asked = question
    .trim()
    .replace(/[?\s.!]+$/, '')
    .replace(/^(?:(?:so|and|but|please|ok|now)[,\s]+)+/i, '');
  for (const { pattern, kind, opposite = false } of forms) {
    const groups = pattern.exec(asked)?.groups;
    if (groups === undefined) continue;
    const { c, o } = groups;
    const without = kind === 'effects' && /\b(?:without)\b/i.test(asked);
    const cause = c === undefined ? null : eventWords(c, kind === 'necessity');
    const outcome = o === undefined ? null : eventWords(o, false);
    if (cause === '' || outcome === '') continue;
    return { kind, cause, outcome, opposite: opposite || without };
  }
  return null;
}

/** @param affirm a necessity is asked of the cause itself: "if the pump had not failed" asks of its failing */
function eventWords(words: string, affirm: boolean): string {
  let text = words.trim().replace(opening, '').replace(closing, '');
  if (affirm) text = text.replaceAll(/\b(?:had|did|was|were)?\s*(?:not|never)\b\s*|n['’]t\b/gi, ' ');
  return text.replaceAll(modal, '').replaceAll(/\s+/g, ' ').trim();
}
