import assert from 'node:assert/strict';

import { auditId, type AuditIdentity, auditIdentity, identitiesOf } from '../../../src/audit/identities.ts';
import { auditSettingsSchema } from '../../../src/contract/settings.ts';
import { programVersion } from '../../../src/base/version.ts';
import { bundledModels } from '../../../src/models/bundled/models.ts';

const models = bundledModels();

describe('what an audit is identified by', () => {
  const own: AuditIdentity = {
    question: 'How long?',
    kind: 'question',
    indexVersion: 'index',
    settings: auditSettingsSchema.parse({}),
    exclude: [],
    programVersion,
    models: identitiesOf(models, { reading: true, claims: false }),
  };
  const idOf = (audit: AuditIdentity): string => auditId(auditIdentity(audit), 7);

  it('gives the same id to the same audit, and another to every other', () => {
    assert.equal(idOf(own), idOf(structuredClone(own)));
    const { embedder, generator } = own.models;
    const others: Partial<AuditIdentity>[] = [
      { question: 'How short?' },
      { kind: 'claim' },
      { indexVersion: 'other' },
      { settings: auditSettingsSchema.parse({ threshold: 0.5 }) },
      { exclude: ['*.md'] },
      { programVersion: `${programVersion}-next` },
      { models: { ...own.models, generator: { ...generator, version: 'next' } } },
      { models: { ...own.models, ranker: { ...embedder, version: 'next' } } },
      { models: { ...own.models, spanReader: { ...embedder, version: 'next' } } },
      { fit: 'mine' },
    ];
    const ids = [own, ...others.map((other) => ({ ...own, ...other }))].map(idOf);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('names the networks that this audit can meet, and no others', function () {
    if (models.spanReader === undefined) this.skip();
    const chosen = ['embedder', 'relevance', 'entailment', 'generator'];
    const named = (met: { reading: boolean; claims: boolean }): string[] => Object.keys(identitiesOf(models, met));
    assert.deepEqual(named({ reading: false, claims: false }), chosen);
    assert.deepEqual(named({ reading: true, claims: false }), [...chosen, 'ranker', 'spanReader', 'sentenceChoice', 'questionMatch']);
    assert.deepEqual(named({ reading: false, claims: true }), [...chosen, 'neuralEntailment']);
  });

  it('works where networks cannot be run', () => {
    const without = {
      ...models,
      ranker: undefined,
      spanReader: undefined,
      sentenceChoice: undefined,
      questionMatch: undefined,
      neuralEntailment: undefined,
    };
    assert.deepEqual(Object.keys(identitiesOf(without, { reading: true, claims: true })), [
      'embedder',
      'relevance',
      'entailment',
      'generator',
    ]);
  });
});
