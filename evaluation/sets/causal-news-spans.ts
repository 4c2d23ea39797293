import { parse } from 'csv-parse/sync';
import { z } from 'zod';

import { notOfThisFormat, readText } from './files.ts';

export type Offsets = readonly [start: number, end: number];

export interface GoldRelation {
  readonly cause: Offsets;
  readonly effect: Offsets;
}

export interface AnnotatedSentence {
  readonly id: string;
  readonly text: string;
  /** All pairs of cause and effect that annotators marked; empty for a sentence that is not causal. */
  readonly relations: readonly GoldRelation[];
}

const rowSchema = z.array(z.object({ index: z.string(), text: z.string(), causal_text_w_pairs: z.string(), num_rs: z.string() }));
const tag = /<(\/?)(ARG0|ARG1|SIG\d)>/g;

/** Causal News Corpus, second task: causes (`ARG0`) and effects (`ARG1`). @throws EvaluationError when the file is of another format. */
export async function readCausalNewsSpans(file: string): Promise<AnnotatedSentence[]> {
  const content = await readText(file);
  try {
    return rowSchema.parse(parse(content, { columns: true, bom: true })).map(({ index, text, causal_text_w_pairs, num_rs }) => {
      const marked = num_rs === '0' ? [] : pythonStrings(causal_text_w_pairs);
      return { id: index, text, relations: marked.flatMap((entry) => relationOf(entry, text) ?? []) };
    });
  } catch (error) {
    throw notOfThisFormat(file, error);
  }
}

/** The strings of a Python list as `repr` writes it: each in single or double quotes, with backslash escapes. */
function pythonStrings(list: string): string[] {
  return [...list.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/gs)].map(([, single, double]) =>
    (single ?? double ?? '').replaceAll(/\\(x[0-9a-f]{2}|u[0-9a-f]{4}|.)/gi, (_, escape: string) =>
      /^[xu]/i.test(escape) && escape.length > 1
        ? String.fromCharCode(Number.parseInt(escape.slice(1), 16))
        : escape === 'n'
          ? '\n'
          : escape === 't'
            ? '\t'
            : escape,
    ),
  );
}

function relationOf(marked: string, text: string): GoldRelation | null {
  const places = new Map<string, [number, number]>();
  let plain = '';
  let at = 0;
  for (const match of marked.matchAll(tag)) {
    plain += marked.slice(at, match.index);
    at = match.index + match[0].length;
    const name = match[2] ?? '';
    if (match[1] === '') places.set(name, [plain.length, plain.length]);
    else places.set(name, [places.get(name)?.[0] ?? plain.length, plain.length]);
  }
  plain += marked.slice(at);
  const cause = places.get('ARG0');
  const effect = places.get('ARG1');
  return plain !== text || cause === undefined || effect === undefined ? null : { cause, effect };
}
