import { LRUCache } from 'lru-cache';

import type { NearCopy } from '../audit/near-copies.ts';
import type { EvidenceRules, Workspace } from '../audit/types.ts';
import { wordsOfSentence } from '../audit/without-sentences.ts';
import { sha256 } from '../base/hash.ts';
import { type Withheld, withheldReasons } from '../contract/basis.ts';
import type { MarkedDocument } from '../contract/document-role.ts';
import type { FolderRecords } from './folder-records.ts';

/** The document whose claims are audited. */
export interface DocumentUnderReview {
  /** As the folders name it; null where it lies in none. */
  readonly path: string | null;
  /** As it is now; null where it cannot be read. */
  readonly text: string | null;
}

/** What a person marked, and what was fact-checked itself, of these documents. A mark counts before a session. */
export async function markedDocuments(records: FolderRecords, paths: readonly string[]): Promise<MarkedDocument[]> {
  const [roles, sessions] = await Promise.all([records.roles.read(), records.sessions.past()]);
  const reviewed = new Set(sessions.paths);
  return paths.flatMap((path): MarkedDocument[] => {
    const role = roles.roleOf(path);
    if (role !== null) return [{ path, role, by: 'mark' }];
    return reviewed.has(path) ? [{ path, role: 'draft', by: 'session' }] : [];
  });
}

/** Says what may be evidence: by the marks, the sessions, and how alike documents are. */
export class EvidenceJudge {
  /** By what was compared with what: the document's text and the index. */
  readonly #copies = new LRUCache<string, NearCopy[]>({ max: 50 });

  /**
   * Never evidence: the document under review, near copies of it, what is marked as a draft or as no evidence, and documents that were
   * fact-checked themselves; a mark as source or as superseded lifts all but the first. And no sentence that reviewers refuted and signed.
   * @param review null for a question, and for a claim that stands in no document
   */
  async rules(
    workspace: Workspace,
    records: FolderRecords,
    review: DocumentUnderReview | null,
    signal?: AbortSignal,
  ): Promise<EvidenceRules> {
    const paths = await workspace.withIndex(async (index) =>
      (await index.documents()).flatMap(({ path, status }) => (status === 'indexed' ? [path] : [])),
    );
    const marked = new Map((await markedDocuments(records, paths)).map((entry) => [entry.path, entry]));
    const copies = review?.text === undefined || review.text === null ? [] : await this.#nearCopies(workspace, review.text, signal);
    const shares = new Map(copies.map(({ path, share }) => [path, share]));
    const withheld = paths.flatMap((path): Withheld[] => {
      if (path === review?.path) return [{ path, reason: 'under-review' }];
      const mark = marked.get(path);
      if (mark?.role === 'source' || mark?.role === 'superseded') return [];
      if (mark?.by === 'mark') return [{ path, reason: mark.role === 'draft' ? 'draft' : 'not-evidence' }];
      const share = shares.get(path);
      if (share !== undefined) return [{ path, reason: 'near-copy', share }];
      return mark === undefined ? [] : [{ path, reason: 'session' }];
    });
    const { refuted } = await records.sessions.past();
    return {
      withheld: withheld.sort(
        (a, b) => withheldReasons.indexOf(a.reason) - withheldReasons.indexOf(b.reason) || (a.path < b.path ? -1 : 1),
      ),
      superseded: new Set([...marked.values()].flatMap(({ path, role }) => (role === 'superseded' ? [path] : []))),
      refuted: new Set(refuted.map(wordsOfSentence).filter((words) => words !== '')),
    };
  }

  async #nearCopies(workspace: Workspace, text: string, signal: AbortSignal | undefined): Promise<NearCopy[]> {
    const version = await workspace.withIndex((index) => index.version());
    const key = `${workspace.location} ${version} ${sha256(text)}`;
    const known = this.#copies.get(key);
    if (known !== undefined) return known;
    const found = await workspace.nearCopies(text, signal);
    this.#copies.set(key, found);
    return found;
  }
}
