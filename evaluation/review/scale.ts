import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Decision } from '../../src/contract/review.ts';
import { FolderRecords } from '../../src/engine/folder-records.ts';
import { type ChainEnd, chainStart, seal } from '../../src/review/chain.ts';
import type { ClaimDecision } from '../../src/review/claim-log.ts';
import { logFileName } from '../../src/review/log-file.ts';
import { parseReport } from '../../src/review/stored-report.ts';

const audits = 2000;
const decisions = 20_000;
const claims = 200;
const documents = 40;
const actions = 100;
const reviewers = ['ann', 'bob', 'cat', 'dan', 'eve'];
const path = 'draft.md';

/** Milliseconds of one action after the folder was read once: with 2,000 saved audits and 20,000 decisions, half of them on one session's claims. */
export async function measureScale(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'linchpin-scale-'));
  try {
    await writeAudits(folder);
    const sentences = Array.from({ length: claims }, (_, at) => `Verifier number ${at} must keep its records for ${at + 1} days.`);
    await writeFile(join(folder, path), sentences.join('\n\n'));
    const id = await writeSession(folder);
    await writeLogs(folder, id);
    const records = new FolderRecords(folder);
    const first = await timed(async () => {
      await records.sessions.view(id);
      await records.list();
    });
    const session = await records.sessions.view(id);
    const onClaims: number[] = [];
    const onSpans: number[] = [];
    for (let at = 0; at < actions; at += 1) {
      const claim = session.claims[at % claims]?.id ?? '';
      onClaims.push(await timed(() => records.sessions.decide(id, [claim], 'ann', { action: 'verdict', verdict: 'refuted' })));
      onSpans.push(
        await timed(async () => {
          const { auditId, spanId } = decisionAt(at);
          await records.decide(auditId, spanId, 'accept', undefined, 'ann');
          await records.reviews(auditId);
        }),
      );
    }
    return [
      `${audits} saved audits, ${decisions} decisions, a session of ${claims} claims with ${decisions / 2} decisions`,
      `first read                              ${first.toFixed(0)} ms`,
      `a verdict on a claim, session folded    ${spread(onClaims)}`,
      `a decision on a span, reviews folded    ${spread(onSpans)}`,
    ].join('\n');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function spread(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1);
  return `p50 ${at(0.5)}, p95 ${at(0.95)}, most ${at(1)} ms, n = ${times.length}`;
}

const fixture = join(import.meta.dirname, '..', '..', 'test', 'fixtures', 'reports', 'before-program-version.json');
let report: ReturnType<typeof parseReport> | null = null;

async function writeAudits(folder: string): Promise<void> {
  const reports = join(folder, '.linchpin', 'audits');
  await mkdir(reports, { recursive: true });
  report = parseReport(await readFile(fixture, 'utf8'));
  for (let at = 0; at < audits; at += 1)
    await writeFile(join(reports, `audit-${at}.json`), JSON.stringify({ ...report, id: `audit-${at}` }));
}

/** Its claims are found by the program, and their results written as a check would. */
async function writeSession(folder: string): Promise<string> {
  const { sessions } = new FolderRecords(folder);
  const { id } = await sessions.open(path, false);
  const file = join(folder, '.linchpin', 'sessions', `${id}.json`);
  const stored = JSON.parse(await readFile(file, 'utf8')) as { claims: object[] };
  for (let at = 0; at < documents; at += 1)
    await writeFile(join(folder, `evidence-${at}.md`), `# Evidence ${at}\n\n${'A sentence. '.repeat(500)}`);
  const claimsDone = stored.claims.map((claim, at) => ({
    ...claim,
    result: {
      state: 'done',
      auditId: `audit-${at}`,
      status: 'supported',
      reason: 'One sentence says every part of it.',
      chance: 0.85,
      robustness: 1,
      atoms: [],
      evidence: [0, 1].map((next) => ({
        path: `evidence-${(at + next) % documents}.md`,
        start: 0,
        end: 10,
        line: 1,
        quote: 'A sentence.',
        prefix: '',
        suffix: '',
        contentHash: 'changed since',
        necessity: 1,
      })),
      counterEvidence: [],
      fix: null,
    },
  }));
  await writeFile(file, JSON.stringify({ ...stored, claims: claimsDone }));
  return id;
}

function decisionAt(at: number): { auditId: string; spanId: string; citation: Decision['citation']; question: string } {
  const item = report?.evidence.minimal[0];
  if (report === null || item === undefined) throw new RangeError('the fixture has no evidence');
  return { auditId: `audit-${at % audits}`, spanId: item.spanId, citation: item.citation, question: report.question };
}

async function writeLogs(folder: string, sessionId: string): Promise<void> {
  const reviews = join(folder, '.linchpin', 'reviews');
  await mkdir(reviews, { recursive: true });
  const { claims: found } = await new FolderRecords(folder).sessions.view(sessionId);
  for (const reviewer of reviewers) {
    let end: ChainEnd = chainStart;
    const lines: string[] = [];
    for (let at = 0; at < decisions / reviewers.length; at += 1) {
      const base = { schemaVersion: 1, id: `${reviewer}-${at}`, at: new Date(1.7e12 + at * 1000).toISOString(), reviewer } as const;
      const claim = found[at % claims];
      const record: Decision | ClaimDecision =
        at % 2 === 0 || claim === undefined
          ? { ...base, ...decisionAt(at), action: 'accept' }
          : {
              ...base,
              sessionId,
              kind: 'claim-verdict',
              claims: [{ id: claim.id, statement: claim.statement, status: 'supported', seen: null }],
              verdict: at % 3 === 0 ? 'refuted' : 'supported',
              adjudicates: false,
            };
      const sealed = seal(record, end);
      lines.push(sealed.line);
      end = sealed.end;
    }
    await writeFile(join(reviews, logFileName(reviewer)), `${lines.join('\n')}\n`);
  }
}
