import assert from 'node:assert/strict';

import { causalRelations } from '../../../src/causal/extract/extract.ts';

type Told = readonly [cause: string, link: string, effect: string];

/** `>` causes; `/` before it where it is denied; `<` or `^` behind it where the effect or the cause stands in the sentence before. */
function told(sentence: string): Told[] {
  return causalRelations(sentence).map(({ cause, effect, denied, pointsBack }) => [
    sentence.slice(...cause),
    `${denied ? '/' : ''}>${pointsBack === 'cause' ? '^' : pointsBack === 'effect' ? '<' : ''}`,
    sentence.slice(...effect),
  ]);
}

describe('causes that a report tells without a word for cause', () => {
  const cases: readonly (readonly [string, readonly Told[]])[] = [
    ['The fallen wire tripped the feeder.', [['The fallen wire', '>', 'tripped the feeder']]],
    [
      'The release swept away a jetty and flooded a campsite.',
      [
        ['The release', '>', 'swept away a jetty'],
        ['The release', '>', 'flooded a campsite'],
      ],
    ],
    [
      'Repairs to the skirting kept the crushing plant idle until the evening.',
      [['Repairs to the skirting', '>', 'kept the crushing plant idle']],
    ],
    ['A seized bearing made the rotor stick.', [['A seized bearing', '>', 'the rotor stick']]],
    ['Two ambulances were held up by the blocked square.', [['the blocked square', '>', 'Two ambulances were held up']]],
    ['The room change had been made necessary by a leak.', [['a leak', '>', 'The room change']]],
    ['The tank had been empty for a month, leaving the pump dry.', [['The tank had been empty for a month', '>', 'leaving the pump dry']]],
    ['A clerk had swapped the labels, thus spoiling both samples.', [['A clerk had swapped the labels', '>', 'spoiling both samples']]],
    ['The early feed did not harm the fish.', [['The early feed', '/>', 'harm the fish']]],
    ['This cost us the contract.', [['This', '>^', 'cost us the contract']]],
  ];
  for (const [sentence, links] of cases)
    it(`are read from "${sentence}"`, () => {
      assert.deepEqual(told(sentence), links);
    });

  const order: readonly (readonly [string, readonly Told[]])[] = [
    ['When the belt stalled, stone backed up onto the deck.', [['the belt stalled', '>', 'stone backed up onto the deck']]],
    ['The humidity dropped after the nozzles clogged with lime.', [['the nozzles clogged with lime', '>', 'The humidity dropped']]],
    ['With its disk full, the server could no longer write.', [['its disk full', '>', 'the server could no longer write']]],
    [
      'Two things drove the waiting times up: a mailing to all customers, and the illness of half the team.',
      [
        ['a mailing to all customers', '>', 'drove the waiting times up'],
        ['the illness of half the team', '>', 'drove the waiting times up'],
      ],
    ],
    ['The inquiry found no link between the gusts and the heavy landing.', [['the gusts', '/>', 'the heavy landing']]],
    ['This was the result of a loose bolt.', [['a loose bolt', '><', 'This']]],
    ['The drug levels were low as a result.', [['as a result', '>^', 'The drug levels were low']]],
  ];
  for (const [sentence, links] of order)
    it(`are read from "${sentence}"`, () => {
      assert.deepEqual(told(sentence), links);
    });

  const none = [
    // Who does something on purpose is no cause in a chain of events.
    'The operator stopped the pump.',
    'Anselm closed the gate.',
    // Order in time alone.
    'The pump failed after lunch.',
    'After the meeting the committee visited the site.',
    'The team met two days after the pump failed.',
    // Rules and prices.
    'When the token expires, the server rejects the request.',
    'The season cost the council 31,400 euros.',
    // A participle before a noun.
    'These traits inherit from all overloaded operator traits.',
    'The colonies were destroyed by burning.',
  ];
  for (const sentence of none)
    it(`are not read from "${sentence}"`, () => {
      assert.deepEqual(told(sentence), []);
    });
});
