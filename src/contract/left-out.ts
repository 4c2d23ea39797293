import * as z from 'zod';

import { plural, t } from '../base/language.ts';

/** Why a file of the folder is not in the index; of `hidden-text`, a part of it. */
export const leftOutCauseSchema = z.enum([
  'kind-not-read',
  'secret',
  'machine-made',
  'too-large',
  'not-text',
  'no-text-layer',
  'encrypted',
  'damaged',
  'over-limit',
  'link-outside',
  'name-not-citable',
  'hidden-text',
  'unreadable',
  'ignored',
  'excluded',
]);
export type LeftOutCause = z.infer<typeof leftOutCauseSchema>;

/** Files that are left out for one cause and are of one kind. */
export const leftOutSchema = z
  .object({
    cause: leftOutCauseSchema,
    /** The name's extension in lower case without its dot; empty where there is none, and for causes that are only counted. */
    kind: z.string(),
    /** Files; a folder that is ignored, excluded or behind a link counts once. */
    files: z.int().positive(),
    /** Relative to the folder, in order, the first thousand; empty for `ignored` and `excluded`, which somebody asked for. */
    paths: z.array(z.string()).readonly(),
  })
  .readonly();
export type LeftOut = z.infer<typeof leftOutSchema>;

const words: Record<LeftOutCause, (files: string) => string> = {
  'kind-not-read': (files) => t('{0} of kinds that are not read', files),
  secret: (files) => t('{0} that may hold passwords or keys', files),
  'machine-made': (files) => t('{0} made by programs for programs, such as lock files and installed packages', files),
  'too-large': (files) => t('{0} over the size limit', files),
  'not-text': (files) => t('{0} not text, whatever the name says', files),
  'no-text-layer': (files) => t('{0} without a text layer: scanned pages need text recognition first', files),
  encrypted: (files) => t('{0} protected by a password', files),
  damaged: (files) => t('{0} damaged', files),
  'over-limit': (files) => t('{0} over the limits of time and memory for one file', files),
  'link-outside': (files) => t('{0} behind links that leave the folder', files),
  'name-not-citable': (files) => t('{0} whose names citations cannot hold: rename them', files),
  'hidden-text': (files) => t('{0} with text that a reader does not see: it is no evidence', files),
  unreadable: (files) => t('{0} that could not be read', files),
  ignored: (files) => t('{0} ignored by .gitignore', files),
  excluded: (files) => t('{0} left out by the settings for files', files),
};

/** One sentence part for each cause, such as "7 files of kinds that are not read: docx (4), pdf (3)"; most files first. */
export function describeLeftOut(groups: readonly LeftOut[]): { readonly cause: LeftOutCause; readonly text: string }[] {
  return leftOutCauseSchema.options.flatMap((cause) => {
    const own = groups.filter((group) => group.cause === cause).sort((a, b) => b.files - a.files || (a.kind < b.kind ? -1 : 1));
    const files = own.reduce((sum, group) => sum + group.files, 0);
    if (files === 0) return [];
    const text = words[cause](plural(files, '{0} file', '{0} files'));
    const kinds = own.map(({ kind, files: count }) => `${kind === '' ? t('no extension') : kind} (${count})`).join(', ');
    return [{ cause, text: cause === 'kind-not-read' ? `${text}: ${kinds}` : text }];
  });
}
