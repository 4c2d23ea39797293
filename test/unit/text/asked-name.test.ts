import assert from 'node:assert/strict';

import { lacksAskedName } from '../../../src/text/asked-name.ts';

describe('a question for a name', () => {
  it('is not answered by a sentence that says no name of its own', () => {
    for (const [question, text] of [
      ['Which firm will run the nursery at Holt?', 'The new nursery at the Holt site will open on 5 January 2026 with 44 places.'],
      ['what make of laptop do they hand out?', 'Laptops are handed out at the desk.'],
      ['Who is the treasurer of Thornley Harriers?', 'The officers are the chair, the secretary and the treasurer.'],
      ["What's the name of the caretaker?", 'A fault must be reported to the caretaker, on 0555 301 118.'],
      ['what was the name of the engineer on call at Norgrid?', 'The engineer on call was then sent from Barlow, 38 kilometres away.'],
      ["what's the phone app for setting up the aids called?", 'One group set up the aids at home with a telephone app.'],
      ['who makes the scanner?', 'The scanner is in room 4.'],
    ] as const)
      assert.equal(lacksAskedName(question, text), true, question);
  });

  it('may be answered by one that says a name, or who it is', () => {
    for (const [question, text] of [
      ['Which firm will run the nursery at Holt?', 'Brightwell Nurseries will run it.'],
      ['Who is the treasurer of Thornley Harriers?', 'The treasurer is Yusuf Ambler.'],
      ['what was the name of the engineer on call at Norgrid?', 'The engineer was Mia Barlow.'],
      ['who is the budget holder of a trip?', '"Budget holder" means the person whose cost centre bears the cost.'],
    ] as const)
      assert.equal(lacksAskedName(question, text), false, question);
  });

  it('is told from others', () => {
    for (const question of [
      'Which firms got her details?',
      'What city size is needed?',
      'Who may enter?',
      'Who is allowed to drive?',
      'What do they charge?',
    ])
      assert.equal(lacksAskedName(question, 'no name here'), false, question);
  });
});
