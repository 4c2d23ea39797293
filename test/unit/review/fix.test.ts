import assert from 'node:assert/strict';

import type { ClaimAtom } from '../../../src/contract/atoms.ts';
import type { AuditReport } from '../../../src/contract/report.ts';
import { fixOf } from '../../../src/review/fix.ts';
import { fixture } from './report.ts';

const text = 'Passwords must have at least 20 characters, as the verifier sees to.';

/** A report on the claim, refuted by one sentence that denies an atom with these words. */
function refuted(atom: Pick<ClaimAtom, 'kind' | 'text'>, quote: string, words: string, more: Partial<ClaimAtom>[] = []): AuditReport {
  const report = fixture();
  const [item] = report.evidence.minimal;
  assert.ok(item !== undefined);
  const citation = { ...item.citation, path: 'policy.md', start: 0, end: quote.length, quote };
  const spanId = `policy.md:0-${quote.length}`;
  const at = quote.indexOf(words);
  const base = { start: text.indexOf(atom.text), end: text.indexOf(atom.text) + atom.text.length, state: 'denied' as const, spanId };
  const whole: ClaimAtom = { ...base, ...atom, words: [[at, at + words.length]] };
  return {
    ...report,
    answer: { ...report.answer, status: 'refuted' },
    evidence: { ...report.evidence, minimal: [{ ...item, spanId, citation }] },
    claims: [{ text, citations: [], supported: false, atoms: [whole, ...more.map((each) => ({ ...whole, ...each }))] }],
  };
}

describe('fixes', () => {
  it("put the figure of the evidence in place of the claim's, and no more", () => {
    const report = refuted(
      { kind: 'quantity', text: 'at least 20 characters' },
      'They are at least 14 characters long.',
      'at least 14 characters',
    );
    const fix = fixOf(report, text);
    assert.ok(fix !== null);
    assert.deepEqual([fix.before, fix.after, text.slice(fix.start, fix.end), fix.because.path], ['20', '14', '20', 'policy.md']);
  });

  it('put the lower of two ceilings in place of the higher one', () => {
    const lasting = 'Exceptions are granted for at most 200 days.';
    const ceiling = refuted({ kind: 'quantity', text: 'at most 200 days' }, 'They last at most 90 days.', 'at most 90 days');
    assert.deepEqual([fixOf(ceiling, lasting)?.before, fixOf(ceiling, lasting)?.after], ['200', '90']);
  });

  it('put another obligation as the writer would, and another party', () => {
    const report = refuted({ kind: 'modality', text: 'must' }, 'Passwords SHOULD have 8 characters.', 'SHOULD');
    assert.deepEqual([fixOf(report, text)?.before, fixOf(report, text)?.after], ['must', 'should']);
    const party = refuted({ kind: 'party', text: 'the verifier' }, 'The CSP sees to it.', 'The CSP');
    assert.deepEqual([fixOf(party, text)?.before, fixOf(party, text)?.after], ['verifier', 'CSP']);
  });

  it('are not offered where anything is in doubt', () => {
    const atom = { kind: 'quantity', text: 'at least 20 characters' } as const;
    const sure = refuted(atom, 'They are at least 14 characters long.', 'at least 14 characters');
    assert.equal(fixOf({ ...sure, answer: { ...sure.answer, status: 'conflicting' } }, text), null);
    assert.equal(fixOf(refuted(atom, 'They are at least 14 characters long.', 'at least 14 characters', [{}]), text), null);
    assert.equal(fixOf(refuted(atom, 'They last at least 14 days.', 'at least 14 days'), text), null);
    assert.equal(fixOf(refuted(atom, 'They have at least 30 characters.', 'at least 30 characters'), text), null);
    assert.equal(fixOf(refuted(atom, 'They have at most 16 characters.', 'at most 16 characters'), text), null);
    assert.equal(fixOf(refuted(atom, 'At least 12 or 14 characters.', 'At least 12 or 14 characters'), text), null);
    // Which of the two is meant?
    assert.equal(fixOf(sure, `${text} ${text}`), null);
    assert.equal(fixOf(refuted({ kind: 'modality', text: 'is required to' }, 'It may.', 'may'), text), null);
    assert.equal(fixOf(refuted({ kind: 'object', text: 'Passwords' }, 'PINs are long.', 'PINs'), text), null);
  });
});
