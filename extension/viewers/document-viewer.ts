import { randomBytes } from 'node:crypto';

import * as vscode from 'vscode';

import { failureWords, speech, t } from '../../src/base/language.ts';
import { fromViewerSchema, type ToViewer } from '../../src/contract/document-view.ts';
import { toLinchpinError } from '../../src/base/error.ts';
import type { Session } from '../session.ts';
import { viewer } from '../names.ts';
import { onDidReveal, targetOf } from './reveal.ts';
import { viewerHtml } from './viewer-html.ts';

/**
 * Shows documents that are not text, read only: PDF files by their pages, others as the text that citations count in. The words that a
 * citation names are marked.
 */
export class DocumentViewer implements vscode.CustomReadonlyEditorProvider, vscode.Disposable {
  readonly #session: Session;
  readonly #built: vscode.Uri;
  readonly #registration: vscode.Disposable;

  constructor(session: Session, extension: vscode.Uri) {
    this.#session = session;
    this.#built = vscode.Uri.joinPath(extension, 'dist', 'webview');
    this.#registration = vscode.window.registerCustomEditorProvider(viewer, this, {
      webviewOptions: { retainContextWhenHidden: true },
      supportsMultipleEditorsPerDocument: true,
    });
  }

  dispose(): void {
    this.#registration.dispose();
  }

  openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
    return { uri, dispose: () => undefined };
  }

  resolveCustomEditor({ uri }: vscode.CustomDocument, { webview, onDidDispose }: vscode.WebviewPanel): void {
    const isPdf = uri.path.toLowerCase().endsWith('.pdf');
    webview.options = { enableScripts: true, localResourceRoots: [this.#built, vscode.Uri.joinPath(uri, '..')] };
    const address = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(this.#built, name)).toString();
    const show = async (): Promise<void> => {
      await webview.postMessage(await this.#message(uri, isPdf, (each) => webview.asWebviewUri(each).toString()));
    };
    const subscriptions = [
      webview.onDidReceiveMessage((raw: unknown) => {
        const message = fromViewerSchema.safeParse(raw);
        if (message.success && message.data.type === 'ready') void show();
        if (message.success && message.data.type === 'shown' && !message.data.marked) this.#tellGone(uri);
      }),
      onDidReveal((revealed) => {
        if (revealed === uri.toString()) void show();
      }),
    ];
    onDidDispose(() => {
      for (const subscription of subscriptions) subscription.dispose();
    });
    webview.html = viewerHtml({
      cspSource: webview.cspSource,
      nonce: randomBytes(24).toString('base64url'),
      script: address(isPdf ? 'pdf-viewer.js' : 'viewer.js'),
      style: address('viewer.css'),
      speech: speech(),
      title: nameOf(uri),
    });
  }

  async #message(uri: vscode.Uri, isPdf: boolean, address: (uri: vscode.Uri) => string): Promise<ToViewer> {
    const name = nameOf(uri);
    const target = targetOf(uri);
    if (isPdf) {
      const worker = address(vscode.Uri.joinPath(this.#built, 'pdf.worker.mjs'));
      return { type: 'pdf', name, source: address(uri), worker, target };
    }
    try {
      const path = this.#session.pathOf(uri);
      const document = path === null ? null : await this.#session.controller.viewDocument(path, target?.start ?? 0);
      if (document !== null) return { type: 'text', name, document, target };
      return { type: 'failed', name, message: t('This document is not in the folder that is audited, or it cannot be read.') };
    } catch (error) {
      return { type: 'failed', name, message: failureWords(toLinchpinError(error)) };
    }
  }

  /** The words are not found as the page draws them: they are told, so that a person can look for them. */
  #tellGone(uri: vscode.Uri): void {
    const target = targetOf(uri);
    if (target === null) return;
    void vscode.window.showWarningMessage(
      t(
        'These words could not be marked in {0}, {1}: “{2}”',
        nameOf(uri),
        target.place,
        target.quote.replaceAll(/\s+/g, ' ').slice(0, 200),
      ),
    );
  }
}

function nameOf(uri: vscode.Uri): string {
  return uri.path.slice(uri.path.lastIndexOf('/') + 1);
}
