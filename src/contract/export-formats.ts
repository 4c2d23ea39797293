/** Forms that are text. Apart from the schemas, because the command line's help names them. */
export const textFormats = ['markdown', 'html', 'json', 'sarif', 'claim-review'] as const;
export type TextFormat = (typeof textFormats)[number];

/** Forms in which an audit or a session is handed on. */
export const exportFormats = ['markdown', 'html', 'docx', 'pdf', 'json', 'sarif', 'claim-review'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export function isTextFormat(format: ExportFormat): format is TextFormat {
  return textFormats.some((text) => text === format);
}

/** The ending of the file that holds it, with its dot. */
export const fileEndings: Record<ExportFormat, string> = {
  markdown: '.md',
  html: '.html',
  docx: '.docx',
  pdf: '.pdf',
  json: '.json',
  sarif: '.sarif',
  'claim-review': '.jsonld',
};
