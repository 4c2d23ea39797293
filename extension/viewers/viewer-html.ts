import { type PageParts, webviewHtml } from '../webview-html.ts';

/**
 * The page of a viewer, which fetches the document itself and the thread that reads it. The thread is made from what was fetched: an
 * address of its own would be another origin's.
 */
export function viewerHtml(page: PageParts): string {
  const allowed = ['worker-src blob:', `connect-src ${page.cspSource}`, 'font-src blob: data:', 'img-src blob: data:'];
  return webviewHtml(page, allowed, [], '<main id="document" aria-busy="true"></main>');
}
