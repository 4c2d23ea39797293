import { z } from 'zod';

import { probeKindSchema } from '../../contract/exploration.ts';
import type { GeneratedProbe, ProbeRequest } from '../ports.ts';
import { dataRule, fenceLines } from './fence.ts';
import type { Prompt } from './prompt.ts';

const replySchema = z.object({ probes: z.array(z.object({ kind: z.string(), query: z.string(), change: z.string().default('') })) });

/** CF-RAG app. E, F: all five transformations in one round. */
export const probesPrompt: Prompt<ProbeRequest, z.infer<typeof replySchema>, GeneratedProbe[]> = {
  name: 'probes',
  schema: replySchema,
  maxTokens: 900,
  messages({ question, entities, perKind }, seed) {
    const known = Object.values(entities).flatMap((names) => names.slice(0, 12));
    const names = fenceLines(known, seed);
    return [
      {
        role: 'system',
        content:
          'You write counterfactual questions: near a given question, and with another true answer.' +
          (known.length === 0 ? '' : ` ${dataRule(names.delimiter)}`),
      },
      {
        role: 'user',
        content: `Question: ${question}

Write ${perKind} variants for each of these transformations that applies:
- role: ask for another role in the same setting (the lead, the villain; the author, the publisher; cause, contributing factor)
- temporal: another date, year, version, or "previous" for "current"
- entity: another entity of the same kind${known.length === 0 ? '' : ', best one of the names listed below'}
- category: the opposite or another category (first, last; benefits, drawbacks; permitted, forbidden)
- scope: wider or narrower
Each variant keeps the subject and the form of the question, reads well by itself, and has another answer. No paraphrases.${known.length === 0 ? '' : `\n${names.text}`}
Reply with one JSON object and nothing else: {"probes": [{"kind": "role", "query": "…", "change": "lead actor -> villain"}]}`,
      },
    ];
  },
  interpret(reply, { question, perKind }) {
    const counts = new Map<string, number>();
    return reply.probes.flatMap((probe): GeneratedProbe[] => {
      const kind = probeKindSchema.safeParse(probe.kind.trim().toLowerCase());
      const query = probe.query.replaceAll(/\s+/g, ' ').trim();
      if (!kind.success || query === '' || query.length > 4 * question.length + 200) return [];
      const used = counts.get(kind.data) ?? 0;
      counts.set(kind.data, used + 1);
      return used >= perKind ? [] : [{ kind: kind.data, query, change: probe.change.trim() }];
    });
  },
};
