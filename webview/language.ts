import * as z from 'zod';

import { speak } from '../src/base/language.ts';

/** Imported before all else: the page speaks the language that its host has written into it (extension/webview-html.ts). */
const speechSchema = z.object({ language: z.string(), catalogue: z.record(z.string(), z.string()) });

const written = document.getElementById('speech');
if (written !== null) {
  const { language, catalogue } = speechSchema.parse(JSON.parse(written.textContent));
  speak(language, catalogue);
}
