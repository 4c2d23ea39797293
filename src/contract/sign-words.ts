import { t } from '../base/language.ts';
import type { Session, SignOff } from './session.ts';

/** What stands behind the name of a signature: a key, and whose, or nothing. Part of a line, without a full stop. */
export function keyWords({ key, partial }: Pick<SignOff, 'key' | 'partial'>): string {
  return partial === true
    ? `${ownKeyWords(key)}; ${t('of an older version, which covers statements, statuses, quotes and verdicts only')}`
    : ownKeyWords(key);
}

function ownKeyWords(key: SignOff['key']): string {
  if (key === undefined) return t('recorded, not signed with a key');
  const { state, fingerprint, of } = key;
  switch (state) {
    case 'known':
      return t('signed by key {0} of {1}', fingerprint ?? '', (of ?? '').replaceAll(/\s+/g, ' '));
    case 'unknown':
      return t('signed by key {0}; .linchpin/allowed_signers does not say whose it is', fingerprint ?? '');
    case 'wrong':
      return t('signed by a key, but the signature does not fit what is recorded');
    case 'unchecked':
      return t('signed by a key, which could not be checked here: there is no ssh-keygen, or one of before OpenSSH 8.2');
  }
}

/** Ids of the claims of which something is not as somebody has signed it. */
export function notAsSigned({ signOffs }: Pick<Session, 'signOffs'>): ReadonlySet<string> {
  return new Set(signOffs.flatMap(({ changedClaims }) => changedClaims ?? []));
}
