import assert from 'node:assert/strict';

import { expand, type Glossary } from '../../../src/refine/expand.ts';

const glossary: Glossary = {
  acronyms: new Map([['PAD', ['presentation', 'attack', 'detection']]]),
  related: (word, other) => word === 'retain' && other === 'keep',
};

describe('expanding a question with the words of the documents', () => {
  it('spells out short forms', () => {
    assert.equal(expand('Is PAD required?', [], glossary), 'Is PAD required presentation attack detection?');
  });

  it('adds the short form of what is spelled out', () => {
    assert.equal(expand('Is presentation attack detection required?', [], glossary), 'Is presentation attack detection required PAD?');
  });

  it('adds a related word of the documents where they do not use the own one', () => {
    assert.equal(expand('How long do we retain logs?', ['logs', 'keep'], glossary), 'How long do we retain logs keep?');
    assert.equal(expand('How long do we retain logs?', ['logs', 'retain', 'keep'], glossary), null);
  });

  it('adds nothing where there is nothing to add', () => {
    assert.equal(expand('How long are logs kept?', ['logs', 'kept'], glossary), null);
  });
});
