import assert from 'node:assert/strict';

import { headingsOf } from '../../../src/documents/headings.ts';
import { endsTheOneBefore } from '../../../src/documents/items.ts';
import { html } from '../../../src/documents/parsers/html.ts';
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

const page = `<html><body>
<div role="navigation"><ul><li>6.1. Other pages</li></ul></div>
<h1>Ids<a class="headerlink" href="#ids">¶</a></h1>
<p>6.2. Ranges are fixed. <span aria-hidden="true">Ornament.</span></p>
<dl>
<dt>0-99:</dt><dd><p>Given out by the project. They never change.</p><p>Ask first.</p></dd>
<dt>65535:</dt>
<dd>
<p>Must not be used.</p>
</dd>
<dt>Depends</dt><dd>This declares a need. It is absolute.</dd>
</dl>
<p>After the list.</p>
</body></html>`;

describe('definition lists of a web page', () => {
  const spans = evidenceSpans(html.parse(page));

  it('open the sentence of a number with it, and lend a word to its sentences; what is about the page is left out', () => {
    assert.deepEqual(
      spans.map(({ plain, item = null }) => [item, plain]),
      [
        [null, 'Ids'],
        [null, '6.2. Ranges are fixed.'],
        [null, '0-99: Given out by the project.'],
        ['0-99', 'They never change.'],
        ['0-99', 'Ask first.'],
        [null, '65535: Must not be used.'],
        [null, 'Depends'],
        ['Depends', 'This declares a need.'],
        ['Depends', 'It is absolute.'],
        [null, 'After the list.'],
      ],
    );
  });

  it('are cut from the page where they stand', () => {
    for (const { start, end, plain } of spans) assert.ok(page.slice(start, end).includes(plain.slice(-8)), plain);
  });
});
