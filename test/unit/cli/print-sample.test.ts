import assert from 'node:assert/strict';

import { printSample } from '../../../src/cli/print-sample.ts';
import { drawSample } from '../../../src/sampling/plan.ts';
import { sampleState } from '../../../src/sampling/state.ts';
import { decided, sessionOf } from '../sampling/sessions.ts';

describe('A sample at the command line', () => {
  const plan = { confidence: 0.95, tolerable: 0.1, by: 'verdict', seed: 4 } as const;
  const session = sessionOf(Array.from({ length: 40 }, (_, place) => ({ status: place % 2 === 0 ? 'supported' : 'refuted' })));
  const strata = drawSample(
    session.claims.map(({ id, status, chance }) => ({ id, status: status ?? ('uncertain' as const), chance })),
    plan,
  ).map(({ name, planned, claims }) => ({ name, planned, claims: [...claims] }));
  const stored = { schemaVersion: 1 as const, ...plan, sessionId: session.id, reviewer: 'Vera', createdAt: '2026-03-02T10:00:00Z', strata };

  it('says the bound, what was drawn, and what to look at next, with its line', () => {
    const planned = strata.flatMap((stratum) => stratum.claims.slice(0, stratum.planned).map(({ id }) => id));
    const text = printSample(sampleState(stored, decided(session, planned)), session);
    assert.match(text, /With 95% confidence at most \d+ of the \d+ claims that nobody looked at are wrong\. That is within the 10%/u);
    assert.match(text, /Supported: \d+ of 20, \d+ looked at, 0 wrong/u);
    assert.match(text, /To look at next:\n {2}drafts\/report\.md:\d+ {2}Claim/u);
    assert.match(text, /By the planned claims alone, looked at once: at most \d+\./u);
  });

  it('keeps the verdicts of a blind session to itself', () => {
    assert.doesNotMatch(printSample(sampleState(stored, session), { ...session, blind: true }), /Supported|Refuted/u);
  });
});
