import assert from 'node:assert/strict';

import type { RankedSpan } from '../../../../src/audit/answer/candidates.ts';
import { possibleFrom } from '../../../../src/judge/judge.ts';
import { unitsOf } from '../../../../src/audit/answer/units.ts';
import { inDocument } from '../../../support/ranked-sentence.ts';

const best = (question: string, form: 'list' | 'comparison' | 'entity', all: readonly RankedSpan[]) =>
  unitsOf(
    question,
    form,
    [...all].sort((a, b) => b.chance - a.chance),
    all,
  )[0];
const textsOf = (unit: ReturnType<typeof best>): string[] | undefined => unit?.list?.map(({ text }) => text);

describe('what answers a list as a whole', () => {
  const item = { kind: 'list-item', leadIn: 'Take with you:', scope: 'Trips > Take with you:' } as const;
  const all = inDocument(
    ['Trips are guided.', 0.3],
    ['Take with you:', 0.15],
    ['a map;', 0.1, item],
    ['a lamp;', 0.1, item],
    ['water.', 0.1, item],
  );

  it('is the list with the sentence that introduces it: its sentences speak for it together', () => {
    const list = best('What must I have with me?', 'list', all);
    assert.deepEqual(textsOf(list), ['Take with you:', 'a map;', 'a lamp;', 'water.']);
    assert.equal(list?.by.text, 'Take with you:');
    assert.ok(list.chance > 0.3 && list.chance < 0.5);
  });

  it('is a sentence where no list is likelier, and always where no list is asked for', () => {
    const likelier = all.map((sentence, place) => (place === 0 ? { ...sentence, chance: 0.6 } : sentence));
    assert.equal(best('What must I have with me?', 'list', likelier)?.by.text, 'Trips are guided.');
    assert.equal(best('Who guides?', 'entity', all)?.by.text, 'Trips are guided.');
  });

  it('is no single item', () => {
    assert.equal(unitsOf('What must I have with me?', 'list', all, all).filter(({ by }) => by.kind === 'list-item').length, 0);
  });
});

describe('what answers a comparison as a whole', () => {
  const row = { kind: 'table-row', scope: 'Districts' } as const;

  it('is two rows of one table, each with one side', () => {
    const all = inDocument(
      ['The trial was long.', 0.04],
      ['District: Oldgate; Dimmed to: 50 %', 0.03, row],
      ['District: Quayward; Dimmed to: 40 %', 0.03, row],
      ['District: Fernside; Dimmed to: 30 %', 0.03, row],
    );
    assert.deepEqual(textsOf(best('Oldgate or Fernside: where was it dimmed further?', 'comparison', all)), [
      'District: Oldgate; Dimmed to: 50 %',
      'District: Fernside; Dimmed to: 30 %',
    ]);
  });

  it('is two rows that say the same but for the sides', () => {
    const all = inDocument(
      ['Job: Puncture, front; Price: £12', 0.03, row],
      ['Job: Puncture, rear; Price: £16', 0.05, row],
      ['Job: Wheel building; Price: £55', 0.02, row],
    );
    assert.deepEqual(textsOf(best('Is it cheaper to mend a front or a rear puncture?', 'comparison', all)), [
      'Job: Puncture, front; Price: £12',
      'Job: Puncture, rear; Price: £16',
    ]);
  });

  it('is one sentence that says both sides', () => {
    const both = 'Expect 21,000 a second in keyed mode and 2,600 in strict mode.';
    const all = inDocument(['Strict mode is safe.', 0.05], [both, 0.3], ['Keyed mode keeps order.', 0.03]);
    assert.deepEqual(textsOf(best('How big is the penalty if I go from keyed to strict?', 'comparison', all)), [both]);
  });

  it('is what holds now beside what held before', () => {
    const all = inDocument(
      ['A singer who has missed more than three rehearsals does not sing.', 0.02],
      ['The dress rehearsal cannot be missed.', 0.02],
      ['Before 2025 four absences were permitted.', 0.04],
    );
    assert.deepEqual(textsOf(best('Is the choir tougher about skipping practice now than it was before 2025?', 'comparison', all)), [
      'A singer who has missed more than three rehearsals does not sing.',
      'Before 2025 four absences were permitted.',
    ]);
  });

  it('is the same rule in two versions of a document, the older one first', () => {
    const [now, before, other] = inDocument(
      ['The second parent has four weeks of paid leave.', 0.05],
      ['The second parent has two weeks of paid leave.', 0.04],
      ['Full-time staff have 25 days of leave.', 0.045],
    );
    assert.ok(now !== undefined && before !== undefined && other !== undefined);
    const all = [
      { ...now, path: 'handbook-2025.md' },
      { ...other, path: 'handbook-2023.md' },
      { ...before, path: 'handbook-2023.md' },
    ];
    const question = "How has the second parent's leave changed since 2023?";
    assert.deepEqual(textsOf(best(question, 'comparison', all)), [before.text, now.text]);
    assert.ok((best("How does the second parent's leave compare with that in France?", 'comparison', all)?.chance ?? 1) < possibleFrom());
  });

  it('is nothing that may be shown, where one of the two is not told of', () => {
    const all = inDocument(['Oldgate is old.', 0.2], ['Ferries run.', 0.1], ['Trams stop at the gate.', 0.1]);
    assert.ok((best('Oldgate or Fernside: which is older?', 'comparison', all)?.chance ?? 1) < possibleFrom());
  });

  it('is no row that says neither of the two', () => {
    const all = inDocument(
      ['Level: Bronze; Monthly fee: £22', 0.2, row],
      ['Level: Silver; Monthly fee: £34', 0.3, row],
      ['Level: Gold; Monthly fee: £49', 0.4, row],
    );
    assert.ok((best('which is dearer a month, gold or basic?', 'comparison', all)?.chance ?? 1) < possibleFrom());
  });

  it('is once there for each best sentence, and no likelier for what stands behind it', () => {
    const all = inDocument(
      ['District: Oldgate; Dimmed to: 50 %', 0.3, row],
      ['District: Quayward; Dimmed to: 40 %', 0.1, row],
      ['District: Fernside; Dimmed to: 30 %', 0.3, row],
    );
    const units = unitsOf('Oldgate or Fernside: where was it dimmed further?', 'comparison', all, all);
    assert.equal(new Set(units.map(({ by }) => by.id)).size, units.length);
    assert.ok(units.every(({ chance }, place) => chance >= 0 && chance <= 1 && chance <= (units[place - 1]?.chance ?? 1)));
  });
});
