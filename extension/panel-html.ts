/** What the host must know to build the panel's page. This module touches neither the DOM nor the editor: both sides may import it. */
export interface PanelPage {
  /** `webview.cspSource`. */
  readonly cspSource: string;
  /** At least 128 random bits, for this page alone; from `crypto`, in base64url or hex. */
  readonly nonce: string;
  /** Addresses of the built files, as `webview.asWebviewUri` gives them. */
  readonly script: string;
  readonly style: string;
  readonly icons: string;
  /** A language tag, for example `vscode.env.language`. */
  readonly language: string;
  readonly title: string;
}

/**
 * The panel's page. Nothing may load but our own script and styles: no remote resource, no inline code, no frame, no connection.
 * Document text never comes through here; it arrives as messages and is set as text.
 */
export function panelHtml(page: PanelPage): string {
  const a = escapeAttribute;
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${page.nonce}'`,
    `style-src ${page.cspSource}`,
    `font-src ${page.cspSource}`,
    // The text area draws a shadow from a picture that is written into its own styles.
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${a(page.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${a(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${a(page.icons)}">
<link rel="stylesheet" href="${a(page.style)}">
<title>${a(page.title)}</title>
</head>
<body>
<div id="panel"></div>
<script type="module" nonce="${a(page.nonce)}" src="${a(page.script)}"></script>
</body>
</html>
`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
