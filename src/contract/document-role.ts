import * as z from 'zod';

import { t } from '../base/language.ts';

/** What a document is to an auditor, from what may be evidence to what never is. */
export const documentRoles = ['source', 'superseded', 'draft', 'not-evidence'] as const;
export const documentRoleSchema = z.enum(documentRoles);
export type DocumentRole = z.infer<typeof documentRoleSchema>;

/** A document that is more than one among many: marked by a person, or, as a draft, because it was fact-checked itself. */
export const markedDocumentSchema = z.object({ path: z.string(), role: documentRoleSchema, by: z.enum(['mark', 'session']) }).readonly();
export type MarkedDocument = z.infer<typeof markedDocumentSchema>;

/** By path, for views that show citations. */
export const documentRolesSchema = z.record(z.string(), documentRoleSchema);

const names: Readonly<Record<DocumentRole, () => string>> = {
  source: () => t('source'),
  superseded: () => t('superseded'),
  draft: () => t('draft'),
  'not-evidence': () => t('not evidence'),
};

export function roleWord(role: DocumentRole): string {
  return names[role]();
}

const groups: Readonly<Record<DocumentRole, () => string>> = {
  source: () => t('Sources'),
  superseded: () => t('Superseded'),
  draft: () => t('Drafts'),
  'not-evidence': () => t('Not evidence'),
};

/** Of all documents of one role; null: of those that nobody has marked. */
export function roleGroupName(role: DocumentRole | null): string {
  return role === null ? t('Documents') : groups[role]();
}

const citations: Readonly<Record<DocumentRole, () => string>> = {
  source: () => t('from a source'),
  superseded: () => t('from a superseded document'),
  draft: () => t('from a draft'),
  'not-evidence': () => t('from a document that is no evidence'),
};

/** Beside a quote: what kind of document it is from. Empty for one that nobody has marked. */
export function citedFromWords(role: DocumentRole | undefined): string {
  return role === undefined ? '' : citations[role]();
}
