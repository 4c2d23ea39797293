/** Forms that are text. Apart from the schemas, because the command line's help names them. */
export const textFormats = ['markdown', 'html', 'json', 'sarif', 'claim-review'] as const;
export type TextFormat = (typeof textFormats)[number];

/** Forms in which an audit or a session is handed on. */
export const exportFormats = ['markdown', 'html', 'json', 'sarif', 'claim-review'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The ending of the file that holds it, with its dot. */
export const fileEndings: Record<ExportFormat, string> = {
  markdown: '.md',
  html: '.html',
  json: '.json',
  sarif: '.sarif',
  'claim-review': '.jsonld',
};
