import { randomBytes } from 'node:crypto';

import * as vscode from 'vscode';

import { speech } from '../src/base/language.ts';
import { panelHtml } from './panel-html.ts';

/**
 * Draws one of our pages into a webview, which may load our built files and nothing else.
 * @param name of its built script and style, without their endings
 */
export function drawPage(webview: vscode.Webview, extension: vscode.Uri, name: string, title: string): void {
  const assets = vscode.Uri.joinPath(extension, 'dist', 'webview');
  const address = (file: string): string => webview.asWebviewUri(vscode.Uri.joinPath(assets, file)).toString();
  webview.options = { enableScripts: true, localResourceRoots: [assets] };
  webview.html = panelHtml({
    cspSource: webview.cspSource,
    nonce: randomBytes(24).toString('base64url'),
    script: address(`${name}.js`),
    style: address(`${name}.css`),
    icons: address('codicon.css'),
    speech: speech(),
    title,
  });
}
