import { auditId, auditIdentity } from '../../src/audit/identities.ts';
import type { Candidate, Evidence } from '../../src/contract/evidence.ts';
import { hashReport } from '../../src/contract/hash.ts';
import type { AuditReport } from '../../src/contract/report.ts';
import { auditSettingsSchema } from '../../src/contract/settings.ts';

/** Reports that the real engine makes of the sample workspace, and what is asked for them. */
export const asked = {
  sentence: { kind: 'question', question: 'How long must passwords chosen by users be?' },
  words: { kind: 'question', question: 'For how long may exceptions be granted?' },
  row: { kind: 'question', question: 'How many controllers does Saltmarsh have?' },
  cause: { kind: 'question', question: 'What caused the outage?' },
  none: { kind: 'question', question: 'Who prepared the report on the outage?' },
  supported: { kind: 'claim', question: 'Password hints are not allowed on any system.' },
  refuted: { kind: 'claim', question: 'Passwords chosen by users must be at least 20 characters long.' },
  conflicting: { kind: 'claim', question: 'The storm caused the outage.' },
  open: { kind: 'claim', question: 'The Eastfield pumping station stopped for 6 hours.' },
} as const satisfies Record<string, { readonly kind: AuditReport['kind']; readonly question: string }>;
export type ReportName = keyof typeof asked;

/** What `verify` has to say of a forgery. `caught`: the report does not hold. `listed`: what was changed is named among what is as stated. */
export type Found = 'caught' | 'listed';

export interface Forgery {
  /** What is forged: the field, and into what. */
  readonly name: string;
  readonly of: ReportName;
  readonly change: (report: AuditReport) => void;
  /** The same without `--reread` and with it. */
  readonly found: Found;
}

export function forge(found: Found, of: ReportName, name: string, change: Forgery['change']): Forgery {
  return { name, of, change, found };
}

/** The forger makes the report's name and its hash anew, as the program does. */
export function sealed(report: AuditReport): AuditReport {
  const { question, kind, indexVersion, models, encoded, seed, evidence } = report;
  const identity = auditIdentity({
    question,
    kind,
    indexVersion,
    settings: auditSettingsSchema.parse(report.settings),
    exclude: [],
    programVersion: report.programVersion ?? '',
    models,
    ...(encoded === undefined ? {} : { encoded }),
    ...(evidence.scores.fit.id === 'reading' ? {} : { fit: evidence.scores.fit.id }),
  });
  const named = report.id === 'forged' ? report : { ...report, id: auditId(identity, seed) };
  return { ...named, hash: hashReport(named) };
}

export function minimalOf(report: AuditReport): Evidence['minimal'][number] {
  const [first] = report.evidence.minimal;
  if (first === undefined) throw new Error('The report shows no evidence.');
  return first;
}

/** In the pool and in what is shown of it. */
export function everyCopyOf(
  report: AuditReport,
  change: (candidate: Pick<Candidate, 'headingPath' | 'row' | 'citation' | 'relevance'>) => void,
): void {
  const { spanId: id } = minimalOf(report);
  for (const { minimal, pool } of [report.evidence, ...(report.counterEvidence ? [report.counterEvidence] : [])])
    for (const each of [...minimal, ...pool]) if (each.spanId === id) change(each);
}

export const other = 'There is no minimum at all.';
export const emptyClaim = 'Passwords may be empty.';

/** Another claim in the place of the one that was checked, wherever it stands. */
export function reclaim(report: AuditReport): void {
  report.question = emptyClaim;
  report.answer.statement = emptyClaim;
  for (const claim of report.claims) {
    claim.text = emptyClaim;
    delete claim.atoms;
  }
  for (const { scores } of [report.evidence, ...(report.counterEvidence ? [report.counterEvidence] : [])]) scores.statement = emptyClaim;
}

export function turned(report: AuditReport, to: 'supported' | 'refuted'): void {
  report.answer.status = to;
  report.answer.text = to === 'supported' ? 'Supported' : 'Refuted';
  report.answer.reason = to === 'supported' ? 'This sentence says it. Falls if 1 source falls.' : 'The documents say otherwise.';
  report.evidence.scores.stance = to === 'supported' ? 'support' : 'refute';
  for (const claim of report.claims) {
    claim.supported = to === 'supported';
    for (const atom of claim.atoms ?? []) atom.state = to === 'supported' ? 'said' : 'denied';
  }
}

export function withdrawn(report: AuditReport): void {
  report.answer = { ...report.answer, text: '', status: 'not-enough-evidence', reason: 'Nothing says it.', body: [], chance: null };
  report.claims = report.claims.map(({ text }) => ({ text, citations: [], supported: false }));
}

/** The numbers of an evidence whose only reading has this chance, made anew as the program makes them. */
export function rescored(evidence: Evidence, chance: number): void {
  const logit = Math.log(chance / (1 - chance));
  const calibrated = 1 / (1 + Math.exp(-logit));
  const known = evidence.quality;
  const raised = (value: number): number => (value === known ? calibrated : value);
  evidence.scores.readings = (evidence.scores.readings ?? []).map((reading) => ({ ...reading, chance }));
  evidence.quality = calibrated;
  for (const item of evidence.minimal) {
    item.deletionEffect = raised(item.deletionEffect);
    item.contribution = raised(item.contribution);
  }
  const { certificate } = evidence;
  if (certificate === null) return;
  certificate.terms = { ...certificate.terms, raw: logit, calibrated };
  for (const set of certificate.minimalSets) set.quality = calibrated;
}

export const unknownKey = (holder: object): void => {
  Object.assign(holder, { endorsement: 'Approved by the CISO.' });
};

export function atomsOf(claims: AuditReport['claims']): NonNullable<AuditReport['claims'][number]['atoms']> {
  return claims.flatMap(({ atoms = [] }) => atoms);
}
