import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { LinchpinError } from '../../base/error.ts';

/** Beside the bundles, or of the package that brings them. */
const places = ['fonts', join('node_modules', 'pdfmake', 'fonts', 'Roboto')];

/** The folder of the fonts that are put into PDF files: Latin, Greek and Cyrillic letters. @throws LinchpinError `internal` */
export function fontsFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    for (const place of places) if (existsSync(join(folder, place, 'Roboto-Regular.ttf'))) return join(folder, place);
    const above = dirname(folder);
    if (above === folder)
      throw new LinchpinError('internal', 'The fonts for PDF are missing.', 'Install Linchpin again, or export as DOCX.');
    folder = above;
  }
}
