import type { AskedForm } from '../../../text/answer-form.ts';

/** What a sentence has that an answer of some form needs. Each is looked for in the sentence alone. */
export interface SentenceSigns {
  readonly number: boolean;
  readonly timeUnit: boolean;
  readonly money: boolean;
  readonly percent: boolean;
  readonly date: boolean;
  readonly clock: boolean;
  readonly name: boolean;
  readonly normative: boolean;
  readonly defining: boolean;
  readonly leadIn: boolean;
  readonly causal: boolean;
  readonly negated: boolean;
  readonly comparing: boolean;
  readonly bound: boolean;
}

const number =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|hundred|thousand|million|half|quarter|third|once|twice)\b/i;
const timeUnit =
  /\b(?:seconds?|minutes?|hours?|days?|weeks?|months?|quarters?|years?|weekdays?|annually|monthly|weekly|daily|quarterly|yearly)\b/i;
const money = /[$€£¥]\s?\d|\b(?:USD|EUR|GBP|dollars?|euros?|pounds?|francs?|pence|cents?)\b/i;
const percent = /\d\s?%|\bper ?cent\b/i;
const date =
  /\b(?:1[89]\d\d|20\d\d)\b|\b(?:january|february|march|april|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b|\b(?:as of|effective|until|since|before|after|by) (?:the )?\S+/i;
const clock = /\b\d{1,2}[:.]\d\d\b|\b\d{1,2}\s?(?:am|pm|a\.m\.|p\.m\.|o'clock)\b|\b(?:noon|midnight)\b/i;
const name = /(?<=\S\s)\p{Lu}[\p{L}\d]+/u;
const normative =
  /\b(?:must|shall|should|may|can|cannot|required?|requires|recommended|permitted|prohibited|allowed|forbidden|need not|is not|are not|do not|does not|will not|won't|only)\b/i;
const defining =
  /\b(?:is|are) (?:an?|the|any|one|those|when|where)\b|\b(?:means?|refers? to|defined as|known as|called|that is|i\.e\.|denotes?|stands for|consists? of|describes?|term)\b|^\W*[\p{L} -]{3,40}:\s/iu;
const causal =
  /\b(?:because|since|so that|in order to|due to|owing to|as a result|therefore|thus|hence|caused?|causes|causing|reasons?|led to|leads to|otherwise|to avoid|to prevent|to ensure|to allow|allows?|ensures?|prevents?|avoids?|makes? it|would|problem|advantage|benefit|drawback|risk)\b/i;
const negated = /\b(?:not|no|never|none|neither|nor|without|cannot|\w+n't)\b/i;
const comparing = /\b(?:than|whereas|while|unlike|compared|both|versus|vs|instead|rather|in contrast|however|but|respectively)\b/i;
const bound =
  /\b(?:at least|at most|no more than|no less than|no fewer than|no later than|up to|maximum|minimum|exceed\w*|within|limit\w*|more than|less than|fewer than|or more|or less)\b|[<>≤≥]/i;

export function signsOf(text: string): SentenceSigns {
  return {
    number: number.test(text),
    timeUnit: timeUnit.test(text),
    money: money.test(text),
    percent: percent.test(text),
    date: date.test(text),
    clock: clock.test(text),
    name: name.test(text),
    normative: normative.test(text),
    defining: defining.test(text),
    leadIn: /:\s*$/.test(text),
    causal: causal.test(text),
    negated: negated.test(text),
    comparing: comparing.test(text),
    bound: bound.test(text),
  };
}

/** Has the sentence what an answer of this form has? */
export function fitsForm(form: AskedForm, signs: SentenceSigns): boolean {
  switch (form) {
    case 'number':
      return signs.number;
    case 'time':
      return signs.date || signs.clock || signs.timeUnit;
    case 'permission':
      return signs.normative || signs.negated;
    case 'definition':
      return signs.defining;
    case 'reason':
      return signs.causal;
    case 'comparison':
      return signs.comparing;
    case 'list':
      return signs.leadIn;
    case 'entity':
      return signs.name;
  }
}

/** "how long", "how often" want a time; "how much" money or an amount: is what is asked for the kind of quantity that the sentence has? */
export function fitsQuantity(question: string, signs: SentenceSigns): boolean {
  if (/\bhow (?:long|often|soon|frequently|quickly|late|early|old)\b/i.test(question)) return signs.timeUnit || signs.clock;
  if (/\b(?:cost|price|fee|fine|budget|pay|paid|salary|money|spend|spent|worth)\b/i.test(question)) return signs.money;
  if (/\b(?:percent|percentage|share|proportion|fraction|rate)\b/i.test(question)) return signs.percent;
  if (/\b(?:what time|clock|opens?|closes?)\b/i.test(question)) return signs.clock;
  if (/\b(?:max\w*|min\w*|most|least|limit|cap|shortest|longest)\b/i.test(question)) return signs.bound;
  return signs.number;
}
