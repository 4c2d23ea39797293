import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';

import type { ClaimVerdict } from '../../../src/contract/session.ts';
import { chainStart, seal } from '../../../src/review/chain.ts';
import type { ClaimDecision } from '../../../src/review/claim-log.ts';
import { ReviewLogs } from '../../../src/review/log.ts';
import { byTurn, comesAfter, type LoggedLine, placesOf } from '../../../src/review/order.ts';

let count = 0;

function given(reviewer: string, verdict: ClaimVerdict, at: string, adjudicates = false): ClaimDecision {
  count += 1;
  return {
    schemaVersion: 1,
    id: `d${count}`,
    at,
    reviewer,
    sessionId: 's',
    kind: 'claim-verdict',
    claims: [{ id: 'c1', statement: 'The salt has 32 bits.', status: null, seen: null }],
    verdict,
    adjudicates,
  };
}

describe('the order of what several people decide', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'linchpin-order-'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });
  const file = (name: string): string => join(folder, '.linchpin', 'reviews', name);
  const append = async (...lines: readonly ClaimDecision[]): Promise<void> => {
    for (const line of lines) await new ReviewLogs(folder).append(line);
  };
  const review = async () => (await new ReviewLogs(folder).read()).sessions.get('s')?.review('c1', null);

  it('lets an adjudicator win whose clock is behind', async () => {
    await append(given('ann', 'supported', '2026-05-01T12:00:00.000Z'), given('bob', 'refuted', '2026-05-01T12:00:01.000Z'));
    await append(given('cat', 'refuted', '2026-05-01T09:00:00.000Z', true));
    assert.deepEqual([(await review())?.verdict, (await review())?.adjudicated?.reviewer], ['refuted', 'cat']);
    // And one who had that before them opens it again, with a clock that is behind still more.
    await append(given('ann', 'conflicting', '2020-01-01T00:00:00.000Z'));
    assert.equal((await review())?.verdict, 'split');
  });

  it('lets a line dated 2099 beat nobody, of this version or an older one', async () => {
    await append(given('ann', 'supported', '2099-01-01T00:00:00.000Z'), given('bob', 'refuted', '2026-05-01T12:00:01.000Z'));
    await append(given('cat', 'refuted', '2026-05-01T12:00:02.000Z', true));
    assert.equal((await review())?.verdict, 'refuted');
    await writeFile(file('dan.jsonl'), `${seal(given('dan', 'supported', '2099-01-01T00:00:00.000Z'), chainStart).line}\n`);
    assert.equal((await review())?.verdict, 'refuted');
    // Nor where all lines are old.
    for (const line of [
      given('ann', 'supported', '2099-01-01T00:00:00.000Z'),
      given('bob', 'refuted', '2026-05-01T12:00:01.000Z'),
      given('cat', 'refuted', '2026-05-01T12:00:02.000Z', true),
    ])
      await writeFile(file(`${line.reviewer}.jsonl`), `${seal(line, chainStart).line}\n`);
    assert.equal((await review())?.verdict, 'refuted');
  });

  it('orders old lines by their times, as they were then', async () => {
    const at = (second: number): string => `2026-05-01T12:00:0${second}.000Z`;
    await append(given('zoe', 'supported', at(0)));
    const ann = seal(given('ann', 'supported', at(1)), chainStart);
    const again = seal(given('ann', 'refuted', at(4)), ann.end);
    await writeFile(file('bob.jsonl'), `${seal(given('bob', 'refuted', at(2)), chainStart).line}\n`);
    await writeFile(file('cat.jsonl'), `${seal(given('cat', 'conflicting', at(3), true), chainStart).line}\n`);
    await writeFile(file('ann.jsonl'), `${ann.line}\n`);
    await rm(file('zoe.jsonl'));
    assert.equal((await review())?.verdict, 'conflicting');
    await writeFile(file('ann.jsonl'), `${ann.line}\n${again.line}\n`);
    assert.equal((await review())?.verdict, 'refuted');
  });

  it('settles nothing where two adjudicators did not know of each other', async () => {
    await append(given('ann', 'supported', '2026-05-01T12:00:00.000Z'));
    const both = (['supported', 'refuted'] as const).map((verdict, at) =>
      given(at === 0 ? 'cat' : 'dan', verdict, '2026-05-01T12:00:01.000Z', true),
    );
    for (const line of both) await writeFile(file(`${line.reviewer}.jsonl`), `${seal(line, chainStart, {}).line}\n`);
    assert.deepEqual([(await review())?.verdict, (await review())?.adjudicated], ['split', null]);
    await append(given('cat', 'refuted', '2026-05-01T12:00:02.000Z', true));
    assert.deepEqual([(await review())?.verdict, (await review())?.adjudicated?.reviewer], ['refuted', 'cat']);
  });

  it('is the same however the logs are read, and each line stands behind all that its writer had seen', () => {
    const steps = fc.array(fc.record({ who: fc.nat(2), knows: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }) }), { maxLength: 25 });
    fc.assert(
      fc.property(steps, (all) => {
        // Three people on branches of their own: each writes, and knows of the others' what was pulled by then.
        const logs = new Map<string, LoggedLine[]>(['a', 'b', 'c'].map((name) => [name, []]));
        const pulled = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
        const seenBy = new Map<string, Map<string, number>>();
        for (const [step, { who, knows }] of all.entries()) {
          const name = 'abc'.charAt(who);
          const own = pulled[who] ?? new Map<string, number>();
          for (const [at, does] of knows.entries()) {
            const other = 'abc'.charAt(at);
            if (does && at !== who) own.set(other, (logs.get(other)?.length ?? 0) - 1);
          }
          const link = `${name}${step}`;
          const heads = [...own].filter(([, last]) => last >= 0);
          logs.get(name)?.push({
            link,
            at: null,
            seen: Object.fromEntries(heads.map(([other, last]) => [other, { lines: last + 1, last: logs.get(other)?.[last]?.link ?? '' }])),
          });
          seenBy.set(link, new Map(heads));
        }
        const places = placesOf(logs);
        assert.deepEqual(placesOf(new Map([...logs].reverse())), places);
        const flat = [...places.values()].flat();
        assert.equal(flat.length, all.length);
        for (const place of flat) {
          const { link = '' } = logs.get(place.log)?.[place.at] ?? {};
          for (const [other, last] of seenBy.get(link) ?? [])
            for (const earlier of places.get(other)?.slice(0, last + 1) ?? []) assert.ok(comesAfter(place, earlier));
          for (const other of flat) {
            if (!comesAfter(place, other)) continue;
            assert.ok(byTurn(other, place) < 0);
            assert.ok(!comesAfter(other, place));
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('goes on as it was read: what is appended stands where reading it again puts it', async () => {
    const logs = new ReviewLogs(folder);
    await logs.read();
    const people = ['ann', 'bob', 'cat'];
    for (let at = 0; at < 24; at += 1) {
      const verdict = (['supported', 'refuted', 'conflicting'] as const)[at % 3] ?? 'supported';
      await logs.append(given(people[(at * 7) % 3] ?? '', verdict, `2026-05-01T12:00:${String(50 - at)}.000Z`, at % 5 === 4));
      const grown = (await logs.read()).sessions.get('s')?.review('c1', null);
      assert.deepEqual(grown, await review());
    }
  });
});
