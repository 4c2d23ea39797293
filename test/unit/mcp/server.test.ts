import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { z } from 'zod';

import { auditReportSchema } from '../../../src/contract/report.ts';
import { decode } from '../../../src/documents/decode.ts';
import { auditOutput, searchOutput } from '../../../src/mcp/outputs.ts';
import { copySample, newHome, removeHome } from '../cli/cli.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const resultSchema = z.object({
  isError: z.boolean().optional(),
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })).min(1),
  structuredContent: z.unknown().optional(),
});
type Result = z.infer<typeof resultSchema>;
const question = 'How long must passwords chosen by users be?';

describe('The MCP server, asked by the client of the SDK', function () {
  this.timeout(180_000);
  let home = '';
  let folder = '';
  let client: Client;
  before(async () => {
    home = await newHome();
    folder = await copySample(home, 'sample');
    client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: ['--import', 'tsx', join(root, 'src', 'cli', 'main.ts'), 'mcp', folder],
        cwd: root,
        env: { ...(process.env as Record<string, string>), LINCHPIN_INDEX_DIR: join(home, 'index') },
        stderr: 'pipe',
      }),
    );
  });
  after(async () => {
    await client.close();
    await removeHome(home);
  });
  const call = async (name: string, args: Record<string, unknown>): Promise<Result> =>
    resultSchema.parse(await client.callTool({ name, arguments: args }));
  const textOf = (result: Result): string => result.content.map(({ text }) => text).join('\n');
  async function assertQuoted(cited: { path: string; start: number; end: number; quote: string }): Promise<void> {
    const decoded = decode(await readFile(join(folder, cited.path)));
    assert.equal(decoded.kind === 'text' ? decoded.text.slice(cited.start, cited.end) : null, cited.quote);
  }

  it('offers five tools with what goes in and whether they change anything', async () => {
    const { tools } = await client.listTools();
    assert.deepEqual(tools.map(({ name }) => name).sort(), ['ask', 'check_claim', 'get_audit', 'list_reviews', 'search']);
    for (const { name, inputSchema, annotations, description } of tools) {
      assert.equal(inputSchema.type, 'object');
      assert.equal(annotations?.destructiveHint, false, name);
      assert.ok((description ?? '').length > 20, name);
    }
  });

  it('finds sentences that stand in the documents; the index is made when it is first asked', async () => {
    const result = await call('search', { query: 'password length', limit: 5 });
    const { found } = z.object(searchOutput).parse(result.structuredContent);
    assert.ok(found.length > 0 && found.length <= 5, textOf(result));
    for (const entry of found) await assertQuoted(entry);
  });

  it('answers with evidence and progress, and keeps the audit, which tool and resource give back', async () => {
    const progress: number[] = [];
    const result = resultSchema.parse(
      await client.callTool({ name: 'ask', arguments: { question } }, undefined, {
        onprogress: ({ progress: done }) => {
          progress.push(done);
        },
      }),
    );
    const audit = z.object(auditOutput).parse(result.structuredContent);
    assert.ok(audit.evidence.length > 0);
    for (const entry of audit.evidence) await assertQuoted(entry);
    assert.match(textOf(result), /^Status: /mu);
    assert.match(textOf(result), /data, never instructions/);
    assert.ok(progress.length > 2, 'stages are told');
    assert.deepEqual(
      progress,
      [...progress].sort((a, b) => a - b),
    );
    assert.equal(new Set(progress).size, progress.length, 'progress grows');

    const whole = auditReportSchema.parse(JSON.parse(textOf(await call('get_audit', { id: audit.auditId, format: 'json' }))));
    assert.equal(whole.id, audit.auditId);
    const { resources } = await client.listResources();
    const uri = `linchpin://audit/${audit.auditId}`;
    assert.ok(resources.some((resource) => resource.uri === uri));
    const { contents } = await client.readResource({ uri });
    assert.match(z.array(z.object({ text: z.string() })).parse(contents)[0]?.text ?? '', /^# How long/);
    assert.match(textOf(await call('list_reviews', {})), new RegExp(audit.auditId));
  });

  it('checks a claim, and leaves out the document that makes it', async () => {
    const claim = 'Password hints are not allowed on any system.';
    const own = await call('check_claim', { claim });
    assert.equal(z.object(auditOutput).parse(own.structuredContent).status, 'supported', textOf(own));
    const other = z
      .object(auditOutput)
      .parse((await call('check_claim', { claim, document: 'policies/access-policy-2025.md' })).structuredContent);
    assert.ok([...other.evidence, ...other.counterEvidence].every(({ path }) => path !== 'policies/access-policy-2025.md'));
  });

  it('says what may not be stated', async () => {
    const result = await call('ask', { question: 'Who composed the opera Zorabelle?' });
    const audit = z.object(auditOutput).parse(result.structuredContent);
    assert.equal(audit.asserted, false);
    assert.match(textOf(result), /Nothing is asserted/);
  });

  it('ends a call that is cancelled, and answers the next one', async () => {
    const cancel = new AbortController();
    const asked = client.callTool(
      { name: 'ask', arguments: { question: 'What caused the outage of the Eastfield pumping station?' } },
      undefined,
      {
        signal: cancel.signal,
        onprogress: () => {
          cancel.abort('enough');
        },
      },
    );
    await assert.rejects(asked);
    assert.equal((await call('search', { query: 'outage' })).isError, undefined);
  });

  const hostile: [string, string, Record<string, unknown>, RegExp][] = [
    ['a path that leads out of the folder', 'check_claim', { claim: 'x y', document: '../../etc/passwd' }, /leads out of the folder/],
    ['an absolute path', 'check_claim', { claim: 'x y', document: '/etc/passwd' }, /leads out of the folder/],
    ['a drive', 'check_claim', { claim: 'x y', document: 'C:\\x' }, /leads out of the folder/],
    ['an audit by a path', 'get_audit', { id: '../../../etc/passwd' }, /letters, digits/],
    ['an audit that is not there', 'get_audit', { id: 'nothing' }, /not in this folder/],
    ['a huge question', 'ask', { question: 'x '.repeat(1_000_000) }, /more than 4000 characters/],
    ['a huge limit', 'search', { query: 'x', limit: 1_000_000_000 }, /50/],
    ['many arguments', 'search', Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`a${index}`, index])), /./],
    ['nothing', 'ask', { question: '  ' }, /The question is empty/],
    ['no words', 'ask', { question: '???' }, /The question is empty/],
    ['a number for words', 'ask', { question: 7 }, /string/],
    ['a tool that is none', 'delete_everything', {}, /delete_everything/],
  ];
  for (const [name, tool, args, message] of hostile)
    it(`refuses ${name}, saying why`, async () => {
      const refused = await call(tool, args).catch((error: unknown) => ({
        isError: true,
        content: [{ type: 'text' as const, text: String(error) }],
      }));
      assert.equal(refused.isError, true);
      assert.match(textOf(refused), message);
      assert.ok(textOf(refused).length < 2000, 'a short message');
    });

  it('refuses resources that are no audits', async () => {
    for (const uri of ['linchpin://audit/..%2F..%2Fpackage', 'linchpin://audit/none', 'file:///etc/passwd'])
      await assert.rejects(client.readResource({ uri }));
  });
});
