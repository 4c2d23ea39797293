import { basename, dirname, join, resolve } from 'node:path';
import { userInfo } from 'node:os';

import { t } from '../../base/language.ts';
import { allowedLine } from '../../review/ssh-key.ts';
import { printSession } from '../print-session.ts';
import { tell, tellJson, warn } from '../terminal.ts';
import type { SignFlags } from './flags.ts';
import { existingFolder, tellDamaged, withEngine } from './host.ts';

/**
 * Signs a review session off, as the editor does. With a key whose owner the folder does not know yet, the line that says so is printed.
 * @throws LinchpinError `folder-missing`, `review-invalid`
 */
export async function signCommand(what: string, dir: string, flags: SignFlags): Promise<void> {
  const isPath = what.endsWith('.json');
  const id = basename(what, '.json');
  const folder = await existingFolder(isPath ? dirname(dirname(dirname(resolve(what)))) : dir);
  await withEngine(async (engine) => {
    const { sessions } = engine.records({ folder });
    const { total } = await sessions.view(id);
    const reviewer = flags.reviewer ?? userInfo().username;
    const statement = flags.statement ?? t('I have decided all {0} claims of this document on the evidence shown.', total);
    const session = await sessions.sign(id, reviewer, statement, flags.key ?? null);
    if (flags.json === true) tellJson(session);
    else tell(printSession(session, { paint: (_, text) => text, file: isPath ? what : join(dir, '.linchpin', 'sessions', `${id}.json`) }));
    tellDamaged(session.damaged);
    const own = session.signOffs.find((sign) => sign.reviewer === reviewer);
    const signature = own?.key?.state === 'unknown' ? await sessions.keySignature(id, reviewer) : null;
    const line = signature === null ? null : allowedLine(reviewer, signature);
    if (line !== null) warn(`${t('So that others see whose key this is, add to .linchpin/allowed_signers:')}\n${line}\n`);
  });
}
