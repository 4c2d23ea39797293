import assert from 'node:assert/strict';

import { sessionSchema } from '../../../src/contract/session.ts';
import { markdownText } from '../../../src/export/escape.ts';
import { exportedSession } from '../../../src/export/formats.ts';
import { oneLine } from '../../../src/export/words.ts';
import { attributesOf, elementsOf, textOf } from './page.ts';
import { longSession } from './sessions.ts';

describe('An exported session', () => {
  const session = longSession();
  const page = exportedSession(session, 'html');
  const body = oneLine(
    elementsOf(page)
      .filter(({ tagName }) => tagName === 'main')
      .map(textOf)
      .join(''),
  );
  const markdown = exportedSession(session, 'markdown');

  it('holds all 25 claims with their evidence, who decided what, and the signatures with what has changed since', () => {
    for (const { text, evidence } of session.claims) {
      // A control character is shown as what cannot be shown.
      assert.ok(body.includes(oneLine(text.replace('\u0007', '\ufffd'))), text);
      assert.ok(markdown.includes(markdownText(oneLine(text))), text);
      for (const { quote, path, line } of evidence) {
        assert.ok(body.includes(`${path}, line ${line}`) && body.includes(quote));
        assert.ok(markdown.includes(`> ${markdownText(quote)}`));
      }
    }
    for (const text of [body, markdown]) {
      assert.match(text, /Refuted: Vera, 2026-03-02 10:00 UTC/);
      assert.match(text, /Supported: Tom, 2026-03-02 11:00 UTC \(on an earlier result; does not count\)/);
      assert.match(text, /Checked in full\./);
      assert.match(text, /A claim was decided again\./);
      assert.match(text, /no longer in the document/);
    }
  });

  it('warns of what a reader would not see', () => {
    for (const text of [body, markdown]) {
      assert.match(text, /has changed since its claims were found/);
      assert.match(text, /1 verdict rests on documents that have changed since/);
      assert.match(text, /1 signature no longer holds/);
    }
  });

  it('is a page that fetches nothing and runs nothing', () => {
    const all = elementsOf(page);
    assert.deepEqual(
      all.filter(({ tagName }) => ['script', 'img', 'iframe', 'form'].includes(tagName)),
      [],
    );
    for (const element of all) for (const name of Object.keys(attributesOf(element))) assert.doesNotMatch(name, /^on/);
    assert.doesNotMatch(markdown, /(?<!\\)<(?:img|script)|(?<!\\)\]\(javascript/);
  });

  it('of a blind review tells of no claim what nobody has decided', () => {
    const blind = { ...session, blind: true };
    const hidden = session.claims.find(({ status, review }) => status === 'conflicting' && review.verdict === 'undecided')!;
    for (const format of ['html', 'markdown'] as const) {
      const text = exportedSession(blind, format).replace(/<style>[\s\S]*<\/style>/, '');
      assert.ok(!text.includes(hidden.reason), format);
    }
    assert.ok(!exportedSession(blind, 'sarif').includes(hidden.text));
  });

  it('comes back from JSON as it was', () => {
    assert.deepEqual(sessionSchema.parse(JSON.parse(exportedSession(session, 'json'))), session);
  });
});
