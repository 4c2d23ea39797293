import { spanId } from '../../src/contract/citation.ts';
import {
  atomsOf,
  emptyClaim,
  everyCopyOf,
  type Forgery,
  forge,
  minimalOf,
  other,
  reclaim,
  rescored,
  turned,
  unknownKey,
  withdrawn,
} from './forgeries.ts';

/** Every part that a view, an export or the command line shows, forged. */
export const forgeries: readonly Forgery[] = [
  // What is shown as the answer.
  forge('caught', 'sentence', 'answer.text', ({ answer }) => {
    answer.text = other;
  }),
  forge('caught', 'words', 'answer.short', ({ answer }) => {
    answer.short = 'for ever';
  }),
  forge('caught', 'sentence', 'answer.short out of nothing', ({ answer }) => {
    answer.short = 'no minimum at all';
  }),
  forge('caught', 'words', 'answer.short and .text', ({ answer }) => {
    Object.assign(answer, { short: 'Exceptions', text: 'Exceptions' });
  }),
  forge('caught', 'sentence', 'answer.statement', ({ answer }) => {
    answer.statement = other;
  }),
  forge('caught', 'sentence', 'answer.reason', ({ answer }) => {
    answer.reason = 'Falls if 9 sources fall.';
  }),
  forge('caught', 'words', 'answer.short, .statement and .reason', ({ answer }) => {
    Object.assign(answer, { short: 'for ever', statement: other, reason: 'Sure.' });
  }),
  forge('caught', 'words', 'answer.status: supported to uncertain', ({ answer }) => {
    answer.status = 'uncertain';
  }),
  forge('caught', 'none', 'answer.status: none to supported', ({ answer }) => {
    answer.status = 'supported';
  }),
  forge('caught', 'words', 'answer.form', ({ answer }) => {
    answer.form = 'permission';
  }),
  forge('caught', 'words', 'answer.either', ({ answer }) => {
    answer.either = true;
  }),
  forge('caught', 'words', 'answer.body: another sentence', ({ answer, evidence }) => {
    answer.body = [{ spanId: evidence.pool[1]?.spanId ?? '', marks: [] }];
  }),
  forge('caught', 'words', 'answer.body: other marks', ({ answer }) => {
    answer.body = (answer.body ?? []).map((part) => ({ ...part, marks: [[0, 3]] }));
  }),
  forge('caught', 'words', 'answer.body: none', ({ answer }) => {
    answer.body = [];
  }),
  forge('caught', 'words', 'answer.chance', ({ answer }) => {
    answer.chance = 0.99;
  }),
  forge('caught', 'words', 'answer.promise', ({ answer }) => {
    answer.promise = { ...(answer.promise ?? { confidence: 1, questions: 1, asserted: 1, set: '' }), risk: 0.001 };
  }),
  forge('caught', 'sentence', 'question', (report) => {
    report.question = 'May passwords be empty?';
  }),
  forge('caught', 'sentence', 'question and kind', (report) => {
    Object.assign(report, { question: emptyClaim, kind: 'claim', route: 'claim' });
  }),
  forge('caught', 'sentence', 'route', (report) => {
    report.route = 'causal';
  }),
  // Claims.
  forge('caught', 'supported', 'claim: another text everywhere', reclaim),
  forge('caught', 'refuted', 'claim: another text of a refuted one', reclaim),
  forge('caught', 'supported', 'claims.0.text alone', ({ claims }) => {
    claims.forEach((claim) => {
      claim.text = emptyClaim;
    });
  }),
  forge('caught', 'refuted', 'claim: refuted to supported', (report) => {
    turned(report, 'supported');
  }),
  forge('caught', 'supported', 'claim: supported to refuted', (report) => {
    turned(report, 'refuted');
  }),
  forge('caught', 'refuted', 'claim: refuted to not enough evidence', withdrawn),
  forge('caught', 'supported', 'claim: supported to uncertain', ({ answer }) => {
    Object.assign(answer, { status: 'uncertain', text: 'Uncertain' });
  }),
  forge('caught', 'conflicting', 'claim: conflicting to supported', (report) => {
    turned(report, 'supported');
    delete report.counterEvidence;
  }),
  forge('caught', 'conflicting', 'claim: the other side cut out', (report) => {
    delete report.counterEvidence;
  }),
  forge('caught', 'open', 'claim: open to supported', (report) => {
    turned(report, 'supported');
  }),
  forge('caught', 'refuted', 'claims.0.atoms: all said', ({ claims }) => {
    for (const atom of atomsOf(claims)) atom.state = 'said';
  }),
  forge('caught', 'refuted', 'claims.0.atoms: other words', ({ claims }) => {
    for (const atom of atomsOf(claims)) atom.text = 'at least 2';
  }),
  forge('caught', 'refuted', 'claims.0.atoms: other marks', ({ claims }) => {
    for (const atom of atomsOf(claims)) atom.words = [[0, 9]];
  }),
  forge('caught', 'refuted', 'claims.0.atoms: none', ({ claims }) => {
    claims.forEach((claim) => {
      claim.atoms = [];
    });
  }),
  forge('caught', 'refuted', 'claims.0.supported', ({ claims }) => {
    claims.forEach((claim) => {
      claim.supported = true;
    });
  }),
  forge('caught', 'sentence', 'claims.0.citations: none', ({ claims }) => {
    claims.forEach((claim) => {
      claim.citations = [];
    });
  }),
  forge('caught', 'sentence', 'claims.0.verdict', ({ claims }) => {
    claims.forEach((claim) => Object.assign(claim, { verdict: 'entailed', reason: '' }));
  }),
  forge('caught', 'sentence', 'claims: one more', ({ claims }) => {
    claims.push({ text: other, citations: [], supported: true });
  }),
  // The numbers.
  forge('caught', 'sentence', 'necessity, role, effects', (report) => {
    Object.assign(minimalOf(report), { necessity: 0.01, role: 'idle', deletionEffect: -1, contribution: -1 });
  }),
  forge('caught', 'supported', 'necessity', (report) => {
    minimalOf(report).necessity = 0.01;
  }),
  forge('caught', 'sentence', 'evidence.pool: a role', ({ evidence }) => {
    evidence.pool.slice(1).forEach((each) => {
      each.role = 'core';
    });
  }),
  forge('caught', 'sentence', 'evidence.quality', ({ evidence }) => {
    evidence.quality = 0.99;
  }),
  forge('caught', 'open', 'evidence.threshold lowered', (report) => {
    turned(report, 'supported');
    report.evidence.threshold = 0;
    report.evidence.sufficient = true;
  }),
  forge('caught', 'words', 'chance 0.99 everywhere', ({ answer, evidence }) => {
    rescored(evidence, 0.99);
    answer.chance = evidence.quality;
  }),
  forge('caught', 'supported', 'chance 0.99 everywhere of a claim', ({ answer, evidence }) => {
    rescored(evidence, 0.99);
    answer.chance = 0.99;
  }),
  forge('caught', 'sentence', 'certificate.robustness', ({ evidence }) => {
    evidence.certificate && (evidence.certificate.robustness = 9);
  }),
  forge('caught', 'sentence', 'certificate.breakingSets: none, robustness 9', ({ evidence }) => {
    Object.assign(evidence.certificate ?? {}, { robustness: 9, breakingSets: [] });
  }),
  forge('caught', 'sentence', 'certificate.minimalSets: none', ({ evidence }) => {
    Object.assign(evidence.certificate ?? {}, { minimalSets: [] });
  }),
  forge('caught', 'sentence', 'certificate.complete, irreducible, evaluations', ({ evidence }) => {
    Object.assign(evidence.certificate ?? {}, { complete: false, irreducible: false, evaluations: 9 });
  }),
  forge('caught', 'sentence', 'evidence.missing', ({ evidence }) => {
    evidence.missing.push({ kind: 'term', text: 'hints' });
  }),
  forge('caught', 'sentence', 'evidence.candidates', ({ evidence }) => {
    evidence.candidates = 9000;
  }),
  forge('caught', 'sentence', 'evidence.scores.fit: another curve', ({ evidence }) => {
    evidence.scores.fit.shift = -3;
  }),
  // What stands against it.
  forge('caught', 'sentence', 'evidence.pool: what stands against it cut out', ({ evidence }) => {
    evidence.pool = evidence.pool.slice(0, 1);
  }),
  forge('caught', 'sentence', 'conflicts: removed', (report) => {
    report.conflicts = [];
  }),
  forge('caught', 'sentence', 'conflicts: the superseded one not superseded', ({ conflicts }) => {
    conflicts.forEach((conflict) => delete conflict.superseded);
  }),
  forge('caught', 'sentence', 'conflicts: another explanation', ({ conflicts }) => {
    conflicts.forEach((conflict) => {
      conflict.explanation = 'a misprint';
    });
  }),
  forge('caught', 'sentence', 'conflicts: less sure', ({ conflicts }) => {
    conflicts.forEach((conflict) => {
      conflict.contradiction = 0.01;
    });
  }),
  forge('caught', 'sentence', 'conflicts: of another kind', ({ conflicts }) => {
    conflicts.forEach((conflict) => {
      conflict.kind = 'entity';
    });
  }),
  // The documents.
  forge('caught', 'sentence', 'a quote', (report) => {
    everyCopyOf(report, ({ citation }) => (citation.quote = citation.quote.replace('14', '99')));
  }),
  forge('caught', 'sentence', 'a content hash', (report) => {
    everyCopyOf(report, ({ citation }) => (citation.contentHash = '0'.repeat(64)));
  }),
  forge('caught', 'sentence', 'headingPath', (report) => {
    everyCopyOf(report, (each) => (each.headingPath = ['Approved by CISO']));
  }),
  forge('caught', 'row', 'row: other cells', (report) => {
    everyCopyOf(report, ({ row }) => {
      if (row !== undefined) row.cells = row.cells.map((cell) => `${cell}0`);
    });
  }),
  forge('caught', 'row', 'row: other columns', (report) => {
    everyCopyOf(report, ({ row }) => {
      if (row !== undefined) row.columns = row.columns.map(() => 'approved');
    });
  }),
  forge('caught', 'sentence', 'row: of a sentence that is none', (report) => {
    everyCopyOf(report, (each) => (each.row = { columns: ['minimum length'], cells: ['64'] }));
  }),
  forge('caught', 'sentence', 'citation.locator', (report) => {
    everyCopyOf(report, ({ citation }) => (citation.locator = { kind: 'page', page: 99 }));
  }),
  forge('caught', 'sentence', 'passages: headings', ({ passages }) => {
    passages.forEach((passage) => (passage.headingPath = ['Approved by CISO']));
  }),
  forge('caught', 'sentence', 'passages: a line', ({ passages }) => {
    passages.forEach((passage) => {
      passage.line = 999;
    });
  }),
  forge('listed', 'sentence', 'passages: none', (report) => {
    report.passages = [];
  }),
  forge('listed', 'sentence', 'evidence.*.relevance', (report) => {
    everyCopyOf(report, (each) => (each.relevance = 0.999));
  }),
  // The causal part, the traps, the probes.
  forge('caught', 'cause', 'causal: removed', (report) => {
    report.causal = null;
  }),
  forge('listed', 'cause', 'causal: another label', ({ causal }) => {
    causal?.graph.nodes.forEach((node) => {
      node.label = 'aliens';
    });
  }),
  forge('listed', 'sentence', 'trap: turned round', ({ trap }) => {
    trap && (trap.certified = !trap.certified);
  }),
  forge('listed', 'sentence', 'probes and drafts: none', (report) => {
    Object.assign(report, { probes: [], drafts: [], heatMap: null, consensus: null, trap: null });
  }),
  forge('listed', 'sentence', 'heatMap', ({ heatMap }) => {
    heatMap?.relevance.forEach((row) => row.fill(0));
  }),
  // Where it comes from.
  forge('listed', 'sentence', 'models: other names', ({ models }) => {
    models.embedder.id = 'approved';
  }),
  forge('listed', 'sentence', 'models.judge', ({ models }) => {
    models.judge && (models.judge.version = '99');
  }),
  forge('listed', 'sentence', 'models: local', ({ models }) => {
    models.generator.local = false;
  }),
  forge('listed', 'sentence', 'programVersion', (report) => {
    report.programVersion = '9.9.9';
  }),
  forge('caught', 'sentence', 'id', (report) => {
    report.id = 'forged';
  }),
  forge('listed', 'sentence', 'notices', (report) => {
    report.notices = ['Approved by the CISO.'];
  }),
  forge('listed', 'sentence', 'refinements', ({ refinements }) => {
    refinements.push({ action: 'expand', query: 'x' });
  }),
  forge('listed', 'sentence', 'stages: a note', ({ stages }) => {
    stages.forEach((stage) => {
      stage.note = 'approved';
    });
  }),
  forge('listed', 'sentence', 'settings', ({ settings }) => {
    settings['passages'] = 7;
  }),
  forge('listed', 'sentence', 'seed', (report) => {
    report.seed += 1;
  }),
  forge('listed', 'sentence', 'indexVersion', (report) => {
    report.indexVersion = 'x';
  }),
  forge('listed', 'sentence', 'usage', ({ usage }) => {
    usage.calls = 99;
  }),
  forge('listed', 'sentence', 'createdAt', (report) => {
    report.createdAt = '1999-01-01T00:00:00.000Z';
  }),
  forge('listed', 'sentence', 'stages: times', ({ stages }) => {
    stages.forEach((stage) => {
      stage.ms = 1;
    });
  }),
  forge('listed', 'sentence', 'usage: cost', ({ usage }) => {
    Object.assign(usage, { cached: 1, cost: 9 });
  }),
  // Keys that the schema does not know.
  forge('caught', 'sentence', 'unknown key at the top', unknownKey),
  forge('caught', 'sentence', 'unknown key in the answer', ({ answer }) => {
    unknownKey(answer);
  }),
  forge('caught', 'sentence', 'unknown key in a citation', (report) => {
    unknownKey(minimalOf(report).citation);
  }),
  forge('caught', 'sentence', 'a forged citation under an unknown key', (report) => {
    const { citation } = minimalOf(report);
    const quote = 'x'.repeat(citation.quote.length);
    Object.assign(report, { appendix: [{ ...citation, quote, spanId: spanId(citation.path, citation.start, citation.end) }] });
  }),
];
