import { auditId, auditIdentity } from '../../src/audit/identities.ts';
import { spanId } from '../../src/contract/citation.ts';
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
  readonly plain: Found;
  readonly reread: Found;
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

function minimalOf(report: AuditReport): Evidence['minimal'][number] {
  const [first] = report.evidence.minimal;
  if (first === undefined) throw new Error('The report shows no evidence.');
  return first;
}

/** In the pool and in what is shown of it. */
function everyCopyOf(
  report: AuditReport,
  change: (candidate: Pick<Candidate, 'headingPath' | 'row' | 'citation' | 'relevance'>) => void,
): void {
  const { spanId: id } = minimalOf(report);
  for (const { minimal, pool } of [report.evidence, ...(report.counterEvidence ? [report.counterEvidence] : [])])
    for (const each of [...minimal, ...pool]) if (each.spanId === id) change(each);
}

const other = 'There is no minimum at all.';
const emptyClaim = 'Passwords may be empty.';

/** Another claim in the place of the one that was checked, wherever it stands. */
function reclaim(report: AuditReport): void {
  report.question = emptyClaim;
  report.answer.statement = emptyClaim;
  for (const claim of report.claims) {
    claim.text = emptyClaim;
    delete claim.atoms;
  }
  for (const { scores } of [report.evidence, ...(report.counterEvidence ? [report.counterEvidence] : [])]) scores.statement = emptyClaim;
}

function turned(report: AuditReport, to: 'supported' | 'refuted'): void {
  report.answer.status = to;
  report.answer.text = to === 'supported' ? 'Supported' : 'Refuted';
  report.answer.reason = to === 'supported' ? 'This sentence says it. Falls if 1 source falls.' : 'The documents say otherwise.';
  report.evidence.scores.stance = to === 'supported' ? 'support' : 'refute';
  for (const claim of report.claims) {
    claim.supported = to === 'supported';
    for (const atom of claim.atoms ?? []) atom.state = to === 'supported' ? 'said' : 'denied';
  }
}

function withdrawn(report: AuditReport): void {
  report.answer = { ...report.answer, text: '', status: 'not-enough-evidence', reason: 'Nothing says it.', body: [], chance: null };
  report.claims = report.claims.map(({ text }) => ({ text, citations: [], supported: false }));
}

/** The numbers of an evidence whose only reading has this chance, made anew as the program makes them. */
function rescored(evidence: Evidence, chance: number): void {
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

const unknownKey = (holder: object): void => {
  Object.assign(holder, { endorsement: 'Approved by the CISO.' });
};

export const forgeries: readonly Forgery[] = [
  // What is shown as the answer.
  { name: 'answer.text', of: 'sentence', change: ({ answer }) => void (answer.text = other), plain: 'caught', reread: 'caught' },
  { name: 'answer.short', of: 'words', change: ({ answer }) => void (answer.short = 'for ever'), plain: 'caught', reread: 'caught' },
  {
    name: 'answer.short out of nothing',
    of: 'sentence',
    change: ({ answer }) => void (answer.short = 'no minimum at all'),
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'answer.short and .text',
    of: 'words',
    change: ({ answer }) => void Object.assign(answer, { short: 'Exceptions', text: 'Exceptions' }),
    plain: 'caught',
    reread: 'caught',
  },
  { name: 'answer.statement', of: 'sentence', change: ({ answer }) => void (answer.statement = other), plain: 'caught', reread: 'caught' },
  {
    name: 'answer.reason',
    of: 'sentence',
    change: ({ answer }) => void (answer.reason = 'Falls if 9 sources fall.'),
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'answer.short, .statement and .reason',
    of: 'words',
    change: ({ answer }) => void Object.assign(answer, { short: 'for ever', statement: other, reason: 'Sure.' }),
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'answer.status: supported to uncertain',
    of: 'words',
    change: ({ answer }) => void (answer.status = 'uncertain'),
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'answer.status: none to supported',
    of: 'none',
    change: ({ answer }) => void (answer.status = 'supported'),
    plain: 'caught',
    reread: 'caught',
  },
  { name: 'answer.form', of: 'words', change: ({ answer }) => void (answer.form = 'permission'), plain: 'caught', reread: 'caught' },
  { name: 'answer.either', of: 'words', change: ({ answer }) => void (answer.either = true), plain: 'caught', reread: 'caught' },
  {
    name: 'answer.body: another sentence',
    of: 'words',
    change: ({ answer, evidence }) => void (answer.body = [{ spanId: evidence.pool[1]?.spanId ?? '', marks: [] }]),
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'answer.body: other marks',
    of: 'words',
    change: ({ answer }) => void (answer.body = (answer.body ?? []).map((part) => ({ ...part, marks: [[0, 3]] }))),
    plain: 'caught',
    reread: 'caught',
  },
  { name: 'answer.body: none', of: 'words', change: ({ answer }) => void (answer.body = []), plain: 'caught', reread: 'caught' },
  { name: 'answer.chance', of: 'words', change: ({ answer }) => void (answer.chance = 0.99), plain: 'caught', reread: 'caught' },
  {
    name: 'answer.promise',
    of: 'words',
    change: ({ answer }) =>
      void (answer.promise = { ...(answer.promise ?? { confidence: 1, questions: 1, asserted: 1, set: '' }), risk: 0.001 }),
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'question',
    of: 'sentence',
    change: (report) => void (report.question = 'May passwords be empty?'),
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'question and kind',
    of: 'sentence',
    change: (report) => void Object.assign(report, { question: emptyClaim, kind: 'claim', route: 'claim' }),
    plain: 'caught',
    reread: 'caught',
  },
  { name: 'route', of: 'sentence', change: (report) => void (report.route = 'causal'), plain: 'caught', reread: 'caught' },
  // Claims.
  { name: 'claim: another text everywhere', of: 'supported', change: reclaim, plain: 'caught', reread: 'caught' },
  { name: 'claim: another text of a refuted one', of: 'refuted', change: reclaim, plain: 'caught', reread: 'caught' },
  {
    name: 'claims.0.text alone',
    of: 'supported',
    change: ({ claims }) => void claims.forEach((claim) => (claim.text = emptyClaim)),
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'claim: refuted to supported',
    of: 'refuted',
    change: (report) => {
      turned(report, 'supported');
    },
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'claim: supported to refuted',
    of: 'supported',
    change: (report) => {
      turned(report, 'refuted');
    },
    plain: 'caught',
    reread: 'caught',
  },
  { name: 'claim: refuted to not enough evidence', of: 'refuted', change: withdrawn, plain: 'caught', reread: 'caught' },
  {
    name: 'claim: supported to uncertain',
    of: 'supported',
    change: ({ answer }) => void Object.assign(answer, { status: 'uncertain', text: 'Uncertain' }),
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'claim: conflicting to supported',
    of: 'conflicting',
    change: (report) => {
      turned(report, 'supported');
      delete report.counterEvidence;
    },
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'claim: the other side cut out',
    of: 'conflicting',
    change: (report) => void delete report.counterEvidence,
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'claim: open to supported',
    of: 'open',
    change: (report) => {
      turned(report, 'supported');
    },
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'claims.0.atoms: all said',
    of: 'refuted',
    change: ({ claims }) => void claims.forEach(({ atoms = [] }) => atoms.forEach((atom) => (atom.state = 'said'))),
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'claims.0.atoms: other words',
    of: 'refuted',
    change: ({ claims }) => void claims.forEach(({ atoms = [] }) => atoms.forEach((atom) => (atom.text = 'at least 2'))),
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'claims.0.atoms: other marks',
    of: 'refuted',
    change: ({ claims }) => void claims.forEach(({ atoms = [] }) => atoms.forEach((atom) => (atom.words = [[0, 9]]))),
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'claims.0.atoms: none',
    of: 'refuted',
    change: ({ claims }) => void claims.forEach((claim) => (claim.atoms = [])),
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'claims.0.supported',
    of: 'refuted',
    change: ({ claims }) => void claims.forEach((claim) => (claim.supported = true)),
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'claims.0.citations: none',
    of: 'sentence',
    change: ({ claims }) => void claims.forEach((claim) => (claim.citations = [])),
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'claims.0.verdict',
    of: 'sentence',
    change: ({ claims }) => void claims.forEach((claim) => Object.assign(claim, { verdict: 'entailed', reason: '' })),
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'claims: one more',
    of: 'sentence',
    change: ({ claims }) => void claims.push({ text: other, citations: [], supported: true }),
    plain: 'caught',
    reread: 'caught',
  },
  // The numbers.
  {
    name: 'necessity, role, effects',
    of: 'sentence',
    change: (report) => void Object.assign(minimalOf(report), { necessity: 0.01, role: 'idle', deletionEffect: -1, contribution: -1 }),
    plain: 'caught',
    reread: 'caught',
  },
  { name: 'necessity', of: 'supported', change: (report) => void (minimalOf(report).necessity = 0.01), plain: 'caught', reread: 'caught' },
  {
    name: 'evidence.pool: a role',
    of: 'sentence',
    change: ({ evidence }) => void evidence.pool.slice(1).forEach((each) => (each.role = 'core')),
    plain: 'caught',
    reread: 'caught',
  },
  { name: 'evidence.quality', of: 'sentence', change: ({ evidence }) => void (evidence.quality = 0.99), plain: 'caught', reread: 'caught' },
  {
    name: 'evidence.threshold lowered',
    of: 'open',
    change: (report) => {
      turned(report, 'supported');
      report.evidence.threshold = 0;
      report.evidence.sufficient = true;
    },
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'chance 0.99 everywhere',
    of: 'words',
    change: ({ answer, evidence }) => {
      rescored(evidence, 0.99);
      answer.chance = evidence.quality;
    },
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'chance 0.99 everywhere of a claim',
    of: 'supported',
    change: ({ answer, evidence }) => {
      rescored(evidence, 0.99);
      answer.chance = 0.99;
    },
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'certificate.robustness',
    of: 'sentence',
    change: ({ evidence }) => void (evidence.certificate && (evidence.certificate.robustness = 9)),
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'certificate.breakingSets: none, robustness 9',
    of: 'sentence',
    change: ({ evidence }) => void Object.assign(evidence.certificate ?? {}, { robustness: 9, breakingSets: [] }),
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'certificate.minimalSets: none',
    of: 'sentence',
    change: ({ evidence }) => void Object.assign(evidence.certificate ?? {}, { minimalSets: [] }),
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'certificate.complete, irreducible, evaluations',
    of: 'sentence',
    change: ({ evidence }) => void Object.assign(evidence.certificate ?? {}, { complete: false, irreducible: false, evaluations: 9 }),
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'evidence.missing',
    of: 'sentence',
    change: ({ evidence }) => void evidence.missing.push({ kind: 'term', text: 'hints' }),
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'evidence.candidates',
    of: 'sentence',
    change: ({ evidence }) => void (evidence.candidates = 9000),
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'evidence.scores.fit: another curve',
    of: 'sentence',
    change: ({ evidence }) => void (evidence.scores.fit.shift = -3),
    plain: 'caught',
    reread: 'caught',
  },
  // What stands against it.
  {
    name: 'evidence.pool: what stands against it cut out',
    of: 'sentence',
    change: ({ evidence }) => void (evidence.pool = evidence.pool.slice(0, 1)),
    plain: 'caught',
    reread: 'caught',
  },
  { name: 'conflicts: removed', of: 'sentence', change: (report) => void (report.conflicts = []), plain: 'caught', reread: 'caught' },
  {
    name: 'conflicts: the superseded one not superseded',
    of: 'sentence',
    change: ({ conflicts }) => void conflicts.forEach((conflict) => delete conflict.superseded),
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'conflicts: another explanation',
    of: 'sentence',
    change: ({ conflicts }) => void conflicts.forEach((conflict) => (conflict.explanation = 'a misprint')),
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'conflicts: less sure',
    of: 'sentence',
    change: ({ conflicts }) => void conflicts.forEach((conflict) => (conflict.contradiction = 0.01)),
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'conflicts: of another kind',
    of: 'sentence',
    change: ({ conflicts }) => void conflicts.forEach((conflict) => (conflict.kind = 'entity')),
    plain: 'caught',
    reread: 'caught',
  },
  // The documents.
  {
    name: 'a quote',
    of: 'sentence',
    change: (report) => {
      everyCopyOf(report, ({ citation }) => void (citation.quote = citation.quote.replace('14', '99')));
    },
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'a content hash',
    of: 'sentence',
    change: (report) => {
      everyCopyOf(report, ({ citation }) => void (citation.contentHash = '0'.repeat(64)));
    },
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'headingPath',
    of: 'sentence',
    change: (report) => {
      everyCopyOf(report, (each) => void (each.headingPath = ['Approved by CISO']));
    },
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'row: other cells',
    of: 'row',
    change: (report) => {
      everyCopyOf(report, ({ row }) => void (row && (row.cells = row.cells.map((cell) => `${cell}0`))));
    },
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'row: other columns',
    of: 'row',
    change: (report) => {
      everyCopyOf(report, ({ row }) => void (row && (row.columns = row.columns.map(() => 'approved'))));
    },
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'row: of a sentence that is none',
    of: 'sentence',
    change: (report) => {
      everyCopyOf(report, (each) => void (each.row = { columns: ['minimum length'], cells: ['64'] }));
    },
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'citation.locator',
    of: 'sentence',
    change: (report) => {
      everyCopyOf(report, ({ citation }) => void (citation.locator = { kind: 'page', page: 99 }));
    },
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'passages: headings',
    of: 'sentence',
    change: ({ passages }) => void passages.forEach((passage) => (passage.headingPath = ['Approved by CISO'])),
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'passages: a line',
    of: 'sentence',
    change: ({ passages }) => void passages.forEach((passage) => (passage.line = 999)),
    plain: 'caught',
    reread: 'caught',
  },
  { name: 'passages: none', of: 'sentence', change: (report) => void (report.passages = []), plain: 'listed', reread: 'listed' },
  {
    name: 'evidence.*.relevance',
    of: 'sentence',
    change: (report) => {
      everyCopyOf(report, (each) => void (each.relevance = 0.999));
    },
    plain: 'listed',
    reread: 'listed',
  },
  // The causal part, the traps, the probes.
  { name: 'causal: removed', of: 'cause', change: (report) => void (report.causal = null), plain: 'caught', reread: 'caught' },
  {
    name: 'causal: another label',
    of: 'cause',
    change: ({ causal }) => void causal?.graph.nodes.forEach((node) => (node.label = 'aliens')),
    plain: 'listed',
    reread: 'listed',
  },
  {
    name: 'trap: turned round',
    of: 'sentence',
    change: ({ trap }) => void (trap && (trap.certified = !trap.certified)),
    plain: 'listed',
    reread: 'listed',
  },
  {
    name: 'probes and drafts: none',
    of: 'sentence',
    change: (report) => void Object.assign(report, { probes: [], drafts: [], heatMap: null, consensus: null, trap: null }),
    plain: 'listed',
    reread: 'listed',
  },
  {
    name: 'heatMap',
    of: 'sentence',
    change: ({ heatMap }) => void heatMap?.relevance.forEach((row) => row.fill(0)),
    plain: 'listed',
    reread: 'listed',
  },
  // Where it comes from.
  {
    name: 'models: other names',
    of: 'sentence',
    change: ({ models }) => void (models.embedder.id = 'approved'),
    plain: 'listed',
    reread: 'listed',
  },
  {
    name: 'models.judge',
    of: 'sentence',
    change: ({ models }) => void (models.judge && (models.judge.version = '99')),
    plain: 'listed',
    reread: 'listed',
  },
  {
    name: 'models: local',
    of: 'sentence',
    change: ({ models }) => void (models.generator.local = false),
    plain: 'listed',
    reread: 'listed',
  },
  { name: 'programVersion', of: 'sentence', change: (report) => void (report.programVersion = '9.9.9'), plain: 'listed', reread: 'listed' },
  { name: 'id', of: 'sentence', change: (report) => void (report.id = 'forged'), plain: 'caught', reread: 'caught' },
  {
    name: 'notices',
    of: 'sentence',
    change: (report) => void (report.notices = ['Approved by the CISO.']),
    plain: 'listed',
    reread: 'listed',
  },
  {
    name: 'refinements',
    of: 'sentence',
    change: ({ refinements }) => void refinements.push({ action: 'expand', query: 'x' }),
    plain: 'listed',
    reread: 'listed',
  },
  {
    name: 'stages: a note',
    of: 'sentence',
    change: ({ stages }) => void stages.forEach((stage) => (stage.note = 'approved')),
    plain: 'listed',
    reread: 'listed',
  },
  { name: 'settings', of: 'sentence', change: ({ settings }) => void (settings['passages'] = 7), plain: 'listed', reread: 'listed' },
  { name: 'seed', of: 'sentence', change: (report) => void (report.seed += 1), plain: 'listed', reread: 'listed' },
  { name: 'indexVersion', of: 'sentence', change: (report) => void (report.indexVersion = 'x'), plain: 'listed', reread: 'listed' },
  { name: 'usage', of: 'sentence', change: ({ usage }) => void (usage.calls = 99), plain: 'listed', reread: 'listed' },
  {
    name: 'createdAt',
    of: 'sentence',
    change: (report) => void (report.createdAt = '1999-01-01T00:00:00.000Z'),
    plain: 'listed',
    reread: 'listed',
  },
  {
    name: 'stages: times',
    of: 'sentence',
    change: ({ stages }) => void stages.forEach((stage) => (stage.ms = 1)),
    plain: 'listed',
    reread: 'listed',
  },
  {
    name: 'usage: cost',
    of: 'sentence',
    change: ({ usage }) => void Object.assign(usage, { cached: 1, cost: 9 }),
    plain: 'listed',
    reread: 'listed',
  },
  // Keys that the schema does not know.
  { name: 'unknown key at the top', of: 'sentence', change: unknownKey, plain: 'caught', reread: 'caught' },
  {
    name: 'unknown key in the answer',
    of: 'sentence',
    change: ({ answer }) => {
      unknownKey(answer);
    },
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'unknown key in a citation',
    of: 'sentence',
    change: (report) => {
      unknownKey(minimalOf(report).citation);
    },
    plain: 'caught',
    reread: 'caught',
  },
  {
    name: 'a forged citation under an unknown key',
    of: 'sentence',
    change: (report) => {
      const { citation } = minimalOf(report);
      const quote = 'x'.repeat(citation.quote.length);
      Object.assign(report, { appendix: [{ ...citation, quote, spanId: spanId(citation.path, citation.start, citation.end) }] });
    },
    plain: 'caught',
    reread: 'caught',
  },
];
