import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';

import { plural, t } from '../../base/language.ts';
import { visibleLine } from '../../base/visible.ts';
import { LinchpinError } from '../../base/error.ts';
import { type DocumentRole, documentRoles, roleWord } from '../../contract/document-role.ts';
import { pathIn } from '../../documents/inside.ts';
import { createEngine } from '../../engine/engine.ts';
import type { Where } from '../../engine/protocol.ts';
import { tell, tellJson, warn } from '../terminal.ts';
import type { MarkFlags } from './flags.ts';
import { tellDamaged, whereOf } from './host.ts';

/**
 * Marks a document or a glob, takes the mark away with `none`, or lists what is marked where no path is given.
 * @throws LinchpinError `usage`, `folder-missing`, `review-invalid`.
 */
export async function markCommand(path: string | undefined, role: string | undefined, flags: MarkFlags): Promise<void> {
  const where = await whereOf(flags.dir, flags);
  const { roles } = createEngine().records(where);
  if (path !== undefined) {
    const pattern = await patternOf(path, where);
    const given = roleOf(role);
    await roles.mark([pattern], given);
    if (flags.json !== true)
      warn(
        `linchpin: ${visibleLine(given === null ? t('{0} is not marked any more.', pattern) : t('{0} is marked: {1}.', pattern, roleWord(given)))}\n`,
      );
  }
  const { lines, damaged } = await roles.read();
  tellDamaged(damaged);
  if (flags.json === true) tellJson({ marks: lines, odd: damaged });
  else if (path === undefined) {
    for (const { role: own, pattern } of lines) tell(`${visibleLine(`${own.padEnd(13)}${pattern}`)}\n`);
    if (lines.length === 0) tell(`${t('Nothing is marked.')}\n`);
    else warn(`${plural(lines.length, '{0} mark', '{0} marks')}\n`);
  }
}

function roleOf(text: string | undefined): DocumentRole | null {
  if (text === 'none') return null;
  const role = documentRoles.find((each) => each === text);
  if (role === undefined)
    throw new LinchpinError('usage', `"${text ?? ''}" is no role of a document.`, `Give one of ${documentRoles.join(', ')}, or none.`);
  return role;
}

/** A file at this terminal by its path in the folder; what is no file is a glob, or a document that will come, relative to the folder. */
async function patternOf(path: string, { folder, folders }: Where): Promise<string> {
  const file = resolve(path);
  if ((await stat(file).catch(() => null))?.isFile() !== true) return path;
  const inner = await pathIn(folders ?? folder, await realpath(file));
  if (inner === null)
    throw new LinchpinError('usage', `${path} is not in the folder whose documents are marked.`, 'Name the folder with --dir.');
  return inner;
}
