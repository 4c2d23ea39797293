import assert from 'node:assert/strict';

import { oppositeEvents, readEvent, sameEvent } from '../../../src/causal/event.ts';

const same = (a: string, b: string, sameDocument = true): boolean => sameEvent(readEvent(a), readEvent(b), sameDocument);

describe('events', () => {
  it('are the same in other forms of their words', () => {
    assert.ok(same('The sump overflowed', 'the overflow'));
    assert.ok(same('a jammed bow door', 'The bow door jammed'));
    assert.ok(same('all open sessions were lost', 'the loss of all open sessions'));
    assert.ok(same('Acid leaked', 'The acid leak'));
    assert.ok(same('the temperature fell below two degrees', 'The temperature fell'));
  });

  it('are the same in two words for one thing, where another word is the same', () => {
    assert.ok(same('the bridge is shut', 'the engineer closed the bridge'));
    assert.ok(!same('the pump started', 'the pump stopped'));
    assert.ok(!same('The shop closed', 'the bridge is shut'));
    assert.ok(!same('the bridge is shut', 'the engineer closed the bridge', false));
  });

  it('are never the same with another polarity', () => {
    assert.ok(!same('the duty pump did not start', 'the duty pump started'));
    assert.ok(!same('rates rise', 'rates fall'));
    assert.ok(!same('the alarm sounded', 'the alarm failed to sound'));
  });

  it('are not the things that take part in them', () => {
    assert.ok(!same('the dosing pump', 'the leak at the dosing pump'));
    assert.ok(!same('the pump', 'the pump failed'));
  });

  it('of two documents are the same only where their words can be no coincidence', () => {
    assert.ok(!same('The pump failed', 'The pump failed', false));
    assert.ok(same('the renewal job had been disabled', 'the disabled renewal job', false));
  });

  it('know their opposites', () => {
    assert.ok(oppositeEvents(readEvent('the alarm sounded'), readEvent('the alarm did not sound')));
    assert.ok(oppositeEvents(readEvent('the pressure rose'), readEvent('the pressure fell')));
    assert.ok(oppositeEvents(readEvent('the valve opened'), readEvent('the valve closed')));
    assert.ok(!oppositeEvents(readEvent('the valve opened'), readEvent('the door opened')));
  });
});
