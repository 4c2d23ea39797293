/** Forms in which an audit or a session is handed on. Apart from the schemas, because the command line's help names them. */
export const exportFormats = ['markdown', 'html', 'json', 'sarif', 'claim-review'] as const;
export type ExportFormat = (typeof exportFormats)[number];
