import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { FolderSessions } from '../../src/engine/sessions.ts';
import { SavedAudits } from '../../src/review/audits.ts';
import { ReviewLogs } from '../../src/review/log.ts';
import { SavedSessions } from '../../src/review/session-file.ts';
import { exportText, sessionOf } from './subject.ts';

/**
 * npm run soak -- --minutes N [--kills 100]: real processes that index, decide, sign, export and save audits are killed at random points, each kind
 * as often as `--kills` says or until the time is over. Then: is all there that was said to be done, is nothing half-written, and does everything go
 * on? Ends with 1 where not.
 */
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' }, kills: { type: 'string', default: '100' } } });
const until = Date.now() + Number(values.minutes) * 60_000;
const most = Number(values.kills);
const root = join(import.meta.dirname, '..', '..');
const home = await mkdtemp(join(tmpdir(), 'linchpin-soak-'));
const folder = join(home, 'folder');
const workers = ['decisions', 'sign-offs', 'audits', 'exports'] as const;
const kinds = ['index', ...workers] as const;
type Kind = (typeof kinds)[number];

const kills = new Map<Kind, number>(kinds.map((kind) => [kind, 0]));
const done = new Map<Kind, string[]>(kinds.map((kind) => [kind, []]));
const faults: string[] = [];

/** Kills a worker at a random moment of its work, up to a quarter of a second after it began. */
async function killWorker(kind: Exclude<Kind, 'index'>): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'worker.ts'), kind, folder], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    if (line === 'ready') void pause(Math.random() * 250).then(() => child.kill('SIGKILL'));
    else done.get(kind)?.push(line.slice(2));
  });
  const [[code]] = (await Promise.all([once(child, 'exit'), once(lines, 'close')])) as [[number | null], unknown];
  if (code !== null) faults.push(`${kind}: a worker ended by itself, with ${code}`);
}

const indexArgs = (command: string, ...more: readonly string[]): string[] => [join(root, 'dist', 'cli.mjs'), command, folder, ...more];
const environment = { ...process.env, LINCHPIN_INDEX_DIR: join(home, 'index') };
let indexMs = 3000;

/** Kills an indexing anywhere between its start and its usual end. */
async function killIndex(round: number): Promise<void> {
  await appendFile(join(folder, 'notes.md'), `\nNote ${round}: a backup is made every ${1 + (round % 30)} days.\n`);
  const begun = Date.now();
  const child = spawn(process.execPath, indexArgs('index', '--no-encode', ...(round % 4 === 3 ? ['--rebuild'] : [])), {
    env: environment,
    stdio: 'ignore',
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), Math.random() * indexMs);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(timer);
  if (code === null) kills.set('index', (kills.get('index') ?? 0) + 1);
  else if (code === 0) indexMs = Math.max(500, Date.now() - begun);
  else faults.push(`index: ended with ${code}`);
}

async function check(): Promise<void> {
  const log = await new ReviewLogs(folder).read();
  const sessions = new FolderSessions(folder, new ReviewLogs(folder));
  const audits = new SavedAudits(folder);
  for (const { file, line, reason } of log.damaged) faults.push(`decisions: ${file}:${line ?? ''} ${reason}`);
  const notes =
    log.sessions
      .get('decided')
      ?.review('c0', null)
      .notes.map(({ text }) => text) ?? [];
  if (new Set(notes).size !== notes.length) faults.push('decisions: one is there twice');
  lost('decisions', new Set(notes));
  const signed = new Set<string>();
  for (const id of done.get('sign-offs') ?? []) {
    const { signOffs } = await sessions.view(id);
    if (signOffs.length === 1 && signOffs[0]?.changedSince.length === 0) signed.add(id);
  }
  lost('sign-offs', signed);
  const saved = await audits.list();
  const all = [...saved.damaged, ...(await new SavedSessions(folder).list()).damaged];
  for (const { file } of all) faults.push(`audits: ${file} is half-written`);
  lost('audits', new Set(saved.audits.map(({ summary }) => summary.id)));
  for (const name of (await readdir(folder)).filter((entry) => /^export-\d\.md$/.test(entry))) {
    const text = await readFile(join(folder, name), 'utf8');
    if (text !== exportText(text.split('\n')[0] ?? '')) faults.push(`exports: ${name} is half-written`);
  }
  const last = spawnSync(process.execPath, indexArgs('index', '--no-encode'), { env: environment, encoding: 'utf8' });
  if (last.status !== 0) faults.push(`index: does not go on: ${last.stderr}`);
  const doctor = spawnSync(process.execPath, indexArgs('doctor', '--json'), { env: environment, encoding: 'utf8' });
  if (/"what":\s*"wrong"/.test(doctor.stdout) || doctor.stdout === '') faults.push(`doctor: ${doctor.stdout}${doctor.stderr}`);
}

function lost(kind: Kind, there: ReadonlySet<string>): void {
  for (const what of done.get(kind) ?? []) if (!there.has(what)) faults.push(`${kind}: ${what} was said to be done and is lost`);
}

try {
  await mkdir(folder);
  await cp(join(root, 'sample'), folder, { recursive: true, filter: (source) => !source.endsWith('.linchpin') });
  await writeFile(join(folder, 'draft.md'), 'Verifiers must limit failed attempts to 100.\n');
  await new SavedSessions(folder).save(sessionOf(folder, 'decided'));
  for (let round = 0; Date.now() < until && kinds.some((kind) => (kills.get(kind) ?? 0) < most); round += 1) {
    // Two at a time, so that locks are left while others wait for them.
    const kind = workers[round % workers.length] ?? 'decisions';
    const beside = workers[Math.floor(Math.random() * workers.length)] ?? 'decisions';
    await Promise.all([killWorker(kind), killWorker(beside)]);
    for (const each of [kind, beside]) kills.set(each, (kills.get(each) ?? 0) + 1);
    if (round % 2 === 0) await killIndex(round / 2);
  }
  await check();
  for (const kind of kinds)
    console.log(
      `${kind.padEnd(10)} killed ${kills.get(kind) ?? 0}, acknowledged ${kind === 'index' ? '-' : (done.get(kind)?.length ?? 0)}`,
    );
  console.log(faults.length === 0 ? 'Nothing acknowledged is lost, and nothing is half-written.' : faults.join('\n'));
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await rm(home, { recursive: true, force: true, maxRetries: 5 });
}
