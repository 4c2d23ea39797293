import assert from 'node:assert/strict';

import fc from 'fast-check';

import { stem } from '../../../src/text/stem.ts';
import { isStopword } from '../../../src/text/stopwords.ts';
import { contentStems, countTokens, tokenize } from '../../../src/text/tokens.ts';

function check(text: string, expected: readonly string[]): void {
  assert.deepEqual(
    tokenize(text).map((token) => token.text),
    expected,
  );
}

describe('tokens', () => {
  it('keeps numbers with their separators whole', () => {
    check('It costs 1,234.5 or 3.0.1, not 7.', ['It', 'costs', '1,234.5', 'or', '3.0.1', 'not', '7']);
  });
  it('keeps contractions whole, with either apostrophe', () => {
    check("don't can’t 'quoted'", ["don't", 'can’t', 'quoted']);
  });
  it('cuts at hyphens, so that both ways of writing meet', () => {
    check('high-risk 800-63B', ['high', 'risk', '800', '63B']);
  });
  it('keeps letters with their numbers', () => {
    check('AAL2 SHA256 10km', ['AAL2', 'SHA256', '10km']);
  });
  it('keeps combining marks with their letters', () => {
    check('e\u0301tude naïve Ünder', ['e\u0301tude', 'naïve', 'Ünder']);
  });
  it('takes Han and kana one by one', () => {
    check('证据 かな', ['证', '据', 'か', 'な']);
  });
  it('reads other alphabets', () => {
    check('Москва Αθήνα', ['Москва', 'Αθήνα']);
  });

  it('gives offsets that cut the token out, in order, on any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        let last = 0;
        for (const token of tokenize(text)) {
          assert.equal(text.slice(token.start, token.end), token.text);
          assert.equal(token.lower, token.text.toLowerCase());
          assert.ok(token.start >= last && token.end > token.start);
          last = token.end;
        }
      }),
    );
  });
});

describe('stems', () => {
  it('brings the forms of a word together', () => {
    for (const forms of [
      ['verify', 'verifies', 'verified', 'verifying'],
      ['connect', 'connection', 'connected'],
      ['agency', 'agencies', "agency's", 'agency’s'],
    ]) {
      assert.equal(new Set(forms.map(stem)).size, 1, forms.join());
    }
  });

  it('leaves words with digits and of other scripts alone', () => {
    for (const word of ['aal2', '2020', 'москва', 'étude', '证']) assert.equal(stem(word), word);
  });

  it('keeps what decides a sentence, and drops what only joins it', () => {
    assert.deepEqual(contentStems('The verifier must not be used with it'), ['verifi', 'must', 'not', 'us']);
    assert.deepEqual(contentStems('it is of the'), []);
  });

  it('are those of the tokens, on any text', () => {
    const piece = fc.constantFrom('a', 'B', '1', '.', ',', "'", '’', '-', '_', 's', 'No', 'the', ' ', 'é', '水', 'SP800-63b');
    const text = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(text, (any) => {
        const words = tokenize(any).map(({ lower }) => lower);
        assert.equal(countTokens(any), words.length);
        assert.deepEqual(
          contentStems(any),
          words.filter((word) => !isStopword(word)).map((word) => stem(word)),
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('does not depend on what was stemmed before', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 12 }), { maxLength: 20 }), (words) => {
        const first = words.map(stem);
        assert.deepEqual([...words].reverse().map(stem).reverse(), first);
      }),
    );
  });
});
