import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';

import type { z } from 'zod';

import { LinchpinError } from '../../src/base/error.ts';
import type { EvaluationDocument } from '../item.ts';

/** @throws LinchpinError `document-missing`. */
export async function readText(file: string): Promise<string> {
  try {
    const bytes = await readFile(file);
    return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    throw new LinchpinError(
      'document-missing',
      `The data file ${file} cannot be read.`,
      'Give its place with --file, or the data folder with --data.',
      error,
    );
  }
}

/** A JSON array, or one JSON value a line, each checked. @throws LinchpinError `document-unreadable`. */
export async function readRecords<T>(file: string, schema: z.ZodType<T>): Promise<T[]> {
  const text = await readText(file);
  try {
    const values: unknown[] = text.trimStart().startsWith('[')
      ? (JSON.parse(text) as unknown[])
      : text
          .split('\n')
          .filter((line) => line.trim() !== '')
          .map((line) => JSON.parse(line) as unknown);
    return values.map((value) => schema.parse(value));
  } catch (error) {
    throw notOfThisFormat(file, error);
  }
}

export function notOfThisFormat(file: string, cause: unknown): LinchpinError {
  return new LinchpinError(
    'document-unreadable',
    `${file} is not in the format of this set.`,
    'Choose the set that the file belongs to with --set.',
    cause,
  );
}

/** A Markdown document of a title and given sentences, with each sentence's place. Sentences keep their own white space out. */
export function documentOf(path: string, title: string, sentences: readonly string[], separator = ' '): EvaluationDocument {
  let text = title === '' ? '' : `# ${title}\n\n`;
  const places = sentences.map((sentence, index) => {
    const words = sentence.trim();
    if (index > 0 && words !== '') text += separator;
    const start = text.length;
    text += words;
    return { start, end: text.length };
  });
  return { path, title, text: `${text}\n`, sentences: places };
}

/** A file name of a title: distinct titles give distinct names. */
export function pathOf(index: number, title: string): string {
  const plain = title
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);
  return `${String(index).padStart(3, '0')}-${plain === '' ? 'untitled' : plain}.md`;
}
