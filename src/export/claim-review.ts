import { LinchpinError } from '../base/error.ts';
import type { Citation } from '../contract/citation.ts';
import type { AnswerStatus, AuditReport } from '../contract/report.ts';
import type { ClaimVerdict, Session, SessionClaim } from '../contract/session.ts';
import { findingOf, findingOfClaim, findingWords, verdictWords } from '../contract/claim-words.ts';
import { notAsSigned } from '../contract/sign-words.ts';
import { oneLine, placeInDocument } from './words.ts';

/** Of five, where there is something to rate: what is not decided has no rating, which is not a low one. */
const ratings: Partial<Record<AnswerStatus | ClaimVerdict, number>> = { supported: 5, conflicting: 3, refuted: 1 };

interface Reviewed {
  readonly claim: string;
  readonly verdict: AnswerStatus | ClaimVerdict;
  /** The same in words. */
  readonly rating: string;
  readonly reason: string;
  readonly at: string;
  /** Those who decided; none where only the program has checked. */
  readonly reviewers: readonly string[];
  readonly appearance: Citation | null;
  readonly evidence: readonly Citation[];
}

/**
 * A claim's audit as schema.org ClaimReview in JSON-LD. The author is who decided: a check that no person has looked at says so.
 * @throws LinchpinError `usage` for a question without an answer that is asserted: there is no claim to review
 */
export function reportClaimReview(report: AuditReport): object {
  const { answer, kind, evidence, counterEvidence, conflicts } = report;
  if (kind === 'question' && !(answer.status in ratings))
    throw new LinchpinError(
      'usage',
      'This audit asserts nothing, so there is no claim to review.',
      'Export it as HTML or Markdown, or check a claim.',
    );
  const other =
    counterEvidence?.sufficient === true ? counterEvidence.minimal.map(({ citation }) => citation) : conflicts.map(({ b }) => b);
  return document([
    {
      claim: answer.statement,
      verdict: answer.status,
      rating: kind === 'claim' ? findingWords(findingOfClaim(report)).headline : findingWords(findingOf(answer.status, undefined)).name,
      reason: answer.reason,
      at: report.createdAt,
      reviewers: [],
      appearance: null,
      evidence: [...evidence.minimal.map(({ citation }) => citation), ...other],
    },
  ]);
}

/** The claims of a session that reviewers have decided with one voice. @throws LinchpinError `usage` where there is none, and where one is not as it was signed */
export function sessionClaimReview(session: Session): object {
  if (notAsSigned(session).size > 0)
    throw new LinchpinError(
      'usage',
      'Claims of this session are not as they were signed, so their reviews are not published.',
      'Restore the session from version control; the export as Markdown or HTML says which they are.',
    );
  const decided = session.claims.flatMap((claim) => reviewedClaim(claim));
  if (decided.length === 0)
    throw new LinchpinError('usage', 'No claim of this session is decided yet.', 'Decide some claims first, then export again.');
  return document(decided);
}

function reviewedClaim({ review, text, reason, place, evidence, counterEvidence }: SessionClaim): Reviewed[] {
  const { verdict, notes, adjudicated } = review;
  if (verdict === 'undecided' || verdict === 'split' || verdict === 'not-a-claim') return [];
  const by = [...(adjudicated === null ? [] : [adjudicated]), ...review.by.filter((entry) => !entry.outdated && entry.verdict === verdict)];
  return [
    {
      claim: text,
      verdict,
      rating: verdictWords(verdict).name,
      reason: notes.length > 0 ? notes.map((note) => note.text).join(' ') : reason,
      at:
        by
          .map((entry) => entry.at)
          .sort()
          .at(-1) ?? '',
      reviewers: [...new Set(by.map((entry) => entry.reviewer))],
      appearance: place,
      evidence: [...evidence, ...counterEvidence],
    },
  ];
}

function document(reviewed: readonly Reviewed[]): object {
  const reviews = reviewed.map((entry) => claimReview(entry));
  return { '@context': 'https://schema.org', ...(reviews.length === 1 ? reviews[0] : { '@graph': reviews }) };
}

function claimReview({ claim, verdict, rating, reason, at, reviewers, appearance, evidence }: Reviewed): object {
  const value = ratings[verdict];
  return {
    '@type': 'ClaimReview',
    datePublished: at.slice(0, 10),
    claimReviewed: oneLine(claim),
    reviewBody: reason,
    author:
      reviewers.length === 0
        ? { '@type': 'Organization', name: 'Linchpin (automatic check, not reviewed by a person)' }
        : reviewers.map((name) => ({ '@type': 'Person', name })),
    reviewRating: {
      '@type': 'Rating',
      ...(value === undefined ? {} : { ratingValue: value, bestRating: 5, worstRating: 1 }),
      alternateName: rating,
    },
    itemReviewed: {
      '@type': 'Claim',
      ...(appearance === null
        ? {}
        : { appearance: { '@type': 'CreativeWork', name: `${appearance.path}, ${placeInDocument(appearance)}`, text: appearance.quote } }),
    },
    citation: evidence.map((source) => ({
      '@type': 'CreativeWork',
      name: `${source.path}, ${placeInDocument(source)}`,
      text: source.quote,
    })),
  };
}
