import { gazetteer } from './gazetteer.ts';

/** What kind of thing a name names, as far as its form and a gazetteer tell. */
export type EntityKind = 'person' | 'place' | 'organisation' | 'other';

export interface EntityMention {
  readonly start: number;
  readonly end: number;
  readonly kind: EntityKind;
}

/** Capitalised words joined by these are one name: "Bank of England", "Ludwig van Beethoven". */
const joiners = String.raw`(?:of|the|de|da|do|del|della|der|den|des|di|du|van|von|la|le|el|al|bin|ibn|&)`;
const capitalised = String.raw`(?:(?:\p{Lu}\.){2,}|\p{Lu}[\p{L}\p{M}\p{N}'’&-]*(?<!['’&-])|\p{Lu}\.)`;
const pattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${capitalised}(?:(?:\s${joiners}){1,2}(?=\s${capitalised})|\s${capitalised}|\s\d{1,4}(?![\p{N}.,%]))*`,
  'gu',
);

/** Words that begin sentences in capitals and name nothing. */
const openers = new Set(
  (
    'the a an this that these those it its he she they we you i his her their our your my who whom whose which what when where why how if in on at by for from with without to of as and but or nor so yet after before during since until while although though because ' +
    'however therefore moreover furthermore both either neither each every all some any many most more few several no not there here then thus also is are was were be has have had do does did can could may might must shall should will would let see note new old other ' +
    'another such one two three four five six seven eight nine ten first second third last next on once upon under over between among within according despite unlike like than only even just'
  ).split(' '),
);

const organisationWords =
  /(?:^|\s)(?:Inc|Corp|Corporation|Company|Co|Ltd|LLC|GmbH|AG|PLC|Group|University|College|School|Institute|Institution|Academy|Council|Committee|Commission|Ministry|Department|Agency|Authority|Board|Bureau|Office|Service|Services|Association|Society|Foundation|Trust|Union|Party|Club|Bank|Army|Navy|Force|Court|Parliament|Congress|Senate|Church|Hospital|Records|Studios|Pictures|Orchestra|Band|Team|League|Press|Post|Times|Courier|Journal|Magazine|Airlines|Airways|Railway|Museum)\.?(?:\s|$)/;
const placeWords =
  /(?:^|\s)(?:City|County|State|Province|Republic|Kingdom|Island|Islands|River|Lake|Mountain|Mount|Valley|Bay|Sea|Ocean|Park|Street|Road|Avenue|Square|District|Region|Village|Town|Beach|Coast|Peninsula|Airport|Station|Bridge|Castle|Palace|Tower|Stadium|Arena|Hills?|Creek|Forest|Desert|North|South|East|West)(?:\s|$)/;
const titled =
  /^(?:Mr|Mrs|Ms|Dr|Prof|Professor|Sir|Lord|Lady|President|King|Queen|Prince|Princess|Captain|Colonel|General|Senator|Judge|Justice|Saint|St|Pope|Bishop|Rev|Reverend|Emperor)\.?\s/;

/** Names in order: runs of capitalised words with their joiners. A capital that only begins a sentence makes no name. */
export function entitiesIn(text: string): EntityMention[] {
  const found: EntityMention[] = [];
  for (const match of text.matchAll(pattern)) {
    let start = match.index;
    let name = match[0];
    // A sentence's opening word is not part of the name that follows it.
    for (let space = name.indexOf(' '); openers.has((space < 0 ? name : name.slice(0, space)).toLowerCase()); space = name.indexOf(' ')) {
      if (space < 0) {
        name = '';
        break;
      }
      start += space + 1;
      name = name.slice(space + 1);
    }
    name = name.replace(/(?:['’]s|['’])$/, '').replace(new RegExp(String.raw`\s${joiners}$`, 'u'), '');
    if (/^(?:Section|Sec|Table|Figure|Fig|Chapter|Appendix|Annex|Page|Part|Article|Step|Note)\b/.test(name)) continue;
    if (!/^\p{Lu}/u.test(name) || (name.length === 1 && !/^[A-Z]$/.test(name))) continue;
    if (atSentenceStart(text, start) && !name.includes(' ') && isCommonWord(name)) continue;
    found.push({ start, end: start + name.length, kind: kindOf(name, text, start) });
  }
  return found;
}

function atSentenceStart(text: string, at: number): boolean {
  if (/\b(?:Mr|Mrs|Ms|Dr|Prof|St|Rev|Gen|Col|Capt|Sen|Gov)\.\s$/.test(text.slice(Math.max(0, at - 6), at))) return false;
  return /(?:^|[.!?:]["”’)]?\s+|["“(]\s*)$/.test(text.slice(Math.max(0, at - 4), at)) || at === 0;
}

/** A single capitalised word at the start of a sentence: a name only if it is known as one or is spelt like one. */
function isCommonWord(word: string): boolean {
  if (/^\p{Lu}{2,}/u.test(word) || /\p{N}/u.test(word)) return false;
  const tags = tagsOf(word.toLowerCase());
  return !tags.some((tag) => /Name|Place|City|Country|Region|Organization|Person|SportsTeam|ProperNoun|Demonym/.test(tag));
}

function tagsOf(word: string): readonly string[] {
  const tags = Object.hasOwn(gazetteer, word) ? gazetteer[word] : undefined;
  return tags === undefined ? [] : typeof tags === 'string' ? [tags] : tags;
}

function kindOf(name: string, text: string, start: number): EntityKind {
  const whole = tagsOf(name.toLowerCase());
  if (whole.some((tag) => tag === 'Country' || tag === 'City' || tag === 'Region' || tag === 'Place')) return 'place';
  if (whole.some((tag) => tag === 'Organization' || tag === 'SportsTeam')) return 'organisation';
  if (titled.test(name) || /\b(?:Mr|Mrs|Ms|Dr|Prof|Sir|Lord|Lady)\.?\s$/.test(text.slice(Math.max(0, start - 6), start))) return 'person';
  if (organisationWords.test(name)) return 'organisation';
  const [first = '', second] = name.split(' ');
  if (tagsOf(first.toLowerCase()).some((tag) => /^(?:Male|Female|First)Name$/.test(tag))) return 'person';
  if (placeWords.test(name)) return 'place';
  if (
    /^\p{Lu}\p{Ll}+(?:\s\p{Lu}\.)*\s\p{Lu}[\p{Ll}'’-]+/u.test(name) &&
    second !== undefined &&
    tagsOf((name.split(' ').at(-1) ?? '').toLowerCase()).includes('LastName')
  )
    return 'person';
  if (/\b(?:in|at|near|from)\s$/.test(text.slice(Math.max(0, start - 6), start)) && !/^\p{Lu}{2,}$/u.test(name)) return 'place';
  return /^[\p{Lu}\d]{2,}$/u.test(name) ? 'organisation' : 'other';
}
