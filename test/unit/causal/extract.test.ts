import assert from 'node:assert/strict';

import fc from 'fast-check';

import { causalChance, causalRelations, joinedPairs } from '../../../src/causal/extract/extract.ts';

type Told = readonly [cause: string, link: string, effect: string];

/** `>` causes, `|` prevents, `/` before it where it is denied, `?` where it is hedged, `^` where the cause stands in the sentence before. */
function told(sentence: string): Told[] {
  return causalRelations(sentence).map(({ cause, effect, polarity, denied, certainty, pointsBack }) => [
    sentence.slice(...cause),
    `${denied ? '/' : ''}${polarity === 'causes' ? '>' : '|'}${certainty === 'hedged' ? '?' : ''}${pointsBack ? '^' : ''}`,
    sentence.slice(...effect),
  ]);
}

describe('causal extraction', () => {
  const cases: readonly (readonly [string, readonly Told[]])[] = [
    ['The sump overflowed because the duty pump did not start.', [['the duty pump did not start', '>', 'The sump overflowed']]],
    ['Because the runway was closed, eleven flights were diverted.', [['the runway was closed', '>', 'eleven flights were diverted']]],
    ['Due to the illness the sports day was cancelled.', [['the illness', '>', 'the sports day was cancelled']]],
    ['The late departure was due to a jammed bow door.', [['a jammed bow door', '>', 'The late departure']]],
    [
      'A cracked hose led to a leak, which caused the evacuation of the hall.',
      [
        ['A cracked hose', '>', 'a leak'],
        ['a leak', '>', 'the evacuation of the hall'],
      ],
    ],
    ['The root cause of the outage was an expired licence key.', [['an expired licence key', '>', 'the outage']]],
    ['The relay operated wrongly, so breaker F7 opened.', [['The relay operated wrongly', '>', 'breaker F7 opened']]],
    ['The sprinklers prevented the spread of the fire.', [['The sprinklers', '|', 'the spread of the fire']]],
    ['Were it not for the guard rail, the trolley would have fallen.', [['the guard rail', '|', 'the trolley would have fallen']]],
    ['The fire alarm did not cause the power cut.', [['The fire alarm', '/>', 'the power cut']]],
    ['The rain had nothing to do with the late departure.', [['The rain', '/>', 'the late departure']]],
    [
      'Neither the storm nor the maintenance caused the outage.',
      [
        ['the storm', '/>', 'the outage'],
        ['the maintenance', '/>', 'the outage'],
      ],
    ],
    [
      'The gate dropped not because of the wind but because the pin had sheared.',
      [
        ['the wind', '/>', 'The gate dropped'],
        ['the pin had sheared', '>', 'The gate dropped'],
      ],
    ],
    [
      'Corrosion, rather than overloading, caused the failure.',
      [
        ['Corrosion', '>', 'the failure'],
        ['overloading', '/>', 'the failure'],
      ],
    ],
    ['The delay may have been caused by the late delivery of parts.', [['the late delivery of parts', '>?', 'The delay']]],
    ['This caused the alarm to sound.', [['This', '>^', 'the alarm to sound']]],
    [
      'The overheated cable caused the smoke and the power cut.',
      [
        ['The overheated cable', '>', 'the smoke'],
        ['The overheated cable', '>', 'the power cut'],
      ],
    ],
    [
      'The stuck valve and the late alarm led to the spill.',
      [
        ['The stuck valve', '>', 'the spill'],
        ['the late alarm', '>', 'the spill'],
      ],
    ],
    ['The pump failed and the alarm caused a panic.', [['the alarm', '>', 'a panic']]],
    [
      'Because of the storm, and because the tank was empty, the town lost its water.',
      [
        ['the storm', '>', 'the town lost its water'],
        ['the tank was empty', '>', 'the town lost its water'],
      ],
    ],
    ['The pump failed and caused the flood.', [['The pump failed', '>', 'the flood']]],
    ['Since the generator was empty, the ward went dark.', [['the generator was empty', '>', 'the ward went dark']]],
    ['As a result, the freezer stopped.', [['As a result', '>^', 'the freezer stopped']]],
  ];
  for (const [sentence, expected] of cases)
    it(`reads "${sentence}"`, () => {
      assert.deepEqual(told(sentence), expected);
    });

  const nothing = [
    'The trip occurred after a sagging cable touched a tree.',
    'Whether the late delivery caused the delay is still being examined.',
    'What caused the crack?',
    'If the valve sticks, the leak would cause a flood.',
    'Cookies may be used to prevent fraud.',
    'Visitors are allowed to enter the hall.',
    'The lint is triggered whenever a type is missing.',
    'Doors must be closed to prevent draughts.',
    'It names causes and measures, not culprits.',
    'Close the hive, reduce the entrance, ring me.',
    'The standby set was started by hand.',
    'The line has run without a fault since the repair was made in May.',
  ];
  for (const sentence of nothing)
    it(`finds no stated cause in "${sentence}"`, () => {
      assert.deepEqual(told(sentence), []);
    });

  it('reads what would not have been without a cause as necessary', () => {
    const [relation] = causalRelations('The loss of entries would not have happened without the missing backup.');
    assert.equal(relation?.necessity, 'necessary');
    assert.deepEqual(told('The loss of entries would not have happened without the missing backup.'), [
      ['the missing backup', '>', 'The loss of entries'],
    ]);
  });

  it('names causes that act only together', () => {
    const relations = causalRelations('The flood was caused by the combination of heavy rain and a blocked drain.');
    assert.deepEqual(
      relations.map(({ together }) => together),
      [true, true],
    );
  });

  it('keeps a negation that belongs to the effect', () => {
    assert.deepEqual(told('It is a tier three target, so no library crates are distributed.'), [
      ['It is a tier three target', '>', 'no library crates are distributed'],
    ]);
  });

  it('cuts every span from its sentence, apart from each other, whatever the text', () => {
    const words = fc.constantFrom(
      'the pump',
      'failed',
      'because',
      'led to',
      'not',
      ',',
      'the fire',
      'was caused by',
      'rain',
      '.',
      'so',
      'which',
      'prevented',
      '(',
      ')',
      '"',
      'and',
      'without',
      'would have',
      'due to',
      'é漢',
      '🙂',
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 18 }), (parts) => {
        const text = parts.join(' ');
        for (const { cause, effect, confidence } of causalRelations(text)) {
          assert.ok(cause[0] < cause[1] && cause[1] <= text.length);
          assert.ok(effect[0] < effect[1] && effect[1] <= text.length);
          assert.ok(cause[1] <= effect[0] || effect[1] <= cause[0]);
          assert.ok(confidence > 0 && confidence <= 1);
        }
        for (const { cause, effect } of joinedPairs(text)) assert.ok(cause[0] <= cause[1] && effect[0] <= effect[1]);
        const chance = causalChance(text);
        assert.ok(chance >= 0 && chance <= 1);
      }),
    );
  });
});
