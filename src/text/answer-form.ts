/** What an answer to a question looks like (docs/methods.md, forms of answers). */
export type AskedForm = 'number' | 'time' | 'entity' | 'permission' | 'definition' | 'list' | 'comparison' | 'reason';

const auxiliary =
  /^(?:is|are|was|were|am|do|does|did|has|have|had|can|could|may|might|must|shall|should|will|would|isn't|aren't|doesn't|don't|didn't|can't|won't|need|ok|okay|allowed)\b/i;
const asking = /\b(?:what|which|who|whom|whose|when|where|why|how)\b/i;

/** Tried in turn: the first that matches decides. Set on the fitting half of the test bed. */
const forms: readonly (readonly [AskedForm, RegExp])[] = [
  [
    'comparison',
    /\b(?:differ|differs|difference|differences|compared?|comparison|comparing|versus|vs\.?|as opposed to|distinguish(?:es)?|set(?:s)? apart|side by side)\b/i,
  ],
  [
    'comparison',
    /\b(?:which|who|what)\b.{0,60}\b(?:more|less|fewer|higher|lower|longer|shorter|bigger|larger|smaller|better|worse|faster|slower|stricter|earlier|later)\b.{0,60}(?:\bor\b|\bthan\b)/i,
  ],
  ['comparison', /\bhow (?:does|do|did|is|are|was|were)\b.{3,80}\b(?:against|than|from that of)\b/i],
  [
    'number',
    /\bhow (?:many|much|long|often|far|big|large|old|tall|high|deep|wide|heavy|fast|strong|few|late|early|close|soon|quickly|frequently)\b/i,
  ],
  [
    'reason',
    /\bwhy\b|\bhow come\b|\bwhat(?:'s| is| was| were| are)? (?:the )?(?:reasons?|rationale|cause|point|idea behind|grounds?)\b|\bwhat (?:caused|led to|made|explains|triggered|happens|happened|would happen)\b|\bwhat if\b|\bfor what reason\b|\bwhat for\b|\bon what grounds\b|\bbecause of what\b/i,
  ],
  [
    'definition',
    /\bwhat (?:does|do|did)\b.{1,80}\bmean\b|\bmeaning of\b|\bdefin(?:e|es|ed|ition)\b|\bwhat (?:counts|qualifies) as\b|\bwhat(?:'s| is| are) meant by\b|\bwhat do(?:es)? (?:they|it|we|you)\b.{0,40}\b(?:understand|mean) by\b|\bin plain (?:words|english)\b|\bstands? for\b|\bwhat(?:'s| is| exactly is| on earth is) an?\b/i,
  ],
  [
    'time',
    /\bwhen\b|\bwhat (?:date|day|year|month|time|week|hour)\b|\bwhich (?:date|day|year|month|week|version|release|edition|quarter)\b|\b(?:on|by|from|since|until|in) (?:what|which) (?:date|day|year|month|time|version)\b|\bwhat version\b|\bas of (?:when|what)\b|\bwhat's the (?:deadline|date)\b|\b(?:due date|deadline|opening hours)\b/i,
  ],
  [
    'number',
    /\b(?:max(?:imum)?|min(?:imum)?|at most|at least|most|fewest|upper limit|lower limit|limit|cap|ceiling|threshold|number of|percentage|percent|what share|what proportion|what fraction|rate of|budget|price|cost|fee|fine|salary|amount|total|sample size|temperature|length|duration|dose|dosage|score|size of|distance|speed|capacity|what age|what ratio)\b/i,
  ],
  [
    'list',
    /\b(?:list|name (?:the|all|every|them)|what all|everything|all the|enumerate|run me through|walk me through|steps|checklist|ingredients|criteria|requirements|conditions|options|ways|kinds|types|sorts|pieces of information|what (?:kinds?|types?|sorts?) of)\b/i,
  ],
  ['list', /\bwh(?:at|ich)(?: \w+){0,3} (?:are|were|have|do|must|should|can)\b/i],
];

/** The form that a question asks for, by its words alone; never throws. A text that is no question is read as one for a phrase. */
export function answerFormOf(question: string): AskedForm {
  const text = question.trim();
  const last = lastSentence(text);
  if (isPermission(last) || (last !== text && isPermission(text) && !asking.test(text))) return 'permission';
  return forms.find(([, pattern]) => pattern.test(text))?.[0] ?? 'entity';
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
