import assert from 'node:assert/strict';

import { judgeSentences } from '../../../src/claims/judge.ts';
import { bundledKnowledge } from '../../../src/claims/knowledge.ts';
import { readText } from '../../../src/claims/reading.ts';
import { inStatedWords } from '../../../src/claims/stated-words.ts';
import { bundledModels } from '../../../src/models/bundled/models.ts';

describe('a claim in the sentence’s way of writing', () => {
  for (const [claim, sentence, expected] of [
    ['They pay 20 pounds.', 'Who fails pays £20.', 'They pay £20.'],
    ['It is done within 14 days.', 'Done within two weeks.', 'It is done within two weeks.'],
    ['They report by January 13, 2026.', 'A report follows by 13 January 2026.', 'They report by 13 January 2026.'],
    ['It shuts at 18:00.', 'It shuts at 6 pm.', 'It shuts at 6 pm.'],
    ['No fewer than 14 characters', 'at least 14 characters', 'at least 14 characters'],
    ['Only the nurse is allowed to extend it.', 'Only the nurse may extend it.', 'Only the nurse may extend it.'],
    ['It is not allowed to be split.', 'It must not be split.', 'It must not be split.'],
    ['It is required to be split.', 'It is allowed to be split.', 'It is required to be split.'],
    // Other figures and other forces stay as they are.
    ['They pay 25 pounds.', 'Who fails pays £20.', 'They pay 25 pounds.'],
    ['The nurse has to extend it.', 'The nurse may extend it.', 'The nurse has to extend it.'],
    ['It may be sold, and may be lent.', 'It may be sold.', 'It may be sold, and may be lent.'],
  ] as const)
    it(`"${claim}" beside "${sentence}"`, () => {
      assert.equal(inStatedWords(readText(claim), readText(sentence)), expected);
    });
});

describe('claims near to a sentence, with the bundled models', function () {
  this.timeout(60_000);
  const models = bundledModels();
  for (const [claim, sentence, expected] of [
    ['A member who fails to plug it in pays 20 pounds.', 'A member who fails to plug it in pays £20.', 'supports'],
    ['A member who fails to plug it in pays 25 pounds.', 'A member who fails to plug it in pays £20.', 'refutes'],
    [
      'Staff may use the bar when off duty, with a discount of 20 per cent.',
      'Staff may use the bar when off duty, with a discount of 20%.',
      'supports',
    ],
    [
      'The Clerk will report on the application by January 13, 2026.',
      'The Clerk will report on the application by 13 January 2026.',
      'supports',
    ],
    [
      'New staff complete the security course within their first 14 days.',
      'New staff complete the security course within their first two weeks.',
      'supports',
    ],
    ['The Contractor has to stop work in the building.', 'The Contractor must stop work in the building.', 'supports'],
    ['The alarm is tested every Tuesday at 11:00.', 'The alarm is tested every Tuesday at 11:00.', 'supports'],
    ['The alarm is tested every Tuesday at 10:00.', 'The alarm is tested every Tuesday at 11:00.', 'refutes'],
    ['It is true that the Contractor has to stop work in the building.', 'The Contractor must stop work in the building.', 'supports'],
    ['It is not true that the Contractor has to stop work.', 'The Contractor must stop work.', 'refutes'],
    // What limits whom a rule is for, and what a bound says of others.
    ['Any difference above £19 should be looked into by the team.', 'Any difference above £20 should be looked into by the team.', 'open'],
    ['Two people are needed for anything above 5 millilitres.', 'Two people are needed for anything above 5 litres.', 'open'],
    ['Memory grew by about 41 MB a day.', 'Memory grew by about 40 MB a day.', 'open'],
    ['The crew must not use more than six litres of fuel.', 'The crew must not use more than five litres of fuel.', 'open'],
    ['Passwords must have at most 14 characters.', 'Version 5.0 required passwords of 12 characters.', 'open'],
    ['Unless you find bed bugs, close the room at once.', 'If you find bed bugs, close the room at once.', 'refutes'],
    ['The catheter is removed.', 'Tamsulosin is given for at least two days before the catheter is removed.', 'open'],
    ['Elevator 3 should be used again.', 'Elevator 3 should be used again only with a new belt and two sensors.', 'open'],
    ['A claim is answered within ten days.', 'A claim is answered within ten working days.', 'open'],
    ['Staff who drive more than 40 weeks a year may have a card.', 'Staff who drive more than 40 days a year may have a card.', 'refutes'],
    // The same words, and other signs.
    ['The replacement cost €310.', 'The replacement cost £310.', 'open'],
    ['The loss is ≥ 5 m a year.', 'The loss is ≤ 5 m a year.', 'refutes'],
  ] as const)
    it(`${expected}: ${claim}`, async () => {
      const [best] = await judgeSentences(
        {
          claim,
          sentences: [
            { text: sentence, kind: 'text', headings: ['Rules'], document: ['Rules', 'rules.md'], beside: [], elsewhere: [sentence] },
          ],
          reads: false,
        },
        models.entailment,
        models.neuralEntailment,
        bundledKnowledge(),
        { seed: 1 },
      );
      assert.equal(best?.stance, expected);
    });
});
