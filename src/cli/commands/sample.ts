import { userInfo } from 'node:os';
import { basename, dirname, resolve } from 'node:path';

import { LinchpinError } from '../../base/error.ts';
import { deriveSeed } from '../../base/random.ts';
import { printSample } from '../print-sample.ts';
import { tell, tellJson } from '../terminal.ts';
import type { SampleFlags } from './flags.ts';
import { existingFolder, withEngine } from './host.ts';

/**
 * Draws the sample of a session, or says what it tells by now.
 * @throws LinchpinError `folder-missing`, `review-invalid` where there is no such session, none was drawn, or one was drawn before
 */
export async function sampleCommand(what: string, dir: string, flags: SampleFlags): Promise<void> {
  const isPath = what.endsWith('.json');
  const id = basename(what, '.json');
  const folder = await existingFolder(isPath ? dirname(dirname(dirname(resolve(what)))) : dir);
  const session = await withEngine(async (engine) => {
    const { sessions } = engine.records({ folder });
    if (flags.draw !== true) return await sessions.view(id);
    const { confidence, tolerable, by, seed = deriveSeed(id) } = flags;
    return await sessions.drawSample(id, { confidence, tolerable, by, seed }, flags.reviewer ?? userInfo().username);
  });
  if (session.sample === undefined)
    throw new LinchpinError('review-invalid', `No sample of the session ${id} was drawn.`, 'Draw one: the same command with --draw.');
  if (flags.json === true) tellJson(session.sample);
  else tell(printSample(session.sample, session));
}
