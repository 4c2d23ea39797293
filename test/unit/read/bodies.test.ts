import assert from 'node:assert/strict';

import { bodyOf } from '../../../src/read/bodies.ts';
import type { RankedSentence } from '../../../src/read/types.ts';

function sentence(start: number, text: string, more: Partial<RankedSentence> = {}): RankedSentence {
  const base = { path: 'a.md', title: '', kind: 'paragraph', scope: '', relevance: 0, leadIn: '', chance: 0.5, signs: null } as const;
  return { ...base, id: `a.md:${String(start)}`, start, text, ...more };
}

describe('the sentences that answer together', () => {
  const lead = sentence(0, 'Browser cookies:');
  const items = ['SHALL be secure.', 'SHALL expire.'].map((text, at) =>
    sentence(10 + at, text, { kind: 'list-item', scope: 'Browser cookies:', leadIn: 'Browser cookies:' }),
  );
  const [first] = items;
  assert.ok(first !== undefined);

  it('are a list with its lead-in, from any of its items', () => {
    const body = bodyOf('What are the requirements for browser cookies?', 'list', [first], [lead, ...items]);
    assert.deepEqual(
      body.map(({ text }) => text),
      ['Browser cookies:', 'SHALL be secure.', 'SHALL expire.'],
    );
  });

  it('are a list behind a sentence that counts its items or says that they follow, though no colon ends it', () => {
    const levels = ['Open: anything published.', 'Internal: everyday records.', 'Restricted: names.'].map((text, at) =>
      sentence(10 + at, text, { kind: 'list-item' }),
    );
    for (const text of ['Papers have one of three levels.', 'The following are exempt.']) {
      const announced = sentence(0, text);
      assert.deepEqual(bodyOf('What are the levels?', 'list', [announced], [announced, ...levels]), [announced, ...levels], text);
    }
    for (const text of ['The office has nine rooms.', 'It was closed on 3 May.']) {
      const before = sentence(0, text);
      assert.deepEqual(bodyOf('What are the levels?', 'list', [before], [before, ...levels]), [before], text);
    }
  });

  it('are a list that is introduced by the sentence after the one that begins it', () => {
    const may = sentence(0, 'Other means may be used.');
    const these = sentence(5, 'These include:');
    const means = ['a captcha', 'a wait'].map((text, at) => sentence(10 + at, text, { kind: 'list-item', leadIn: 'These include:' }));
    assert.deepEqual(bodyOf('Which means are there?', 'list', [may], [may, these, ...means]), [may, these, ...means]);
  });

  it('are sentences of an enumeration in running text, and no more', () => {
    const texts = ['Bikes are let in.', 'In addition, scooters are.', 'The gate is green.'];
    const all = texts.map((text, at) => sentence(at, text));
    assert.deepEqual(bodyOf('Which things are let in?', 'list', all.slice(0, 1), all), all.slice(0, 2));
    assert.deepEqual(bodyOf('Who is let in?', 'entity', all.slice(0, 1), all), all.slice(0, 1));
  });

  it('are what stands under a heading, which says nothing itself', () => {
    const heading = sentence(0, 'Dead leg', { kind: 'heading' });
    const below = sentence(9, 'A length of pipe.');
    assert.deepEqual(bodyOf('What is a dead leg?', 'definition', [heading], [heading, below]), [below]);
  });

  it('are one for each side of a comparison, and not the next best of the same side', () => {
    const two = sentence(0, 'At IAL2 the CSP MAY collect biometrics.');
    const again = sentence(50, 'At IAL2 the CSP MAY ask for a picture.');
    const three = sentence(90, 'At IAL3 the CSP SHALL collect biometrics.');
    const ranked = [two, again, three];
    assert.deepEqual(bodyOf('Biometrics: needed at IAL2, and how about IAL3?', 'comparison', ranked, ranked), [two, three]);
  });
});
