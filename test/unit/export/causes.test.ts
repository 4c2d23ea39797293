import assert from 'node:assert/strict';

import { chatAnswer } from '../../../src/chat/answer.ts';
import { causalAnswerSchema } from '../../../src/contract/causal.ts';
import { type AuditReport, auditReportSchema } from '../../../src/contract/report.ts';
import { auditText } from '../../../src/export/agent-text.ts';
import { exportedReport } from '../../../src/export/formats.ts';
import { states } from '../../../webview/dev/states.ts';
import { citation } from './sessions.ts';

const quotes = ['The licence expired 3 < 4 days before.', 'The stop may have been prevented by the second pump.'];
const node = (id: string): object => ({
  id,
  label: id,
  negated: false,
  trend: 'none',
  mentions: [{ spanId: 's', citation: citation('r.md', 3, quotes[0] ?? ''), offsets: [0, 3] }],
});
const edge = (id: string, cause: string, effect: string, at: number): object => ({
  id,
  cause,
  effect,
  polarity: at === 0 ? 'causes' : 'prevents',
  denied: false,
  together: null,
  confidence: 0.9,
  statements: [
    {
      spanId: 's',
      citation: citation('r.md', 3 + at, quotes[at] ?? ''),
      headingPath: [],
      cause: [0, 3],
      effect: [4, 6],
      signal: null,
      confidence: 0.9,
      certainty: at === 0 ? 'stated' : 'hedged',
      source: 'bundled',
    },
  ],
});
const causal = causalAnswerSchema.parse({
  query: { kind: 'causes', cause: null, outcome: 'the outage', opposite: false, causeNodes: [], outcomeNodes: ['the outage'] },
  graph: {
    nodes: ['the licence', 'the stop', 'the outage'].map(node),
    edges: [edge('e1', 'the licence', 'the stop', 0), edge('e2', 'the stop', 'the outage', 1)],
  },
  paths: [
    {
      nodes: ['the licence', 'the stop', 'the outage'],
      edges: ['e1', 'e2'],
      polarity: 'prevents',
      mediators: ['the stop'],
      relevance: 1,
      confidence: 0.8,
      score: 0.8,
    },
  ],
  confounders: [],
  interventions: [],
  depth: 5,
  nodes: 3,
  edges: 2,
});
const report: AuditReport = { ...auditReportSchema.parse(states.supported.audit?.report), causal };

describe('Causes that the documents state', () => {
  it('stand in every form to read with the sentence of each step, and a hedged one says so', () => {
    const chain = 'the licence → the stop ⊣ the outage';
    const markdown = exportedReport(report, 'markdown');
    const page = exportedReport(report, 'html');
    assert.ok(markdown.includes(chain) && page.includes(chain) && auditText(report).includes(chain));
    assert.match(markdown, /r\.md, line 4 \(hedged\)/);
    assert.ok(markdown.includes(String.raw`The licence expired 3 \< 4 days before.`));
    assert.ok(page.includes('The licence expired 3 &lt; 4 days before.'));
    const places = chatAnswer(report).flatMap((part) => (part.kind === 'place' ? [part.citation.quote] : []));
    for (const quote of quotes) assert.ok(places.includes(quote), quote);
  });

  it('are left out where there are none', () => {
    const without = { ...report, causal: null };
    for (const format of ['markdown', 'html'] as const)
      assert.doesNotMatch(exportedReport(without, format), /Causes that the documents state/);
  });
});
