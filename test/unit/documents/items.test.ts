import assert from 'node:assert/strict';

import { headingsOf } from '../../../src/documents/headings.ts';
import { endsTheOneBefore } from '../../../src/documents/items.ts';
import { markdown } from '../../../src/documents/parsers/markdown.ts';
import { evidenceSpans } from '../../../src/documents/spans.ts';

const options = `# Options

The following are known:

- **maxRetries** \`number\` - How often it tries. Default: \`5\`
- \`timeout\`: When it gives up. Defaults to 300 seconds. It may be *switched off*.
- Nothing is set **apart** here. It goes on.
- **This is a whole sentence which happens to be printed bold.** It goes on.
`;

describe('items of a list that explain a term', () => {
  const spans = evidenceSpans(markdown.parse(options)).filter(({ kind }) => kind === 'list-item');

  it('lend the term to the sentences that do not say it', () => {
    assert.deepEqual(
      spans.map(({ plain, item = null }) => [item, plain]),
      [
        [null, 'maxRetries number - How often it tries. Default: 5'],
        [null, 'timeout: When it gives up. Defaults to 300 seconds.'],
        ['timeout', 'It may be switched off.'],
        [null, 'Nothing is set apart here.'],
        [null, 'It goes on.'],
        [null, 'This is a whole sentence which happens to be printed bold.'],
        [null, 'It goes on.'],
      ],
    );
  });

  it('stand as the innermost heading of what they explain', () => {
    assert.deepEqual(
      spans.map((span) => headingsOf(span)),
      [['Options'], ['Options'], ['Options', 'timeout'], ['Options'], ['Options'], ['Options'], ['Options']],
    );
  });

  it('keep a value beside what it is the value of, and nothing else', () => {
    for (const ending of ['Default: 5', 'Defaults to 300 seconds.', 'The default is off.', 'Optional.', '(required)'])
      assert.equal(endsTheOneBefore(ending), true, ending);
    for (const sentence of ['It defaults.', 'Default passwords must be changed.', 'Optional parts are listed below.', 'Five.'])
      assert.equal(endsTheOneBefore(sentence), false, sentence);
  });
});
