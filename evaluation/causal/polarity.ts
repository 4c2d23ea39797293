import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { causalRelations } from '../../src/causal/extract/extract.ts';
import { causalPolaritySchema } from '../../src/contract/causal.ts';
import { tokenOverlap } from './spans.ts';

const itemSchema = z.object({
  source: z.string(),
  text: z.string(),
  relation: z.object({ polarity: causalPolaritySchema, denied: z.boolean(), cause: z.string(), effect: z.string() }).nullable(),
});

export interface PolarityOutcome {
  readonly sentences: number;
  /** Of the labelled links: was it found at all, either way round? */
  readonly found: readonly boolean[];
  /** Of those found: polarity and denial right; cause and effect not exchanged. */
  readonly polarity: readonly boolean[];
  readonly direction: readonly boolean[];
  /** Of all links found: is there a labelled one with both of its parts? */
  readonly precision: readonly boolean[];
  readonly notes: readonly string[];
}

/** Half of the smaller span stands in the other: labels name the core of an event. */
function touches(text: string, words: string, span: readonly [number, number]): boolean {
  const at = text.indexOf(words);
  const own = [at, at + words.length] as const;
  const shared = [Math.max(own[0], span[0]), Math.min(own[1], span[1])] as const;
  return (
    at >= 0 &&
    (tokenOverlap(text, own, span) >= 0.3 ||
      (shared[1] > shared[0] && (shared[1] - shared[0]) * 2 >= Math.min(own[1] - own[0], span[1] - span[0])))
  );
}

/** 100 sentences of NIST 800-63-3, the Rust RFCs and medical papers, drawn by words that causal sentences have and labelled by hand. */
export async function evaluatePolarity(): Promise<PolarityOutcome> {
  const lines = (await readFile(join(import.meta.dirname, 'polarity.jsonl'), 'utf8')).split('\n').filter((line) => line.trim() !== '');
  const items = lines.map((line) => itemSchema.parse(JSON.parse(line)));
  const found: boolean[] = [];
  const polarity: boolean[] = [];
  const direction: boolean[] = [];
  const precision: boolean[] = [];
  const notes: string[] = [];
  for (const { text, relation } of items) {
    const links = causalRelations(text);
    const straight =
      relation === null
        ? undefined
        : links.find(({ cause, effect }) => touches(text, relation.cause, cause) && touches(text, relation.effect, effect));
    const turned =
      relation === null
        ? undefined
        : links.find(({ cause, effect }) => touches(text, relation.cause, effect) && touches(text, relation.effect, cause));
    const link = straight ?? turned;
    for (const each of links) {
      precision.push(each === link && straight !== undefined);
      if (!(each === link && straight !== undefined))
        notes.push(`extra: [${text.slice(...each.cause)}] -> [${text.slice(...each.effect)}] in: ${text}`);
    }
    if (relation === null) continue;
    found.push(link !== undefined);
    if (link === undefined) {
      notes.push(`missing: ${relation.cause} -> ${relation.effect} in: ${text}`);
      continue;
    }
    direction.push(straight !== undefined);
    polarity.push(link.polarity === relation.polarity && link.denied === relation.denied);
  }
  return { sentences: items.length, found, polarity, direction, precision, notes };
}
