import * as z from 'zod';

/** What the user has set up in the panel, kept by the editor for them. Everything else comes from the host. */
export const persistedSchema = z.object({
  /** The question as far as it is typed. */
  draft: z.string().catch(''),
  kind: z.enum(['question', 'claim']).catch('question'),
  /** Sections that are open; the rest are closed. */
  open: z.array(z.string()).catch(['evidence', 'conflicts', 'missing', 'causal', 'interventions']),
});
export type PersistedState = z.infer<typeof persistedSchema>;

/** The state as it was stored, with defaults for what is missing or of an older panel. */
export function readPersisted(value: unknown): PersistedState {
  const parsed = persistedSchema.safeParse(value ?? {});
  return parsed.success ? parsed.data : persistedSchema.parse({});
}
