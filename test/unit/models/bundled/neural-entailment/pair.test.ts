import assert from 'node:assert/strict';

import { modelsFolder } from '../../../../../src/models/bundled/assets.ts';
import { openWordBook } from '../../../../../src/models/bundled/entailment/entailment.ts';
import { bundledEncoder } from '../../../../../src/models/bundled/models.ts';
import { PairReader } from '../../../../../src/models/bundled/neural-entailment/pair.ts';
import { relations } from '../../../../../src/models/bundled/neural-entailment/relations.ts';
import { PhraseBook } from '../../../../../src/text/phrases.ts';

describe('a pair as the networks are given it', () => {
  const book = openWordBook(modelsFolder(), bundledEncoder());
  const lemmas = (word: string): readonly string[] => book.lexicon.lemmas(word);
  const phrases = new PhraseBook('poodle > hound', lemmas, 'line manager | boss | payslip\n');
  const pair = { premise: 'The line manager signs for the poodle.', hypothesis: 'Must my boss sign for the hound?', context: 'Payslip' };

  /** The relation of a word of the premise, its headings before it, with a word of the claim. */
  function relation(reader: PairReader, texts: typeof pair, premise: string, claim: string): number {
    const encoded = reader.encode(texts);
    assert.ok(encoded !== null);
    const row = encoded.premise.findIndex(({ text }) => text === premise);
    const column = encoded.claim.findIndex(({ text }) => text === claim);
    assert.ok(row >= 0 && column >= 0);
    return encoded.relations[row * encoded.claim.length + column] ?? NaN;
  }

  it('has phrases that say one another as synonyms, word by word, where the network was trained so', () => {
    const reader = new PairReader(book, phrases);
    for (const word of ['line', 'manager']) assert.ok((relation(reader, pair, word, 'boss') & relations.synonym) > 0);
    assert.ok((relation(reader, pair, 'poodle', 'hound') & relations.synonym) > 0);
    assert.equal(relation(new PairReader(book), pair, 'line', 'boss') & relations.synonym, 0);
  });

  it('keeps the direction of a phrase', () => {
    const reader = new PairReader(book, phrases);
    const turned = { premise: 'The hound is new.', hypothesis: 'Is the poodle new?', context: '' };
    assert.equal(relation(reader, turned, 'hound', 'poodle') & relations.synonym, 0);
    assert.equal(relation(reader, pair, 'payslip', 'boss') & relations.synonym, 0);
  });

  it('has what comes up with a phrase near it', () => {
    const reader = new PairReader(book, phrases);
    const asked = { premise: 'The line manager signs.', hypothesis: 'Who sees my payslip?', context: '' };
    assert.equal(relation(reader, asked, 'manager', 'payslip') & (relations.near | relations.synonym), relations.near);
  });

  it('is none where a side says nothing', () => {
    assert.equal(new PairReader(book, phrases).encode({ premise: '...', hypothesis: 'Is it so?' }), null);
  });
});
