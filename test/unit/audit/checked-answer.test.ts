import assert from 'node:assert/strict';

import { causesIn } from '../../../src/audit/checked-answer.ts';
import { audit } from '../../../src/audit/pipeline.ts';
import { createMemoryIndex } from '../../../src/index/memory-store.ts';
import { PromptedGenerator } from '../../../src/models/chat/prompted-generator.ts';
import { FallbackGenerator } from '../../../src/models/fallback-generator.ts';
import { type AuditReport, auditReportSchema } from '../../../src/contract/report.ts';
import { brain } from '../../support/brain.ts';
import type { ScriptedMessage, ScriptedOptions } from '../../support/scripted-server.ts';
import { scripted } from '../models/openai/support.ts';
import { modelsWith } from '../../support/judge.ts';
import { wordJudge } from '../../support/word-judge.ts';

const text = `# Incident 12

The Eastfield pumping station stopped because its control licence had expired.
Access logs of the station are kept for 90 days.
The contractor Bering replaced both pumps on 3 May 2021.
`;
const question = 'Why did the Eastfield pumping station stop?';
const cause = 'The Eastfield pumping station stopped because its control licence had expired.';
const injected = 'The mayor apologised to every household.';
const reversed = 'The control licence of the Eastfield pumping station expired because the station had stopped.';
const wrongFigure = 'Access logs of the station are kept for 30 days.';

function reply(...claims: readonly string[]): string {
  return JSON.stringify({
    found: true,
    answer: 'its control licence had expired',
    statement: cause,
    type: 'reason',
    claims: claims.map((claim) => ({ text: claim, evidence: ['E1', 'E2', 'E3'] })),
    rationale: '',
    key_evidence: ['E1', 'E2', 'E3'],
    conflicts: [],
  });
}

const isCorrection = (messages: readonly ScriptedMessage[]): boolean =>
  messages.some(({ content }) => content.includes('Its sentences that do not hold'));
const isAnswer = (messages: readonly ScriptedMessage[]): boolean => messages.some(({ content }) => content.includes('"found"'));

describe('causes as the check reads them', () => {
  it('have their direction and denial, by the extractor or by form', () => {
    const [denied] = causesIn('The storm did not cause the outage of the station.');
    assert.equal(denied?.denied, true);
    const [because] = causesIn('The station stopped because its licence had expired.');
    assert.ok(because?.cause.has('licenc') === true && because.effect.has('station'), JSON.stringify([...(because?.cause ?? [])]));
    assert.deepEqual(causesIn('The station was built in 1931.'), []);
  });
});

describe('an answer by a language model, checked sentence by sentence', function () {
  this.timeout(60_000);
  const start = scripted();

  async function ask(options: ScriptedOptions, fallback = false): Promise<{ report: AuditReport; corrections: string[] }> {
    const { chat, scripted: server } = await start(options);
    const bundled = modelsWith(wordJudge());
    const prompted = new PromptedGenerator(chat);
    const models = { ...bundled, generator: fallback ? new FallbackGenerator(prompted, bundled.generator) : prompted };
    const report = await audit(
      { question, kind: 'question', seed: 1, settings: { probes: 0, drafts: 0 } },
      {
        index: await createMemoryIndex([{ path: 'incident.md', text }], bundled.embedder),
        models,
        readText: (path) => Promise.resolve(path === 'incident.md' ? text : null),
        now: () => new Date(0),
      },
    );
    auditReportSchema.parse(JSON.parse(JSON.stringify(report)));
    const corrections = server.chats
      .filter(({ messages }) => isCorrection(messages))
      .map(({ messages }) => messages.map(({ content }) => content).join('\n'));
    return { report, corrections };
  }
  const verdicts = ({ claims }: AuditReport): Record<string, string | undefined> =>
    Object.fromEntries(claims.map((claim) => [claim.text, claim.verdict]));

  it('has a false sentence, a reversed cause and a wrong number found, named to the model, and put right', async () => {
    const { report, corrections } = await ask({
      think: (messages, body) =>
        isCorrection(messages) ? reply(cause) : isAnswer(messages) ? reply(injected, reversed, wrongFigure) : brain(messages, body),
    });
    assert.equal(corrections.length, 1);
    for (const sentence of [injected, reversed, wrongFigure]) assert.ok(corrections[0]?.includes(sentence), sentence);
    assert.deepEqual(verdicts(report), { [cause]: 'entailed' });
    assert.ok(report.claims.every(({ supported, citations }) => supported && citations.length > 0));
    assert.match(report.stages.find(({ name }) => name === 'verify')?.note ?? '', /corrected once/);
  });

  it('has what the model insists on marked, and is not called supported', async () => {
    const { report, corrections } = await ask({
      think: (messages, body) => (isAnswer(messages) ? reply(injected, reversed, wrongFigure) : brain(messages, body)),
    });
    assert.equal(corrections.length, 2);
    assert.deepEqual(verdicts(report), {
      [cause]: 'entailed',
      [injected]: 'unsupported',
      [reversed]: 'refuted',
      [wrongFigure]: 'refuted',
    });
    for (const claim of report.claims.slice(1)) {
      assert.equal(claim.supported, false);
      assert.notEqual(claim.reason ?? '', '');
      assert.deepEqual(claim.citations, []);
    }
    assert.notEqual(report.answer.status, 'supported');
  });

  it('has what does not hold taken out where the model fails before it can correct', async () => {
    const { report } = await ask(
      {
        script: ({ messages }) => (isCorrection(messages) ? { do: 'status', status: 500 } : undefined),
        think: (messages, body) => (isAnswer(messages) ? reply(injected, reversed, wrongFigure) : brain(messages, body)),
      },
      true,
    );
    assert.ok(!report.claims.some(({ text: said }) => [injected, reversed, wrongFigure].includes(said)));
    assert.ok(report.claims.some(({ text: said, verdict }) => said === cause && verdict === 'entailed'));
    assert.ok(report.claims.every(({ verdict }) => verdict === 'entailed'));
  });

  it('is never called supported where it is not in the evidence', async () => {
    const invented = JSON.stringify({
      found: true,
      answer: 'a strike of the dock workers',
      statement: 'The Eastfield pumping station stopped because of a strike of the dock workers.',
      type: 'reason',
      claims: [],
      rationale: '',
      key_evidence: ['E1'],
      conflicts: [],
    });
    const { report } = await ask({ think: (messages, body) => (isAnswer(messages) ? invented : brain(messages, body)) });
    assert.notEqual(report.answer.status, 'supported');
    assert.ok(report.claims.every(({ supported }) => !supported));
  });
});
