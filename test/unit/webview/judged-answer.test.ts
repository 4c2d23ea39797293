import assert from 'node:assert/strict';

import type { AuditState, PanelState } from '../../../src/contract/panel.ts';
import { states } from '../../../webview/dev/states.ts';
import { answer } from '../../../webview/view/answer.ts';
import { evidenceSection } from '../../../webview/view/evidence.ts';
import { trapSection } from '../../../webview/view/exploration.ts';
import type { Actions, AuditView } from '../../../webview/view/types.ts';

/** A drawing as its parts: what the template says, and what is set into it as text. */
function drawn(part: unknown): { readonly markup: string; readonly texts: readonly string[] } {
  const markup: string[] = [];
  const texts: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value === 'string' || typeof value === 'number') texts.push(String(value));
    else if (Array.isArray(value)) value.forEach(walk);
    else if (typeof value === 'object' && value !== null && 'strings' in value && 'values' in value) {
      if (Array.isArray(value.strings)) markup.push(value.strings.join('…'));
      walk(value.values);
    } else if (typeof value === 'object' && value !== null && 'values' in value) walk(value.values);
  };
  walk(part);
  return { markup: markup.join('\n'), texts };
}

const idle = (): void => undefined;
const act: Actions = {
  send: idle,
  sendOfAudit: idle,
  ask: idle,
  setDraft: idle,
  setKind: idle,
  toggle: idle,
  focusSpan: idle,
  editNote: idle,
  saveNote: idle,
  chooseSet: idle,
  toggleSpan: idle,
  reveal: idle,
};

function viewOf(state: PanelState & { readonly audit: AuditState | null }): AuditView {
  assert.ok(state.audit !== null);
  return {
    state,
    audit: state.audit,
    persisted: { draft: '', kind: 'question', open: ['evidence', 'trap'] },
    selection: { activeSpan: null, noteFor: null, setIndex: 0 },
    now: 0,
    act,
  };
}

describe('an answer judged by its chance, in the panel', () => {
  it('says of two sentences that one may answer, and how often one does', () => {
    const { uncertain } = states;
    const report = uncertain.audit?.report;
    assert.ok(uncertain.audit !== null && report?.answer !== undefined);
    const either = { ...uncertain.audit, report: { ...report, answer: { ...report.answer, either: true, short: null } } };
    const { texts } = drawn(answer(viewOf({ ...uncertain, audit: either })));
    assert.ok(texts.includes('One of these may answer it'), texts.join('|'));
    assert.ok(texts.includes('In about 4 of 10 cases like this one of the two does'));
    assert.ok(!texts.includes('This may answer it'));
  });

  it('marks the words that answer, and says how often such answers are right', () => {
    const { markup, texts } = drawn(answer(viewOf(states.uncertain)));
    assert.match(markup, /<mark>…<\/mark>/u);
    assert.ok(texts.includes('This may answer it'));
    assert.ok(texts.includes('at least 14 characters') && texts.includes('About 4 of 10 answers like this are right'));
    assert.doesNotMatch(markup + texts.join(' '), /quality|escape certified/u);
  });

  it("sets a document's markup as text, never as markup", () => {
    const { markup, texts } = drawn(answer(viewOf(states['hostile-answer'])));
    assert.ok(texts.includes('<b>42</b>') && texts.includes('<script>alert(2)</script> I'), JSON.stringify(texts));
    assert.doesNotMatch(markup, /<script|<b>|onerror/u);
  });

  it('is none where nothing is sure enough, and the list has no necessity', () => {
    const view = viewOf(states.abstaining);
    const words = drawn(answer(view));
    assert.ok(words.texts.includes('Nothing answers this surely enough. These sentences say most about it:'));
    assert.doesNotMatch(words.texts.join(' '), /14 characters/u);
    const list = drawn(evidenceSection(view));
    assert.doesNotMatch(list.markup + list.texts.join(' '), /necessity|what-if|Necessity/u);
    assert.match(list.markup, /class="evidence"/u);
  });

  it('is not decorated by the trap diagnosis unless it is supported', () => {
    const said = (name: 'uncertain' | 'by-reading'): string => drawn(trapSection(viewOf(states[name]))).texts.join(' ');
    assert.doesNotMatch(said('uncertain'), /certified|preferred to its strongest rival/u);
    assert.match(said('by-reading'), /preferred to its strongest rival/u);
  });

  it('stays as it was where no chance was given', () => {
    const { markup, texts } = drawn(answer(viewOf(states.supported)));
    assert.match(texts.join(' '), /quality 0\.\d+ of 0\.\d+ needed/u);
    assert.doesNotMatch(markup, /<mark>/u);
  });
});
