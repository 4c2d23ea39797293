import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { say, shown, speak, t } from '../../../src/base/language.ts';
import { catalogues, faultsOfCatalogue, sentencesOfSources } from '../../../scripts/catalogue.mjs';

describe('The catalogues', () => {
  const { keys, faults } = sentencesOfSources();

  afterEach(() => {
    speak('en', undefined);
  });

  it('are found by literals alone, said when the language is known', () => {
    assert.ok(keys.size > 500);
    assert.deepEqual(faults, []);
  });

  for (const { name, catalogue, keys: wanted } of catalogues()) {
    it(`${name} holds every sentence, nothing else, and fills in the same`, () => {
      assert.deepEqual(faultsOfCatalogue(catalogue, wanted), []);
    });

    if (!name.startsWith('bundle')) continue;
    it(`${name}: each sentence that travels is found again, with what was filled in`, () => {
      speak('de', catalogue);
      const values = ['Qx7', 'a, b', '12', '“quoted”'];
      const lost = [...keys].flatMap(([key, { travels }]) => {
        if (!travels) return [];
        const english = key.replaceAll(/\{(\d+)\}/g, (_, at: string) => values[Number(at)] ?? '');
        const expected = t(key, ...values);
        return shown(english) === expected ? [] : [`${english} => ${shown(english)}`];
      });
      assert.deepEqual(lost, []);
    });
  }

  it('a missing, an idle and a wrongly filled sentence are faults', () => {
    const wanted = new Map([
      ['One {0}', { place: 'a.ts:1', travels: false }],
      ['Two', { place: 'a.ts:2', travels: false }],
    ]);
    assert.deepEqual(faultsOfCatalogue({ 'One {0}': 'Eins {1}', Three: 'Drei' }, wanted), [
      'missing (a.ts:2): "Two"',
      'filled in otherwise: "One {0}"',
      'nothing says it: "Three"',
    ]);
  });
});

describe('The pages of the walkthrough', () => {
  const folder = join(import.meta.dirname, '..', '..', '..', 'media', 'walkthrough');
  const codes = (page: string): string[] => page.match(/`[^`]+`|<kbd>.<\/kbd>/g) ?? [];

  // The editor looks for `NAME.nls.LANGUAGE.md` beside each page.
  it('are there in German, with the same code and keys in them', () => {
    const pages = readdirSync(folder).filter((name) => !name.includes('.nls.'));
    assert.ok(pages.length > 0);
    for (const name of pages) {
      const [english, german] = [name, name.replace(/md$/, 'nls.de.md')].map((each) => readFileSync(join(folder, each), 'utf8'));
      assert.ok(english !== undefined && german !== undefined);
      assert.deepEqual(codes(german), codes(english), name);
      assert.equal(german.match(/^- /gm)?.length, english.match(/^- /gm)?.length, name);
    }
  });
});

describe('A sentence that has travelled', () => {
  const catalogue = {
    'The evidence is sufficient, but another source contradicts it: {0}.': 'Eine andere Quelle widerspricht: {0}.',
    'one says {0}, the other {1}': 'die eine sagt {0}, die andere {1}',
    'the first source is older ({0}, not {1})': 'die erste ist älter ({0}, nicht {1})',
    'It cannot be read.': 'Sie ist nicht lesbar.',
    '{0} of {1}': '{0} von {1}',
  };

  beforeEach(() => {
    speak('de', catalogue);
  });
  afterEach(() => {
    speak('en', undefined);
  });

  it('is shown with its parts, and what is filled in stays as it is', () => {
    const explanation = `${say`one says ${'It cannot be read.'}, the other ${'14'}`}; ${say`the first source is older (${2019}, not ${2025})`}`;
    assert.equal(
      shown(say`The evidence is sufficient, but another source contradicts it: ${explanation}.`),
      'Eine andere Quelle widerspricht: die eine sagt It cannot be read., die andere 14; die erste ist älter (2019, nicht 2025).',
    );
  });

  it('stays English where the catalogue does not know it, or knows too few of its letters', () => {
    for (const sentence of ['Something else.', 'It cannot be read. Something else.', 'one of two', 'constructor'])
      assert.equal(shown(sentence), sentence);
  });

  it('is English where English is spoken', () => {
    speak('en', undefined);
    assert.equal(shown('It cannot be read.'), 'It cannot be read.');
  });
});
