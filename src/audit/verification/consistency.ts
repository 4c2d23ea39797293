import { canonicalJson } from '../../base/hash.ts';
import { say } from '../../base/language.ts';
import { seenLine } from '../../contract/seen-quote.ts';
import type { Evidence } from '../../contract/evidence.ts';
import type { AuditReport } from '../../contract/report.ts';
import { auditSettingsSchema } from '../../contract/settings.ts';
import { contribution, necessities } from '../../minimise/interventions.ts';
import { route } from '../route.ts';

/**
 * What parts of a report must say of each other, whoever answered. One sentence each.
 * @param isOwn this version wrote it: others have other rules
 */
export function consistencyProblems(report: AuditReport, isOwn: boolean): string[] {
  const { evidence, counterEvidence } = report;
  return [
    ...(isOwn ? routeProblems(report) : []),
    ...subjectProblems(report),
    ...bodyProblems(report),
    ...(isOwn ? shortProblems(report) : []),
    ...atomProblems(report),
    ...effectProblems(evidence, 'evidence'),
    ...(counterEvidence ? effectProblems(counterEvidence, 'counterEvidence') : []),
  ];
}

function routeProblems({ kind, question, settings, route: stated }: AuditReport): string[] {
  const chosen = auditSettingsSchema.shape.route.safeParse(settings['route']);
  if (!chosen.success) return [say`settings.route: there is no such way.`];
  const own = route(question, kind, chosen.data);
  return own === stated ? [] : [say`route: the question takes another way, ${own}.`];
}

/** A claim is the same wherever it stands. */
function subjectProblems({ kind, question, answer, claims, evidence, counterEvidence }: AuditReport): string[] {
  const problems: string[] = [];
  if (kind !== 'claim') return problems;
  const said: readonly (readonly [string, string | undefined])[] = [
    ['answer.statement', answer.statement],
    ['evidence.scores.statement', evidence.scores.statement],
    ['counterEvidence.scores.statement', counterEvidence?.scores.statement],
    ...claims.map(({ text }, place) => [`claims.${place}.text`, text] as const),
  ];
  for (const [at, text] of said)
    if (text !== undefined && text !== question) problems.push(say`${at}: that is not the claim that was checked.`);
  return problems;
}

/** What is shown as the answer stands in the evidence that is shown. */
function bodyProblems({ answer, evidence }: AuditReport): string[] {
  const quotes = new Map(evidence.minimal.map(({ spanId, citation }) => [spanId, citation]));
  const problems: string[] = [];
  for (const [place, { spanId, marks }] of (answer.body ?? []).entries()) {
    const citation = quotes.get(spanId);
    if (citation === undefined) problems.push(say`answer.body.${place}: ${spanId} is not among the evidence that is shown.`);
    else if (marks.some(([start, end]) => start > end || end > citation.quote.length))
      problems.push(say`answer.body.${place}: words are marked that are not there.`);
  }
  return problems;
}

/** A short answer stands in what is shown, or is yes or no. */
function shortProblems({ kind, answer, evidence }: AuditReport): string[] {
  const problems: string[] = [];
  const short = answer.short ?? '';
  if (kind === 'question' && short !== '' && answer.form !== 'permission' && typeof answer.chance === 'number') {
    if (!evidence.minimal.some(({ citation }) => seenLine(citation).includes(short) || citation.quote.includes(short)))
      problems.push(say`answer.short: it stands in no sentence that is shown.`);
    if (short !== answer.text) problems.push(say`answer.short: the answer is another, ${answer.text}.`);
  }
  return problems;
}

/** Parts of a claim are cut from it, and the words that decide them from what is cited. */
function atomProblems({ claims, evidence, counterEvidence }: AuditReport): string[] {
  const quotes = new Map(
    [...(counterEvidence?.pool ?? []), ...evidence.pool].map(({ spanId, citation }) => [spanId, citation.quote] as const),
  );
  return claims.flatMap(({ text, atoms = [] }, claim) =>
    atoms.flatMap((atom, place) => {
      const at = `claims.${claim}.atoms.${place}`;
      if (text.slice(atom.start, atom.end) !== atom.text) return [say`${at}: the claim has other words there.`];
      if ((atom.spanId === null) !== (atom.state === 'unsaid')) return [say`${at}: what is unsaid has no sentence, and all else has one.`];
      const quote = atom.spanId === null ? '' : quotes.get(atom.spanId);
      if (quote === undefined) return [say`${at}: its sentence is not among the evidence.`];
      return atom.words.some(([start, end]) => start > end || end > quote.length) ? [say`${at}: words are marked that are not there.`] : [];
    }),
  );
}

/** Stored and recomputed values come from the same arithmetic. */
const tolerance = 1e-9;

/** What is shown of a span is what the pool has of it; effects are those of the certificate; roles those of its sets. */
function effectProblems({ minimal, pool, quality, certificate, sufficient, candidates }: Evidence, side: string): string[] {
  const problems: string[] = [];
  const inPool = new Map(pool.map((candidate) => [candidate.spanId, candidate]));
  const differs = (a: number, b: number): boolean => Math.abs(a - b) > tolerance;
  if (candidates < pool.length) problems.push(say`${side}.candidates: there are more.`);
  const without = new Map((certificate?.without ?? []).map((each) => [each.spanId, each.quality]));
  const shares = necessities(minimal.map(({ deletionEffect }) => deletionEffect));
  for (const [place, item] of minimal.entries()) {
    const at = `${side}.minimal.${place}`;
    const own = inPool.get(item.spanId);
    if (item.marker !== place + 1) problems.push(say`${at}.marker: it is number ${place + 1}.`);
    for (const part of ['citation', 'headingPath', 'row', 'copies', 'role', 'relevance', 'entailment'] as const)
      if (own !== undefined && canonicalJson(own[part] ?? null) !== canonicalJson(item[part] ?? null))
        problems.push(say`${at}.${part}: among the candidates it is another.`);
    const left = without.get(item.spanId);
    if (left !== undefined && differs(item.deletionEffect, quality - left))
      problems.push(say`${at}.deletionEffect: the certificate has another.`);
    if (differs(item.necessity, shares[place] ?? 0)) problems.push(say`${at}.necessity: it is not its share of the effects.`);
    if (differs(item.contribution, contribution(item.deletionEffect, item.replacementEffect)))
      problems.push(say`${at}.contribution: it does not follow from the effects.`);
  }
  if (certificate === null || !sufficient) return problems;
  const sets = certificate.minimalSets.map(({ spanIds }) => new Set(spanIds));
  if (sets.length === 0) problems.push(say`${side}.certificate: it is called sufficient, and no sufficient set is named.`);
  if (!certificate.irreducible) problems.push(say`${side}.certificate: what is shown can be made smaller.`);
  for (const [place, { spanId, role }] of pool.entries()) {
    const inSome = sets.some((set) => set.has(spanId));
    const inAll = inSome && sets.every((set) => set.has(spanId));
    if ((role === 'idle') === inSome || (role === 'core' && !inAll))
      problems.push(say`${side}.pool.${place}.role: its sets say otherwise.`);
  }
  return problems;
}
