import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { ensureChromium } from './browser.ts';
import { ensureDesktop, hostTestsOnDesktop } from './desktop.ts';
import { documentsJourney } from './documents.ts';
import { foldersJourney } from './folders.ts';
import { firstMinutes } from './first-minutes.ts';
import { bundleHostTests } from './host-tests.ts';
import { hostTests } from './host.ts';
import { ensureWorkbench } from './install.ts';
import { journey } from './journey.ts';
import { panelTests } from './panel.ts';
import { reviewJourney } from './review.ts';
import { reviewPageTests } from './review-page.ts';
import { out, root, Unavailable } from './paths.ts';
import { themes, type Theme } from './server.ts';
import { writeSummary, type PartResult } from './summary.ts';

const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? undefined : process.argv[at + 1];
};
const only = option('only');
const isTheme = (name: string): name is Theme => name in themes;
const wantedThemes = (option('themes') ?? 'dark,light,contrast').split(',').filter(isTheme);

/** The product's package for this machine, made anew unless one is named in the variable VSIX. */
function packageProduct(): string {
  const named = process.env['VSIX'];
  if (named !== undefined) return named;
  const vsix = join(out, 'linchpin.vsix');
  const made = spawnSync(process.execPath, [join(root, 'scripts', 'package.mjs'), '--out', vsix], { cwd: root, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`The package could not be made:\n${made.stdout}${made.stderr}`);
  return vsix;
}

mkdirSync(out, { recursive: true });
const started = Date.now();
const parts: PartResult[] = [];
if (only === undefined || only === 'panel')
  await part('panel', async () => {
    ensureChromium();
    console.log('The panel by itself');
    parts.push(await panelTests());
    console.log('The page of a review session by itself');
    parts.push(await reviewPageTests());
  });
if (only !== 'panel') {
  const vsix = packageProduct();
  if (only !== 'journey' && only !== 'review' && only !== 'documents' && only !== 'minutes' && only !== 'folders')
    await part('host tests', async () => {
      parts.push(await inExtensionHost(vsix));
    });
  if (only !== 'host')
    await part('journeys', async () => {
      ensureChromium();
      const workbench = ensureWorkbench();
      if (only === undefined || only === 'documents') {
        console.log('Documents that are not text in the workbench');
        parts.push(await documentsJourney({ workbench, vsix }));
        if (only === 'documents') return;
      }
      if (only === undefined || only === 'minutes') {
        console.log('The first five minutes in the workbench');
        parts.push(await firstMinutes({ workbench, vsix }));
        if (only === 'minutes') return;
      }
      if (only === undefined || only === 'folders') {
        console.log('A window of two folders in the workbench');
        parts.push(await foldersJourney({ workbench, vsix }));
        if (only === 'folders') return;
      }
      console.log('A review session in the workbench');
      parts.push(await reviewJourney({ workbench, vsix }));
      if (only === 'review') return;
      for (const [position, theme] of wantedThemes.entries()) {
        console.log(`In the workbench, ${theme}`);
        // The journey is the same in every theme; the later themes need only its first half, for the pictures and for axe.
        parts.push(await journey({ workbench, vsix, theme, whole: position === 0 }));
      }
    });
}

/** A part that cannot run here is told and counted, and the others run. */
async function part(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    console.log(`Skipped: ${name}: ${error.message}`);
    parts.push({ name, passed: 0, failed: 0, skipped: 1, reason: error.message, failures: [] });
  }
}

/** In VS Code for the desktop where it can be had, else in the workbench from npm. Says which. */
async function inExtensionHost(vsix: string): Promise<PartResult> {
  const tests = await bundleHostTests();
  const desktop = await ensureDesktop().catch((error: unknown) => {
    if (error instanceof Unavailable) return error;
    throw error;
  });
  if (!(desktop instanceof Unavailable)) {
    console.log(`In the extension host of VS Code for the desktop (${desktop})`);
    return await hostTestsOnDesktop(desktop, vsix, tests);
  }
  console.log(`In the extension host of the workbench from npm, because ${desktop.message}`);
  ensureChromium();
  return await hostTests(ensureWorkbench(), vsix, tests);
}

writeSummary(parts);
const failures = parts.flatMap((part) => part.failures.map((failure) => `${part.name}: ${failure}`));
for (const failure of failures) console.log(`\n${failure}`);
const sum = (pick: (part: PartResult) => number): number => parts.reduce((total, part) => total + pick(part), 0);
console.log(
  `\n${sum((part) => part.passed)} passed, ${sum((part) => part.failed)} failed, ${sum((part) => part.skipped)} skipped in ${Math.round((Date.now() - started) / 1000)} s; pictures and logs are in e2e-out`,
);
process.exit(failures.length === 0 ? 0 : 1);
