import * as vscode from 'vscode';

/** Of our pages in the editor area: pictures of tabs do not take the theme's colour. */
export function tabIcon(extension: vscode.Uri): { readonly light: vscode.Uri; readonly dark: vscode.Uri } {
  const media = vscode.Uri.joinPath(extension, 'media');
  return { light: vscode.Uri.joinPath(media, 'linchpin.svg'), dark: vscode.Uri.joinPath(media, 'linchpin-dark.svg') };
}
