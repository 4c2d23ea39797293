import { writeWhole } from '../../../src/base/whole-file.ts';
import { hashReport } from '../../../src/contract/hash.ts';
import { SavedAudits } from '../../../src/review/audits.ts';
import { ReviewLogs } from '../../../src/review/log.ts';
import { fixture } from './report.ts';

/** Started by the tests of a full disk: `append FOLDER`, `save FOLDER` or `export FILE`. */
const [what = '', place = ''] = process.argv.slice(2);

async function append(): Promise<void> {
  const logs = new ReviewLogs(place);
  for (let at = 0; at < 1000; at += 1) {
    try {
      await logs.append({
        schemaVersion: 1,
        id: String(at),
        at: new Date(at).toISOString(),
        reviewer: 'ann',
        auditId: 'a',
        question: 'How long is the salt?',
        spanId: 'a.md:0-4',
        citation: { path: 'a.md', start: 0, end: 4, line: 1, quote: 'Text', prefix: '', suffix: '', contentHash: 'h' },
        action: 'accept',
      });
    } catch (error) {
      process.stderr.write(`kept ${at}: ${error instanceof Error ? error.message : ''} ${JSON.stringify(error)}\n`);
      process.exitCode = 3;
      return;
    }
  }
}

async function save(): Promise<void> {
  const report = { ...fixture(), id: 'audit-1' };
  const audits = new SavedAudits(place);
  for (let at = 0; at < 20; at += 1) await Promise.all([1, 2, 3].map(() => audits.save({ ...report, hash: hashReport(report) })));
}

async function exported(): Promise<void> {
  await writeWhole(place, 'What an export says. '.repeat(500));
}

const work = what === 'append' ? append : what === 'save' ? save : exported;
work().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
