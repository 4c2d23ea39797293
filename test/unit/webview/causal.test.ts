import assert from 'node:assert/strict';

import fc from 'fast-check';

import type { CausalGraph } from '../../../src/contract/causal.ts';
import { causalPageIntentSchema, causalPageMessageSchema } from '../../../src/contract/causal-page.ts';
import { place } from '../../../webview/causal/layout.ts';

const citation = { path: 'a.md', start: 0, end: 22, line: 1, quote: 'Rain caused the delay.', prefix: '', suffix: '', contentHash: 'x' };
const node = (id: string, label: string): CausalGraph['nodes'][number] => ({
  id,
  label,
  negated: false,
  trend: 'none',
  mentions: [{ spanId: 'a.md:0-22', citation, offsets: [0, 4] }],
});
const edge = (id: string, cause: string, effect: string): CausalGraph['edges'][number] => ({
  id,
  cause,
  effect,
  polarity: 'causes',
  denied: false,
  together: null,
  confidence: 0.9,
  statements: [
    {
      spanId: 'a.md:0-22',
      citation,
      headingPath: [],
      cause: [0, 4],
      effect: [12, 21],
      signal: [5, 11],
      confidence: 0.9,
      certainty: 'stated',
      source: 'bundled',
    },
  ],
});

describe('the drawing of a causal graph', () => {
  it('places causes above their effects, and every box inside the picture', () => {
    const placed = place(
      {
        nodes: [
          node('a', 'rain'),
          node('b', 'the delay'),
          node('c', 'a very long event that takes more lines than one and is cut where it takes too many of them'),
        ],
        edges: [edge('1', 'a', 'b'), edge('2', 'b', 'c')],
      },
      'down',
    );
    const y = (id: string): number => placed.nodes.find((each) => each.id === id)?.y ?? Number.NaN;
    assert.ok(y('a') < y('b') && y('b') < y('c'));
    for (const box of placed.nodes)
      assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= placed.width && box.y + box.height <= placed.height);
    for (const { path } of placed.edges) assert.match(path, /^M[\d.]+ [\d.]+( L[\d.]+ [\d.]+)+$/);
    assert.ok((placed.nodes.find(({ id }) => id === 'c')?.lines.length ?? 9) <= 3);
  });

  it('places any graph, cycles too', () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...ids), fc.constantFrom(...ids)), { maxLength: 12 }), (pairs) => {
        const edges = pairs.filter(([from, to]) => from !== to).map(([from, to], at) => edge(String(at), from, to));
        const placed = place({ nodes: ids.map((id) => node(id, id)), edges }, 'right');
        assert.equal(placed.edges.length, edges.length);
        for (const { path } of placed.edges) assert.notEqual(path, '');
      }),
      { numRuns: 30 },
    );
  });
});

describe("the causal page's messages", () => {
  it('survive the way, and nothing else does', () => {
    const sent = {
      type: 'graph',
      state: {
        view: {
          graph: { nodes: [node('a', 'rain'), node('b', 'delay')], edges: [edge('1', 'a', 'b')] },
          search: '',
          nodes: 2,
          edges: 1,
          documents: 1,
        },
        busy: false,
        error: null,
      },
    } as const;
    assert.deepEqual(causalPageMessageSchema.parse(JSON.parse(JSON.stringify(sent))), sent);
    assert.equal(causalPageIntentSchema.safeParse({ type: 'search', text: 7 }).success, false);
    assert.equal(
      causalPageIntentSchema.safeParse({ type: 'openCitation', citation: { ...citation, path: '../x' }, beside: false }).success,
      false,
    );
  });
});
