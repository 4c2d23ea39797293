import assert from 'node:assert/strict';

import { z } from 'zod';

import { reportOf } from '../../support/reports.ts';
import { LinchpinError } from '../../../src/base/error.ts';
import { exportedReport, exportedSession } from '../../../src/export/formats.ts';
import { longSession } from './sessions.ts';

/** What schema.org/ClaimReview and its readers ask for: https://schema.org/ClaimReview. */
const person = z.strictObject({ '@type': z.enum(['Person', 'Organization']), name: z.string().min(1) });
const work = z.strictObject({ '@type': z.literal('CreativeWork'), name: z.string().min(1), text: z.string() });
const review = z.strictObject({
  '@type': z.literal('ClaimReview'),
  datePublished: z.iso.date(),
  claimReviewed: z.string().min(1),
  reviewBody: z.string(),
  author: z.union([person, z.array(person).min(1)]),
  reviewRating: z.strictObject({
    '@type': z.literal('Rating'),
    ratingValue: z.int().min(1).max(5).optional(),
    bestRating: z.literal(5).optional(),
    worstRating: z.literal(1).optional(),
    alternateName: z.string().min(1),
  }),
  itemReviewed: z.strictObject({ '@type': z.literal('Claim'), appearance: work.optional() }),
  citation: z.array(work),
});
const context = z.literal('https://schema.org');
const single = review.extend({ '@context': context });
const graph = z.strictObject({ '@context': context, '@graph': z.array(review) });

describe('ClaimReview', () => {
  it('of a claim says that no person has looked at it, and rates only what is decided', () => {
    const claim = single.parse(JSON.parse(exportedReport(reportOf('both-sides'), 'claim-review')));
    assert.deepEqual(claim.author, { '@type': 'Organization', name: 'Linchpin (automatic check, not reviewed by a person)' });
    assert.equal(claim.reviewRating.ratingValue, 3);
    assert.equal(claim.citation.length, 2);
  });

  it('is refused for an answer that is not asserted: there is no claim', () => {
    for (const name of ['uncertain', 'abstaining'] as const)
      assert.throws(
        () => exportedReport(reportOf(name), 'claim-review'),
        (error) => error instanceof LinchpinError && error.code === 'usage',
      );
  });

  it('of a session holds what was decided with one voice, by name', () => {
    const session = longSession();
    const first = single.parse(JSON.parse(exportedSession(session, 'claim-review')));
    assert.deepEqual([first.author, first.reviewRating.ratingValue], [[{ '@type': 'Person', name: 'Vera' }], 1]);
    const [one, two] = session.claims.slice(1, 3);
    const settled = {
      ...two!,
      review: {
        ...two!.review,
        verdict: 'supported' as const,
        adjudicated: { reviewer: 'Ana', verdict: 'supported' as const, at: '2026-03-03T00:00:00Z', decisionId: 'd9' },
      },
    };
    const both = graph.parse(JSON.parse(exportedSession({ ...session, claims: [one!, settled] }, 'claim-review')));
    // Tom's verdict was on an earlier result, and Vera said otherwise: who settled it is the author.
    assert.deepEqual(both['@graph'][1]?.author, [{ '@type': 'Person', name: 'Ana' }]);
    assert.throws(() => exportedSession({ ...session, claims: [] }, 'claim-review'), LinchpinError);
  });
});
