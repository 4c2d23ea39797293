import * as vscode from 'vscode';

import { type Tone, toneOf } from '../../src/contract/claim-words.ts';
import type { SessionClaim } from '../../src/contract/session.ts';
import { follow, type Mark } from '../../src/panel/session-marks.ts';
import { visibleClaim } from '../../src/panel/session-queue.ts';
import { anchor } from '../anchor.ts';
import type { Session } from '../session.ts';

/** Milliseconds without a keystroke before marks are drawn anew. */
const restMs = 250;
/** Milliseconds that claims are looked for in one go; then others have their turn. */
const sliceMs = 4;

/** A claim where it stands in the editor, as its reviewer may see it. */
export interface PlacedClaim {
  readonly claim: SessionClaim;
  readonly tone: Tone;
  readonly range: vscode.Range;
  /** Its words are not those that were checked. */
  readonly edited: boolean;
}

/**
 * Where the claims of the session stand in its document while that is open and being written in. A keystroke only moves offsets; claims are
 * looked for when the document or the session is new, in slices, and again where their words have changed, once the typing rests.
 */
export class ClaimPlaces implements vscode.Disposable {
  readonly #session: Session;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #disposables: vscode.Disposable[];
  #document: vscode.TextDocument | null = null;
  #sessionId = '';
  #marks: Mark[] = [];
  /** Counts searches: only the newest goes on. */
  #turn = 0;
  #timer: NodeJS.Timeout | null = null;

  /** Claims have come, gone, moved or another state: draw again. Not fired for each keystroke. */
  readonly onDidChange = this.#changed.event;

  constructor(session: Session) {
    this.#session = session;
    this.#disposables = [
      session.onDidChangeReview(() => {
        this.#soon(40);
      }),
      vscode.workspace.onDidOpenTextDocument((document) => {
        if (this.#isOurs(document)) this.#soon(0);
      }),
      vscode.workspace.onDidCloseTextDocument((document) => {
        if (document === this.#document) this.#document = null;
      }),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (document !== this.#document || contentChanges.length === 0) return;
        this.#marks = follow(
          this.#marks,
          contentChanges.map(({ rangeOffset, rangeLength, text }) => ({
            offset: rangeOffset,
            removed: rangeLength,
            inserted: text.length,
          })),
        );
        this.#soon(restMs);
      }),
      vscode.workspace.onDidSaveTextDocument((document) => {
        if (document === this.#document) void session.review.refresh().catch(() => undefined);
      }),
    ];
    this.#soon(0);
  }

  dispose(): void {
    this.#turn += 1;
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const disposable of this.#disposables) disposable.dispose();
    this.#changed.dispose();
  }

  /** Of the document under review. */
  get uri(): vscode.Uri | null {
    const path = this.#session.review.session?.path;
    return path === undefined ? null : this.#session.uriOf(path);
  }

  /** The claims that stand in the document, in its order; none where it is another one. */
  in(document: vscode.TextDocument): PlacedClaim[] {
    const { session, reviewer } = this.#session.review;
    if (session === null || document !== this.#document || this.#sessionId !== session.id) return [];
    const byId = new Map(session.claims.map((claim) => [claim.id, claim]));
    return this.#marks.flatMap(({ id, start, end, edited }) => {
      const claim = byId.get(id);
      if (claim === undefined) return [];
      const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
      return [{ claim: visibleClaim(session, claim, reviewer), tone: toneOf(session, claim, reviewer), range, edited }];
    });
  }

  at(document: vscode.TextDocument, position: vscode.Position): PlacedClaim | null {
    return this.in(document).find(({ range }) => range.contains(position)) ?? null;
  }

  /** Where one claim stands, looked for now where that is not known. */
  find(document: vscode.TextDocument, claim: SessionClaim): vscode.Range | null {
    const mark = document === this.#document ? this.#marks.find(({ id }) => id === claim.id) : undefined;
    const found = mark ?? place(document, document.getText(), claim);
    return found === null ? null : new vscode.Range(document.positionAt(found.start), document.positionAt(found.end));
  }

  #isOurs(document: vscode.TextDocument): boolean {
    return document.uri.toString() === this.uri?.toString();
  }

  #soon(milliseconds: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.#look();
    }, milliseconds);
  }

  async #look(): Promise<void> {
    const turn = ++this.#turn;
    const { session } = this.#session.review;
    const document = vscode.workspace.textDocuments.find((open) => this.#isOurs(open)) ?? null;
    if (document !== this.#document || session?.id !== this.#sessionId) this.#marks = [];
    this.#document = document;
    this.#sessionId = session?.id ?? '';
    if (document !== null && session !== null) {
      const text = document.getText();
      const { version } = document;
      const known = new Map(this.#marks.map((mark) => [mark.id, mark]));
      const marks: Mark[] = [];
      let since = performance.now();
      for (const claim of session.claims) {
        const mark = known.get(claim.id);
        const found = mark?.edited === false ? mark : (place(document, text, claim) ?? mark ?? null);
        if (found !== null) marks.push(found);
        if (performance.now() - since < sliceMs) continue;
        await new Promise((resolve) => setImmediate(resolve));
        // Typed into meanwhile, or asked anew: a later look has its own turn.
        if (turn !== this.#turn || document.version !== version) return;
        since = performance.now();
      }
      this.#marks = marks;
    }
    this.#changed.fire();
  }
}

/** Looked for near where the engine found it in the saved document. */
function place(document: vscode.TextDocument, text: string, claim: SessionClaim): Mark | null {
  const eol = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
  const near = claim.anchor.state === 'lost' ? claim.place.start : claim.anchor.start;
  const found = anchor(text, eol, { ...claim.place, start: near });
  if (found !== null) return { id: claim.id, ...found, edited: false };
  if (claim.anchor.state !== 'changed' || claim.anchor.now === '') return null;
  const changed = anchor(text, eol, { quote: claim.anchor.now, start: near, prefix: claim.place.prefix, suffix: claim.place.suffix });
  return changed === null ? null : { id: claim.id, ...changed, edited: true };
}
