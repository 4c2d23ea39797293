import assert from 'node:assert/strict';

import { bundledModels } from '../../../../../src/models/bundled/models.ts';

describe('bundled reader', () => {
  const { reader } = bundledModels();
  async function read(question: string, ...texts: string[]): Promise<string> {
    const evidence = texts.map((text, index) => ({ spanId: `s${index}`, path: 'a.md', heading: 'Passwords', text, relevance: 0.6 }));
    return (await reader.answer([{ question, evidence }], { seed: 1 }))[0]?.text ?? '';
  }

  it('takes no number of a row, a level or a requirement for a count', async () => {
    assert.equal(
      await read('How many characters must passwords have?', '#: 6.2.1; Description: Passwords must have 8 characters.; Level: 1'),
      '8 characters',
    );
    assert.equal(await read('How many characters must passwords have?', '6.2.1; Passwords must have 8 characters.; 1'), '8 characters');
    assert.equal(
      await read(
        'How many characters must passwords have?',
        '#: 6.4.1; Description: Initial passwords follow the policy for characters.; Level: 1',
      ),
      '',
    );
    assert.equal(
      await read(
        'How many levels does the standard have?',
        'For Level 1 of the standard these are more important.',
        'The standard has three levels of depth.',
      ),
      'three',
    );
  });

  it('reads the cell that is asked for', async () => {
    assert.equal(await read('How many pumps does the Westfield station have?', 'Station: Westfield; Pumps: 4; Built: 1931'), '4');
  });

  it('takes no upper bound for a lower one', async () => {
    assert.equal(
      await read(
        'How many bits of entropy must secrets have at least?',
        'Secrets with less than 112 bits of entropy are hashed.',
        'Secrets must have a minimum of 20 bits of entropy.',
      ),
      '20 bits',
    );
    assert.equal(
      await read(
        'How many sessions may a user have at most?',
        'A user may have no more than 5 sessions.',
        'More than 9 sessions of a user are reported.',
      ),
      '5 sessions',
    );
  });
});
