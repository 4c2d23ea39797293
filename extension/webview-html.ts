import type { Speech } from '../src/base/language.ts';

/** What the host must know to build the page of a webview. This module touches neither the DOM nor the editor: both sides may import it. */
export interface PageParts {
  /** `webview.cspSource`. */
  readonly cspSource: string;
  /** At least 128 random bits, for this page alone; from `crypto`, in base64url or hex. */
  readonly nonce: string;
  /** Addresses of the built files, as `webview.asWebviewUri` gives them. */
  readonly script: string;
  readonly style: string;
  readonly speech: Speech;
  readonly title: string;
}

/**
 * The page of a webview. It loads our own script and styles and what `allowed` names, nothing else: no remote resource, no inline code,
 * no frame. Document text never comes through here; it arrives as messages and is set as text.
 * @param allowed directives of the content policy beside those of script and style
 * @param styles addresses of further styles, which come first
 * @param body markup that the script fills; no text from outside
 */
export function webviewHtml(page: PageParts, allowed: readonly string[], styles: readonly string[], body: string): string {
  const a = escapeAttribute;
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${page.nonce}'`,
    `style-src ${page.cspSource}`,
    ...allowed,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${a(page.speech.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${a(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
${[...styles, page.style].map((style) => `<link rel="stylesheet" href="${a(style)}">`).join('\n')}
<title>${a(page.title)}</title>
</head>
<body>
${body}${catalogueOf(page.speech)}
<script type="module" nonce="${a(page.nonce)}" src="${a(page.script)}"></script>
</body>
</html>
`;
}

/** Data, not a script: the page's own script reads it before it draws (webview/language.ts). */
function catalogueOf(speech: Speech): string {
  if (speech.language === 'en') return '';
  return `\n<script type="application/json" id="speech">${JSON.stringify(speech).replaceAll('<', String.raw`\u003c`)}</script>`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
