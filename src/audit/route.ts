import type { AuditReport } from '../contract/report.ts';
import { toldPast } from '../causal/extract/told-verbs.ts';
import { describesAnother } from '../refine/decompose.ts';

export type Route = AuditReport['route'];

const causal = [
  /\bwhy\b|\bhow come\b|\bwhat if\b|\bsuppos(?:e|ing)\b|\bimagine\b/i,
  /\bcaus(?:e|es|ed|ing|al)\b|\bbecause of\b|\bdue to\b|\b(?:led|leads?|leading) to\b|\bresult(?:s|ed|ing)? (?:in|from)\b|\bstem(?:s|med)? from\b|\bbrought about\b|\bgives? rise\b|\battribut(?:ed|able) to\b/i,
  /\bwhat (?:was|is|were|are|lay|lies) (?:behind|at the root of)\b|\bhow (?:did it (?:happen|come) that|was it possible that)\b/i,
  /\b(?:reasons?|rationale|grounds) (?:for|behind|of|why|that)\b|\bon what grounds\b|\bfor what (?:reason|purpose)\b|\bwhat (?:purpose|good|mistake|error)\b|\bpurpose of\b|\bthe reason\b|\bwhat's the (?:reason|point)\b/i,
  /\b(?<!\b(?:in|into|take|takes|took) )(?:effects?|impacts?|influence|consequences?|implications?|outcomes?) (?:of|on)\b|\bknock-on\b/i,
  /\b(?:contribut(?:e|es|ed|ing) to|factors?\b.{0,30}\b(?:behind|in|for)|(?:role|part) .{0,60}\bplay(?:s|ed)?|blame[ds]?|responsible for|fault)\b/i,
  /\bwhat (?:(?:would|will|could|might) (?:have )?(?:happen|follow)\w*|happens?\b|happened (?:when|after|if|because)|went wrong|made|makes|prevent(?:s|ed)|stopp?(?:s|ed)|trigger(?:s|ed)|kept|forced|explains?|drove|drives)\b/i,
  /\b(?:would|could|might)\b.{2,80}\bhave\s+(?:been\s+)?\w+.{0,60}\b(?:if|without|had|otherwise|but for)\b/i,
  /^\s*(?:if|had)\b.{5,120},.{0,40}\b(?:would|what|could)\b/i,
  /^\s*(?:does|do|did|can|could|will|would)\b.{2,80}\b(?:affect|influence|reduce|increase|lower|raise|worsen|improve|prevent|trigger|cause|lead|harm|help|slow|speed up|protect|damage|delay|shorten|prolong|weaken|strengthen)\b/i,
  /\bhow (?:does|do|did|will|would|can)\b.{2,80}\b(?:affect|influence|impact|change|alter|contribute|reduce|increase|cause|prevent|worsen|improve)\b/i,
];
/** "What held up the trams?": the verb says what came about. */
const broughtAbout = new RegExp(`^\\s*what (?:has |had )?(?:${toldPast})\\s`, 'i');
const relational = [
  /\b(?:differ(?:s|ed|ent|ently|ence|ences)?|compar(?:e|es|ed|ison|ing)|versus|vs|unlike|identical|alike|in common|as opposed to|distinguish(?:es)?|similar(?:ity|ities|ly)?|same .{1,60} as|the same way)\b/i,
  /\b(?:both|same|older|younger|earlier|later|more|less|fewer|higher|lower|larger|smaller|longer|shorter|bigger|stricter|first|last|newer|better|worse)\b.{0,100}\b(?:or|than)\b/i,
  /\b(?:both|same)\b.{1,80}\band\b|\band\b.{1,80}\b(?:both|same|identical)\b/i,
  /^\s*(?:of|between|among)\b.{2,80}\b(?:and|or)\b/i,
  /\bwhich (?:one )?of the two\b|\beach other\b|\brelat(?:ed|ion|ionship) (?:to|of|between)\b/i,
];
const questionWord = /\b(?:what|which|who|whom|whose|why|how|when|where)\b/i;
const request =
  /^\s*(?:please|kindly|tell|list|name|explain|give|show|find|describe|compare|summari[sz]e|define|outline|state|let|help|look|check|search|suppose|imagine|i (?:need|want|would|wonder)|i'd|we (?:need|want) to know|wondering)\b/i;
const verbs =
  /\s(?:is|are|was|were|has|have|had|does|do|did|can|cannot|could|may|might|must|shall|should|will|would|need not|isn't|aren't|wasn't|weren't|don't|doesn't|didn't|can't|won't)\b/i;
const opensQuestion =
  /^\s*(?:is|are|was|were|am|do|does|did|has|have|can|could|may|might|must|shall|should|will|would|isn't|aren't|doesn't|don't|didn't|can't|won't|need)\b/i;

/** A sentence that says something, in place of asking: it is checked, not answered. */
function isStatement(question: string): boolean {
  const text = question.trim();
  const opening = text.split(/\s+/).slice(0, 2).join(' ');
  if (text.includes('?') || opensQuestion.test(text) || request.test(text) || questionWord.test(opening)) return false;
  if (
    /\bwhat\b|\b(?:when|where|who|how|why|whom)\s*[.!]?$|\b(?:in|of|by|for|from|at|on|to|with)\s*$|\bhow (?:many|much|long|often|old|far)\b|\b(?:was|is|were|are) (?:which|who|whose|how|when|where)\b/i.test(
      text,
    )
  )
    return false;
  const words = text.split(/\s+/).length;
  // In "the room that was locked" the verb belongs to the description.
  const own = text.replaceAll(/\b(?:that|which|who)\s+(?:is|are|was|were|has|have|had|can|may|must|will)\b/gi, '');
  // People who search type no capital; "the layer of the skin that has no nerves is called" asks.
  return (words >= 4 && /^\p{Lu}/u.test(text) && verbs.test(own)) || (words >= 3 && /[a-z]\.$/.test(text));
}

/** Which way a text takes, by its words (docs/methods.md 3, routing). */
function routeByWords(question: string): Route {
  if (isStatement(question)) return 'claim';
  if (broughtAbout.test(question) || causal.some((pattern) => pattern.test(question))) return 'causal';
  if (relational.some((pattern) => pattern.test(question)) || describesAnother(question)) return 'relational';
  return 'factual';
}

/**
 * Which way a question takes: a claim is checked, cause and effect are looked for where they are in question, and what compares things or
 * is reached through another thing is taken apart.
 * @param chosen the user's setting; a claim stays a claim
 */
export function route(question: string, kind: AuditReport['kind'], chosen: Route | 'auto' = 'auto'): Route {
  if (kind === 'claim') return 'claim';
  return chosen === 'auto' ? routeByWords(question) : chosen;
}
