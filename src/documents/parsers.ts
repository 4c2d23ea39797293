import { asciidoc } from './parsers/asciidoc.ts';
import { csv } from './parsers/csv.ts';
import { html } from './parsers/html.ts';
import { json, jsonLines } from './parsers/json.ts';
import { latex } from './parsers/latex.ts';
import { markdown } from './parsers/markdown.ts';
import { plainText } from './parsers/plain-text.ts';
import { restructuredText } from './parsers/restructured-text.ts';
import { sourceParsers } from './parsers/source-code.ts';
import { yaml } from './parsers/yaml.ts';
import type { DocumentParser } from './types.ts';

/** A new format is one file in `parsers/` and one name here. */
export const parsers: readonly DocumentParser[] = [
  markdown,
  plainText,
  html,
  restructuredText,
  csv,
  json,
  jsonLines,
  yaml,
  latex,
  asciidoc,
  ...sourceParsers,
];

/** Names without an extension that are plain text all the same. */
export const plainNames = [
  'readme',
  'license',
  'licence',
  'copying',
  'changelog',
  'changes',
  'authors',
  'contributing',
  'notice',
  'news',
  'todo',
];

const byExtension = new Map(parsers.flatMap((parser) => parser.extensions.map((extension) => [extension, parser] as const)));

/** The parser of a path by its extension; undefined for a format that is not read. Names without an extension (README) are plain text. */
export function parserOf(path: string): DocumentParser | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const dot = name.lastIndexOf('.');
  if (dot <= 0) return plainNames.includes(name) ? plainText : undefined;
  return byExtension.get(name.slice(dot));
}
