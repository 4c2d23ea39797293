import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { Frame } from 'playwright-core';
import { z } from 'zod';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const faultsSchema = z.array(z.object({ id: z.string(), help: z.string(), impact: z.string().nullable(), at: z.array(z.string()) }));

/** axe-core's serious and critical faults, one line each. It is injected by the debugger, so the page's policy does not apply to it. */
export async function seriousFaults(frame: Frame, behind: 'sideBar' | 'editor' = 'sideBar'): Promise<string[]> {
  // A webview is transparent: axe must be told the colour that shows through it.
  await frame.evaluate((place) => {
    document.documentElement.style.background = `var(--vscode-${place}-background)`;
  }, behind);
  await frame.evaluate(source);
  const found: unknown = await frame.evaluate(
    `window.axe.run(document, { resultTypes: ['violations'] }).then((result) => result.violations.map((fault) => ({ id: fault.id, help: fault.help, impact: fault.impact ?? null, at: fault.nodes.map((node) => node.target.flat().join(' ')) })))`,
  );
  return faultsSchema
    .parse(found)
    .filter((fault) => fault.impact === 'serious' || fault.impact === 'critical')
    .map((fault) => `${fault.id}: ${fault.help}: ${fault.at.join(' | ')}`);
}
