import assert from 'node:assert/strict';

import { contest, mentions, saying, specificityOf, type SupportSpan } from '../../../src/arbitrate/support.ts';

const question = 'Who is the lead actor in The Dark Knight?';
const villain = { kind: 'role', query: 'Who is the villain in The Dark Knight?' } as const;
const span = (spanId: string, text: string, relevance: number, ...probeRelevance: number[]): SupportSpan => ({
  spanId,
  heading: '',
  text,
  relevance,
  probeRelevance,
});
const ledger = { text: 'Heath Ledger', citedSpans: ['a.md:0-9'] };
const bale = { text: 'Christian Bale', citedSpans: ['c.md:0-9'] };
const spans = [
  span('a.md:0-9', 'Heath Ledger, the villain, takes the lead.', 0.85, 0.88),
  span('b.md:0-9', 'No villain is like Heath Ledger, an actor.', 0.7, 0.9),
  span('c.md:0-9', 'Christian Bale: lead.', 0.4, 0.3),
];

describe('the evidence of an answer', () => {
  it('equation 10: an answer is mentioned when its words stand in the text, a long one when most do', () => {
    assert.ok(mentions('The lead is Christian Bale.', 'Christian Bale'));
    assert.ok(!mentions('The lead is Bale.', 'Christian Bale'));
    assert.ok(!mentions('Anything', ''));
    assert.ok(
      mentions(
        'An expired licence in the control software stopped the pumps for hours.',
        'An expired licence of the control software stopped all pumps.',
      ),
    );
  });

  it('is what it cites and what mentions it', () => {
    assert.deepEqual(
      saying(ledger, spans).map((entry) => entry.spanId),
      ['a.md:0-9', 'b.md:0-9'],
    );
    assert.deepEqual(
      saying({ text: 'somebody', citedSpans: ['c.md:0-9'] }, spans).map((entry) => entry.spanId),
      ['c.md:0-9'],
    );
  });

  it('equation 11 over it; a probe with this very answer is no counterfactual to it', () => {
    const value = specificityOf(ledger, spans);
    assert.ok(value !== null && Math.abs(value - (-0.03 - 0.2) / 2) < 1e-12);
    assert.equal(specificityOf(ledger, spans, ['Heath Ledger']), null);
    assert.equal(specificityOf({ text: 'nobody', citedSpans: [] }, spans), null);
  });
});

describe('a contest between two answers', () => {
  const tried = (changes: Partial<Parameters<typeof contest>[0]> = {}): number | null =>
    contest({ question, probe: villain, first: ledger, other: bale, spans, ...changes });

  it("is won by the answer whose evidence is the question's own", () => {
    const gap = tried();
    assert.ok(gap !== null && Math.abs(gap - (0.1 + 0.115)) < 1e-12);
  });

  it('does not turn round', () => {
    assert.equal(tried({ first: bale, other: ledger }), null);
  });

  it('needs evidence that speaks of what the probe adds, and of what the question has', () => {
    assert.equal(tried({ spans: [span('a.md:0-9', 'Heath Ledger takes the lead.', 0.85, 0.88), ...spans.slice(2)] }), null);
    assert.equal(tried({ spans: [...spans.slice(0, 2), span('c.md:0-9', 'Christian Bale is Batman.', 0.4, 0.3)] }), null);
  });

  it('needs a gap that is no chance', () => {
    assert.equal(
      tried({ spans: [span('a.md:0-9', 'Heath Ledger, the villain.', 0.8, 0.81), span('c.md:0-9', 'Christian Bale: lead.', 0.4, 0.37)] }),
      null,
    );
  });

  it('is none with a wider or narrower question', () => {
    assert.equal(tried({ probe: { ...villain, kind: 'scope' } }), null);
    assert.equal(tried({ probe: { kind: 'role', query: question } }), null);
  });

  it('is none between entities that a document relates', () => {
    const chile = 'Who founded the Ashby Observatory in Chile?';
    const norway = { kind: 'entity', query: 'Who founded the Ashby Observatory in Norway?' } as const;
    const first = { text: 'Henrik Solberg', citedSpans: [] };
    const other = { text: 'Lucia Errazuriz', citedSpans: [] };
    const founders = [
      span('n.md:0-9', 'Henrik Solberg founded it in Norway.', 0.6, 0.9),
      span('c.md:0-9', 'Lucia Errazuriz built it in Chile.', 0.5, 0.2),
    ];
    assert.ok(contest({ question: chile, probe: norway, first, other, spans: founders }) !== null);
    assert.equal(
      contest({ question: chile, probe: norway, first, other, spans: [...founders, span('n.md:9-20', 'He came from Chile.', 0.2, 0.1)] }),
      null,
    );
  });
});
