import * as vscode from 'vscode';

import type { Citation } from '../../src/contract/citation.ts';
import type { ShownTarget } from '../../src/contract/document-view.ts';
import { describeLocator } from '../../src/contract/locator.ts';
import { viewer } from '../names.ts';

const targets = new Map<string, ShownTarget>();
const changed = new vscode.EventEmitter<string>();

/** A document of this address has something to show; the address as text. */
export const onDidReveal = changed.event;

export function targetOf(uri: vscode.Uri): ShownTarget | null {
  return targets.get(uri.toString()) ?? null;
}

/** Opens a document that is not text in our viewer, at a citation. */
export async function revealCited(uri: vscode.Uri, citation: Citation, where: { readonly viewColumn: vscode.ViewColumn }): Promise<void> {
  const { quote, start, end, locator } = citation;
  targets.set(uri.toString(), {
    quote,
    start,
    end,
    page: locator?.kind === 'page' ? locator.page : null,
    place: locator === undefined ? '' : describeLocator(locator),
  });
  await vscode.commands.executeCommand('vscode.openWith', uri, viewer, where);
  changed.fire(uri.toString());
}
