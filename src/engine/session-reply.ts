import * as z from 'zod';

import { type Session, type SessionClaim, sessionClaimSchema, sessionSchema } from '../contract/session.ts';

const envelopeSchema = sessionSchema.extend({ claims: z.array(z.unknown()) });

/** Milliseconds of parsing in one go; then others have their turn. */
const sliceMs = 4;

/**
 * Parses a session claim by claim, with pauses: a thousand claims at once would hold up the editor's extension host.
 * @throws z.ZodError
 */
export async function parseSession(raw: unknown): Promise<Session> {
  const envelope = envelopeSchema.parse(raw);
  const claims: SessionClaim[] = [];
  let since = performance.now();
  for (const claim of envelope.claims) {
    claims.push(sessionClaimSchema.parse(claim));
    if (performance.now() - since < sliceMs) continue;
    await new Promise((resolve) => setImmediate(resolve));
    since = performance.now();
  }
  return { ...envelope, claims };
}
