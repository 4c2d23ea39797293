import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { LinchpinError } from '../base/error.ts';
import { speak } from '../base/language.ts';

const flag = '--language';

/**
 * Speaks the language that the call or the environment asks for; English where it has no catalogue. Nothing is read for English.
 * @returns the arguments without the option
 * @throws LinchpinError `usage` for an option that names a language without a catalogue.
 */
export async function speakAsAsked(argv: readonly string[], environment: Readonly<NodeJS.ProcessEnv>): Promise<string[]> {
  const { asked, rest } = withoutFlag(argv);
  const tag = tagOf(asked ?? ['LC_ALL', 'LC_MESSAGES', 'LANG'].map((name) => environment[name] ?? '').find((value) => value !== '') ?? '');
  speak('en', undefined);
  if (tag === null && asked !== undefined) throw unknownLanguage(asked);
  if (tag === null || tag.language === 'en') return rest;
  const file = catalogueFile(tag);
  if (file !== null) speak(tag.baseName, await readCatalogue(file));
  else if (asked !== undefined) throw unknownLanguage(asked);
  return rest;
}

async function readCatalogue(file: string): Promise<Record<string, string>> {
  const { record, string } = await import('zod');
  return record(string(), string()).parse(JSON.parse(readFileSync(file, 'utf8')));
}

function withoutFlag(argv: readonly string[]): { readonly asked: string | undefined; readonly rest: string[] } {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
  const at = argv.findIndex((each, place) => place < end && (each === flag || each.startsWith(`${flag}=`)));
  if (at < 0) return { asked: undefined, rest: [...argv] };
  const isJoined = argv[at] !== flag;
  const asked = isJoined ? (argv[at] ?? '').slice(flag.length + 1) : (argv[at + 1] ?? '');
  return { asked, rest: [...argv.slice(0, at), ...argv.slice(at + (isJoined ? 1 : 2))] };
}

/** Of "de_AT.UTF-8", "de-AT" or "de"; null for "C", "POSIX" and what is no language. */
function tagOf(locale: string): Intl.Locale | null {
  const [tag = ''] = locale.split(/[.@:]/);
  if (tag === '' || tag === 'C' || tag === 'POSIX') return null;
  try {
    return new Intl.Locale(tag.replaceAll('_', '-'));
  } catch {
    return null;
  }
}

function catalogueFile({ baseName, language }: Intl.Locale): string | null {
  const folder = cataloguesFolder();
  if (folder === null) return null;
  return [baseName, language].map((tag) => join(folder, `bundle.l10n.${tag}.json`)).find((path) => existsSync(path)) ?? null;
}

/** Beside the bundles, or above the sources; null where it was not installed with them. */
function cataloguesFolder(): string | null {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const candidate = join(folder, 'l10n');
    if (existsSync(candidate)) return candidate;
    const above = dirname(folder);
    if (above === folder) return null;
    folder = above;
  }
}

function unknownLanguage(asked: string): LinchpinError {
  const folder = cataloguesFolder();
  const known = folder === null ? [] : readdirSync(folder).flatMap((name) => /^bundle\.l10n\.(.+)\.json$/.exec(name)?.[1] ?? []);
  return new LinchpinError('usage', `Linchpin does not speak "${asked}".`, `It speaks ${['en', ...known].join(', ')}.`);
}
