import { type PageParts, webviewHtml } from './webview-html.ts';

export interface PanelPage extends PageParts {
  /** Address of the style with the editor's icons. */
  readonly icons: string;
}

/** The page of the panel, of a review session and of the causal graph: our own script, styles and icons, and no connection. */
export function panelHtml(page: PanelPage): string {
  // The text area draws a shadow from a picture that is written into its own styles.
  return webviewHtml(page, [`font-src ${page.cspSource}`, 'img-src data:'], [page.icons], '<div id="panel"></div>');
}
