import { z } from 'zod';

import type { EvidenceText, GeneratedCausalLink } from '../ports.ts';
import { dataRule, fence } from './fence.ts';
import type { Prompt } from './prompt.ts';

const replySchema = z.object({
  links: z.array(
    z.object({
      sentence: z.string(),
      cause: z.string(),
      effect: z.string(),
      signal: z.string().default(''),
      polarity: z.enum(['causes', 'prevents', 'worsens']),
      denied: z.boolean(),
      hedged: z.boolean(),
    }),
  ),
});

/** Links that sentences state (CC-RAG sec. 4.1, CDF-RAG app. A.2). A link whose words do not stand in its sentence is dropped, whatever else it says. */
export const causalLinksPrompt: Prompt<readonly EvidenceText[], z.infer<typeof replySchema>, readonly GeneratedCausalLink[]> = {
  name: 'causal_links',
  schema: replySchema,
  maxTokens: 1800,
  messages(sentences, seed) {
    const { delimiter, text } = fence(sentences, seed);
    return [
      { role: 'system', content: `You find which sentences state a cause and its effect. ${dataRule(delimiter)}` },
      {
        role: 'user',
        content: `${text}

List every link from a cause to its effect that one of these sentences states in so many words. Order in time, aims, permissions, conditions and what you know yourself state nothing.
- "cause" and "effect" are copied from that sentence, letter by letter, as short as the event allows; "signal" is the words that link them, copied too
- "polarity": "prevents" where the cause stops, lowers or makes the effect less likely, "worsens" where it only adds to what something else brought about, else "causes"
- "denied": true where the sentence says that the link is not there; "hedged": true where it only may be
Reply with one JSON object and nothing else: {"links": [{"sentence": "E1", "cause": "…", "effect": "…", "signal": "…", "polarity": "causes", "prevents" or "worsens", "denied": true or false, "hedged": true or false}]}. An empty list where none states any.`,
      },
    ];
  },
  interpret({ links }, sentences, seed) {
    const { spanId } = fence(sentences, seed);
    const texts = new Map(sentences.map((sentence) => [sentence.spanId, sentence.text]));
    return links.flatMap(({ sentence, cause, effect, signal, ...rest }): GeneratedCausalLink[] => {
      const id = spanId(sentence);
      const text = id === undefined ? undefined : texts.get(id);
      const [causeAt, effectAt] = [cause.trim(), effect.trim()].map((words) => (words === '' ? -1 : (text?.indexOf(words) ?? -1)));
      if (id === undefined || text === undefined || causeAt === undefined || effectAt === undefined || causeAt < 0 || effectAt < 0)
        return [];
      const causeSpan = [causeAt, causeAt + cause.trim().length] as const;
      const effectSpan = [effectAt, effectAt + effect.trim().length] as const;
      if (causeSpan[0] < effectSpan[1] && effectSpan[0] < causeSpan[1]) return [];
      const signalAt = signal.trim() === '' ? -1 : text.indexOf(signal.trim());
      return [
        {
          spanId: id,
          cause: causeSpan,
          effect: effectSpan,
          signal: signalAt < 0 ? null : [signalAt, signalAt + signal.trim().length],
          ...rest,
        },
      ];
    });
  },
};
