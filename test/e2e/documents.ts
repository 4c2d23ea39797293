import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { docxOf, pdfOf, wordParagraph, wordTable } from '../support/make-documents.ts';
import { seriousFaults } from './axe.ts';
import { launch } from './browser.ts';
import type { Workbench } from './install.ts';
import { extensionId } from './journey.ts';
import { out, root } from './paths.ts';
import { startServer } from './server.ts';
import { Steps, type PartResult } from './summary.ts';
import { openWorkbench } from './workbench.ts';

const page = (...lines: readonly string[]): { x: number; y: number; text: string }[] =>
  lines.map((text, line) => ({ x: 60, y: 720 - 24 * line, text }));
const pdf = pdfOf([
  page('Bridges of the harbour', 'The bridge at Soltau carries one lane.'),
  page('The bridge at Arnholt was opened in 1932 by the', 'harbour board. It was widened later.'),
]);
const docx = docxOf(
  `${wordParagraph('Lighthouses', 'H1')}${Array.from({ length: 60 }, (_, at) => wordParagraph(`Buoy ${at} is painted each spring.`)).join('')}` +
    wordParagraph('The lighthouse at Vellmar was rebuilt in 1957 after a fire.') +
    wordTable([
      ['Lamp', 'Range'],
      ['Vellmar', '19 miles'],
    ]),
);

/** Citations of documents that are not text open where a person sees their words; a saved document is taken up by itself. */
export async function documentsJourney({ workbench, vsix }: { readonly workbench: Workbench; readonly vsix: string }): Promise<PartResult> {
  const name = 'documents';
  const server = await startServer({ name, workbench, vsix, workspace: join(root, 'sample') });
  writeFileSync(join(server.workspace, 'bridges.pdf'), pdf);
  writeFileSync(join(server.workspace, 'lights.docx'), docx);
  const browser = await launch();
  const vscode = await openWorkbench(browser, server);
  const picture = (what: string): Promise<void> => vscode.screenshot(join(out, name, `${what}.png`));
  const steps = new Steps('documents', (step) => picture(`failed-${step.replaceAll(/\W+/gu, '-')}`));

  const ask = async (question: string, file: string): Promise<void> => {
    const frame = await vscode.webview(extensionId, '#question');
    await frame.locator('#question').click();
    await vscode.page.keyboard.press('Control+a');
    await vscode.page.keyboard.type(question);
    await vscode.page.keyboard.press('Enter');
    await frame.locator('.item .place', { hasText: file }).first().waitFor({ timeout: 90_000 });
    await frame.locator('main[aria-busy="false"]').waitFor({ timeout: 90_000 });
    await frame.locator('.item .place', { hasText: file }).first().click();
    await vscode.activeTab(file).waitFor();
  };

  try {
    await steps.step('the folder is indexed', async () => {
      await vscode.load();
      const tab = vscode.page.locator('.activitybar a.action-label[aria-label^="Linchpin"]');
      await tab.waitFor({ timeout: 60_000 });
      await tab.click();
      const frame = await vscode.webview(extensionId, '.welcome', 60_000);
      await frame.locator('vscode-button', { hasText: 'Index Workspace' }).first().click();
      await frame.locator('.status-line', { hasText: /\d+ documents/u }).waitFor({ timeout: 90_000 });
    });

    await steps.step('a citation of a PDF file opens it at its page with the words marked', async () => {
      await ask('When was the bridge at Arnholt opened?', 'bridges.pdf');
      const frame = await vscode.webview(extensionId, '#document[aria-busy="false"] .page .highlight', 60_000);
      const marks = frame.locator('.page[aria-label="page 2"] .highlight');
      assert.ok((await marks.count()) >= 2, 'both lines of the sentence are marked');
      const box = await marks.first().boundingBox();
      assert.ok(box !== null && box.width > 100 && box.y > 0 && box.y < 900, JSON.stringify(box));
      assert.equal(await frame.locator('.page').count(), 2);
      await picture('pdf');
      assert.deepEqual(await seriousFaults(frame), []);
    });

    await steps.step('a citation of a Word document opens a readable preview at the place', async () => {
      await ask('When was the lighthouse at Vellmar rebuilt?', 'lights.docx');
      const frame = await vscode.webview(extensionId, '#document[aria-busy="false"] mark', 60_000);
      assert.match(await frame.locator('#document mark').first().innerText(), /rebuilt in 1957 after a fire/u);
      const box = await frame.locator('#document mark').first().boundingBox();
      assert.ok(box !== null && box.y > 0 && box.y < 900, JSON.stringify(box));
      assert.equal(await frame.locator('table td').count(), 2);
      await picture('docx');
      assert.deepEqual(await seriousFaults(frame), []);
    });

    await steps.step('a document that is saved, or goes, is taken up by itself', async () => {
      const line = (documents: number): RegExp => new RegExp(String.raw`\b${documents} documents`, 'u');
      const frame = await vscode.webview(extensionId, '.status-line');
      const documents = Number(/(\d+) documents/u.exec(await frame.locator('.status-line').innerText())?.[1]);
      writeFileSync(join(server.workspace, 'minutes', 'weir.md'), 'The weir at Ohlen was mended in 1988 by two divers.\n');
      await frame.locator('.status-line', { hasText: line(documents + 1) }).waitFor();
      await ask('When was the weir at Ohlen mended?', 'weir.md');
      rmSync(join(server.workspace, 'minutes', 'weir.md'));
      await frame.locator('.status-line', { hasText: line(documents) }).waitFor();
    });
    return steps.result();
  } finally {
    await browser.close();
    server.stop();
  }
}
