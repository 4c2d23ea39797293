import { writeSync } from 'node:fs';

import { ReviewLogs } from '../../../src/review/log.ts';

/** Decides one claim after the other, and says so once each decision is kept: `node decider.mjs FOLDER NAME`. Killed by its test. */
const [folder = '', name = ''] = process.argv.slice(2);
if (!/^run\d+$/.test(name)) throw new RangeError('a run has to be named');
const logs = new ReviewLogs(folder);
for (let at = 0; at < 1000; at += 1) {
  const id = `${name}-${at}`;
  writeSync(1, `? ${id}\n`);
  await logs.append({
    schemaVersion: 1,
    id,
    at: new Date().toISOString(),
    reviewer: 'ann',
    sessionId: 'session',
    kind: 'claim-verdict',
    claims: [{ id: `claim-${at % 25}`, statement: 'A verifier must limit failed attempts.', status: 'supported', seen: 'digest' }],
    verdict: 'supported',
    adjudicates: false,
    note: id,
  });
  writeSync(1, `! ${id}\n`);
}
