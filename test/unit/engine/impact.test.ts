import assert from 'node:assert/strict';

import type { Citation } from '../../../src/contract/citation.ts';
import { sha256 } from '../../../src/base/hash.ts';
import { impactOfChanges, impactOfPlaces, recordsOf } from '../../../src/engine/impact.ts';
import type { Record } from '../../../src/impact/impact.ts';
import { sessionOf } from '../sampling/sessions.ts';

const before = 'Rules.\n\nDoors close at six. Windows stay shut.\n\nDogs wait outside.\n';

function cited(path: string, quote: string, text = before): Citation {
  const start = text.indexOf(quote);
  const end = start + quote.length;
  return {
    ...{ path, start, end, quote },
    line: text.slice(0, start).split('\n').length,
    prefix: text.slice(Math.max(0, start - 32), start),
    suffix: text.slice(end, end + 32),
    contentHash: sha256(text),
  };
}

function record(quote: string): Record {
  const citation = cited('rules.md', quote);
  const spanId = `rules.md:${citation.start}-${citation.end}` as const;
  return {
    auditId: quote,
    kind: 'question',
    text: quote,
    status: 'supported',
    claim: null,
    evidence: [{ spanId, citation, necessity: 1 }],
    breakingSets: [[spanId]],
  };
}

describe('Impact over the records of a folder', () => {
  const records = ['Doors close at six.', 'Windows stay shut.', 'Dogs wait outside.'].map(record);
  const fallen = (now: string | null, old: string | null = before): string[] =>
    impactOfChanges(records, 'main', new Map([['rules.md', { before: old, now }]])).dependents.map(({ text }) => text);

  it('through a change takes the sentences that it touched, and not those that moved', () => {
    assert.deepEqual(fallen(`A new head.\n\n${before.replace('at six', 'at seven')}`), ['Doors close at six.']);
    assert.deepEqual(fallen(`${before}\nMore.\n`), []);
  });

  it('takes all of a document that has gone', () => {
    assert.equal(fallen(null).length, 3);
  });

  it('lays nothing to a change that was gone before it', () => {
    assert.deepEqual(fallen('Dogs wait outside.\n', 'Dogs wait outside.\n\nCats too.\n'), []);
    assert.deepEqual(fallen('New.', null), []);
  });

  it('of places takes the lines that are named', () => {
    const of = (lines: [number, number] | null): string[] =>
      impactOfPlaces(records, 'rules.md', [{ path: 'rules.md', lines }]).dependents.map(({ text }) => text);
    assert.deepEqual(of([3, 3]), ['Doors close at six.', 'Windows stay shut.']);
    assert.equal(of(null).length, 3);
    assert.deepEqual(of([9, 12]), []);
  });

  it('knows the session, the verdict and the signatures of a claim', () => {
    const session = sessionOf([{ status: 'supported', verdict: 'supported' }]);
    const [claim] = session.claims;
    assert.ok(claim !== undefined);
    const [found] = recordsOf(
      [
        {
          summary: {
            id: 'audit-1',
            question: 'c',
            kind: 'claim',
            status: 'supported',
            answer: '',
            createdAt: '',
            citations: 1,
            sessionId: null,
          },
          sets: [],
          minimal: [],
          breakingSets: [],
          chance: null,
          raw: null,
          fit: { weights: { entail: 1, coverage: 0, contradiction: 0, length: 0 }, kMax: 5 },
        },
      ],
      [{ ...session, claims: [{ ...claim, auditId: 'audit-1' }] }],
    );
    assert.deepEqual([found?.claim?.sessionId, found?.claim?.verdict, found?.claim?.signedBy], [session.id, 'supported', []]);
  });
});
