import { html, nothing } from 'lit';

import { atomKindName } from '../../src/contract/words.ts';
import { failureWords, shown, t } from '../../src/base/language.ts';
import { seenPieces } from '../../src/contract/answer-words.ts';
import { rowWords } from '../../src/contract/row-words.ts';
import { place as placeOfCitation } from '../view/format.ts';
import { revisionOf } from '../../src/contract/session-predict.ts';
import type { ClaimAtom } from '../../src/contract/atoms.ts';
import { citedFromWords } from '../../src/contract/document-role.ts';
import { spanId } from '../../src/contract/citation.ts';
import {
  findingOf,
  findingWords,
  sessionHeadline,
  toneOfFinding,
  toneWords,
  verdictChanceWords,
  verdictOf,
  verdictWords,
} from '../../src/contract/claim-words.ts';
import { claimVerdictSchema, type SessionClaim } from '../../src/contract/session.ts';
import { icon } from '../view/parts.ts';
import type { Part } from '../view/types.ts';
import { toneIcon } from './look.ts';
import { notes } from './notes.ts';
import { reviewersLine } from './reviewers.ts';
import type { SessionPageView } from './types.ts';

/** One claim whole: what it says, what the documents make of it, and what is decided. */
export function detail(view: SessionPageView, claim: SessionClaim): Part {
  const tone = view.row?.tone ?? 'waiting';
  return html`<article class="detail" aria-label=${t('Claim')}>
    ${claim.headingPath.length === 0 ? nothing : html`<p class="dim">${claim.headingPath.join(' › ')}</p>`}
    <blockquote class="claim-quote" dir="auto">${claim.text.replaceAll(/\s+/gu, ' ').trim()}</blockquote>
    <p class="where">
      <a
        class="place"
        href="#"
        @click=${(event: Event) => {
          event.preventDefault();
          view.sendOfClaim({ type: 'openClaim', claimId: claim.id });
        }}
        >${claim.anchor.state === 'lost' ? t('No longer in the document') : t('Line {0}', claim.anchor.line)}</a
      >
      ${claim.anchor.state === 'changed' ? html`<span class="dim">${t('its words have changed: “{0}”', claim.anchor.now)}</span>` : nothing}
      ${claim.statement === claim.text ? nothing : html`<span class="dim">${t('checked as: {0}', claim.statement)}</span>`}
    </p>
    <p class=${`found tone-${tone}`}>
      ${icon(claim.status === null || claim.stale ? toneIcon(tone) : statusIcon(claim), 'claim-icon')}
      <strong>${claim.status === null || claim.stale ? toneWords(tone) : sessionHeadline(claim, claim.status)}</strong>
      ${claim.status === null || claim.stale || claim.rejected === true ? nothing : html`<span>${findingWords(findingOf(claim.status, claim.open)).meaning}</span>`}
      ${claim.chance === null || claim.rejected === true ? nothing : html`<span class="dim">${verdictChanceWords(claim.chance)}.</span>`}
    </p>
    ${claim.reason === '' ? nothing : html`<p>${shown(claim.reason)}</p>`}
    ${claim.error === null ? nothing : html`<p>${failureWords(claim.error)}</p>`} ${atoms(claim.atoms)} ${fix(view, claim)}
    ${decision(view, claim)} ${side(view, claim, 'evidence')} ${side(view, claim, 'counterEvidence')} ${notes(view, claim)}
  </article>`;
}

function statusIcon({ status, open, rejected }: SessionClaim): string {
  return toneIcon(rejected === true ? 'withdrawn' : status === null ? 'waiting' : toneOfFinding[findingOf(status, open)]);
}

const atomLook: Readonly<Record<ClaimAtom['state'], { readonly icon: string; readonly words: () => string }>> = {
  said: { icon: 'check', words: () => t('said') },
  denied: { icon: 'close', words: () => t('denied') },
  unsaid: { icon: 'question', words: () => t('not said') },
};

function atoms(parts: readonly ClaimAtom[]): Part {
  if (parts.length === 0) return nothing;
  return html`<ul class="atoms" aria-label=${t('Parts of the claim')}>
    ${parts.map(
      ({ kind, state, text }) =>
        html`<li class="atom-${state}" title=${atomKindName(kind)}>
          ${icon(atomLook[state].icon)}<span dir="auto">${text}</span><span class="dim">${atomLook[state].words()}</span>
        </li>`,
    )}
  </ul>`;
}

function fix(view: SessionPageView, claim: SessionClaim): Part {
  if (claim.fix === null) return nothing;
  const { before, after, because } = claim.fix;
  return html`<p class="fix">
    ${icon('lightbulb')} <span>${t('{0} says “{1}” where this says “{2}”.', because.path, after, before)}</span>
    <vscode-button
      secondary
      @click=${() => {
        view.sendOfClaim({ type: 'applyFix', claimId: claim.id, revision: revisionOf(claim) });
      }}
      >${t('Replace')}</vscode-button
    >
  </p>`;
}

function decision(view: SessionPageView, claim: SessionClaim): Part {
  const { session, row } = view;
  const mine = row?.mine ?? null;
  if (session.frozen) return html`<p class="decided-line">${icon('lock')} ${reviewersLine(claim.review)}</p>`;
  const agrees = mine === null && claim.rejected !== true ? (row?.agrees ?? null) : null;
  return html`<section class="decide" aria-label=${t('Your verdict')}>
    <div class="verdicts">
      ${
        agrees === null
          ? nothing
          : html`<vscode-button
              @click=${() => {
                view.agree();
              }}
              >${t('Agree: {0}', verdictWords(agrees).name)}</vscode-button
            >`
      }
      ${claimVerdictSchema.options.map(
        (verdict) =>
          html`<button
            type="button"
            class="verdict-button"
            aria-pressed=${mine === verdict ? 'true' : 'false'}
            title=${verdictWords(verdict).meaning}
            @click=${() => {
              view.decide(verdict);
            }}
          >
            ${verdictWords(verdict).name}
          </button>`,
      )}
      ${
        mine === null
          ? nothing
          : html`<button
              type="button"
              class="verdict-button"
              @click=${() => {
                view.sendOfClaim({ type: 'undo', claimIds: [claim.id], last: false });
              }}
            >
              ${icon('discard')} ${t('Undo')}
            </button>`
      }
    </div>
    ${claim.review.by.length === 0 ? nothing : html`<p class="dim">${reviewersLine(claim.review)}</p>`}
    <p class="keys">
      <kbd>a</kbd> ${t('agree')} <kbd>v</kbd> ${t('verdict')} <kbd>x</kbd> ${t('not a claim')} <kbd>n</kbd> ${t('note')}
      <kbd>u</kbd> ${t('undo the last')} <kbd>e</kbd> ${t('evidence')} <kbd>j</kbd><kbd>k</kbd> ${t('next, previous')}
    </p>
  </section>`;
}

function side(view: SessionPageView, claim: SessionClaim, which: 'evidence' | 'counterEvidence'): Part {
  const entries = claim[which];
  if (entries.length === 0) return nothing;
  const isUncovered = claim.status !== null && verdictOf(claim.status) === 'not-enough-evidence';
  return html`<section>
    <h2>
      ${which === 'counterEvidence' ? t('On the other side') : isUncovered ? (claim.open === 'nothing' ? t('Nearest sentences, about something else') : t('Sentences to read')) : t('Evidence')}
    </h2>
    ${entries.map((citation) => {
      const marks = claim.atoms
        .filter((atom) => atom.spanId === spanId(citation.path, citation.start, citation.end))
        .flatMap((atom) => atom.words);
      return html`<div class="evidence-card">
        <blockquote dir="auto">
          ${seenPieces(citation, marks).map(({ text, marked }) => (marked ? html`<mark>${text}</mark>` : text))}
        </blockquote>
        ${citation.row === undefined ? nothing : html`<p class="where" dir="auto">${rowWords(citation.row)}</p>`}
        <p class="where">
          <a
            class="place"
            href="#"
            title=${t('Open at these words')}
            @click=${(event: Event) => {
              event.preventDefault();
              const { necessity: _, row: __, documentRole: ___, ...place } = citation;
              view.sendOfClaim({ type: 'openEvidence', claimId: claim.id, citation: place });
            }}
            >${placeOfCitation(citation)}</a
          >
          ${citation.documentRole === undefined ? nothing : html`<span class="document-role">${citedFromWords(citation.documentRole)}</span>`}
        </p>
      </div>`;
    })}
  </section>`;
}
