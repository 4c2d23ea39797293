import assert from 'node:assert/strict';
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import * as z from 'zod';

import { citationSchema } from '../../../src/contract/citation.ts';
import { hashReport } from '../../../src/contract/hash.ts';
import { createEngine } from '../../../src/engine/engine.ts';
import { SavedAudits } from '../../../src/review/audits.ts';
import { readStoredReport } from '../../../src/review/stored-report.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const reports = join(root, 'test', 'fixtures', 'reports');
const read = (name: string): Promise<string> => readFile(join(reports, name), 'utf8');

describe('stored reports', () => {
  it('of the version before reports named their program are read, and their hash still fits', async () => {
    const { report, computedHash } = readStoredReport(await read('before-program-version.json'));
    assert.equal(report.programVersion, undefined);
    assert.deepEqual(Object.keys(report.models).sort(), ['embedder', 'entailment', 'generator', 'relevance']);
    assert.equal(computedHash, report.hash);
  });

  it('of that version are verified against the documents that they were made from: nothing contradicts them, and they are not proven', async () => {
    const engine = createEngine();
    try {
      const text = await read('before-program-version.json');
      const folder = join(root, 'sample');
      const { result, hashMatches, problems, obstacles, asStated } = await engine.verify(text, { folder }, false);
      assert.deepEqual([result, hashMatches, problems], ['unproven', true, []]);
      assert.match(obstacles.join(' '), /^An older version wrote the report.*generativeNecessity: reports have no such part\.$/);
      assert.ok(asStated.some(({ paths }) => paths.includes('answer**')));
      // What only a later or older version may have had is gone through for quotes all the same.
      const stored = z
        .looseObject({ evidence: z.looseObject({ minimal: z.array(z.looseObject({ citation: citationSchema })) }) })
        .parse(JSON.parse(text));
      const citation = stored.evidence.minimal[0]?.citation;
      assert.ok(citation !== undefined);
      const forged = { ...stored, appendix: [{ ...citation, quote: 'x'.repeat(citation.quote.length) }] };
      const found = await engine.verify(JSON.stringify({ ...forged, hash: hashReport(forged) }), { folder }, false);
      assert.deepEqual([found.result, found.hashMatches], ['contradicted', true]);
      assert.match(found.problems.join(), /appendix/);
    } finally {
      await engine.close();
    }
  });

  for (const name of ['torn.json', 'damaged.json']) {
    it(`that are damaged (${name}) are refused in words`, async () => {
      const text = await read(name);
      assert.throws(() => readStoredReport(text), { code: 'report-invalid' });
    });
  }

  it('that are damaged are named in the list, beside those that are whole', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'linchpin-reports-'));
    try {
      const audits = join(folder, '.linchpin', 'audits');
      await mkdir(audits, { recursive: true });
      for (const name of ['before-program-version.json', 'torn.json', 'damaged.json'])
        await copyFile(join(reports, name), join(audits, name));
      const list = await new SavedAudits(folder).list();
      assert.equal(list.audits.length, 1);
      assert.deepEqual(
        list.damaged.map(({ file }) => file),
        ['.linchpin/audits/damaged.json', '.linchpin/audits/torn.json'],
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
