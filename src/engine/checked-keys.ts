import { plainFile } from '../base/guarded.ts';
import type { SignOffKey } from '../contract/session.ts';
import type { Signature } from '../review/claim-log.ts';
import { signedWords } from '../review/sign-line.ts';
import { checkKey } from '../review/ssh-key.ts';

/** Signatures by key, each checked again only when the list of whose keys are whose has changed: it takes processes of its own. */
export class CheckedKeys {
  readonly #folder: string;
  readonly #checked = new Map<string, { readonly stamp: string; readonly found: Promise<SignOffKey> }>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Those without a key are left out. */
  async of(signatures: readonly Signature[]): Promise<Map<Signature, SignOffKey>> {
    const listed = await plainFile({ root: this.#folder, names: ['.linchpin', 'allowed_signers'] }).catch(() => null);
    const stamp = listed?.stamp ?? '';
    const keys = new Map<Signature, SignOffKey>();
    for (const signature of signatures) if (signature.key !== undefined) keys.set(signature, await this.#found(signature, stamp));
    return keys;
  }

  async #found(signature: Signature, stamp: string): Promise<SignOffKey> {
    // What was signed and the signature itself, so that nothing that differs is taken for it.
    const name = JSON.stringify([signedWords(signature), signature.key?.signature]);
    const known = this.#checked.get(name);
    if (known?.stamp === stamp) return await known.found;
    const found = checkKey(signature, this.#folder);
    this.#checked.set(name, { stamp, found });
    return await found;
  }
}
