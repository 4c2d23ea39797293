import * as z from 'zod';

import { isInnerPath } from './citation.ts';

/** What agents may send: to the MCP server, and to the editor's language model tools. */

/** The longest text that an agent may send, characters: a document is better put into the folder than into a call. */
const mostCharacters = 4000;

const words = (what: string): z.ZodString =>
  z.string().trim().min(1, `${what} is empty.`).max(mostCharacters, `${what} has more than ${mostCharacters} characters.`);

const auditId = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9_-]+$/, 'An audit is named by letters, digits, - and _.');

export const searchInput = {
  query: words('The query').describe('What to look for, in words of the documents.'),
  limit: z.int().min(1).max(50).default(10).describe('Sentences that are wanted, at most 50.'),
};

export const askInput = {
  question: words('The question').describe('One question that the documents may answer.'),
  preset: z.enum(['fast', 'balanced', 'thorough']).optional().describe('Speed against depth.'),
};

export const checkClaimInput = {
  claim: words('The claim').describe('One statement that stands by itself.'),
  document: z
    .string()
    .max(1000)
    .refine(isInnerPath, 'The path leads out of the folder: give one relative to it, with /.')
    .optional()
    .describe('Path of the document that makes the claim, relative to the folder: it is no evidence for itself.'),
};

export const getAuditInput = {
  id: auditId.describe('The audit, as ask, check_claim and list_reviews name it.'),
  format: z.enum(['text', 'json']).default('text').describe('text: answer and evidence; json: the whole report.'),
};

export const auditUriId = auditId;
