import type { CausalAnswer } from '../../src/contract/causal.ts';
import { type Citation, spanId } from '../../src/contract/citation.ts';

type Statement = CausalAnswer['graph']['edges'][number]['statements'][number];

function citation(line: number, quote: string): Citation {
  return {
    path: 'reports/pump-house-4.md',
    start: line * 100,
    end: line * 100 + quote.length,
    line,
    quote,
    prefix: '',
    suffix: '',
    contentHash: 'c0ffee',
  };
}

function statement(line: number, quote: string, cause: string, effect: string): Statement {
  const cited = citation(line, quote);
  const offsets = (words: string): [number, number] => [quote.indexOf(words), quote.indexOf(words) + words.length];
  return {
    spanId: spanId(cited.path, cited.start, cited.end),
    citation: cited,
    headingPath: ['Pump house 4'],
    cause: offsets(cause),
    effect: offsets(effect),
    signal: null,
    confidence: 0.9,
    certainty: 'stated',
    source: 'bundled',
  };
}

const steps = [
  {
    id: 'e1',
    cause: 'n1',
    effect: 'n2',
    polarity: 'causes',
    denied: false,
    said: statement(
      3,
      'The duty pump did not start because the float switch failed.',
      'the float switch failed',
      'The duty pump did not start',
    ),
  },
  {
    id: 'e2',
    cause: 'n2',
    effect: 'n3',
    polarity: 'causes',
    denied: false,
    said: statement(5, 'The sump overflowed because the duty pump did not start.', 'the duty pump did not start', 'The sump overflowed'),
  },
  {
    id: 'e3',
    cause: 'n4',
    effect: 'n3',
    polarity: 'causes',
    denied: false,
    said: statement(6, 'A blocked drain also led to the overflow.', 'A blocked drain', 'the overflow'),
  },
  {
    id: 'e4',
    cause: 'n5',
    effect: 'n3',
    polarity: 'causes',
    denied: true,
    said: statement(8, 'The overflow was not caused by the <b>rain</b>.', 'the <b>rain</b>', 'The overflow'),
  },
  {
    id: 'e5',
    cause: 'n6',
    effect: 'n3',
    polarity: 'prevents',
    denied: false,
    said: statement(9, 'The standby pump prevented a second overflow.', 'The standby pump', 'a second overflow'),
  },
] as const;
const labels = [
  'the float switch failed',
  'The duty pump did not start',
  'The sump overflowed',
  'A blocked drain',
  'the <b>rain</b>',
  'The standby pump',
];

/** Of a question about a made-up flood: a chain, a second cause, a denied one, one that prevents, and a document that would like to be markup. */
export const causal: CausalAnswer = {
  query: { kind: 'causes', cause: null, outcome: 'the sump overflow', opposite: false, causeNodes: [], outcomeNodes: ['n3'] },
  graph: {
    nodes: labels.map((label, at) => {
      const id = `n${at + 1}`;
      const step = steps.find(({ cause, effect }) => cause === id || effect === id) ?? steps[0];
      return {
        id,
        label,
        negated: at === 1,
        trend: 'none',
        mentions: [
          { spanId: step.said.spanId, citation: step.said.citation, offsets: step.cause === id ? step.said.cause : step.said.effect },
        ],
      };
    }),
    edges: steps.map(({ said, ...edge }) => ({ ...edge, together: null, confidence: 0.9, statements: [said] })),
  },
  paths: [
    { nodes: ['n1', 'n2', 'n3'], edges: ['e1', 'e2'], polarity: 'causes', mediators: ['n2'], relevance: 1, confidence: 0.81, score: 0.81 },
    { nodes: ['n4', 'n3'], edges: ['e3'], polarity: 'causes', mediators: [], relevance: 0.8, confidence: 0.9, score: 0.72 },
  ],
  confounders: [],
  interventions: [
    {
      cause: 'n2',
      outcome: 'n3',
      opposite: '',
      oppositeNodes: [],
      simulated: [],
      verdict: 'one-of-several',
      reason: 'Without it another stated path reaches the outcome.',
      restsOn: [0],
      remaining: [1],
    },
    {
      cause: 'n1',
      outcome: 'n3',
      opposite: '',
      oppositeNodes: [],
      simulated: [],
      verdict: 'necessary',
      reason: 'Without it the sentences leave no path to the outcome.',
      restsOn: [0],
      remaining: [],
    },
    {
      cause: 'n5',
      outcome: 'n3',
      opposite: '',
      oppositeNodes: [],
      simulated: [],
      verdict: 'correlated',
      reason: 'A sentence denies that it was a cause.',
      restsOn: [],
      remaining: [],
    },
  ],
  depth: 6,
  nodes: 42,
  edges: 31,
};
