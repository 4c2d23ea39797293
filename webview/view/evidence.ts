import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';

import { decisionWords, roleName } from '../../src/contract/words.ts';
import { failureWords, plural, t, whole } from '../../src/base/language.ts';
import { hasAbstained, isJudgedByChance } from '../../src/contract/answer-words.ts';
import type { Candidate, MinimalEvidence } from '../../src/contract/evidence.ts';
import type { PanelReview } from '../../src/contract/panel.ts';
import { rowWords } from '../../src/contract/row-words.ts';
import { seenLine } from '../../src/contract/seen-quote.ts';
import { readValue } from './ask.ts';
import { ago, place, roleWords, score, signed } from './format.ts';
import { bar, icon, placeLink, quote, section } from './parts.ts';
import type { AuditView, Part } from './types.ts';
import { whatIf } from './whatif.ts';

/** Spans of the set that is listed, in its order: the answer's own set first, whose entries know their necessity. */
export function listedSpans(view: AuditView): readonly (MinimalEvidence | Candidate)[] {
  const { evidence } = view.audit.report;
  if (evidence === undefined) return [];
  const chosen = view.selection.setIndex === 0 ? undefined : alternatives(view)[view.selection.setIndex - 1];
  if (chosen === undefined) return evidence.minimal;
  return chosen.spanIds.flatMap(
    (spanId) => evidence.minimal.find((entry) => entry.spanId === spanId) ?? evidence.pool.find((entry) => entry.spanId === spanId) ?? [],
  );
}

/** The other minimal sufficient sets. */
function alternatives(view: AuditView): readonly { readonly spanIds: readonly string[]; readonly quality: number }[] {
  const { evidence } = view.audit.report;
  const own = new Set(evidence?.minimal.map((entry) => entry.spanId));
  return (evidence?.certificate?.minimalSets ?? []).filter(
    (set) => set.spanIds.length !== own.size || set.spanIds.some((spanId) => !own.has(spanId)),
  );
}

export function evidenceSection(view: AuditView): Part {
  const { evidence } = view.audit.report;
  if (evidence === undefined) return nothing;
  if (evidence.minimal.length === 0 && !evidence.sufficient) return nothing;
  const { report } = view.audit;
  // The answer's own words lead to this list.
  if (hasAbstained(report)) return evidenceList(view, true);
  const plain = isJudgedByChance(report) && !evidence.sufficient;
  const title = evidence.sufficient ? t('Minimal evidence') : plain ? t('What it rests on') : t('Best evidence found');
  return section(
    view,
    {
      id: 'evidence',
      title,
      note: plural(evidence.candidates, '{1} of {0} candidate', '{1} of {0} candidates', whole(evidence.minimal.length)),
    },
    () =>
      html`${setChooser(view)} ${evidenceList(view, plain)}
      ${
        plain
          ? nothing
          : view.selection.setIndex === 0
            ? html`${whatIf(view)} ${askAgain(view)}`
            : html`<p class="hint">${t("Necessity and what-if belong to the answer's own set. This set would serve in its place.")}</p>`
      }
      ${view.selection.activeSpan === null ? nothing : keyHint()}`,
  );
}

/** @param plain without necessity and role, which belong to an answer that stands */
function evidenceList(view: AuditView, plain: boolean): Part {
  return html`<ol
    class="evidence"
    role="list"
    aria-label=${t('Evidence')}
    @focusout=${(event: FocusEvent) => {
      if (event.currentTarget instanceof Node && event.relatedTarget instanceof Node && !event.currentTarget.contains(event.relatedTarget))
        view.act.focusSpan(null);
    }}
  >
    ${repeat(
      listedSpans(view),
      (entry) => entry.spanId,
      (entry, position) => item(view, entry, position, plain),
    )}
  </ol>`;
}

/** Switches between the sets that would each be enough. */
function setChooser(view: AuditView): Part {
  const others = alternatives(view);
  if (others.length === 0) return nothing;
  const complete = view.audit.report.evidence?.certificate?.complete ?? true;
  const sets = [view.audit.report.evidence?.quality ?? 0, ...others.map((set) => set.quality)];
  return html`<div class="sets">
    <span id="sets-label">${complete ? t('Sets that suffice') : t('Sets that suffice (at least)')}</span>
    <div
      class="set-buttons"
      role="radiogroup"
      aria-labelledby="sets-label"
      @keydown=${(event: KeyboardEvent) => {
        const by =
          event.key === 'ArrowRight' || event.key === 'ArrowDown' ? 1 : event.key === 'ArrowLeft' || event.key === 'ArrowUp' ? -1 : 0;
        if (by === 0) return;
        event.preventDefault();
        event.stopPropagation();
        const next = (view.selection.setIndex + by + sets.length) % sets.length;
        view.act.chooseSet(next);
        if (event.currentTarget instanceof HTMLElement) event.currentTarget.querySelectorAll<HTMLElement>('[role="radio"]')[next]?.focus();
      }}
    >
      ${sets.map(
        (quality, position) =>
          html`<button
            type="button"
            role="radio"
            class="set"
            aria-checked=${position === view.selection.setIndex ? 'true' : 'false'}
            tabindex=${position === view.selection.setIndex ? 0 : -1}
            title=${t('Quality {0}', score(quality))}
            @click=${() => {
              view.act.chooseSet(position);
            }}
          >
            ${position === 0 ? t('Answer') : t('Alternative {0}', position)}
          </button>`,
      )}
    </div>
  </div>`;
}

function item(view: AuditView, entry: MinimalEvidence | Candidate, position: number, plain: boolean): Part {
  const { spanId, citation } = entry;
  const own = 'marker' in entry ? entry : null;
  const review = view.audit.reviews[spanId];
  const active = view.selection.activeSpan === spanId || (view.selection.activeSpan === null && position === 0);
  const removed = view.audit.whatIf?.removed.includes(spanId) === true;
  const label = [
    ...(own === null ? [] : [t('Evidence {0}', own.marker)]),
    ...(plain ? [] : [roleName(entry.role)]),
    ...(plain || own === null ? [] : [t('necessity {0}', score(own.necessity))]),
    place(citation),
    `${decisionWords(review?.verdict ?? 'undecided')}: ${seenLine(citation)}`,
  ].join(', ');
  return html`<li
    class="item ${removed ? 'removed' : ''} verdict-${review?.verdict ?? 'undecided'}"
    data-span=${spanId}
    tabindex=${active ? 0 : -1}
    aria-label=${label}
    @focusin=${() => {
      view.act.focusSpan(spanId);
    }}
  >
    <div class="item-head">
      <span class="number">${own === null ? icon('circle-small-filled') : own.marker}</span>
      ${own === null || plain ? nothing : html`<span class="necessity" title=${t('Necessity: share of the quality that is lost without it. Taken away alone, quality changes by {0}.', signed(-own.deletionEffect))}>${bar(own.necessity, entry.role)}<span class="value">${score(own.necessity)}</span></span>`}
      ${plain ? nothing : html`<span class="role role-${entry.role}" title=${roleWords(entry.role).hint}>${icon(roleWords(entry.role).icon)}${roleWords(entry.role).text}</span>`}
      <span class="spacer"></span>
      ${tools(view, spanId, review)}
    </div>
    ${quote(seenLine(citation))} ${entry.row === undefined ? nothing : html`<p class="where" dir="auto">${rowWords(entry.row)}</p>`}
    <p class="where">
      ${placeLink(view, citation)}${entry.headingPath.length === 0 ? nothing : html`<span class="dim" dir="auto"> › ${entry.headingPath.join(' › ')}</span>`}${entry.copies.length === 0 ? nothing : html`<span class="dim"> · ${t('also in')} ${entry.copies.map((copy, index) => html`${index === 0 ? '' : ', '}${placeLink(view, copy)}`)}</span>`}
    </p>
    ${again(view, spanId)} ${decisions(view, review)} ${view.selection.noteFor === spanId ? noteBox(view, spanId) : nothing}
  </li>`;
}

/** What is answered without this one, once that was asked for. */
function again(view: AuditView, spanId: string): Part {
  const state = view.audit.again;
  const found = state?.state === 'ready' ? state.answers.find((entry) => entry.spanId === spanId) : undefined;
  if (found === undefined) return nothing;
  return html`<p class="hint">
    ${icon(found.necessary ? 'arrow-swap' : 'check')}${t('Asked again without it:')}
    ${found.answer === null ? t('no answer') : html`<span dir="auto">${found.answer}</span>`}${found.necessary ? '' : ` ${t('(the same)')}`}
  </p>`;
}

/** Asks for what is answered without each piece: it costs one answer each, so only on demand. */
function askAgain(view: AuditView): Part {
  const { report, again: state } = view.audit;
  if (report.kind !== 'question' || report.answer?.text === '' || view.audit.phase !== 'done' || state?.state === 'ready') return nothing;
  const trouble = state?.state === 'failed' ? html`<p class="hint">${icon('warning')}${failureWords(state.error)}</p>` : nothing;
  return html`${trouble}<vscode-button
      id="answer-again"
      secondary
      ?disabled=${state?.state === 'busy'}
      title=${t('Answers again without each piece of evidence in turn, to see which the answer depends on')}
      @click=${() => {
        view.act.sendOfAudit({ type: 'answerAgain' });
      }}
      >${state?.state === 'busy' ? t('Asking again…') : t('Ask again without each')}</vscode-button
    >`;
}

/** The four decisions. Each has one key while the item has the focus. */
function tools(view: AuditView, spanId: string, review: PanelReview | undefined): Part {
  const mine = review?.mine ?? 'undecided';
  const tool = (id: string, name: string, label: string, key: string, pressed: boolean | null, run: () => void): Part =>
    html`<button
      type="button"
      class="tool tool-${id}"
      data-tool=${id}
      title=${`${label} (${key})`}
      aria-label=${label}
      aria-keyshortcuts=${key}
      aria-pressed=${pressed === null ? nothing : pressed ? 'true' : 'false'}
      @click=${run}
    >
      ${icon(name)}
    </button>`;
  return html`<span class="tools">
    ${tool('accept', 'check', t('Accept'), 'a', mine === 'accepted', () => {
      view.act.sendOfAudit({ type: 'decide', spanId, action: 'accept' });
    })}
    ${tool('reject', 'close', t('Reject'), 'r', mine === 'rejected', () => {
      view.act.sendOfAudit({ type: 'decide', spanId, action: 'reject' });
    })}
    ${tool('note', 'note', t('Note'), 'n', null, () => {
      view.act.editNote(spanId);
    })}
    ${
      mine === 'undecided' && (review?.notes.length ?? 0) === 0
        ? nothing
        : tool('undo', 'discard', t('Undo'), 'u', null, () => {
            view.act.sendOfAudit({ type: 'undo', spanId });
          })
    }
  </span>`;
}

function decisions(view: AuditView, review: PanelReview | undefined): Part {
  if (review === undefined) return nothing;
  return html`${
    review.by.length === 0
      ? nothing
      : html`<p class="decided">
          ${review.by.map(
            (entry) =>
              html`<span class="decided-${entry.verdict}"
                >${icon(entry.verdict === 'accepted' ? 'check' : 'close')}${entry.verdict === 'accepted' ? t('accepted by {0}, {1}', entry.reviewer, ago(entry.at, view.now)) : t('rejected by {0}, {1}', entry.reviewer, ago(entry.at, view.now))}</span
              >`,
          )}${review.verdict === 'split' ? html`<span class="flag">${icon('warning')}${t('reviewers disagree')}</span>` : nothing}
        </p>`
  }
  ${review.notes.map((note) => html`<p class="note">${icon('note')}<span dir="auto">${note.text}</span> <span class="dim">${note.reviewer}, ${ago(note.at, view.now)}</span></p>`)}`;
}

function noteBox(view: AuditView, spanId: string): Part {
  return html`<div class="note-box">
    <vscode-textarea
      label=${t('Note')}
      placeholder=${t('Why? Enter saves, Escape leaves')}
      rows="2"
      @keydown=${(event: KeyboardEvent) => {
        if (event.key === 'Escape') view.act.editNote(null);
        else if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) view.act.saveNote(spanId, readValue(event));
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    ></vscode-textarea>
  </div>`;
}

function keyHint(): Part {
  return html`<p class="keys" aria-hidden="true">
    <kbd>j</kbd><kbd>k</kbd> ${t('move')} <kbd>a</kbd> ${t('accept')} <kbd>r</kbd> ${t('reject')} <kbd>n</kbd> ${t('note')}
    <kbd>u</kbd> ${t('undo')} <kbd>w</kbd> ${t('what if')} <kbd>${t('Enter')}</kbd> ${t('open')}
  </p>`;
}
