import * as vscode from 'vscode';

import { shown } from '../../src/base/language.ts';
import { toneWords } from '../../src/contract/claim-words.ts';
import type { Session } from '../session.ts';
import type { ClaimPlaces, PlacedClaim } from './places.ts';

/** Refuted, conflicting and stale claims among the problems. What nobody covers is no problem of the document's. */
export class ClaimDiagnostics implements vscode.Disposable {
  readonly #session: Session;
  readonly #places: ClaimPlaces;
  readonly #collection = vscode.languages.createDiagnosticCollection('linchpin');
  readonly #subscription: vscode.Disposable;

  constructor(session: Session, places: ClaimPlaces) {
    this.#session = session;
    this.#places = places;
    this.#subscription = places.onDidChange(() => {
      this.#draw();
    });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#collection.dispose();
  }

  #draw(): void {
    const { uri } = this.#places;
    const document = uri === null ? undefined : vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri.toString());
    this.#collection.clear();
    if (uri !== null && document !== undefined)
      this.#collection.set(
        uri,
        this.#places.in(document).flatMap((placed) => this.#diagnostic(placed) ?? []),
      );
  }

  #diagnostic({ claim, tone, range, edited }: PlacedClaim): vscode.Diagnostic | null {
    // An edited claim has not been checked as it reads now.
    if (edited || (tone !== 'refuted' && tone !== 'conflicting' && tone !== 'stale')) return null;
    const { Warning, Information } = vscode.DiagnosticSeverity;
    const said = tone === 'stale' || claim.reason === '' ? toneWords(tone) : `${toneWords(tone)}. ${shown(claim.reason)}`;
    const diagnostic = new vscode.Diagnostic(range, said, tone === 'stale' ? Information : Warning);
    diagnostic.source = 'Linchpin';
    diagnostic.code = tone;
    diagnostic.relatedInformation = [...claim.evidence, ...claim.counterEvidence].flatMap(({ path, line, quote, locator }) => {
      const uri = this.#session.uriOf(path);
      // Lines of what is no text lead nowhere.
      if (uri === null || locator !== undefined) return [];
      const at = new vscode.Position(line - 1, 0);
      return new vscode.DiagnosticRelatedInformation(new vscode.Location(uri, at), quote.replaceAll(/\s+/g, ' ').slice(0, 200));
    });
    return diagnostic;
  }
}
