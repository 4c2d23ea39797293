import { z } from 'zod';

/** What the user arranged in the panel, kept by the editor for them. Everything else comes from the host. */
export const arrangementSchema = z.object({
  /** The question as far as it is typed. */
  draft: z.string().catch(''),
  kind: z.enum(['question', 'claim']).catch('question'),
  /** Sections that are open; the rest are closed. */
  open: z.array(z.string()).catch(['evidence', 'conflicts', 'missing']),
});
export type Arrangement = z.infer<typeof arrangementSchema>;

/** A stored arrangement, with defaults for what is missing or of an older panel. */
export function readArrangement(value: unknown): Arrangement {
  const parsed = arrangementSchema.safeParse(value ?? {});
  return parsed.success ? parsed.data : arrangementSchema.parse({});
}
