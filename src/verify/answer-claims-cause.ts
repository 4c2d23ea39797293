import { contentStems } from '../text/tokens.ts';

/** Who brought about what, as a sentence says it: stems of the two sides. */
export interface StatedCause {
  readonly cause: ReadonlySet<string>;
  readonly effect: ReadonlySet<string>;
  /** The cause keeps the effect from happening. */
  readonly prevents: boolean;
  /** It is said that the one did not cause the other. */
  readonly denied: boolean;
}

/** The causes that a sentence states; empty where it states none. */
export type CauseReader = (sentence: string) => readonly StatedCause[];

const clause = String.raw`[^;.]{3,200}?`;
/** `c` is the cause, `e` the effect. Tried in turn; the passive stands before the active. */
const forms = [
  String.raw`(?<e>${clause})\s(?:is|are|was|were|been|being|be)\s(?:mainly |partly |largely |directly |probably )?(?:caused|triggered|brought about|produced|induced|provoked|set off)\sby\s(?<c>.+)`,
  String.raw`(?<e>${clause})\s(?:result(?:s|ed|ing)?|stem(?:s|med|ming)?|aris(?:es|ing)|arose|follow(?:s|ed)?)\sfrom\s(?<c>.+)`,
  String.raw`(?:because of|due to|owing to|as a result of|as a consequence of|thanks to)\s(?<c>${clause}),\s(?<e>.+)`,
  String.raw`(?:because|since|as)\s(?<c>${clause}),\s(?<e>.+)`,
  String.raw`(?<e>${clause}),?\s(?:because of|due to|owing to|as a result of|as a consequence of|because)\s(?<c>.+)`,
  String.raw`(?<c>${clause}),?\s(?:which |that |and )?(?:then )?(?:has |have |had )?(?:cause[sd]?|causing|triggers?|triggered|brings? about|brought about|induce[sd]?|provoke[sd]?|leads? to|led to|leading to|results? in|resulted in|resulting in|sets? off|gave rise to|gives rise to|is responsible for|was responsible for)\s(?<e>.+)`,
  String.raw`(?<c>${clause}),?\s(?:so|therefore|hence|thus|consequently|as a result)\b,?\s(?<e>.+)`,
].map((form) => new RegExp(`^(?:.*?[:;]\\s)?${form}$`, 'iu'));

/** The cause and effect that a sentence states in a common form: "X caused Y", "Y because of X". */
export const statedCauses: CauseReader = (sentence) => {
  const text = sentence.replace(/[.!?\s]+$/, '').trim();
  for (const form of forms) {
    const groups = form.exec(text)?.groups;
    const stated = causeOf(groups?.['c'] ?? '', groups?.['e'] ?? '');
    if (stated !== null) return [stated];
  }
  return [];
};

/** A cause by the words of its two sides; null where one of them says nothing. */
export function causeOf(cause: string, effect: string, { prevents = false, denied = false } = {}): StatedCause | null {
  const [left, right] = [new Set(contentStems(cause)), new Set(contentStems(effect))];
  return left.size === 0 || right.size === 0 ? null : { cause: left, effect: right, prevents, denied };
}

/** Share of one side's words that the other says. */
function share(own: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...own].filter((word) => other.has(word)).length / own.size;
}

const enough = 0.5;

/**
 * What one stated cause makes of a claimed one: it says the same, it says it the other way round, one of the two denies it, or it is
 * about something else (CDF-RAG sec. 2.4: the answer keeps direction and polarity of what was retrieved).
 */
export function relateCauses(stated: StatedCause, claimed: StatedCause): 'same' | 'reversed' | 'opposed' | 'other' {
  const forwards = Math.min(share(claimed.cause, stated.cause), share(claimed.effect, stated.effect));
  const backwards = Math.min(share(claimed.cause, stated.effect), share(claimed.effect, stated.cause));
  if (forwards >= enough && forwards >= backwards) {
    // "It lowered the risk" and "it caused a lower risk" differ in form alone: that proves nothing.
    if (stated.prevents !== claimed.prevents) return 'other';
    return stated.denied === claimed.denied ? 'same' : 'opposed';
  }
  return backwards >= enough ? 'reversed' : 'other';
}
