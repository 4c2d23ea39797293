import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { sha256 } from '../../src/base/hash.ts';
import { cite } from '../../src/documents/cite.ts';
import type { StoredSession } from '../../src/review/session-file.ts';

export const reportFile = join(import.meta.dirname, '..', '..', 'test', 'fixtures', 'reports', 'before-program-version.json');

/** A session of `draft.md` with one claim that is checked and rests on the document itself. */
export function sessionOf(folder: string, id: string): StoredSession {
  const text = readFileSync(join(folder, 'draft.md'), 'utf8');
  const contentHash = sha256(text);
  const place = cite('draft.md', text, contentHash, 0, text.trimEnd().length);
  return {
    schemaVersion: 1,
    id,
    path: 'draft.md',
    createdAt: '2026-01-01T00:00:00.000Z',
    blind: false,
    contentHash,
    claims: [
      {
        id: 'c0',
        text: place.quote,
        statement: place.quote,
        headingPath: [],
        place,
        copies: { of: 1, alike: false },
        result: {
          state: 'done',
          auditId: 'audit-0',
          status: 'supported',
          reason: 'It says so.',
          chance: 0.9,
          robustness: 1,
          atoms: [],
          evidence: [{ ...place, necessity: 1 }],
          counterEvidence: [],
          fix: null,
        },
      },
    ],
  };
}

/** Long enough to be written in more than one go. */
export function exportText(mark: string): string {
  return `${mark}\n${'What an export says of a claim and its evidence. '.repeat(20_000)}\n${mark}\n`;
}
