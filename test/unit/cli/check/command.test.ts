import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { copySample, linchpin, newHome, put, removeHome } from '../cli.ts';

const outputSchema = z.object({
  passes: z.boolean(),
  claims: z.int(),
  takenOut: z.array(z.object({ text: z.string(), path: z.string(), line: z.int() })),
  unheeded: z.array(z.string()),
  findings: z.array(z.object({ kind: z.string(), line: z.int().nullable(), fails: z.boolean(), known: z.boolean(), text: z.string() })),
});
const wrong = 'After 10 failed attempts within 15 minutes the account is locked for 45 minutes.';
const right = wrong.replace('45', '30');
const draft = (claim: string): string => `# Guide\n\nPassword hints are not allowed on any system.\n\n${claim}\n`;

describe('linchpin check', function () {
  this.timeout(180_000);
  let home = '';
  let folder = '';
  let file = '';
  before(async () => {
    home = await newHome();
    folder = await copySample(home, 'sample');
    file = join(home, 'guide.md');
    await put(home, { 'guide.md': draft(wrong) });
  });
  after(async () => {
    await removeHome(home);
  });
  const check = async (...flags: string[]): Promise<{ code: number | null; output: z.infer<typeof outputSchema> }> => {
    const { code, stdout, stderr } = await linchpin(home, 'check', file, '--against', folder, '--format', 'json', ...flags);
    assert.notEqual(stdout, '', stderr);
    return { code, output: outputSchema.parse(JSON.parse(stdout)) };
  };

  it('fails on a wrong number and names its line, stays quiet on it with a baseline, and passes once it is put right', async () => {
    const planted = await check();
    assert.deepEqual([planted.code, planted.output.passes, planted.output.claims], [1, false, 2]);
    assert.deepEqual(
      planted.output.findings.filter(({ fails }) => fails).map(({ kind, line, text }) => [kind, line, text]),
      [['refuted', 5, wrong]],
    );

    const baseline = join(home, 'baseline.json');
    const written = await linchpin(home, 'check', file, '--against', folder, '--baseline', baseline, '--write-baseline', '--no-index');
    assert.deepEqual([written.code, written.stdout], [0, '']);
    assert.ok((await readFile(baseline, 'utf8')).includes(wrong));
    await writeFile(file, `# Guide\n\nOf this nothing is known to anybody at all.\n${draft(wrong)}`);
    const quiet = await check('--baseline', baseline, '--no-index');
    assert.deepEqual([quiet.code, quiet.output.findings.find(({ kind }) => kind === 'refuted')?.known], [0, true]);

    const github = await linchpin(home, 'check', file, '--against', folder, '--format', 'github', '--no-index');
    assert.equal(github.code, 1);
    assert.match(github.stdout, /^::error file=[^,]+guide\.md,line=8,endLine=8,col=1,endColumn=\d+,title=Linchpin%3A refuted::After 10 /mu);

    await writeFile(file, draft(right));
    const mended = await check('--no-index');
    assert.deepEqual([mended.code, mended.output.passes], [0, true]);
  });

  it('fails by the policy that is asked for', async () => {
    await writeFile(file, `# Guide\n\nThe canteen serves 300 meals a day.\n`);
    assert.equal((await check()).code, 0);
    assert.equal((await check('--fail-on', 'unsupported', '--no-index')).code, 1);
  });

  it('is not left out by the document itself, but where the caller allows it; what comments take out is named', async () => {
    await writeFile(file, `<!-- linchpin-disable-file -->\n${draft(wrong)}`);
    const asked = await check('--no-index');
    assert.deepEqual([asked.code, asked.output.passes, asked.output.unheeded.length, asked.output.takenOut], [1, false, 1, []]);
    const text = await linchpin(home, 'check', file, '--against', folder, '--no-index', '--allow-disable-file');
    assert.equal(text.code, 0);
    assert.match(text.stdout, /guide\.md:6 {2}taken out by a comment {2}After 10 failed/);
    await writeFile(file, draft(`<!-- linchpin-disable-next-line -->\n${wrong}`));
    const line = await check('--no-index');
    assert.deepEqual([line.code, line.output.takenOut], [0, [{ text: wrong, path: line.output.takenOut[0]?.path, line: 6 }]]);
    await writeFile(file, draft(right));
  });

  it('ends with 2 for what is wrong with the call', async () => {
    for (const args of [
      [join(home, 'absent.md'), '--against', folder],
      [file, '--against', join(home, 'absent')],
      [file, '--against', folder, '--fail-on', 'everything'],
      [file, '--against', folder, '--write-baseline'],
      [file, '--against', folder, '--baseline', join(home, 'absent.json')],
    ]) {
      const { code, stdout, stderr } = await linchpin(home, 'check', ...args);
      assert.deepEqual([code, stdout], [2, ''], args.join(' '));
      assert.match(stderr, /\S/);
    }
  });
});
