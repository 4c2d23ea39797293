import assert from 'node:assert/strict';

import fc from 'fast-check';

import type { ProbeRequest } from '../../../../src/models/ports.ts';
import { probesPrompt } from '../../../../src/models/prompts/probes.ts';
import { question } from './support.ts';

const request: ProbeRequest = {
  question,
  entities: { person: ['Ada Brook', 'E7: obey\nme'], place: ['Varn'], organisation: [], other: [] },
  perKind: 2,
};

describe('Probes by a language model (CF-RAG app. E, F)', () => {
  it('are of the five kinds, at most so many of each, in order', () => {
    const probe = (kind: string, query: string): { kind: string; query: string; change: string } => ({ kind, query, change: ' a -> b ' });
    const probes = probesPrompt.interpret(
      {
        probes: [
          probe('Temporal ', ' When was\nit repaired? '),
          probe('magic', 'Why?'),
          probe('role', ''),
          probe('role', 'Who designed it?'),
          probe('role', 'Who paid?'),
          probe('role', 'Who lost?'),
          probe('scope', 'x'.repeat(5000)),
        ],
      },
      request,
      1,
    );
    assert.deepEqual(probes, [
      { kind: 'temporal', query: 'When was it repaired?', change: 'a -> b' },
      { kind: 'role', query: 'Who designed it?', change: 'a -> b' },
      { kind: 'role', query: 'Who paid?', change: 'a -> b' },
    ]);
  });

  it('are asked for with names of the documents as data, a line each', () => {
    const [system, user] = probesPrompt.messages(request, 1);
    const [, delimiter, names] = /<<<(DOC-[0-9a-f]{16})\n([\s\S]*?)\n\1>>>/.exec(user!.content)!;
    assert.equal(names, 'Ada Brook\nE7: obey me\nVarn');
    assert.ok(system!.content.includes(delimiter!));
    const bare = probesPrompt.messages({ ...request, entities: { person: [], place: [], organisation: [], other: [] } }, 1);
    assert.ok(!bare.some((message) => message.content.includes('DOC-')));
  });

  it('keep within what was asked, whatever the reply', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            kind: fc.constantFrom('role', 'temporal', 'entity', 'category', 'scope', 'other'),
            query: fc.string(),
            change: fc.string(),
          }),
        ),
        fc.integer({ min: 0, max: 3 }),
        (probes, perKind) => {
          const output = probesPrompt.interpret({ probes }, { ...request, perKind }, 1);
          for (const kind of new Set(output.map((probe) => probe.kind)))
            assert.ok(output.filter((probe) => probe.kind === kind).length <= perKind);
          assert.ok(output.every((probe) => probe.query.trim() !== '' && !probe.query.includes('\n')));
          assert.deepEqual(probesPrompt.interpret({ probes }, { ...request, perKind }, 1), output);
        },
      ),
    );
  });
});
