/** What is used of pdfmake, which carries no types. */
declare module 'pdfmake' {
  export type Content = Readonly<Record<string, unknown>>;
  export type TableCell = Content;
  interface Pdfmake {
    setFonts(fonts: Readonly<Record<string, Readonly<Record<'normal' | 'bold' | 'italics' | 'bolditalics', string>>>>): void;
    /** @param allows whether an address may be fetched */
    setUrlAccessPolicy(allows: (url: string) => boolean): void;
    /** @param allows whether a file may be read */
    setLocalAccessPolicy(allows: (path: string) => boolean): void;
    createPdf(document: {
      readonly info: Readonly<Record<string, unknown>>;
      readonly language: string;
      readonly pageMargins: readonly number[];
      readonly defaultStyle: Readonly<Record<string, unknown>>;
      readonly footer: (page: number, pages: number) => Content;
      readonly content: readonly Content[];
    }): { getBuffer(): Promise<Uint8Array> };
  }
  const pdfmake: Pdfmake;
  export default pdfmake;
}
