/** What the page of a viewer is made of. Addresses as `webview.asWebviewUri` gives them. */
export interface ViewerPage {
  readonly cspSource: string;
  /** At least 128 random bits, for this page alone. */
  readonly nonce: string;
  readonly script: string;
  readonly style: string;
  readonly language: string;
  readonly title: string;
}

/**
 * The page of a viewer. It loads our own script and style, fetches the document itself and the thread that reads it, and nothing else.
 * The thread is made from what was fetched: an address of its own would be another origin's.
 */
export function viewerHtml(page: ViewerPage): string {
  const a = escapeAttribute;
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${page.nonce}'`,
    'worker-src blob:',
    `connect-src ${page.cspSource}`,
    `style-src ${page.cspSource}`,
    'font-src blob: data:',
    'img-src blob: data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${a(page.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${a(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${a(page.style)}">
<title>${a(page.title)}</title>
</head>
<body>
<main id="document" aria-busy="true"></main>
<script type="module" nonce="${a(page.nonce)}" src="${a(page.script)}"></script>
</body>
</html>
`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
