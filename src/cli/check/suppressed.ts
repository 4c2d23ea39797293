/** Comments of any form, in which the words stand by themselves. */
const nextLine = /(?<![\w-])linchpin-disable-next-line(?![\w-])/;
const wholeFile = /(?<![\w-])linchpin-disable-file(?![\w-])/;

/**
 * Which lines of a document are not checked: `linchpin-disable-next-line` in a comment takes out what begins on the next line that is not
 * blank, `linchpin-disable-file` asks to take out all.
 */
export function suppressedLines(text: string): { readonly all: boolean; readonly lines: ReadonlySet<number> } {
  const lines = text.split(/\r\n|\r|\n/);
  const suppressed = new Set<number>();
  let waiting = false;
  for (const [index, line] of lines.entries()) {
    if (nextLine.test(line)) waiting = true;
    else if (waiting && line.trim() !== '') {
      suppressed.add(index + 1);
      waiting = false;
    }
  }
  return { all: wholeFile.test(text), lines: suppressed };
}
