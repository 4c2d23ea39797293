import { randomUUID } from 'node:crypto';
import { readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import { writeWhole } from '../../src/base/whole-file.ts';
import { hashReport } from '../../src/contract/hash.ts';
import { FolderSessions } from '../../src/engine/sessions.ts';
import { SavedAudits } from '../../src/review/audits.ts';
import { ReviewLogs } from '../../src/review/log.ts';
import { SavedSessions } from '../../src/review/session-file.ts';
import { parseReport } from '../../src/review/stored-report.ts';
import { exportText, reportFile, sessionOf } from './subject.ts';

/** Does one kind of work over and over, and says what is done: `worker KIND FOLDER`. Killed by the soak. */
const [kind = '', folder = ''] = process.argv.slice(2);

/** Nothing is buffered: what was said was done. */
function done(what: string): void {
  writeSync(1, `! ${what}\n`);
}

const sessions = new FolderSessions(folder, new ReviewLogs(folder));
const works: Readonly<Record<string, () => Promise<void>>> = {
  decisions: async () => {
    const note = randomUUID();
    await sessions.decide('decided', ['c0'], 'ann', { action: 'note', note });
    done(note);
  },
  'sign-offs': async () => {
    const session = sessionOf(folder, `signed-${randomUUID()}`);
    await new SavedSessions(folder).save(session);
    await sessions.decide(session.id, ['c0'], 'bob', { action: 'verdict', verdict: 'supported' });
    await sessions.sign(session.id, 'bob', 'Checked.');
    done(session.id);
  },
  audits: async () => {
    const report = { ...parseReport(readFileSync(reportFile, 'utf8')), id: `audit-${randomUUID()}` };
    await new SavedAudits(folder).save({ ...report, hash: hashReport(report) });
    done(report.id);
  },
  exports: async () => {
    const name = `export-${Math.floor(Math.random() * 5)}.md`;
    const mark = randomUUID();
    await writeWhole(join(folder, name), exportText(mark));
    done(`${name} ${mark}`);
  },
};

const work = works[kind];
if (work === undefined) throw new RangeError('a kind of work has to be named');
writeSync(1, 'ready\n');
for (;;) await work();
