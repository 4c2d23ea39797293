import assert from 'node:assert/strict';

import { compare } from '../../../src/claims/compare.ts';
import { bundledKnowledge } from '../../../src/claims/knowledge.ts';
import { readText } from '../../../src/claims/reading.ts';

/** What becomes of the claim's figures beside a sentence. */
function figures(claim: string, text: string): string {
  const sentence = { text, headings: [], document: ['Guide'], beside: [], elsewhere: [] };
  return compare(readText(claim), sentence, new Map(), bundledKnowledge())
    .atoms.filter(({ kind }) => kind === 'quantity' || kind === 'time')
    .map(({ text: own, state }) => `${own}: ${state}`)
    .join(', ');
}

describe('figures of something else', () => {
  const cases: readonly (readonly [name: string, claim: string, text: string, expected: string])[] = [
    [
      'leaves open what a negation turned',
      'Quarrels over a sum smaller than £15 are too little for the ombudsman.',
      'The ombudsman does not hear disputes about less than £15.',
      'smaller than £15: unsaid',
    ],
    [
      'denies an opposed bound where nothing is turned',
      'A short load is a pallet that weighs more than 200 kg.',
      '"Short load" means a pallet that weighs less than 200 kg.',
      'more than 200 kg: denied',
    ],
    [
      'denies an opposed bound where both are turned alike',
      "Companies with fewer than 250 staff can't apply.",
      'Companies with more than 250 staff may not apply.',
      'fewer than 250: denied',
    ],
    [
      'holds two limits against each other, and not what follows from one',
      'Dr Oertel said yes to a limit of five nights.',
      'Dr Oertel agreed to the limit of four nights.',
      'limit of five nights: denied',
    ],
    [
      'takes the same number in a longer unit for another time limit',
      'The chief executive will hear of it within five weeks.',
      'The chief executive will be told within five working days.',
      'within five weeks: denied',
    ],
    [
      'knows a limit behind "shall not"',
      'Credits may be up to 20 per cent of the charges.',
      'Credits shall not exceed 12 per cent of the charges.',
      'up to 20 per cent: denied',
    ],
    ['takes notice for a lead time', 'Members get an email 30 weeks ahead.', "Members get 30 days' notice by email.", '30 weeks: denied'],
    [
      'looks for turns in the clause of the figure alone',
      'Pilotage is compulsory for vessels of 50 metres or less.',
      'Pilotage is compulsory for vessels of 50 metres or more, for tankers, and for vessels with passengers unless their skipper is exempt.',
      '50 metres: denied',
    ],
    [
      'knows the age of one person for no bound',
      'A holder aged 17 must keep off the moulder.',
      'Nobody under 18 runs the moulder.',
      '17: unsaid',
    ],
    [
      'knows the length of one trip for no bound',
      'A four-night trip takes the consent of the boss.',
      'Trips of up to two nights need no approval.',
      'four-night: unsaid',
    ],
    [
      'denies a bound of trips',
      'An advance is given for trips of fewer than five nights.',
      'An advance can be had for trips of more than five nights.',
      'fewer than five nights: denied',
    ],
    [
      'does not take the tiles that a request is for the number of requests',
      'Fetching one large tile uses up two requests.',
      'A request is one tile delivered with status 200.',
      'one: said, two: unsaid',
    ],
    [
      'counts all but three per cent as 97',
      'All but three per cent of it was recovered.',
      'We got 97 % of it back.',
      'three per cent: said',
    ],
    ['denies another remainder', 'All but five per cent of it was recovered.', 'We got 97 % of it back.', 'five per cent: denied'],
    [
      'does not hold minutes against years',
      'A collector has to keep readings for at least five years.',
      'A collector must reject a reading that lies over 7 minutes in the future.',
      'at least five years: unsaid',
    ],
    [
      'reads a number without its unit',
      'The notes are kept for six.',
      'Logs are kept for six years and photographs for two.',
      'six: unsaid',
    ],
    ['leaves a date open that lies in a span', 'In 2023 stubs were kept.', 'Until 2024, stubs were kept.', '2023: unsaid'],
    ['denies another date', 'The rule is of 2023.', 'The rule is of 2021.', '2023: denied'],
  ];
  for (const [name, claim, text, expected] of cases)
    it(name, () => {
      assert.equal(figures(claim, text), expected);
    });
});
