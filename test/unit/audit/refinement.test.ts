import assert from 'node:assert/strict';

import { audit } from '../../../src/audit/pipeline.ts';
import type { AuditRequest } from '../../../src/audit/types.ts';
import { createMemoryIndex } from '../../../src/index/memory-store.ts';
import { PromptedGenerator } from '../../../src/models/chat/prompted-generator.ts';
import { type AuditReport, auditReportSchema } from '../../../src/contract/report.ts';
import { verifyReport } from '../../../src/minimise/verify-report.ts';
import type { Models } from '../../../src/models/ports.ts';
import { brain } from '../../support/brain.ts';
import { type Fact, judgeOfFacts, modelsWith } from '../../support/judge.ts';
import { scripted } from '../models/openai/support.ts';

const documents = [
  {
    path: 'harbour-song.md',
    text: '# Harbour Song\n\nHarbour Song is a 1962 drama film directed by Elena Marsh. It was shot in Lisbon.\n',
  },
  { path: 'marsh.md', text: '# Elena Marsh\n\nElena Marsh (born 4 March 1921) was a director and writer. She grew up in Rotterdam.\n' },
  { path: 'albrecht.md', text: '# Tom Albrecht\n\nTom Albrecht (born 9 May 1930) is a Swiss director. He made Night Ferry.\n' },
  { path: 'logs.md', text: '# Logs\n\nAccess logs are kept for 90 days. Video recordings are kept for 30 days.\n' },
];

/** What the judge of these tests knows: of a question in steps the answer is not in any sentence alone. */
const facts: readonly Fact[] = [
  { asked: /(?:When|In which year) was Elena Marsh born/, says: /Elena Marsh \(born (4 March 1921)/ },
  { asked: /When was Tom Albrecht born/, says: /Tom Albrecht \(born (9 May 1930)/ },
  { asked: /born first/, says: /(Elena Marsh) \(born/, beside: /Tom Albrecht \(born/, surety: 0.9 },
  { asked: /born first/, says: /Tom Albrecht \(born/, beside: /Elena Marsh \(born/, surety: 0.8 },
  { asked: /Who (?:is the director of|directed) Harbour Song/, says: /directed by (Elena Marsh)/ },
  { asked: /director of Harbour Song born/, says: /born (4 March 1921)/, beside: /directed by Elena Marsh/ },
  { asked: /director of Harbour Song born/, says: /directed by Elena Marsh/, beside: /born 4 March 1921/, surety: 0.9 },
  { asked: /access logs (?:are )?kept/, says: /kept for (90 days)/ },
];
const own = (): Models => modelsWith(judgeOfFacts(facts));

async function ask(question: string, request: Partial<AuditRequest> = {}, models = own()): Promise<AuditReport> {
  const report = await audit(
    { question, kind: 'question', seed: 1, ...request },
    {
      index: await createMemoryIndex(documents, models.embedder),
      models,
      readText: (path) => Promise.resolve(documents.find((document) => document.path === path)?.text ?? null),
      now: () => new Date(0),
    },
  );
  auditReportSchema.parse(JSON.parse(JSON.stringify(report)));
  return report;
}
const stage = ({ stages }: AuditReport): AuditReport['stages'][number] | undefined => stages.find(({ name }) => name === 'refine');

describe('refinement of a question within an audit', function () {
  this.timeout(120_000);
  const start = scripted();

  it('answers a comparison from both sides and rests it on a sentence of each', async () => {
    const report = await ask('Who was born first, Elena Marsh or Tom Albrecht?', { settings: { refinement: 'decompose' } });
    assert.deepEqual(report.refinements, [
      { action: 'decompose', query: 'When was Elena Marsh born?' },
      { action: 'decompose', query: 'When was Tom Albrecht born?' },
    ]);
    assert.equal(report.answer.text, 'Elena Marsh');
    assert.deepEqual(report.evidence.minimal.map(({ citation }) => citation.path).sort(), ['albrecht.md', 'marsh.md']);
    assert.match(stage(report)?.note ?? '', /decompose/);
    const texts = new Map(documents.map(({ path, text }) => [path, text]));
    const checked = await verifyReport(report, (path) => Promise.resolve(texts.get(path) ?? null));
    assert.deepEqual(checked.problems, []);
  });

  it('puts the first answer into the second step and rests the answer on both', async () => {
    const report = await ask('When was the director of Harbour Song born?', { settings: { refinement: 'decompose' } });
    assert.deepEqual(
      report.refinements.map(({ query }) => query),
      ['Who is the director of Harbour Song?', 'When was Elena Marsh born?'],
    );
    assert.match(report.answer.text, /1921/);
    assert.deepEqual(report.evidence.minimal.map(({ citation }) => citation.path).sort(), ['harbour-song.md', 'marsh.md']);
  });

  it('reads for the question without its politeness', async () => {
    const report = await ask('Hi, could you please tell me how long access logs are kept? Thanks!', {
      settings: { refinement: 'simplify' },
    });
    assert.deepEqual(report.refinements, [{ action: 'simplify', query: 'How long access logs are kept?' }]);
    assert.match(report.answer.text, /90 days/);
  });

  it('keeps what cannot be refined, and takes nothing apart on another route', async () => {
    const kept = await ask('How long are access logs kept?');
    assert.deepEqual(kept.refinements, []);
    assert.equal(stage(kept)?.note, 'keep');
    const factual = await ask('Who was born first, Elena Marsh or Tom Albrecht?', {
      settings: { refinement: 'decompose', route: 'factual' },
    });
    assert.deepEqual(factual.refinements, []);
  });

  it('is skipped for a claim', async () => {
    const report = await ask('Access logs are kept for 90 days.');
    assert.equal(report.kind, 'claim');
    assert.equal(stage(report)?.ran, false);
  });

  it('is worded by a language model where there is one', async () => {
    const { chat } = await start({
      think: (messages, body) =>
        messages.some(({ content }) => content.includes('Break the question into the two steps'))
          ? JSON.stringify({ queries: ['Who directed Harbour Song?', 'In which year was {answer} born?'] })
          : brain(messages, body),
    });
    const report = await ask(
      'When was the director of Harbour Song born?',
      { settings: { refinement: 'decompose', probes: 0, drafts: 0 } },
      { ...own(), generator: new PromptedGenerator(chat) },
    );
    assert.deepEqual(
      report.refinements.map(({ query }) => query),
      ['Who directed Harbour Song?', 'In which year was Elena Marsh born?'],
    );
    assert.ok(report.passages.some(({ path }) => path === 'marsh.md'));
  });
});
