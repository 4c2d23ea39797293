import { canonicalJson, sha256 } from '../base/hash.ts';
import type { AuditReport, ModelIdentity } from '../contract/report.ts';
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

/**
 * Which models an audit can meet.
 * @param met `reading`: the networks that rank and read sentences; `claims`: the network beside the entailment model
 */
export function identitiesOf(models: Models, met: { readonly reading: boolean; readonly claims: boolean }): AuditReport['models'] {
  const identities: AuditReport['models'] = {
    embedder: models.embedder.identity,
    relevance: models.relevance.identity,
    entailment: models.entailment.identity,
    generator: models.generator.identity,
  };
  const add = (role: 'ranker' | 'spanReader' | 'sentenceChoice' | 'questionMatch' | 'neuralEntailment'): void => {
    const identity: ModelIdentity | undefined = models[role]?.identity;
    if (identity !== undefined) identities[role] = identity;
  };
  if (met.reading) {
    add('ranker');
    add('spanReader');
    add('sentenceChoice');
    add('questionMatch');
  }
  if (met.claims) add('neuralEntailment');
  return identities;
}
