import assert from 'node:assert/strict';

import { permissionOf } from '../../../src/read/permission.ts';

/** What may be shown. */
function told(question: string, sentence: string): string | null {
  const found = permissionOf(question, sentence);
  return found === null || found.open === true ? null : found.text;
}

describe('A yes or no from a rule', () => {
  it('is told by the force of the rule', () => {
    const cases: [question: string, rule: string, answer: string | null][] = [
      ['May visitors park in the yard?', 'Visitors must not park in the yard.', 'No'],
      ['May visitors park in the yard?', 'Visitors may park in the yard after six.', 'Yes'],
      ['Do we have to keep the logs?', 'Logs must be kept for a year.', 'Yes'],
      ['Do we have to keep the logs?', 'Logs should be kept for a year.', null],
    ];
    for (const [question, rule, answer] of cases) assert.equal(permissionOf(question, rule)?.text ?? null, answer, rule);
  });

  it('is told by the rule that governs what is asked, of several', () => {
    const rules = 'Gates must be tested, must be named as the keepers name gates, must not be painted, and may be oiled.';
    for (const [question, answer] of [
      ['Must gates be tested?', 'Yes'],
      ['May gates be painted?', 'No'],
      ['May gates be oiled?', 'Yes'],
    ] as const)
      assert.equal(permissionOf(question, rules)?.text, answer, question);
  });

  it('is not told by a rule that is narrower than what is asked, nor by what only opens a list', () => {
    assert.equal(permissionOf('Can scripts ask the user questions?', 'Scripts must not ask unnecessary questions.'), null);
    assert.equal(permissionOf('Can scripts ask unnecessary questions?', 'Scripts must not ask unnecessary questions.')?.text, 'No');
    assert.equal(permissionOf('May a package of main need one of contrib?', 'For packages in main or contrib you should either:'), null);
  });

  it('is not told by a condition, which is no rule', () => {
    for (const sentence of [
      'Unless required by applicable law, copies are given without warranties.',
      'If required by law, copies are kept for a year.',
      'Where otherwise required, copies are sold.',
      'Copies are kept except where legally required.',
    ])
      assert.equal(permissionOf('May I give away copies?', sentence), null, sentence);
    assert.equal(permissionOf('May I give away copies?', 'If you are a member, you may give away copies.')?.text, 'Yes');
  });

  it('is told by facts that forbid', () => {
    for (const [question, rule] of [
      ['Could somebody vote in my name?', 'Votes by proxy are not accepted.'],
      ['Can they turn my voucher into money?', 'Vouchers cannot be turned into cash.'],
      ['Is it possible to mend a carbon frame?', 'We do not repair carbon frames.'],
      ['May I work with acid alone?', 'Nobody handles acid alone, whatever their level.'],
      ['Are we allowed to strike?', 'While the agreement runs there shall be no strike.'],
      ['Is it all right to send a pupil home?', 'Sending a pupil home without a record is unlawful.'],
    ] as const)
      assert.equal(permissionOf(question, rule)?.text, 'No', rule);
    assert.equal(permissionOf('May I pick flowers?', 'You may pick flowers that nobody has planted.')?.text, 'Yes');
  });

  it('is told by the part of the sentence that is asked for, and not at all where that is open', () => {
    const phones = 'Private phones may be used for the rota, but not for client details.';
    assert.equal(permissionOf('Can I keep client details on my phone?', phones)?.text, 'No');
    assert.equal(permissionOf('Can I use my phone for the rota?', phones)?.text, 'Yes');
    const grazing = 'Sheep may graze there; cattle and horses may not, as their feet break the turf.';
    assert.equal(permissionOf('Can I put my horses there?', grazing)?.text, 'No');
    assert.equal(permissionOf('Can I put my sheep there?', grazing)?.text, 'Yes');
    assert.equal(told('Can a university sign?', 'Universities may be partners, but not the lead applicant.'), null);
  });

  it('is not told by what is allowed only so, nor by what must be done first', () => {
    assert.equal(told('May I charge my bike in the hall?', 'Bikes may be charged in the shed only.'), null);
    assert.equal(told('May three of them work for one firm?', 'No more than two may be paid by one firm.'), null);
    assert.equal(told('Can I sign now?', 'The application must be approved before the order is signed.'), null);
    assert.equal(
      permissionOf('Can I move to a bigger plan?', 'You may move to a bigger plan at any time, but may go down only in May.')?.text,
      'Yes',
    );
  });

  it('is turned round by a question that asks for not doing it, and by no other "not" or "without" of it', () => {
    assert.equal(permissionOf('May I not come?', 'Members may come.')?.text, 'No');
    assert.equal(permissionOf('Is it OK to patch servers without a warning?', 'Servers may be patched without notice.')?.text, 'Yes');
    assert.equal(permissionOf('May they cut off a firm that does not pay?', 'A firm may be cut off after two reminders.')?.text, 'Yes');
    assert.equal(permissionOf('Can visitors enter without a badge?', 'Visitors must not enter without a badge.')?.text, 'No');
  });

  it('is not told whether there is a thing by a rule that does not name it', () => {
    assert.equal(permissionOf('is there a toilet on the site?', 'No one may stay on the site overnight.'), null);
  });

  it('is not told by what is only planned', () => {
    for (const sentence of [
      'HTTP/2 may be enabled by default in a future version.',
      'HTTP/2 is going to be on by default.',
      'We intend to turn HTTP/2 on by default.',
    ]) {
      assert.equal(permissionOf('Is HTTP/2 on by default?', sentence), null, sentence);
      assert.equal(permissionOf('Will HTTP/2 be on by default in a future version?', sentence)?.text, 'Yes', sentence);
    }
    assert.equal(permissionOf('Is HTTP/2 on by default?', 'HTTP/2 is enabled by default.')?.text, 'Yes');
  });
});
