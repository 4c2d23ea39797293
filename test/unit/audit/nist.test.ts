import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { z } from 'zod';

import { openWorkspace } from '../../../src/audit/workspace.ts';

const folder = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'data', 'workspaces', 'nist-800-63-3');
const questions = z
  .array(z.object({ question: z.string(), quotes: z.array(z.string()) }))
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'fixtures', 'nist-questions.json'), 'utf8')));

describe('ten questions about the digital identity guidelines, and two that they cannot answer', function () {
  this.timeout(240_000);

  it('finds the right sentence for at least nine, answers at least seven with it, and abstains on both', async function () {
    // The guidelines are shared data, and not part of the project.
    if (!existsSync(folder)) this.skip();
    const index = await mkdtemp(join(tmpdir(), 'linchpin-nist-'));
    const workspace = await openWorkspace({ folder, indexLocation: index });
    try {
      await workspace.index();
      let [found, answered] = [0, 0];
      for (const { question, quotes } of questions) {
        const report = await workspace.audit({ question, kind: 'question' });
        const cited = report.evidence.minimal.map((item) => item.citation.quote.replaceAll(/[*[\]]/g, ''));
        if (quotes.length === 0) assert.equal(report.answer.status, 'not-enough-evidence', question);
        else if (cited.some((quote) => quotes.some((wanted) => quote.includes(wanted)))) {
          found += 1;
          if (report.answer.status !== 'not-enough-evidence') answered += 1;
        }
      }
      assert.ok(found >= 9, `found ${found}`);
      assert.ok(answered >= 7, `answered ${answered}`);
    } finally {
      await workspace.close();
      await rm(index, { recursive: true, force: true });
    }
  });
});
