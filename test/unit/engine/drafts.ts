import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { sha256 } from '../../../src/base/hash.ts';
import type { AuditReport } from '../../../src/contract/report.ts';
import { cite } from '../../../src/documents/cite.ts';
import type { StoredSession } from '../../../src/review/session-file.ts';
import { fixture } from '../review/report.ts';

/** A session of `draft.md`, all of whose claims are checked and rest on the document itself. */
export function draftSession(folder: string, name: string, count = 1): StoredSession {
  const text = readFileSync(join(folder, 'draft.md'), 'utf8');
  const contentHash = sha256(text);
  const place = cite('draft.md', text, contentHash, 0, text.trimEnd().length);
  return {
    schemaVersion: 1,
    id: name,
    path: 'draft.md',
    createdAt: '2026-01-01T00:00:00.000Z',
    blind: false,
    contentHash,
    claims: Array.from({ length: count }, (_, at) => ({
      id: `c${at}`,
      text: place.quote,
      statement: `${place.quote} (${at})`,
      headingPath: [],
      place,
      copies: { of: 1, alike: false },
      result: {
        state: 'done',
        auditId: `audit-${at}`,
        status: 'supported',
        reason: 'It says so.',
        chance: 0.9,
        robustness: 1,
        atoms: [],
        evidence: [{ ...place, necessity: 1 }],
        counterEvidence: [],
        fix: null,
      },
    })),
  };
}

/** A report that says that a claim holds, without evidence: nothing that could be stale. */
export function doneResult(statement: string): AuditReport {
  const report = fixture();
  return { ...report, question: statement, evidence: { ...report.evidence, minimal: [] }, counterEvidence: null };
}
