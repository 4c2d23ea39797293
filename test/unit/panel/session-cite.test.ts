import assert from 'node:assert/strict';

import { citationEdits, fixRange, type Insertion } from '../../../src/panel/session-cite.ts';
import { draft, sessions } from '../../../webview/dev/session-states.ts';

const [claim] = sessions.open.claims;
assert.ok(claim?.evidence[0] !== undefined);
const [citation] = claim.evidence;

function apply(text: string, edits: readonly Insertion[]): string {
  let result = text;
  for (const { offset, text: put } of [...edits].sort((a, b) => b.offset - a.offset))
    result = result.slice(0, offset) + put + result.slice(offset);
  return result;
}

describe('A citation in the document', () => {
  it('is a footnote in Markdown, with the number after the last', () => {
    const end = claim.place.end;
    const once = apply(draft, citationEdits(draft, end, citation, true, '\n'));
    assert.equal(once.slice(end, end + 4), '[^1]');
    assert.match(
      once,
      /\n\n\[\^1\]: policies\/access-policy-2025\.md, line 18: “Passwords chosen by users must be at least 14 characters long\.”\n$/u,
    );
    const twice = apply(once, citationEdits(once, end + 4, citation, true, '\n'));
    assert.equal(twice.slice(end, end + 8), '[^1][^2]');
    assert.match(twice, /”\n\[\^2\]: /u);
  });

  it('keeps the words of a document words', () => {
    const hostile = { ...citation, quote: '![x](http://evil) <b>*now*</b>' };
    const text = apply('A.', citationEdits('A.', 2, hostile, true, '\n'));
    assert.match(text, /“!\\\[x\\\]\(http:\/\/evil\) \\<b\\>\\\*now\\\*\\<\/b\\>”/u);
  });

  it('stands in brackets elsewhere', () => {
    assert.match(apply('A.', citationEdits('A.', 2, citation, false, '\n')), /^A\. \[policies\/access-policy-2025\.md, line 18: “/u);
  });
});

describe('The fix of a refuted claim', () => {
  it('stands at the words that it replaces', () => {
    const at = fixRange(claim, claim.text, '\n');
    assert.ok(at !== null);
    assert.equal(claim.text.slice(at.start, at.end), '8');
  });

  it('is offered only while the claim reads as it was checked', () => {
    assert.equal(fixRange(claim, claim.text.replace('users', 'staff'), '\n'), null);
    assert.equal(fixRange({ ...claim, fix: null }, claim.text, '\n'), null);
  });

  it('is found where lines end otherwise', () => {
    const text = `Passwords\nmust have 8 characters.`;
    const start = text.indexOf('8');
    const broken = { text, fix: { ...(claim.fix ?? assert.fail()), start, end: start + 1 } };
    const now = text.replace('\n', '\r\n');
    const at = fixRange(broken, now, '\r\n');
    assert.ok(at !== null);
    assert.equal(now.slice(at.start, at.end), '8');
  });
});
