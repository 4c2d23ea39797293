import { createInterface } from 'node:readline';

import { FolderSessions } from '../../../src/engine/sessions.ts';
import { ReviewLogs } from '../../../src/review/log.ts';

/**
 * A process that decides and signs, as the editor's engine or the command line does: `racer FOLDER`. Each line of its input is a request, each
 * line that it prints what became of it. Started by its test.
 */
const [folder = ''] = process.argv.slice(2);
const sessions = new FolderSessions(folder, new ReviewLogs(folder));
process.stdout.write('ready\n');
createInterface({ input: process.stdin }).on('line', (line) => {
  const [what = '', id = '', claim = '', reviewer = '', verdict = ''] = line.split(' ');
  const done =
    what === 'sign'
      ? sessions.sign(id, reviewer, 'Checked.')
      : sessions.decide(id, [claim], reviewer, { action: 'verdict', verdict: verdict === 'refuted' ? 'refuted' : 'supported' });
  done.then(
    () => process.stdout.write('done\n'),
    (error: unknown) => process.stdout.write(`refused ${error instanceof Error ? error.message : ''}\n`),
  );
});
