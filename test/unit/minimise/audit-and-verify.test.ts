import assert from 'node:assert/strict';

import { sha256 } from '../../../src/base/hash.ts';
import { certificateProblems, verifyReport } from '../../../src/minimise/verify-report.ts';
import { generativeNecessity } from '../../../src/minimise/generative.ts';
import { minimise } from '../../../src/minimise/minimise.ts';
import { periodicAudit, reviewedQuality } from '../../../src/minimise/periodic-audit.ts';
import { whatIf } from '../../../src/minimise/what-if.ts';
import { spanId } from '../../../src/contract/citation.ts';
import type { Evidence } from '../../../src/contract/evidence.ts';
import { hashReport } from '../../../src/contract/hash.ts';
import type { AuditReport } from '../../../src/contract/report.ts';
import { paperFit } from './brute.ts';
import { modelsWith } from '../../support/judge.ts';
import { wordJudge } from '../../support/word-judge.ts';

const texts: Readonly<Record<string, string>> = {
  'policy.md': 'Passwords chosen by users must be at least 8 characters long. Verifiers may permit spaces.',
  'copy.md': 'Old notes. Passwords chosen by users must be at least 8 characters long.',
  'other.md': 'The office opens at nine.',
};
const models = modelsWith(wordJudge());
const statement = 'Passwords chosen by users must be at least 8 characters long.';

async function reportOf(): Promise<AuditReport> {
  const place = (path: string, quote: string) => {
    const start = texts[path]?.indexOf(quote) ?? 0;
    return { path, start, end: start + quote.length, line: 1, quote, prefix: '', suffix: '', contentHash: 'any' };
  };
  const candidates = [
    place('policy.md', statement),
    place('policy.md', 'Verifiers may permit spaces.'),
    place('other.md', 'The office opens at nine.'),
  ].map((citation, index) => ({
    spanId: spanId(citation.path, citation.start, citation.end),
    text: citation.quote,
    heading: '',
    headingPath: [],
    relevance: [0.9, 0.2, 0.05][index] ?? 0,
    citation,
    copies: index === 0 ? [place('copy.md', statement)] : [],
  }));
  const evidence = await minimise(
    { question: 'How long must passwords chosen by users be?', statement, candidates },
    models,
    { threshold: 0.6, epsilon: 0.05, candidates: 25 },
    { seed: 1 },
  );
  const draft: AuditReport = {
    schemaVersion: 1,
    id: 'a',
    createdAt: '2026-01-01T00:00:00Z',
    question: 'How long must passwords chosen by users be?',
    kind: 'question',
    route: 'factual',
    refinements: [],
    passages: [],
    answer: { text: '8 characters', statement, status: 'supported', reason: '' },
    claims: [],
    evidence,
    probes: [],
    drafts: [],
    consensus: null,
    heatMap: null,
    conflicts: [],
    causal: null,
    trap: null,
    stages: [],
    usage: { calls: 0, promptTokens: 0, completionTokens: 0, rounds: 0 },
    settings: {},
    seed: 1,
    indexVersion: 'v',
    hash: '',
    models: {
      embedder: models.embedder.identity,
      relevance: models.relevance.identity,
      entailment: models.entailment.identity,
      generator: models.generator.identity,
    },
  };
  return { ...draft, hash: hashReport(draft) };
}

const reader =
  (changes: Readonly<Record<string, string | null>> = {}) =>
  async (path: string) =>
    Promise.resolve(path in changes ? (changes[path] ?? null) : (texts[path] ?? null));

describe('verify a report', () => {
  it('holds while nothing changes', async () => {
    const report = await reportOf();
    assert.equal(report.evidence.sufficient, true);
    const verified = await verifyReport(report, reader());
    assert.deepEqual([verified.holds, verified.hashMatches, verified.problems], [true, true, []]);
    assert.ok(verified.citations.every(({ state }) => state === 'holds'));
  });

  it('holds by the copy when the document is gone, and falls when the copy is too', async () => {
    const report = await reportOf();
    const held = await verifyReport(report, reader({ 'policy.md': null }));
    assert.equal(held.holds, true);
    assert.equal(held.citations.find(({ minimal }) => minimal)?.state, 'document-missing');
    const fallen = await verifyReport(report, reader({ 'policy.md': null, 'copy.md': 'Other words.' }));
    assert.equal(fallen.holds, false);
    assert.equal(fallen.standing.status, 'not-enough-evidence');
  });

  it('tells words that moved from words that changed', async () => {
    const report = await reportOf();
    const moved = await verifyReport(report, reader({ 'policy.md': `A new first line.\n${texts['policy.md'] ?? ''}` }));
    assert.ok(moved.citations.filter(({ citation }) => citation.path === 'policy.md').every(({ state }) => state === 'moved'));
    assert.equal(moved.holds, true);
    const changed = await verifyReport(report, reader({ 'policy.md': (texts['policy.md'] ?? '').replace('8', '12'), 'copy.md': null }));
    assert.equal(changed.citations.find(({ minimal }) => minimal)?.state, 'changed');
    assert.equal(changed.holds, false);
  });

  it('finds what was tampered with', async () => {
    const report = await reportOf();
    const tamper = (change: (evidence: Evidence) => void): Evidence => {
      const evidence = structuredClone(report.evidence);
      change(evidence);
      return evidence;
    };
    const altered = [
      tamper((evidence) => {
        evidence.quality = 0.99;
      }),
      tamper((evidence) => {
        evidence.sufficient = false;
      }),
      tamper((evidence) => {
        evidence.threshold = 0.999;
      }),
      tamper((evidence) => {
        evidence.certificate!.without[0]!.quality += 0.01;
      }),
      tamper((evidence) => {
        evidence.certificate!.minimalSets[0]!.spanIds.push(evidence.pool.find(({ role }) => role === 'idle')!.spanId);
      }),
      tamper((evidence) => {
        evidence.certificate!.breakingSets = [[evidence.pool.find(({ role }) => role === 'idle')!.spanId]];
      }),
      tamper((evidence) => {
        evidence.pool[0]!.entailment!.entail = 0.01;
      }),
      tamper((evidence) => {
        evidence.certificate = null;
      }),
    ];
    for (const [index, evidence] of altered.entries()) assert.notDeepEqual(certificateProblems(evidence), [], `alteration ${index}`);
    assert.deepEqual(certificateProblems(tamper(() => undefined)), []);
    assert.equal((await verifyReport({ ...report, question: 'Another?' }, reader())).hashMatches, false);
  });

  it('calls a quote forged that the cited document never held, with the hash made anew', async () => {
    const report = await reportOf();
    const [shown] = report.evidence.minimal;
    assert.ok(shown !== undefined);
    const hashed = { ...shown.citation, contentHash: sha256(texts[shown.citation.path] ?? '') };
    const forgery = 'x'.repeat(hashed.quote.length);
    const claims = [{ text: statement, citations: [{ ...hashed, quote: forgery, spanId: shown.spanId, marker: 1 }], supported: true }];
    const forged = { ...report, claims };
    const verified = await verifyReport({ ...forged, hash: hashReport(forged) }, reader());
    assert.deepEqual([verified.hashMatches, verified.holds], [true, false]);
    assert.equal(verified.citations.find(({ citation }) => citation.quote === forgery)?.state, 'forged');
    const other = { ...report, answer: { ...report.answer, text: '12 characters' } };
    const answered = await verifyReport({ ...other, hash: hashReport(other) }, reader());
    assert.deepEqual([answered.hashMatches, answered.holds, answered.answer.state], [true, false, 'not-quoted']);
  });

  it('what-if names the status and what is missing', async () => {
    const report = await reportOf();
    assert.equal(whatIf(report, []).status, 'supported');
    const without = whatIf(
      report,
      report.evidence.minimal.map(({ spanId: id }) => id),
    );
    assert.deepEqual([without.status, without.sufficient, without.alternative], ['not-enough-evidence', false, null]);
    assert.ok(without.missing.length > 0);
  });
});

describe('what-if on a conflict', () => {
  it('settles it when the spans that contradict are gone', async () => {
    const report = await reportOf();
    const [a] = report.evidence.minimal;
    const b = report.evidence.pool.find(({ role }) => role === 'idle');
    const conflicting: AuditReport = {
      ...report,
      answer: { ...report.answer, status: 'conflicting' },
      conflicts: [{ a: a!.citation, b: b!.citation, kind: 'number', contradiction: 0.9, explanation: '' }],
    };
    assert.equal(whatIf(conflicting, []).status, 'conflicting');
    assert.equal(whatIf(conflicting, [b!.spanId]).status, 'supported');
    assert.equal(whatIf(conflicting, [a!.spanId]).status, 'not-enough-evidence');
  });
});

describe('periodic audit', () => {
  const decisions = (size: number, actual: (raw: number) => number) =>
    Array.from({ length: size }, (_, index) => ({ raw: (0.7 * index) / size, actual: actual((0.7 * index) / size) }));
  const agrees = (raw: number) => 1 / (1 + Math.exp(-(raw - paperFit.shift) / paperFit.temperature));

  it('leaves a good calibration alone', () => {
    const audit = periodicAudit(paperFit, decisions(100, agrees));
    assert.deepEqual([audit.recalibrated, audit.fit], [false, paperFit]);
    assert.ok(audit.meanAbsoluteError < 1e-9);
  });

  it('redraws the curve above an error of 0.15, on 100 decisions and not on fewer', () => {
    const contrary = (raw: number) => (raw > 0.6 ? 1 : 0);
    assert.equal(periodicAudit(paperFit, decisions(99, contrary)).recalibrated, false);
    const audit = periodicAudit(paperFit, decisions(150, contrary));
    assert.equal(audit.recalibrated, true);
    assert.equal(audit.size, 100);
    assert.notEqual(audit.fit.id, paperFit.id);
    const again = periodicAudit(audit.fit, decisions(150, contrary));
    assert.ok(again.meanAbsoluteError < audit.meanAbsoluteError);
    assert.equal(again.recalibrated, false);
  });

  it('takes from verdicts the share of necessity that was accepted', async () => {
    const { evidence } = await reportOf();
    const verdicts = (verdict: 'accepted' | 'rejected') => new Map(evidence.minimal.map(({ spanId: id }) => [id, verdict] as const));
    assert.equal(reviewedQuality(evidence, verdicts('accepted'))?.actual, 1);
    assert.equal(reviewedQuality(evidence, verdicts('rejected'))?.actual, 0);
    assert.equal(reviewedQuality(evidence, new Map()), null);
  });
});

describe('generative necessity', () => {
  it('answers again without each span', async () => {
    const evidence = [
      { spanId: 'a', path: 'a.md', heading: 'Charles Babbage', text: 'Charles Babbage was born in London in 1791.', relevance: 0.9 },
      { spanId: 'b', path: 'b.md', heading: 'Weather', text: 'Rain fell for ten days.', relevance: 0.05 },
    ];
    const question = 'When was Charles Babbage born?';
    const call = { seed: 1 };
    const [whole] = await models.generator.answer([{ question, evidence }], call);
    const results = await generativeNecessity(question, whole?.text ?? '', evidence, models.generator, (x, y) => x === y, call);
    assert.deepEqual(
      results.map(({ spanId: id, necessary }) => [id, necessary]),
      [
        ['a', true],
        ['b', false],
      ],
    );
    assert.deepEqual(await generativeNecessity(question, '', [], models.generator, () => true, call), []);
  });
});
