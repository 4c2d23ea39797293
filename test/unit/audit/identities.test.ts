import assert from 'node:assert/strict';

import { auditId, type AuditIdentity, auditIdentity, identitiesOf } from '../../../src/audit/identities.ts';
import { auditSettingsSchema } from '../../../src/contract/settings.ts';
import { programVersion } from '../../../src/base/version.ts';
import type { Models } from '../../../src/models/ports.ts';
import { judgeOfFacts, modelsWith } from '../../support/judge.ts';

const models = modelsWith(judgeOfFacts([]));

describe('what an audit is identified by', () => {
  const own: AuditIdentity = {
    question: 'How long?',
    kind: 'question',
    indexVersion: 'index',
    settings: auditSettingsSchema.parse({}),
    exclude: [],
    programVersion,
    models: identitiesOf(models),
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
      { models: { ...own.models, judge: { ...generator, version: 'next' } } },
      { models: { ...own.models, sentenceEncoder: { ...embedder, version: 'next' } } },
      { fit: 'mine' },
    ];
    const ids = [own, ...others.map((other) => ({ ...own, ...other }))].map(idOf);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('names every model that it can meet, and the sentence encoder where there is one', () => {
    const chosen = ['embedder', 'relevance', 'entailment', 'generator', 'judge'];
    const named = (own: Models): string[] => Object.keys(identitiesOf(own)).sort();
    assert.deepEqual(named({ ...models, sentenceEncoder: undefined }), [...chosen].sort());
    assert.deepEqual(named({ ...models, sentenceEncoder: models.embedder }), [...chosen, 'sentenceEncoder'].sort());
  });
});
