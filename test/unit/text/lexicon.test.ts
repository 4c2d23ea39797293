import assert from 'node:assert/strict';

import fc from 'fast-check';

import { LinchpinError } from '../../../src/base/error.ts';
import { areOpposites } from '../../../src/text/antonyms.ts';
import { Lexicon } from '../../../src/text/lexicon.ts';
import { negationCue } from '../../../src/text/negation.ts';

const lexicon = Lexicon.load('models/lexicon/lexicon.txt.gz');
const someWords = fc.constantFrom(
  'dog',
  'animal',
  'rise',
  'fell',
  'policy',
  'policies',
  'ran',
  'authenticator',
  'qwzx',
  'large',
  'huge',
  'small',
  'constructor',
  '',
);

describe('text/lexicon', () => {
  const lemmaCases: readonly (readonly [word: string, lemma: string])[] = [
    ['children', 'child'],
    ['went', 'go'],
    ['policies', 'policy'],
    ['running', 'run'],
    ['bigger', 'big'],
    ['stopped', 'stop'],
    ['women', 'woman'],
    ['better', 'good'],
    ['people', 'people'],
    ['boxes', 'box'],
  ];
  for (const [word, lemma] of lemmaCases) {
    it(`finds ${lemma} for ${word}`, () => {
      assert.ok(lexicon.lemmas(word).includes(lemma), lexicon.lemmas(word).join());
    });
  }

  it('keeps an unknown word as its own lemma', () => {
    assert.deepEqual(lexicon.lemmas('qwzx'), ['qwzx']);
  });

  it('tells which word is more general, and how far', () => {
    assert.ok(lexicon.relation('dog', 'animal').up > 0);
    assert.equal(lexicon.relation('dog', 'animal').down, 0);
    assert.equal(lexicon.relation('animal', 'dog').down, lexicon.relation('dog', 'animal').up);
  });

  it('knows synonyms, sisters and derived words', () => {
    assert.equal(lexicon.relation('doctor', 'physician').synonym, true);
    assert.equal(lexicon.relation('red', 'blue').sister, true);
    assert.equal(lexicon.relation('decide', 'decision').derived, true);
    assert.deepEqual(lexicon.relation('dog', 'qwzx'), {
      synonym: false,
      up: 0,
      down: 0,
      sister: false,
      path: 0,
      antonym: false,
      derived: false,
    });
  });

  it('mirrors every relation when the words change places', () => {
    fc.assert(
      fc.property(someWords, someWords, (a, b) => {
        const one = lexicon.relation(a, b);
        const other = lexicon.relation(b, a);
        assert.deepEqual({ ...other, up: other.down, down: other.up }, one);
        assert.ok(one.path >= 0 && one.path <= 1);
      }),
    );
  });

  it('refuses a damaged file with a clear error', () => {
    for (const text of ['', 'something else', 'linchpin-lexicon 1\n0\n2\nword']) {
      assert.throws(
        () => new Lexicon(Buffer.from(text)),
        (error) => error instanceof LinchpinError && error.code === 'model-unavailable',
      );
    }
    assert.throws(
      () => Lexicon.load('models/lexicon/README.md'),
      (error) => error instanceof LinchpinError && error.code === 'model-unavailable',
    );
  });
});

describe('text/antonyms', () => {
  const cases: readonly (readonly [a: string, b: string, expected: boolean])[] = [
    ['rose', 'fell', true],
    ['increase', 'decline', true],
    ['allowed', 'prohibited', true],
    ['mandatory', 'optional', true],
    ['secure', 'insecure', true],
    ['huge', 'small', true],
    ['accepted', 'rejected', true],
    ['before', 'after', true],
    ['supported', 'unsupported', true],
    ['rise', 'rises', false],
    ['car', 'vehicle', false],
    ['policy', 'policy', false],
    ['state', 'estate', false],
  ];
  for (const [a, b, expected] of cases) {
    it(`${a} and ${b}: ${expected ? 'opposites' : 'no opposites'}, either way round`, () => {
      assert.equal(areOpposites(lexicon, a, b), expected);
      assert.equal(areOpposites(lexicon, b, a), expected);
    });
  }
});

describe('text/negation', () => {
  it('knows kinds of cues', () => {
    assert.equal(negationCue('never'), 'negator');
    assert.equal(negationCue('prohibited'), 'denier');
    assert.equal(negationCue('rarely'), 'weak');
    assert.equal(negationCue('table'), null);
  });
});
