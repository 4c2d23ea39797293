import assert from 'node:assert/strict';

import fc from 'fast-check';
import { z } from 'zod';

import { parseReply } from '../../../../src/models/chat/reply.ts';

const schema = z.object({ answer: z.string(), evidence: z.array(z.string()) });
const good = { answer: 'Gauge 7 } stood "dry" ]', evidence: ['E1'] };
const text = JSON.stringify(good);

describe('Replies of language models', () => {
  const readable: Record<string, string> = {
    bare: text,
    'in a code fence': `\`\`\`json\n${text}\n\`\`\``,
    'in a code fence without a language': `\`\`\`\n${JSON.stringify(good, null, 2)}\n\`\`\``,
    'with prose around it': `Sure! Here is the JSON you asked for:\n\n${text}\n\nLet me know if you need {anything} else.`,
    'after prose with brackets': `As E1 [see above] says {roughly}: ${text}`,
    'after an open bracket in prose': `A smile :-[ and then ${text}`,
    'after thoughts': `<think>Maybe {"answer":"draft","evidence":[]}? No.</think>\n${text}`,
    'after thoughts whose beginning is in the prompt': `Maybe {"answer":"draft","evidence":[]}? No.</think>${text}`,
    'alone in a list': `[${text}]`,
    'before a second object': `${text}\n{"answer":"second","evidence":[]}`,
    'after an object of another shape': `{"thought":"I look at E1"}\n${text}`,
    'with a prose introduction in another language': `Voici la réponse demandée :\n${text}`,
    'with a byte order mark and Windows line ends': `\ufeff\r\n${text}\r\n`,
    'with a member that was not asked for': JSON.stringify({ ...good, confidence: 0.9, __proto__: 1 }),
  };
  for (const [how, reply] of Object.entries(readable)) {
    it(`are read ${how}`, () => {
      assert.deepEqual(parseReply(reply, schema), { ok: true, value: good });
    });
  }

  it('keep the word </think> where it is quoted', () => {
    const quoted = { answer: 'It wrote </think> once', evidence: [] };
    assert.deepEqual(parseReply(JSON.stringify(quoted), schema), { ok: true, value: quoted });
  });

  const unusable: Record<string, readonly [string, RegExp]> = {
    'that are empty': ['', /no JSON/],
    'that refuse': ["I'm sorry, but I can't help with that.", /no JSON/],
    'cut off in a string': [text.slice(0, 20), /no JSON/],
    'cut off before the last bracket': [text.slice(0, -1), /expected object|no JSON|not well formed/],
    'cut off within thoughts': ['<think>Let me see {"answer":"draft","evidence":[]}', /no JSON/],
    'with a number where a text is asked': ['{"answer":7,"evidence":[]}', /^answer: /],
    'with a text where a list is asked': ['{"answer":"7","evidence":"E1"}', /^evidence: /],
    'that are a list of two': [`[${text},${text}]`, /^the value: /],
    'with a comma too many': ['{"answer":"7","evidence":["E1",],}', /not well formed/],
    'in single quotes': ["{'answer':'7','evidence':[]}", /expected object|no JSON|not well formed/],
    'that are null': ['null', /no JSON/],
  };
  for (const [which, [reply, problem]] of Object.entries(unusable)) {
    it(`are refused ${which}, and the problem is named`, () => {
      const parsed = parseReply(reply, schema);
      assert.ok(!parsed.ok);
      assert.match(parsed.problem, problem);
    });
  }

  it('of a million characters end the search, whatever they hold', () => {
    const size = 1_000_000 - 2 * text.length;
    for (const junk of ['[', '{', '{"a":', '"', '\\', '[{', ']', '{}', '{"', 'x ']) {
      const parsed = parseReply(junk.repeat(Math.floor(size / junk.length)), schema);
      assert.ok(!parsed.ok, junk);
    }
    assert.ok(parseReply(`${'{'.repeat(300)} ${text}`, schema).ok);
    assert.ok(parseReply(`${'prose '.repeat(100_000)}${text}`, schema).ok);
    assert.ok(parseReply(`${'[]'.repeat(500)}${text}`, schema).ok);
    assert.deepEqual(parseReply(text + ' '.repeat(1_000_001), schema), { ok: false, problem: 'the reply is far too long' });
  });

  it('nested deeply are refused without an overflow', () => {
    for (const depth of [10_000, 100_000]) assert.ok(!parseReply(`${'['.repeat(depth)}${']'.repeat(depth)}`, schema).ok);
    assert.ok(!parseReply(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`, schema).ok);
  });

  it('are found in any prose without brackets, and never thrown over', () => {
    const prose = fc.string({ unit: 'grapheme' }).map((each) => each.replaceAll(/[[\]{}"<\\`]/g, ''));
    fc.assert(
      fc.property(prose, prose, fc.string(), (before, after, answer) => {
        const value = { answer, evidence: ['E1'] };
        assert.deepEqual(parseReply(`${before}${JSON.stringify(value)}${after}`, schema), { ok: true, value });
      }),
    );
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (any) => typeof parseReply(any, schema).ok === 'boolean'));
  });
});
