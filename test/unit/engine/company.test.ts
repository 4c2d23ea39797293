import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { z } from 'zod';

import { createEngine } from '../../../src/engine/engine.ts';
import { root } from './engine.ts';

const fixture = join(root, 'test', 'fixtures', 'company');
const claims = z.array(z.object({ claim: z.string(), truth: z.string(), in: z.enum(['draft', 'single']) }));

describe('A company folder with two drafts of one report', function () {
  this.timeout(120_000);

  it('supports no claim of the second draft by the first', async () => {
    const home = await mkdtemp(join(tmpdir(), 'linchpin-company-'));
    const engine = createEngine();
    try {
      const options = { folder: join(home, 'docs'), indexLocation: join(home, 'index') };
      await cp(join(fixture, 'docs'), options.folder, { recursive: true });
      await engine.index(options, false, () => undefined);
      const own = claims.parse(JSON.parse(await readFile(join(fixture, 'claims.json'), 'utf8'))).filter((entry) => entry.in === 'draft');
      const session = await engine.openSession(options, 'drafts/annual-report-v2.md');
      assert.deepEqual(
        session.claims.map(({ text }) => text),
        own.map(({ claim }) => claim),
      );
      for (const { claim } of own.filter(({ truth }) => truth === 'false')) {
        const { evidence, counterEvidence, conflicts, basis } = await engine.ask({
          options,
          question: claim,
          kind: 'claim',
          settings: { probes: 0, drafts: 0 },
          exclude: [],
          document: 'drafts/annual-report-v2.md',
          save: false,
        });
        const cited = [...evidence.pool, ...(counterEvidence?.pool ?? [])].map(({ citation }) => citation.path);
        assert.ok(
          [...cited, ...conflicts.map(({ b }) => b.path)].every((path) => !path.startsWith('drafts/')),
          claim,
        );
        assert.deepEqual(
          basis?.withheld.map(({ path, reason }) => [path, reason]),
          [
            ['drafts/annual-report-v2.md', 'under-review'],
            ['drafts/annual-report.md', 'near-copy'],
          ],
        );
      }
    } finally {
      await engine.close();
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    }
  });
});
