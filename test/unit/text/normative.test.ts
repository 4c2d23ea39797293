import assert from 'node:assert/strict';

import fc from 'fast-check';

import { type Force, normsIn, relateForces } from '../../../src/text/normative.ts';

describe('normative language', () => {
  const read: readonly (readonly [text: string, forces: readonly Force[]])[] = [
    ['The verifier SHALL compare the secret.', ['must']],
    ['The verifier SHALL NOT store it.', ['must not']],
    ['The system SHOULD implement PAD.', ['should']],
    ['The CSP SHOULD NOT ask for it.', ['should not']],
    ['The CSP MAY use one factor.', ['may']],
    ['It may not be altered.', ['must not']],
    ['Implementations are *required* to check.', ['must']],
    ['Implementations are required to check.', ['must']],
    ['The user need not be told.', ['need not']],
    ['Authentication intent is not required.', ['need not']],
    ['It does not have to be repeated.', ['need not']],
    ['In an amber case this is recommended but not compulsory.', ['should', 'need not']],
    ['The request is rejected.', ['must not']],
    ['Somebody who is late has to be turned away.', ['must not']],
    ['Staff are not allowed to travel first class.', ['must not']],
    ['A camera in each gate house is recommended.', ['should']],
    ['Readers are free to bring a laptop.', ['may']],
    ['Detection is compulsory today.', ['must']],
    ['Nitrile gloves are required for photographs.', ['must']],
    ['The user must be told why.', ['must']],
    ['They met in May 2025 and on 3 May.', []],
    ['The lake lies north of the town.', []],
    ['No employee may sign alone.', ['must not']],
    ['No work of any kind may be done on Sundays.', ['must not']],
    ['No later than five days after that they may appeal.', ['may']],
    ["Give one month's notice in writing.", ['must']],
    ['Never hang a probe in the door.', ['must not']],
    ['A guest needs the agreement of the manager.', ['must']],
    ['There is no need for it.', ['need not']],
    ['Calibrating it every year is only recommended.', ['need not']],
    ['Loggers need no calibration.', ['need not']],
    ['Money in it can only go towards a boat.', ['must']],
    ['It is good advice for a verifier, but it may leave it out.', ['should', 'need not']],
  ];
  for (const [text, forces] of read) {
    it(`reads "${text}" as ${forces.join(', ') || 'no norm'}`, () => {
      assert.deepEqual(
        normsIn(text).map((norm) => norm.force),
        forces,
      );
    });
  }

  const related: readonly (readonly [stated: Force | null, claimed: Force | null, relation: string])[] = [
    ['must', 'must', 'same'],
    ['must', 'should', 'weaker'],
    ['must', 'may', 'weaker'],
    ['should', 'must', 'breaks'],
    ['may', 'must', 'breaks'],
    ['may', 'must not', 'breaks'],
    ['must not', 'may', 'breaks'],
    ['must', 'need not', 'breaks'],
    ['need not', 'must', 'breaks'],
    ['must not', 'should not', 'weaker'],
    ['should not', 'must not', 'breaks'],
    ['may', 'need not', 'weaker'],
    [null, 'must', 'open'],
    ['must', null, 'open'],
  ];
  for (const [stated, claimed, relation] of related) {
    it(`${stated ?? 'a fact'} stated, ${claimed ?? 'a fact'} claimed: ${relation}`, () => {
      assert.equal(relateForces(stated, claimed), relation);
    });
  }

  it('holds for any text: disjoint, in order, cut from the text', () => {
    fc.assert(
      fc.property(
        fc
          .array(fc.oneof(fc.constantFrom('must ', 'may ', 'not ', 'is ', 'required ', 'only ', 'No one '), fc.string()))
          .map((parts) => parts.join('')),
        (text) => {
          let last = 0;
          for (const { start, end } of normsIn(text)) {
            assert.ok(start >= last && start < end && end <= text.length);
            last = end;
          }
        },
      ),
    );
  });
});
