import { adverse, isPast } from './contingent.ts';
import { type SentenceView, skipSpace, trimEnd } from './cuts.ts';
import { hasVerb } from './features.ts';
import type { FormedPair } from './forms.ts';
import type { Offsets } from './relations.ts';
import { toldParticiple, toldPast } from './told-verbs.ts';

/**
 * What the form of a sentence says without a word for cause: "starved of flow, the boiler locked out", "without sockets the proxies dropped requests",
 * "the aerators were off: lightning had destroyed their controller", "what drowned them was an open valve", "a picker slipped and strained her knee".
 */
export function clausePairs(view: SentenceView): FormedPair[] {
  const text = view.text.slice(0, view.end);
  if (/[|`{}]/u.test(text)) return [];
  return [opened, closed, lacking, accounted, reasoned, cleft, hurtBy, slippedOn].flatMap((form) => form(view, text));
}

const participle = `(?:${toldParticiple}|robbed|stripped|short|left|covered|tired|blinded|hit|struck|worn|faced|caught|stuck|held|eaten)`;
const means = '(?:of|by|with|without|from|in|through|for)';
const openedForm = new RegExp(`^(?<cause>${participle}\\s+${means}\\s+[^,;:]{3,80}),\\s+(?<effect>[^;:]+)$`, 'iu');
const closedForm = new RegExp(`^(?<effect>[^;:]+?),\\s+(?<cause>${participle}\\s+(?:by|of)\\s+[^,;:]{3,80})$`, 'iu');

/** "Weakened by rust, the rail snapped." */
function opened(view: SentenceView, text: string): FormedPair[] {
  const match = openedForm.exec(text);
  return match === null || !tells(view, placed(match, 'effect')) ? [] : [pair(view, match, [0, 0])];
}

/** "One of them collapsed, overcome by fumes." */
function closed(view: SentenceView, text: string): FormedPair[] {
  const match = closedForm.exec(text);
  return match === null || !tells(view, placed(match, 'effect')) ? [] : [pair(view, match, [0, 0])];
}

const lackingForm =
  /^(?<cause>(?:without|lacking|short of|out of|with no)\s+(?!(?:waiting|warning|delay|exception|doubt|further|having|being|knowing|looking|asking|telling)\b)[^,;:]{3,60}?)(?:,\s+|\s+(?=(?:the|an?|its|their|our|his|her|nobody|nothing|no|all|both|it|they|we)\s))(?<effect>[^;:]+)$/iu;

/** "Without sockets the proxies dropped requests." */
function lacking(view: SentenceView, text: string): FormedPair[] {
  const match = lackingForm.exec(text);
  if (match === null || /\b(?:would|could|might)\s+(?:\w+\s+)?have\b|\bwill\b/iu.test(text)) return [];
  return tells(view, placed(match, 'effect')) ? [pair(view, match, [0, /^\S+/u.exec(text)?.[0].length ?? 1])] : [];
}

const accountedForm =
  /^(?<effect>[^;:–—]{8,}?)(?::|\s[–—])\s+(?<cause>(?:[^;:–—]+?)\bhad\s+(?:\w+\s+)?(?:been\s+)?(?:\p{L}+ed|\p{L}+n|\p{L}+t|\p{L}+ng|\p{L}+[aiu]m?[kpn])\b[^;:–—]*)$/iu;

/** "The aerators were off: lightning had destroyed their controller": what was before explains what was. */
function accounted(view: SentenceView, text: string): FormedPair[] {
  const match = accountedForm.exec(text);
  if (match === null) return [];
  const effect = match.groups?.['effect'] ?? '';
  const says =
    /\b(?:clear|known|learnt|found|said|showed|discovered|following|result|answer|because|reason|cause|fact|thing|example)\b|["“”]/iu;
  if (
    says.test(effect) ||
    /\bhad\b/iu.test(effect) ||
    !(adverse.test(effect) || /\boff\b|\bclosed\b|\bshut\b/iu.test(effect)) ||
    !isPast(effect)
  )
    return [];
  return [
    pair(view, match, [
      match[0].length - (match.groups?.['cause'] ?? '').length - 1,
      match[0].length - (match.groups?.['cause'] ?? '').length,
    ]),
  ];
}

const reasonedForm =
  /^(?<effect>[^;:–—]{6,}?)(?:\s+(?:as well|too|also))?,?\s+(?:but\s+|and\s+)?for (?:another|an?(?: \w+)?|one|the following|this) reasons?(?::|\s[–—])\s+(?<cause>[^:]{6,})$/iu;

/** "Bay D wilted, but for another reason: its line was cut." */
function reasoned(view: SentenceView, text: string): FormedPair[] {
  const match = reasonedForm.exec(text);
  if (match === null) return [];
  const at = text.search(/\bfor (?:another|an?|one|the|this)\b[^:]*reason/iu);
  return [pair(view, match, [at, at + 3])];
}

const cleftForm = new RegExp(
  `^(?:but\\s+|so\\s+|and\\s+)?(?<signal>what)\\s+(?:had\\s+|finally\\s+|then\\s+|actually\\s+|really\\s+)*(?<effect>(?:${toldPast}|caused|triggered|set off|killed|did)\\s[^,;:]*?)\\s+(?:was|were|is|turned out to be|proved to be)\\s+(?<not>not\\s+)?(?<cause>(?!not\\b|that\\b)[^;:]+)$`,
  'iu',
);

/** "What drowned the plants was an open valve." */
function cleft(view: SentenceView, text: string): FormedPair[] {
  const match = cleftForm.exec(text);
  if (match === null) return [];
  const { signal = '' } = match.groups ?? {};
  const at = match[0].toLowerCase().indexOf(signal.toLowerCase());
  return [{ ...pair(view, match, [at, at + signal.length]), denied: match.groups?.['not'] !== undefined }];
}

const mishap =
  '(?:slipped|tripped|fell|stumbled|collapsed|fainted|skidded|overbalanced|crashed|missed (?:a|the|his|her) step|lost (?:his|her|their|its) (?:footing|balance|grip)|was thrown|were thrown|was knocked|was struck|was hit)';
const hurtForm = new RegExp(
  `^(?:.*[,;:]\\s+|.*\\b(?:and|so|when)\\s+)?(?<cause>(?:an?|the|one|two|three|her|his|our|mr|mrs|ms|dr|\\p{Lu}\\p{L}+)\\s[^,;:]{0,40}?${mishap}\\b[^,;:]{0,40}?)(?:,)?\\s+(?<signal>and|,)\\s*(?<effect>(?:broke|strained|twisted|sprained|hurt|injured|bruised|fractured|dislocated|banged|grazed|scraped|burnt|burned|cut|tore|cracked|hit|dropped|spilt|spilled|smashed)\\s[^,;:]+)`,
  'iu',
);

/** "A picker slipped and strained her knee": nobody does either on purpose. */
function hurtBy(view: SentenceView, text: string): FormedPair[] {
  const match = hurtForm.exec(text);
  if (match === null) return [];
  const effect = placed(match, 'effect');
  return [pair(view, match, [effect[0] - 4, effect[0] - 1])];
}

const slippedForm =
  /(?:^|[,;:]\s+|\b(?:and|when|where|because|so)\s+)(?<effect>(?:an?|the|one|two|her|his|mr|mrs|ms|\p{Lu}\p{L}+)\s[^,;:]{0,40}?(?<signal>slipped|tripped|stumbled|skidded))\s+(?:on|over)\s+(?<cause>(?:an?|the|some|wet|loose|spilt|spilled|black|ice|oil|its|their)\b[^,;:]*?)(?=$|[,;:]|\s+(?:and|but|at|while|when)\b)/iu;

/** "A visitor tripped over the step." */
function slippedOn(view: SentenceView, text: string): FormedPair[] {
  const match = slippedForm.exec(text);
  if (match === null) return [];
  const effect = placed(match, 'effect');
  return [pair(view, match, [effect[1] - (match.groups?.['signal'] ?? '').length, effect[1]])];
}

/** Does a main clause tell what happened, and nothing that somebody planned or that would have been? */
function tells(view: SentenceView, span: Offsets): boolean {
  const words = view.tokens.filter(({ start, end }) => start >= span[0] && end <= span[1]).map(({ lower }) => lower);
  const said = view.text.slice(...span);
  return words.length >= 3 && hasVerb(words.slice(1)) && isPast(said) && adverse.test(said) && !/^(?:i|we|you|he|she|who)\b/iu.test(said);
}

function placed(match: RegExpExecArray, name: 'cause' | 'effect'): Offsets {
  const words = match.groups?.[name] ?? '';
  const start = match.index + match[0].lastIndexOf(words);
  return [start, start + words.length];
}

function pair(view: SentenceView, match: RegExpExecArray, signal: Offsets): FormedPair {
  const trim = ([start, end]: Offsets): Offsets => [skipSpace(view.text, start), trimEnd(view.text, start, end)];
  const cause = trim(placed(match, 'cause'));
  const [start, end] = signal;
  return { cause, effect: trim(placed(match, 'effect')), signal: end > start ? signal : [cause[0], cause[0] + 1], denied: false };
}
