import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { nearCopyShare } from '../../../src/audit/near-copies.ts';
import type { AuditReport } from '../../../src/contract/report.ts';
import { createEngine, type Engine } from '../../../src/engine/engine.ts';
import type { FolderOptions } from '../../../src/engine/protocol.ts';

const filler = `The yard was swept every morning by whoever came first, and the gates were painted green again in the spring of that year.
Visitors signed the book at the gate and were given a hard hat, which they were asked to leave on the hook by the door.
In the summer the canteen moved to the first floor, and its old room became a store for veneers and for the better planks.
`;
const draft = (accidents: string): string => `# Annual report

## Safety

${accidents}

## Premises

${filler}`;
const minutes = '# Board minutes\n\nThe safety officer reported on the year. Nobody was hurt in the workshop in 2024.\n';

describe('What counts as evidence', function () {
  this.timeout(120_000);
  let home: string;
  let engine: Engine;
  let options: FolderOptions;

  async function put(path: string, text: string): Promise<void> {
    await mkdir(join(options.folder, path, '..'), { recursive: true });
    await writeFile(join(options.folder, path), text);
  }
  async function index(): Promise<void> {
    await engine.index(options, false, () => undefined);
  }
  const ask = (question: string, kind: 'question' | 'claim', document?: string): Promise<AuditReport> =>
    engine.ask({ options, question, kind, settings: { probes: 0, drafts: 0 }, exclude: [], document, save: false });
  const cited = ({ evidence, counterEvidence, conflicts, passages }: AuditReport): Set<string> =>
    new Set([
      ...[...evidence.pool, ...(counterEvidence?.pool ?? [])].flatMap(({ citation, copies }) =>
        [citation, ...copies].map(({ path }) => path),
      ),
      ...conflicts.flatMap(({ a, b }) => [a.path, b.path]),
      ...passages.map(({ path }) => path),
    ]);

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'linchpin-rules-'));
    options = { folder: join(home, 'docs'), indexLocation: join(home, 'index') };
    engine = createEngine();
    await put('minutes.md', minutes);
    await put('drafts/report-v2.md', draft('Two people were hurt in the workshop in 2024.'));
  });
  afterEach(async () => {
    await engine.close();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });

  it('leaves out the document under review and other drafts of it, and tells', async () => {
    await put('drafts/report-v1.md', draft('Two people were hurt in the workshop in 2024. They are well.').replace('green', 'blue'));
    await index();
    const report = await ask('Two people were hurt in the workshop in 2024.', 'claim', 'drafts/report-v2.md');
    assert.deepEqual([...cited(report)], ['minutes.md']);
    assert.notEqual(report.answer.status, 'supported');
    assert.deepEqual(
      report.basis?.withheld.map(({ path, reason }) => [path, reason]),
      [
        ['drafts/report-v2.md', 'under-review'],
        ['drafts/report-v1.md', 'near-copy'],
      ],
    );
    assert.ok((report.basis.withheld[1]?.share ?? 0) >= nearCopyShare);
    assert.deepEqual([report.basis.documents, report.basis.passages], [1, 1]);
    // A person says otherwise.
    await engine.records(options).roles.mark(['drafts/report-v1.md'], 'source');
    assert.ok(cited(await ask('Two people were hurt in the workshop in 2024.', 'claim', 'drafts/report-v2.md')).has('drafts/report-v1.md'));
  });

  it('answers no question from drafts, from what is no evidence, or from what was fact-checked, until it is marked as a source', async () => {
    await put('notes.md', '# Notes\n\nThree people were hurt in the workshop in 2024, says Bob.\n');
    await index();
    const { roles, sessions } = engine.records(options);
    const question = 'How many people were hurt in the workshop in 2024?';
    assert.deepEqual([...cited(await ask(question, 'question'))].sort(), ['drafts/report-v2.md', 'minutes.md', 'notes.md']);
    await roles.mark(['notes.md'], 'not-evidence');
    await sessions.open('drafts/report-v2.md', false);
    const report = await ask(question, 'question');
    assert.deepEqual([...cited(report)], ['minutes.md']);
    assert.deepEqual(report.basis?.withheld, [
      { path: 'notes.md', reason: 'not-evidence' },
      { path: 'drafts/report-v2.md', reason: 'session' },
    ]);
    await roles.mark(['drafts/**'], 'source');
    assert.ok(cited(await ask(question, 'question')).has('drafts/report-v2.md'));
    await roles.mark(['drafts/**'], 'draft');
    assert.deepEqual(
      (await engine.documents(options)).map(({ path, role, by }) => [path, role, by]),
      [
        ['drafts/report-v2.md', 'draft', 'mark'],
        ['minutes.md', undefined, undefined],
        ['notes.md', 'not-evidence', 'mark'],
      ],
    );
  });

  it('lets what is marked as superseded decide nothing', async () => {
    await put('handbook-old.md', '# Handbook\n\nNobody may enter the spray booth without a mask.\n');
    await index();
    const claim = 'Nobody may enter the spray booth without a mask.';
    assert.equal((await ask(claim, 'claim')).answer.status, 'supported');
    await engine.records(options).roles.mark(['handbook-old.md'], 'superseded');
    const report = await ask(claim, 'claim');
    assert.notEqual(report.answer.status, 'supported');
    assert.deepEqual(report.basis?.superseded, ['handbook-old.md']);
  });

  it('leaves out a sentence that reviewers refuted and signed, wherever it stands', async () => {
    const { sessions, roles } = engine.records(options);
    await index();
    const { id, claims } = await sessions.open('drafts/report-v2.md', false);
    await engine.checkSession(options, id, () => undefined);
    const hurt = claims.find(({ text }) => text.startsWith('Two people'));
    assert.ok(hurt);
    await sessions.decide(id, [hurt.id], 'ada', { action: 'verdict', verdict: 'refuted' });
    const others = claims.filter((claim) => claim !== hurt).map((claim) => claim.id);
    if (others.length > 0) await sessions.decide(id, others, 'ada', { action: 'verdict', verdict: 'not-a-claim' });
    // It lies in a source too, and is the only sentence that says it.
    await put('memo.md', '# Memo\n\nThe year was calm.\n\n- **Two people** were hurt in the workshop in 2024.\n');
    await roles.mark(['memo.md'], 'source');
    await index();
    assert.ok(cited(await ask('Two people were hurt in the workshop in 2024.', 'claim')).has('memo.md'));
    await sessions.sign(id, 'ada', 'Done.');
    const report = await ask('Two people were hurt in the workshop in 2024.', 'claim');
    assert.equal(report.basis?.refuted, 1);
    assert.ok(report.evidence.pool.every(({ citation }) => !citation.quote.includes('Two')));
  });
});
