import type { Decomposition } from './types.ts';

/**
 * One question for each of two things that are compared: its own attribute where the comparison names one ("older": when was it born or
 * founded), else the same question with one of the two alone.
 */
export function sidesOf(text: string, options: readonly [string, string]): Decomposition {
  return { kind: 'sides', steps: options.map((option, place) => sideOf(text, option, options[1 - place] ?? '')) };
}

const name = String.raw`(?:the\s+)?["“]?\p{Lu}[^,?]{1,60}?["”]?`;
const pairs = [
  new RegExp(String.raw`,\s*(?<a>${name}),?\s+or\s+(?<b>${name})\s*(?:\?|$)`, 'u'),
  new RegExp(String.raw`\b(?:both|of|between)\s+(?<a>${name})\s+and\s+(?<b>${name})(?:\s+\p{Ll}|,|\s*\?|$)`, 'u'),
  new RegExp(String.raw`^(?:Is|Are|Was|Were|Do|Did|Does|Have)\s+(?<a>${name})\s+and\s+(?<b>${name})\s+both\b`, 'u'),
  new RegExp(
    String.raw`\b(?:are|were|is|was|did|do)\s+(?<a>${name})\s+and\s+(?<b>${name})\s+(?:derived|both|in\s+common|share|of\s+the)\b`,
    'u',
  ),
];

/** Two names that a question holds against each other, where its form says so and the names are not plain ones. */
export function optionsOf(text: string): readonly [string, string] | null {
  if (!/\b(?:both|either|common|same|or|who|which|what|and)\b/i.test(text)) return null;
  for (const pattern of pairs) {
    const groups = pattern.exec(text)?.groups;
    const [a, b] = [groups?.['a'], groups?.['b']].map(
      (side) =>
        side
          ?.replace(/^the\s+/, '')
          .replaceAll(/^["“]|["”]$/g, '')
          .trim() ?? '',
    );
    if (a !== undefined && b !== undefined && a !== '' && b !== '') return [a, b];
  }
  return null;
}

const time =
  /\b(?:older|oldest|younger|youngest|first|earlier|earliest|later|latest|last|newer|newest|more recent(?:ly)?|before|longer ago)\b/i;
const attributes: readonly (readonly [RegExp, (side: string) => string])[] = [
  [/\b(?:died|die|death)\b/i, (side) => `When did ${side} die?`],
  [
    /\b(?:born|birth|age)\b|\bwho\b.*\b(?:older|oldest|younger|youngest)\b|\b(?:older|younger)\b.*\b(?:who|person|people|scientists?|actors?|writers?|directors?)\b/i,
    (side) => `When was ${side} born?`,
  ],
  [
    /\b(?:formed|founded|established|created|started|began|begun|opened|launched|built|completed|set up)\b/i,
    (side) => `When was ${side} founded?`,
  ],
  [
    /\b(?:released|published|issued|premi[eè]red|broadcast|aired|came out|came to market|appointed|introduced|adopted)\b/i,
    (side) => `When was ${side} released?`,
  ],
];

function sideOf(text: string, side: string, other: string): string {
  if (time.test(text)) {
    const verb =
      /\b(formed|founded|established|created|started|opened|launched|built|completed|released|published|issued|appointed|introduced|adopted|signed|elected|decided|fought)\b/i.exec(
        text,
      )?.[1];
    if (verb !== undefined) return `When was ${side} ${verb.toLowerCase()}?`;
    return attributes.find(([pattern]) => pattern.test(text))?.[1](side) ?? `When was ${side} made or founded?`;
  }
  if (/\b(?:same|different)\b/i.test(text)) {
    const kind = /\b(nationality|country|continent|state|city|county|genre|profession|occupation|genus|family|type|kind|industry|sport)\b/i
      .exec(text)?.[1]
      ?.toLowerCase();
    if (kind !== undefined) return `What ${kind} is ${side}?`;
  }
  return alone(text, side, other);
}

/** The question with only one of the two in it. */
function alone(text: string, side: string, other: string): string {
  const plain = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const both = new RegExp(
    String.raw`["“]?(?:${plain(side)}|${plain(other)})["”]?,?\s+(?:and|or)\s+(?:the\s+)?(?:\p{Ll}+\s+)?["“]?(?:${plain(side)}|${plain(other)})["”]?`,
    'u',
  );
  const single = text.replace(both, side).replace(/\b(?:both|either)\s+/gi, '');
  return single === text ? `${text} ${side}` : single;
}
