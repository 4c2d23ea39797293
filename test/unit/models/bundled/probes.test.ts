import assert from 'node:assert/strict';

import fc from 'fast-check';

import { writeProbes } from '../../../../src/models/bundled/probes.ts';
import type { GeneratedProbe, ProbeRequest } from '../../../../src/models/ports.ts';
import type { ProbeKind } from '../../../../src/contract/exploration.ts';
import { stem } from '../../../../src/text/stem.ts';

const entities: ProbeRequest['entities'] = {
  person: ['Ada Quill', 'Emil Tarnow'],
  place: ['Norway', 'Chile', 'Peru'],
  organisation: ['Halden Group', 'Brightwater Foods'],
  other: ['Batman Begins', 'Inception', 'Night Harbour'],
};
const write = (question: string, rest: Partial<ProbeRequest> = {}): GeneratedProbe[] =>
  writeProbes({ question, entities, perKind: 2, ...rest });
const queries = (probes: readonly GeneratedProbe[], kind: ProbeKind): string[] =>
  probes.filter((probe) => probe.kind === kind).map((probe) => probe.query);

describe('probes written by rule', () => {
  it('leave every article of the question as it stands but the one before the exchanged word', () => {
    const asked = write('Who is an actor in a university an hour from Chile?');
    assert.ok(asked.length > 0);
    for (const { query } of asked) if (query.includes('university')) assert.match(query, /in a university an hour from/u);
    const [role] = queries(write('Who is an actor in Night Harbour?'), 'role');
    assert.match(role ?? '', /^Who is (?:a (?![aeiou])|an (?=[aeiou])|the )/u);
  });

  const cases: [kind: ProbeKind, question: string, some: RegExp][] = [
    ['role', 'Who is the lead actor in The Dark Knight?', /the (?:villain|director|supporting actor) in The Dark Knight\?$/],
    ['role', 'Who directed Night Harbour?', /^Who (?:produced|starred in) Night Harbour\?$/],
    ['role', 'Who is the author of The Salt Orchard?', /the (?:publisher|editor|translator) of/],
    ['temporal', 'Who won the cup in 2024?', /in (?:2023|2025)\?$/],
    ['temporal', 'Who is the current chair of the board?', /the (?:previous|first) chair/],
    ['temporal', 'What does version 3 of the protocol require?', /version [24] of/],
    ['entity', 'Who founded the observatory in Chile?', /in (?:Norway|Peru)\?$/],
    ['entity', 'Who is the lead actor in The Dark Knight?', /in (?:Batman Begins|Inception)\?$/],
    ['category', 'What is the maximum and longest stay?', /minimum|shortest/],
    ['category', 'What are the benefits of the largest plan?', /drawbacks|smallest/],
    ['category', 'What is the speed of the ferry in knots?', /in (?:kilometres|miles) per hour\?$|in (?:km\/h|mph)\?$/],
    [
      'scope',
      'What is the penalty for late payment in 2024?',
      /^What is the penalty for late payment\?$|known about|in (?:general|exceptional cases)/,
    ],
  ];
  for (const [kind, question, some] of cases) {
    it(`${kind}: two for "${question}"`, () => {
      const written = queries(write(question), kind);
      assert.equal(written.length, 2, written.join('\n'));
      assert.ok(
        written.some((query) => some.test(query)),
        written.join('\n'),
      );
    });
  }

  it('asks of no former one where a thing is to be explained', () => {
    for (const question of ['What is an orphaned package?', 'What is Debian?', 'Who is Okafor?'])
      assert.deepEqual(queries(write(question), 'temporal'), [], question);
  });

  it('takes substitutes for a name from the workspace alone, of the same kind, and none where it knows none', () => {
    const names = queries(write('Who founded the observatory in Chile?', { perKind: 9 }), 'entity').map(
      (query) => /in (.+)\?$/.exec(query)?.[1],
    );
    assert.deepEqual(names, ['Norway', 'Peru']);
    assert.deepEqual(
      queries(
        write('Who founded the observatory in Chile?', { entities: { person: [], place: [], organisation: [], other: [] } }),
        'entity',
      ),
      [],
    );
  });

  it('takes years that the documents speak of before the neighbours of the year asked for', () => {
    const years = queries(write('What clearance does FS-12 of 2021 require?', { years: ['2009', '2021'] }), 'temporal').map(
      (query) => /of (\d{4})/.exec(query)?.[1],
    );
    assert.deepEqual(years, ['2009', '2020']);
  });

  it('puts words that the documents use first', () => {
    const vocabulary = new Set([stem('translator')]);
    assert.match(queries(write('Who is the author of The Salt Orchard?', { vocabulary }), 'role')[0] ?? '', /translator/);
  });

  it('writes probes for yes/no questions and for claims', () => {
    for (const text of [
      'Are password hints allowed?',
      'May email be used in 2024?',
      'Passwords must be at least 14 characters long in Norway.',
      'The acting director approved the first draft in 2021.',
    ]) {
      const kinds = new Set(write(text).map((probe) => probe.kind));
      assert.ok(kinds.size >= 2, `${text}: ${[...kinds].join()}`);
    }
    assert.ok(queries(write('Are password hints allowed?'), 'category').some((query) => query === 'Are password hints forbidden?'));
  });

  it('never gives the question back, nor one probe twice, nor more of a kind than wanted; the same question gives the same probes', () => {
    const word = fc.constantFrom(
      'who',
      'what',
      'is',
      'the',
      'lead',
      'actor',
      'first',
      'in',
      'of',
      'Chile',
      '2021',
      'current',
      'must',
      'maximum',
      'The Dark Knight',
      'version 3',
      'directed',
      'not',
      'a',
      '?',
    );
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 10 }), fc.integer({ min: 1, max: 4 }), (words, perKind) => {
        const question = words.join(' ');
        const probes = write(question, { perKind });
        const counts = new Map<string, number>();
        for (const { kind, query } of probes) {
          assert.notEqual(query, question);
          counts.set(kind, (counts.get(kind) ?? 0) + 1);
          assert.equal(probes.filter((other) => other.kind === kind && other.query === query).length, 1);
        }
        for (const count of counts.values()) assert.ok(count <= perKind);
        assert.deepEqual(write(question, { perKind }), probes);
      }),
    );
  });
});
