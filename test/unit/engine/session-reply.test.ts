import assert from 'node:assert/strict';

import { parseSession } from '../../../src/engine/session-reply.ts';
import { sessions } from '../../../webview/dev/session-states.ts';

describe('A session as the engine replies it', () => {
  for (const [name, session] of Object.entries(sessions))
    it(`"${name}" is parsed whole`, async () => {
      assert.deepEqual(await parseSession(structuredClone(session)), session);
    });

  it('is refused where one claim of it is malformed', async () => {
    const claims = sessions.open.claims.map((claim, position) => (position === 5 ? { ...claim, status: 'perhaps' } : claim));
    await assert.rejects(parseSession({ ...sessions.open, claims }));
  });

  it('lets others have their turn while it is parsed, however long it is', async () => {
    const claims = Array.from({ length: 4000 }, (_, position) => ({ ...sessions.open.claims[position % 8], id: `c${position}` }));
    let turns = 0;
    let parsed = false;
    const count = (): void => {
      turns += 1;
      if (!parsed) setImmediate(count);
    };
    setImmediate(count);
    assert.equal((await parseSession({ ...sessions.open, claims })).claims.length, 4000);
    parsed = true;
    assert.ok(turns >= 2, `${turns} turns`);
  });
});
