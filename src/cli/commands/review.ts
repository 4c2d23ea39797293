import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { t } from '../../base/language.ts';
import { LinchpinError } from '../../base/error.ts';
import type { Session, SessionClaim } from '../../contract/session.ts';
import { pathIn } from '../../documents/inside.ts';
import type { Where } from '../../engine/protocol.ts';
import { shownPath } from '../check/documents.ts';
import { exitCodes } from '../exit.ts';
import { isAgainst, printClaim, printSession } from '../print-session.ts';
import { paint, progress, tell, tellJson } from '../terminal.ts';
import type { ReviewFlags } from './flags.ts';
import { folderOptions, tellDamaged, withEngine } from './host.ts';

/**
 * A fact-check review session of a document, as the editor has it: the same file, so that what is checked here is decided there.
 * @throws LinchpinError `usage`, `folder-missing`, `document-missing`, what the engine throws.
 */
export async function reviewCommand(file: string, flags: ReviewFlags, signal: AbortSignal): Promise<void> {
  const options = await folderOptions(flags.against, flags);
  const path = await innerPath(file, options);
  await withEngine(async (engine) => {
    if (flags.index) await engine.index(options, false, () => undefined, signal);
    const { sessions } = engine.records(options);
    const opened = await engine.openSession(options, path, flags.blind === true);
    const shown = new Set<string>();
    const show = (claim: SessionClaim, session: Pick<Session, 'blind' | 'total'>): void => {
      if (claim.state === 'checking') {
        progress(t('checking claim {0} of {1}', shown.size + 1, session.total));
        return;
      }
      shown.add(claim.id);
      progress('');
      if (flags.json !== true) tell(printClaim(claim, { path, blind: session.blind, paint }));
    };
    const isFrozen = opened.signed || (opened.state === 'done' && opened.claims.every(({ state }) => state !== 'failed'));
    // What needs no check is printed where it stands, between those that are checked now.
    const waiting = opened.claims.filter((claim) => isFrozen || (claim.state === 'done' && !claim.stale));
    const before = (start: number): void => {
      while ((waiting[0]?.place.start ?? Infinity) < start) {
        const claim = waiting.shift();
        if (claim !== undefined) show(claim, opened);
      }
    };
    const session = isFrozen
      ? opened
      : await engine.checkSession(
          options,
          opened.id,
          (claim) => {
            before(claim.place.start);
            show(claim, opened);
          },
          signal,
        );
    before(Infinity);
    const now = await sessions.view(session.id);
    if (flags.json === true) tellJson(now);
    else tell(printSession(now, { paint, file: shownPath(join(options.folder, '.linchpin', 'sessions', `${now.id}.json`)) }));
    tellDamaged(now.damaged);
    process.exitCode = now.claims.some(isAgainst) ? exitCodes.failure : exitCodes.answered;
  });
}

/** Of a document in the folder, with `/`. */
async function innerPath(file: string, { folder, folders }: Where): Promise<string> {
  const path = await pathIn(folders ?? folder, await realpath(resolve(file)).catch(() => resolve(file)));
  if (path === null)
    throw new LinchpinError(
      'usage',
      `${file} is not in the folder that it is reviewed against: a session belongs to its folder.`,
      'Copy the document into the folder, or hold it against the folder without a session: "linchpin check".',
    );
  return path;
}
