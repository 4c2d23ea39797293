import { canonicalJson, sha256 } from '../base/hash.ts';
import type { EvidenceBasis } from '../contract/basis.ts';
import type { Encoded } from '../contract/encoded.ts';
import type { AuditReport } from '../contract/report.ts';
import type { Models } from '../models/ports.ts';
import type { AuditSettings } from '../contract/settings.ts';

/** All that a report depends on besides its seed. */
export interface AuditIdentity {
  readonly question: string;
  readonly kind: AuditReport['kind'];
  readonly indexVersion: string;
  readonly settings: AuditSettings;
  readonly exclude: readonly string[];
  readonly programVersion: string;
  readonly models: AuditReport['models'];
  /** A search finds other passages with more of them encoded. */
  readonly encoded?: Encoded;
  /** Documents that are marked as superseded. */
  readonly superseded?: readonly string[];
  /** Digest of the sentences that are left out. */
  readonly refuted?: string;
  /** Of a calibration that is not the shipped one. */
  readonly fit?: string;
}

/** As one text: seeds are derived from it. */
export function auditIdentity(audit: AuditIdentity): string {
  return canonicalJson(audit);
}

/** The report's id, and so its file: another program, model or setting never writes over a report that is there. */
export function auditId(identity: string, seed: number): string {
  return sha256(`${identity}\n${seed}`).slice(0, 16);
}

/** Which models an audit can meet. */
export function identitiesOf(models: Models): AuditReport['models'] {
  return {
    embedder: models.embedder.identity,
    ...(models.sentenceEncoder === undefined ? {} : { sentenceEncoder: models.sentenceEncoder.identity }),
    relevance: models.relevance.identity,
    entailment: models.entailment.identity,
    generator: models.generator.identity,
    judge: models.judge.identity,
  };
}

/** What of the evidence rules a report's id stands for. */
export function identityOfBasis(
  basis: Pick<EvidenceBasis, 'superseded' | 'refutedDigest'> | undefined,
): Pick<AuditIdentity, 'superseded' | 'refuted'> {
  const { superseded = [], refutedDigest } = basis ?? {};
  return {
    ...(superseded.length === 0 ? {} : { superseded }),
    ...(refutedDigest === undefined ? {} : { refuted: refutedDigest }),
  };
}
