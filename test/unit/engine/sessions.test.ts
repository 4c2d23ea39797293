import assert from 'node:assert/strict';
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { SessionClaim } from '../../../src/contract/session.ts';
import { createEngine, type Engine } from '../../../src/engine/engine.ts';
import { requests } from '../../../src/engine/protocol.ts';
import { type Sandbox, sandbox, startEngine } from './engine.ts';

/** A name that a glob would read otherwise. */
const path = 'draft (1).md';
const draft = `# Audit draft

This report describes our work.

## Passwords

Passwords chosen by users must have at least 14 characters. Is that enough?

The storm of 14 November did not contribute to the outage.
`;

describe('review sessions of the engine', function () {
  this.timeout(120_000);
  let desk: Sandbox;
  let engine: Engine;

  beforeEach(async () => {
    desk = await sandbox();
    engine = createEngine();
    await writeFile(join(desk.options.folder, path), draft);
    await engine.index(desk.options, false, () => undefined);
  });
  afterEach(async () => {
    await engine.close();
    await desk.dispose();
  });

  it('checks the claims of a document against the others, one after the other, and tells of each', async () => {
    const opened = await engine.openSession(desk.options, path);
    assert.deepEqual([opened.state, opened.total, opened.checked], ['paused', 2, 0]);
    const told: [string, string][] = [];
    const session = await engine.checkSession(desk.options, opened.id, ({ text, state }) => told.push([text.slice(0, 9), state]));
    assert.deepEqual(told, [
      ['Passwords', 'checking'],
      ['Passwords', 'done'],
      ['The storm', 'checking'],
      ['The storm', 'done'],
    ]);
    assert.deepEqual([session.state, session.checked, session.documentChanged], ['done', 2, false]);
    for (const claim of session.claims) {
      assert.equal(draft.slice(claim.place.start, claim.place.end), claim.text);
      assert.ok(claim.auditId !== null && claim.status !== null && claim.evidence.length > 0);
      // What is checked is no evidence for itself.
      assert.ok([...claim.evidence, ...claim.counterEvidence].every((cited) => cited.path !== path));
      assert.equal((await engine.records(desk.options).audits.load(claim.auditId)).question, claim.statement);
    }
  });

  it('keeps what is done when it is cancelled, and goes on from there in another process', async () => {
    const { id } = await engine.openSession(desk.options, path);
    const cancel = new AbortController();
    const stop = ({ state }: SessionClaim): void => {
      if (state === 'done') cancel.abort();
    };
    await assert.rejects(engine.checkSession(desk.options, id, stop, cancel.signal), { code: 'cancelled' });
    const next = createEngine();
    try {
      const sessions = next.records(desk.options).sessions;
      assert.deepEqual(
        (await sessions.list()).sessions.map(({ state, checked, claims }) => ({ state, checked, claims })),
        [{ state: 'paused', checked: 1, claims: 2 }],
      );
      const told: string[] = [];
      const session = await next.checkSession(desk.options, id, (claim) => told.push(claim.text.slice(0, 9)));
      assert.deepEqual([session.state, [...new Set(told)]], ['done', ['The storm']]);
    } finally {
      await next.close();
    }
  });

  it('checks again only what has changed', async () => {
    const { id } = await engine.openSession(desk.options, path);
    const first = await engine.checkSession(desk.options, id, () => undefined);
    const [passwords, storm] = first.claims;
    assert.ok(passwords !== undefined && storm !== undefined);
    // Its evidence changes for one claim, the words of the other.
    const rested = passwords.evidence[0]?.path ?? '';
    await appendFile(join(desk.options.folder, rested), '\nOne more line.\n');
    await writeFile(join(desk.options.folder, path), draft.replace('did not contribute', 'contributed'));
    const changed = await engine.records(desk.options).sessions.view(id);
    assert.deepEqual([changed.documentChanged, changed.claims.map(({ stale }) => stale)], [true, [true, false]]);
    const opened = await engine.openSession(desk.options, path);
    assert.deepEqual([opened.id, opened.documentChanged], [id, false]);
    assert.deepEqual(
      opened.claims.map(({ state, stale }) => [state, stale]),
      [
        ['done', true],
        ['waiting', false],
      ],
    );
    assert.equal(opened.claims[0]?.id, passwords.id);
    assert.notEqual(opened.claims[1]?.id, storm.id);
  });

  it('is signed once every claim is decided, and is frozen from then on', async () => {
    const { sessions } = engine.records(desk.options);
    const { id } = await engine.openSession(desk.options, path);
    await assert.rejects(sessions.sign(id, 'ann', 'All checked.'), (error: Error) =>
      /2 claims are not checked; 2 claims are undecided/.test(error.message),
    );
    const { claims } = await engine.checkSession(desk.options, id, () => undefined);
    const ids = claims.map((claim) => claim.id);
    await sessions.decide(id, ids, 'ann', { action: 'verdict', verdict: 'supported' });
    await sessions.decide(id, ids.slice(0, 1), 'bob', { action: 'verdict', verdict: 'refuted', note: 'The policy of 2025 says so.' });
    await assert.rejects(sessions.sign(id, 'ann', 'All checked.'), (error: Error) => /1 claim is split/.test(error.message));
    await sessions.decide(id, ids.slice(0, 1), 'cat', { action: 'adjudicate', verdict: 'supported' });
    const signed = await sessions.sign(id, 'ann', 'All checked.');
    assert.deepEqual([signed.signed, signed.signOffs.map(({ reviewer, changedSince }) => [reviewer, changedSince])], [true, [['ann', []]]]);
    await assert.rejects(sessions.decide(id, ids, 'bob', { action: 'undo' }), { code: 'review-invalid' });
    await assert.rejects(
      engine.checkSession(desk.options, id, () => undefined),
      { code: 'review-invalid' },
    );
    await writeFile(join(desk.options.folder, path), `${draft}\nThe board must approve every outage report within 3 days.\n`);
    assert.deepEqual((await sessions.view(id)).signOffs[0]?.changedSince, [`The document ${path} has changed.`]);
    const next = await engine.openSession(desk.options, path);
    assert.notEqual(next.id, id);
    assert.deepEqual(
      next.claims.map(({ state, review }) => [state, review.verdict]),
      [
        ['done', 'undecided'],
        ['done', 'undecided'],
        ['waiting', 'undecided'],
      ],
    );
  });

  it('decides nothing where something else stands by now than the reviewer was shown', async () => {
    const { sessions } = engine.records(desk.options);
    const { id } = await engine.openSession(desk.options, path);
    const { claims } = await engine.checkSession(desk.options, id, () => undefined);
    const [first] = claims;
    assert.ok(first !== undefined && first.seen !== null);
    await assert.rejects(
      sessions.decide(id, [first.id], 'ann', { action: 'verdict', verdict: 'supported' }, { [first.id]: 'other' }),
      (error: Error) => /has changed since it was shown, so nothing was decided/.test(error.message),
    );
    assert.equal((await sessions.view(id)).claims[0]?.review.verdict, 'undecided');
    const decided = await sessions.decide(id, [first.id], 'ann', { action: 'verdict', verdict: 'supported' }, { [first.id]: first.seen });
    assert.equal(decided.claims[0]?.review.verdict, 'supported');
  });

  it('tells what can be taken back, what a reviewer opened, and how long they were at it', async () => {
    const { sessions } = engine.records(desk.options);
    const { id } = await engine.openSession(desk.options, path);
    const { claims } = await engine.checkSession(desk.options, id, () => undefined);
    const ids = claims.map((claim) => claim.id);
    const [cited] = claims[0]?.evidence ?? [];
    assert.ok(cited !== undefined);
    const { path: evidencePath, start, end } = cited;
    await sessions.decide(id, ids, 'ann', { action: 'verdict', verdict: 'supported' });
    await sessions.decide(id, ids.slice(0, 1), 'ann', { action: 'verdict', verdict: 'refuted' });
    await sessions.decide(id, ids.slice(0, 1), 'ann', { action: 'read', path: evidencePath, start, end });
    const view = await sessions.decide(id, ids.slice(1), 'ann', { action: 'note', note: 'To be asked.' });
    const [one, two] = ids;
    assert.deepEqual(
      view.standing.map(({ reviewer, kind, claims: on }) => [reviewer, kind, on]),
      [
        [
          'ann',
          'verdict',
          [
            { id: one, before: null },
            { id: two, before: null },
          ],
        ],
        ['ann', 'verdict', [{ id: one, before: 'supported' }]],
        ['ann', 'note', [{ id: two, before: 'supported' }]],
      ],
    );
    assert.deepEqual(
      view.work.map(({ reviewer, opened }) => [reviewer, opened]),
      [['ann', [`${evidencePath}:${start}-${end}`]]],
    );
    const undone = await sessions.decide(id, ids.slice(0, 1), 'ann', { action: 'undo' });
    assert.equal(undone.claims[0]?.review.verdict, 'supported');
    assert.deepEqual(
      undone.standing.map(({ kind }) => kind),
      ['verdict', 'note'],
    );
  });

  it('is reviewed a second time, blind, by somebody else, with agreement and what they disagree on', async () => {
    const { sessions } = engine.records(desk.options);
    const { id } = await engine.openSession(desk.options, path);
    const { claims } = await engine.checkSession(desk.options, id, () => undefined);
    const ids = claims.map((claim) => claim.id);
    await assert.rejects(sessions.second(id, 'bob'), /Only a signed review/u);
    await sessions.decide(id, ids, 'ann', { action: 'verdict', verdict: 'supported' });
    const signed = await sessions.sign(id, 'ann', 'All checked.');
    await assert.rejects(sessions.second(id, 'ann'), /ann has decided in the first review already/u);
    const second = await sessions.second(id, 'bob');
    assert.deepEqual([second.blind, second.follows, second.signed, second.checked], [true, id, false, 2]);
    assert.equal((await sessions.second(id, 'bob')).id, second.id, 'a second one was begun');
    await sessions.decide(second.id, ids.slice(0, 1), 'bob', { action: 'verdict', verdict: 'supported' });
    const both = await sessions.decide(second.id, ids.slice(1), 'bob', { action: 'verdict', verdict: 'refuted' });
    assert.deepEqual(
      both.claims.map(({ review }) => review.verdict),
      ['supported', 'split'],
    );
    assert.deepEqual([both.agreement?.claims, both.agreement?.measure], [2, 'cohen-kappa']);
    await assert.rejects(sessions.sign(second.id, 'bob', 'Checked again.'), /1 claim is split/u);
    await sessions.decide(second.id, ids.slice(1), 'cat', { action: 'adjudicate', verdict: 'refuted' });
    const settled = await sessions.sign(second.id, 'bob', 'Checked again.');
    assert.deepEqual([settled.signed, settled.claims[1]?.review.verdict], [true, 'refuted']);
    // The first stays as it was signed.
    const first = await sessions.view(id);
    assert.deepEqual(first.claims, signed.claims);
    assert.deepEqual(first.signOffs[0]?.changedSince, []);
    const { audits } = await engine.records(desk.options).list();
    assert.ok(audits.length === 2 && audits.every(({ sessionId }) => sessionId !== null));
  });

  it('does the same over the protocol, and tells of each claim as it comes', async () => {
    const client = startEngine();
    try {
      const { options } = desk;
      const opened = await client.request(requests.openSession, { options, path, blind: true });
      assert.equal(opened.blind, true);
      const told: string[] = [];
      const checked = await client.checkSession(options, opened.id, ({ state }) => told.push(state));
      assert.deepEqual([told, checked.state], [['checking', 'done', 'checking', 'done'], 'done']);
      const { folder } = options;
      const claimIds = checked.claims.map((claim) => claim.id);
      const decided = await client.request(requests.decideClaims, {
        folder,
        sessionId: opened.id,
        claimIds,
        reviewer: 'ann',
        action: { action: 'verdict', verdict: 'not-a-claim' },
      });
      assert.equal(decided.decided, 2);
      assert.deepEqual(
        (await client.request(requests.sessions, { folder })).sessions.map(({ id, decided: count }) => [id, count]),
        [[opened.id, 2]],
      );
      await assert.rejects(client.request(requests.session, { folder, sessionId: 'none' }), { code: 'review-invalid' });
    } finally {
      client.dispose();
    }
  });

  it('says that there is no such document, session or claim', async () => {
    const { sessions } = engine.records(desk.options);
    await assert.rejects(engine.openSession(desk.options, 'none.md'), { code: 'document-missing' });
    await assert.rejects(sessions.view('none'), { code: 'review-invalid' });
    await assert.rejects(sessions.view('../audits/x'), { code: 'review-invalid' });
    const { id } = await engine.openSession(desk.options, path);
    await assert.rejects(sessions.decide(id, ['none'], 'ann', { action: 'note', note: 'x' }), { code: 'review-invalid' });
  });
});
