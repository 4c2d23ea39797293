/** What an answer to a question looks like (docs/methods.md, forms of answers). */
export type AskedForm = 'number' | 'time' | 'entity' | 'permission' | 'definition' | 'list' | 'comparison' | 'reason';

const auxiliary =
  /^(?:is|are|was|were|am|do|does|did|has|have|had|can|could|may|might|must|shall|should|will|would|isn't|aren't|doesn't|don't|didn't|can't|won't|need|ok|okay|allowed)\b/i;
const asking = /\b(?:what|which|who|whom|whose|when|where|why|how)\b/i;

const comparative =
  '(?:more|less|fewer|better|worse|earlier|easier|heavier|(?:bigg|small|larg|high|low|long|short|cheap|dear|fast|slow|strict|tough|hard|lat|old|young|new|hott|cold|warm|cool|gentl|light|strong|weak|great|deep|wid|quick|soon|saf)er)';

/** Two things are named: tried before all else, as "is it a must at AAL2, and at AAL3?" wants a line for each. */
const twoSided: readonly RegExp[] = [
  /\b(?:differ|differs|difference|differences|compared?|comparison|comparing|versus|vs\.?|as opposed to|as against|distinguish(?:es)?|set(?:s)? .{0,40}\bapart|side by side|same or not)\b/i,
  /\b(?:which|who|what)\b.{0,60}\b(?:more|less|fewer|higher|lower|longer|shorter|bigger|larger|smaller|better|worse|faster|slower|stricter|earlier|later)\b.{0,60}(?:\bor\b|\bthan\b(?!\s+(?:\d|an? (?:second|minute|hour|day|week|month|year)|one|two|three|four|five|six|seven|eight|nine|ten)))/i,
  /\bhow (?:does|do|did|is|are|was|were|well did)\b.{3,80}\b(?:against|than|from that of)\b/i,
  // "at AAL2, and at AAL3?", "does the one run out, and does the other?"
  /,? (?:and|but) (?:how about|what about|which (?:in|for|at|of|with)|what under|at|with|for|in|of|does|do|did|is|are|was|after)\b [^,.;!?]{2,50}\?\s*$/i,
  /\b(?:and|or)\b.{2,80}\b(?:they each\b|each \w+|each\?)|\bdo(?:es)? both\b.{3,80}\bor\b/i,
  // "Which is meant to last, a team or a working group?"
  /\b(?:which|who)\b[^?]{2,80}, (?:an? |the )?[^,?]{2,40} or (?:an? |the )?[^,?]{2,40}\?/i,
  // "Where do I get more, in the town or abroad?", "whose battery lasts longer, class A's or class B's?"
  new RegExp(
    `\\b(?:where|whose|what|when)\\b[^?]{2,90}\\b(?:more|less|fewer|${comparative.slice(3, -1)})\\b[^?]{0,60}\\bor\\b(?! (?:not|no|less|more|fewer|so)\\b)[^?]{2,60}\\?`,
    'i',
  ),
  // "Which group ended up with more?"
  new RegExp(
    `\\b(?:which|what) (?:group|arm|side|one|team|half|of the two)\\b[^?]{2,60}\\b(?:more|less|fewer|${comparative.slice(3, -1)})\\b(?! than\\b)`,
    'i',
  ),
  // "By how much is a large one dearer than a small one?", "does a firm receive more than a household?": no amount follows.
  new RegExp(
    `^(?:(?:by )?how (?:much|many|far|long)|is|are|was|were|do|does|did|which|who)\\b(?![^?]*\\b(?:why|may|allowed|permitted)\\b)[^?.!]{1,80}?\\b(?:more|less|fewer|${comparative.slice(3, -1)})\\b[^?]{0,60}\\bthan (?:the|my|our|your|their|his|her|its|a|an|those|that|ordinary|other|second|last|in|on|at|for|mine|theirs|ours)\\b(?! (?:\\d|one\\b|two\\b|three\\b|four\\b|few\\b|week|day|month|year|hour|minute|metre|kilo|mile|litre|third|quarter|half|certain|given|number))`,
    'i',
  ),
  /^[^.!?]*\b(?:up or down|better or worse|easier or harder|dearer or cheaper|cheaper or dearer|more or (?:less|fewer)|higher or lower|longer or shorter)\b/i,
  // "What was it in 2025 and what is it now?", "what with a letter and what without?"
  /^(?!how (?:do|should|can) )(?:[^:?]{2,60}: )?(?:what|how)\b[^?]{2,80},? and (?:what|how) (?:was it|is it|in|at|on|for|with|without|under|afterwards|after|had been|should|not)\b/i,
  /^[^?]{2,80}\b(?:last year|this year|before|then|\d{4})\b[^?]{0,30}\b(?:against|and) (?:now|this (?:one|year)|last (?:one|year)|the year before|since|from \d{4})\b/i,
  /\bas often as\b|\bthe same (?:as|for|in) (?:that|those|the)\b/i,
  // "Oldgate or Fernside: where is it less?", "slab temperature: skating against hockey?"
  /^[^:?.]{2,60}\bor\b[^:?.]{2,40}: ?(?:which|where|who|what|when|how|is|are|does|do)\b/i,
  /:(?: [^\s?]+){1,5} (?:against|versus|or)(?: [^\s?]+){1,5}\?\s*$/i,
  /\b(?:matters?|(?:make|makes|any) (?:a |any |much )?difference) (?:whether|if|which)\b.{2,60}\bor\b/i,
  /\b(?:penalty|gain|loss|lose|save|extra|change|jump|drop|rise|more|less|faster|slower|bigger|smaller)\b.{0,60}\b(?:go|goes|going|move|moving|switch|switching|change|changing|upgrade|upgrading|step up|step down) from .{2,40} to\b/i,
  // "Tougher now than before", and not "more than two bags".
  new RegExp(
    `\\b${comparative}\\b(?!\\s+than\\s+(?:an?\\s|one\\b|two\\b|three\\b|\\d)).{0,80}\\bthan\\s+(?:before|under|for|in|at|on|with|it was|it did|they were|they did|the (?:one|ones|last|old|other|previous|former)|those|last|now)\\b`,
    'i',
  ),
  /\b(?:grown or shrunk|gone up or (?:gone )?down|risen or fallen|from what to what)\b/i,
  new RegExp(
    `\\bthe ${comparative} and the ${comparative}\\b|\\bwhich (?:one )?of (?:us|them|the two|these)\\b.{0,60}\\b${comparative}\\b|\\bmore\\b.{2,60}\\bwith\\b.{2,40}\\bor with\\b`,
    'i',
  ),
  /\bhow (\p{L}+)\b[^?]{2,80}\band how \1\b/iu,
  // "Is it cheaper to mend a front or a rear one?", "is the front or the rear one cheaper?"
  new RegExp(
    `^(?:is|are|was|were|would|will|does|do|did)\\b[^?]{2,60}\\b${comparative},? (?:to|if|when|with|by|in|at|on|for)\\b[^?]{2,60}\\bor\\b`,
    'i',
  ),
  new RegExp(`^(?:is|are|was|were|would|will|does|do|did)\\b[^?]{2,60}\\bor\\b[^?]{2,50}\\b${comparative}\\s*\\?*$`, 'i'),
  // "Do you get more days when a parent dies or when a grandparent dies?", "do I get a bigger share for an old one or a new one?"
  new RegExp(
    `^(?:is|are|was|were|would|will|does|do|did|can|has|have)\\b[^?]{1,60}\\b(?:more|less|fewer|${comparative.slice(3, -1)})\\b(?! than\\b)[^?]{2,80}\\bor\\b(?! (?:not|no|less|more|fewer|so)\\b)[^?]{2,60}\\?*$`,
    'i',
  ),
  // "How has the fee changed since last year?", "has it gone up since?"
  /^(?:has|have|did|is|are)\b[^?]{2,80}\b(?:chang\w+|gone (?:up|down)|go (?:up|down)|ris\w+|rose|fall\w*|fell|increas\w+|decreas\w+|grow\w*|shr[aiu]nk\w*|raised|lowered|reduced|become \p{L}+er)\b[^?]{0,30}\b(?:since|compared|from|over the)\b/iu,
  /\bhow (?:has|have|had|did|does|do)\b[^?]{2,80}\bchanged?\b/i,
];

/** Not of a relative clause: "who receives my data when I ask for a price" asks for no time. */
const when =
  /^(?:(?!\b(?:who|whom|which|what|where|how|why)\b).)*\bwhen\b(?![^,?]{3,60},[^?]*\b(?:who|which|what|where|how|why)\b)|\b(?:or|and) when\b/is;

/** Several things are wanted, whatever else is asked of each: "level by level, how quickly", "talk me through it". */
const allOfThem =
  /\b(?:(?:step|level|item|point|case|stage) by (?:step|level|item|point|case|stage)|(?:from )?first to last|one after (?:another|the other)|(?:talk|take|run|walk|lead) me through|in (?:what|which) (?:sequence|order)|(?:whole|full|complete|entire) (?:list|scale|range|set) of|name them all|all of (?:it|them), please)\b|\b(?:on|of|from) (?:\S+ ){1,3}list of\b/i;

/** Things that are mostly asked for, and told, several at a time. */
const severalThings =
  'papers|documents|paperwork|details|information|things|items|places|events|facts|duties|tasks|chores|expenses|exclusions|precautions|particulars|belongings|records|(?:kinds|sorts|types) of|stages|steps|sanctions|arrangements';
/** What an amount or a time is asked in: "what hours", "which days". */
const measures =
  'hours|days|dates|times|years|months|weeks|minutes|figures|numbers|amounts|terms|results|chances|weekdays|means|versions|results|levels|rates|costs|fees|prices';

/** Several things are asked for by what is to be had, done or said: "what must I have with me", "what papers will they take". */
const things: readonly RegExp[] = [
  new RegExp(
    `\\b(?:what|which) (?:other |different |further |more |of these |sorts of |kinds of |\\p{Ll}+ )?(?:${severalThings})\\b`,
    'iu',
  ),
  new RegExp(
    `\\b(?:what|which) (?:\\p{Ll}[\\p{L}-]+ ){0,2}(?!(?:${measures})\\b)\\p{Ll}{2,}(?:[^su\\W]s|ies) (?:are|were|have|do|did|must|should|can|could|might|may|will|would|need|go|get|count|entitle|accompany)\\b`,
    'iu',
  ),
  /\bwhat (?:must|should|shall|do|does|did|has|have|needs?|is|are|am|exactly (?:must|should|are|do|does))(?: \p{L}[\p{L}'’-]*){0,6}? (?:have with (?:me|us|you|them|him|her)|have (?:on|to) (?:me|hand)|bring|carry|pack|send in|include|contain|enclose|attach|accompany|hand (?:in|over)|put (?:in|into)|go (?:in|into|on|with|along)|submit|provide|prepare|sign off|be (?:in|on|stated|written|included|recorded|noted|said|shown|listed|true))\b/iu,
  /\bwhat (?:information|else)\b.{2,40}\b(?:write|put|include|state|needed)\b|\bwhat .{2,60} (?:wants?|wanted) done\b|\bwhat (?:do|does|did|would) .{2,60} (?:recommend|advise|suggest|propose|tell \p{L}+ .{0,60}to do)\b/iu,
  // "What won't they pay for?": what is left out is told as a list.
  /\bwhat (?:(?:wo|do|does|is|are|ca|must|should)n['’]?t|cannot|(?:will|do|does|is|are|can|must|may|should) not)\b/iu,
  /\b(?:every|each) (?:kind|sort|type|step|item|stage|one) of\b|\bevery step\b|\bwhat (?:gets|is|are) (?:excluded|left out|missing|exempt\w*)\b|\bin what (?:sequence|order)\b/i,
];

/** Tried in turn: the first that matches decides. Set on the fitting and tuning halves of the test bed. */
const forms: readonly (readonly [AskedForm, RegExp])[] = [
  [
    'time',
    // "How late may I ring?" asks for a time of day, "how late may it be?" for how much.
    /\bhow (?:late|early) (?:at night |in the (?:day|morning|evening) )?(?:(?:can|may|could|will|is|are)\b(?!.{1,40}\bbe\b\s*\?*$)|(?:do|does|did) .{2,40} (?:open|close|run|start|stop|end)\b)/i,
  ],
  [
    'number',
    /\bhow (?:many|much|long|often|far|big|large|old|tall|high|deep|wide|heavy|fast|few|late|early|close|soon|short|quickly|frequently|cold|hot|warm|thin|thick|noisy|loud|steep|strong|bright)\b/i,
  ],
  [
    'reason',
    /\bwhy\b|\bhow come\b|\bwhat(?:'s| is| was| were| are)? (?:the )?(?:reasons?|rationale|cause|point of|idea behind|grounds?)\b|\bwhat (?:caused|led to|made|explains|triggered|happens|happened|would happen|follows|goes wrong|went wrong|speaks (?:for|against))\b|\bwhat(?:'s| is| was) (?:so |wrong with|the problem with|bad about)|\bwhat if\b|\bfor what reason\b|\bwhat for\b|\bwhat (?:does|do|did) .{3,60} for\?|\bon what grounds\b|\bbecause of what\b/i,
  ],
  [
    'definition',
    /\bwhen (?:does|do|did|is|are)\b.{2,60}\b(?:count|counts|counted|regarded|classed|treated|qualify|qualifies) as\b|\bwhat (?:does|do|did|would)\b.{1,80}\bmean\b|\bmean(?:s|t|ing)?(?: what(?: exactly)?)?\s*\?*$|\bmeaning of\b|\bdefin(?:e|es|ed|ition)\b|\bwhat (?:exactly )?(?:counts|counted|qualifies) as\b|\bwhat(?:'s| is| are) meant\b|\bwhat do(?:es)? (?:they|it|we|you)\b.{0,40}\b(?:understand|mean) by\b|\bin plain (?:words|english)\b|\bstands? for\b|\bwhat(?:'s| is| exactly is| on earth is) an?\b|\bwhat (?:is|are) (?:that|this|those)(?: in .{2,20})?\s*\?*$|\bwhat do .{3,40} call an?\b|\bexplain\b|\bwhat makes something an?\b|\bwhen (?:do we call|is (?:an?|the) .{3,40} called)\b|\bsupposed to be\b/i,
  ],
  [
    'list',
    /^\W*(?:please )?(?:list|name)\b|\b(?:list (?:me|all|every|them)|name (?:the|all|every|them)|names of|what all|everything|all the|enumerate|run me through|walk me through|steps|checklist|ingredients|criteria|requirements|conditions|choices|options|ways|which ones|who (?:all|else)|(?:kinds|types|sorts|pieces) of|what now|what next)\b|\bin (?:which|what) (?:cases|situations|circumstances)\b|\bwhat (?:has to|have to|needs? to|must|should) (?:be (?:in|on)|my|our|the|an?)\b|\bwhat (?:does|do|must|should) .{2,50} (?:need|have to (?:include|contain|show|say)|must (?:include|contain|show|say))\b/i,
  ],
  [
    'time',
    /\bwhat (?:date|day|year|month|time|week|hour)\b|\bwhich (?:date|day|weekday|year|month|months|week|version|release|edition|quarter)\b|\b(?:on|by|from|since|until|in) (?:what|which) (?:date|day|weekday|year|month|months|time|version)\b|\bwhat version\b|\bat (?:what|which) (?:point|moment|stage)\b|\bas of (?:when|what)\b|\bdate on which\b|\b(?:latest|last) update\b|\bearliest .{0,20}release\b|\bwhat's the (?:deadline|date)\b|\b(?:due date|deadline|opening hours)\b|\b(?:out|done|in|back|ready)\b.{0,30} by\s*\?*$/i,
  ],
  ['time', when],
  [
    'time',
    /\b(?:what|which) (?:is|was|are|were) the (?:last|latest|first|earliest) (?:day|date|moment|time|hour)\b|\b(?:on |to |by |from )?(?:what|which) (?:\p{Ll}+ )?(?:weekdays?|date|o['’]clock)\b/iu,
  ],
  [
    'number',
    /\b(?:what|which) (?:\p{Ll}+ )?(?:sum|period|interval|discount|reduction|deductible|excess|margin|per diem|turnout|quorum|notice period|score|rate)\b(?! of (?:interest )?rates)|\b(?:largest|biggest|smallest)\b|\bwhat (?:do|does|will|would|shall|must) .{2,80} (?:get|earn|pay|owe|lay out|take) (?:out )?(?:from me )?(?:per|a|an|each|every|for each|in all)\b/iu,
  ],
  [
    'number',
    /\b(?:max(?:imum)?|min(?:imum)?|at most|at least|most|fewest|highest|lowest|shortest|longest|upper limit|lower limit|limit|cap|ceiling|threshold|number of|percentage|percent|what share|what proportion|what fraction|rate of|budget|price|cost|fee|fine|salary|dues|deposit|interest rate|amount|total|sample size|temperature|length|duration|dose|dosage|size of|distance|speed|capacity|what age|what ratio|at what count|what depth|spend|worth)\b|\bwhat (?:does|do|did|must|will) .{2,60} (?:pay|cost|weigh|earn|charge|come to)\b/i,
  ],
  [
    'list',
    /\bwhat (?:are|were) the\b|\bwhich (?!is\b|was\b|does\b)(?:\p{Ll}[\p{L}-]+ ){0,2}\p{Ll}{2,}(?:[^su\W]s|ies) (?:are|were|have|do|did|must|should|can|could|might|may|will|go|need|of)\b|\bwhich of the\b/iu,
  ],
];

/** As people type into a search box, without a verb: the last words mostly say what is wanted. Tried where nothing asks. */
const typed: readonly (readonly [AskedForm, RegExp])[] = [
  ['permission', /\b(?:allowed|permitted|forbidden|ok|okay|possible|reimbursed|refundable|eligible|compulsory|mandatory)\s*\??$/i],
  [
    'time',
    /\b(?:dates?|deadline|due|expiry|cut-?off|closing (?:hour|time)|opening (?:hours?|times?)|(?:last|first|latest|earliest) (?:day|date|time)|weekdays?|(?:pay|pick-?up|collection|delivery|start|end)[- ]?days?|start|month)\b(?! (?:per|each))/i,
  ],
  [
    'number',
    /\b(?:fees?|fares?|prices?|costs?|charges?|rates?|pay|wage|salary|sum|payment|compensation|subsidy|discount|reduction|deduction|deductible|excess|penalty|interest|quorum|turnout|ration|dose|size|length|height|weight|temperature|limit|maximum|minimum|threshold|score|number|count|hours|interval|period|validity|retention|notice|shelf life|window|grace|time|duration|per (?:head|hectare|hour|day|week|month|year|person|night)|weekly hours|age|bytes|bits)\b/i,
  ],
  [
    'list',
    /\b(?:documents|papers|contents|items|exclusions|exceptions|conditions|requirements|criteria|steps|stages|occasions|ratings|grades|aims|duties|cases|details|recommendations|attachments|reasons|order)\b/i,
  ],
];

/** The form that a question asks for, by its words alone; never throws. A text that is no question is read as one for a phrase. */
export function answerFormOf(question: string): AskedForm {
  const text = question.trim();
  if (twoSided.some((pattern) => pattern.test(text))) return 'comparison';
  const last = lastSentence(text);
  if (isPermission(last) || (last !== text && isPermission(text) && !asking.test(text))) return 'permission';
  // "…, and whose consent do I need?": whatever numbers and lists stand in the situation before it.
  if (asksWho.test(text) && !/\bhow (?:many|much|long|often)\b/i.test(text)) return 'entity';
  if (allOfThem.test(text)) return 'list';
  const form = forms.find(([, pattern]) => pattern.test(text))?.[0];
  if (form !== undefined) return form;
  if (things.some((pattern) => pattern.test(text))) return 'list';
  return (isTyped(text) ? typed.find(([, pattern]) => pattern.test(text))?.[0] : undefined) ?? 'entity';
}

const asksWho =
  /(?:^|[.!?;:,]\s+(?:and |so |but |then )?|\bso\s)(?:on |to |by |from |with )?(?:who|whose|whom)\b(?!\s+(?:all|else)\b)[^.!?]*\?*\s*$/i;

/** No word that asks, no verb before its subject, few words. */
function isTyped(text: string): boolean {
  return !asking.test(text) && !auxiliary.test(text) && text.split(/\s+/).length <= 12 && !/[.!;:]\s/.test(text);
}

/** "Can we …", "is it ok to …", "our supplier lost it - must we …": what yes or no answers. */
function isPermission(text: string): boolean {
  if (auxiliary.test(text) && !/\bor (?:what|which|how)\b/i.test(text))
    return !/^(?:do|can|could|would) you (?:know|tell|say)\b/i.test(text);
  if (asking.test(text)) return false;
  return /\b(?:can|may|must|should|do|does|is|are|am|will) (?:we|i|it|they|you|he|she|this|that|there|the|an?|someone|anyone)\b.*\?|\b(?:allowed|permitted|forbidden|acceptable|okay|ok|required|mandatory|obligatory)\b.{0,80}\?/i.test(
    text,
  );
}

/** What is asked stands mostly in the last sentence or clause; what is before it is the situation. */
function lastSentence(text: string): string {
  const parts = text
    .split(/(?<=[.!?:;])\s+|\s+[-–—]+\s+|,\s+(?=(?:is|are|do|does|can|may|must|should|will|how|what|which|who|when|why)\b)/i)
    .filter((part) => part.trim() !== '');
  const asked = parts.filter((part) => part.includes('?'));
  return (asked.at(-1) ?? parts.at(-1) ?? text).trim();
}
