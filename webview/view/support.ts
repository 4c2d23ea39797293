import { html, nothing } from 'lit';

import { conflictKindName, encodedWords, missingKindName } from '../../src/contract/words.ts';
import { list, shown, t, whole } from '../../src/base/language.ts';
import { isJudgedByChance } from '../../src/contract/answer-words.ts';
import type { Conflict } from '../../src/contract/exploration.ts';
import { seenLine } from '../../src/contract/seen-quote.ts';
import { score, signed } from './format.ts';
import { bar, icon, placeLink, quote, section, spanName } from './parts.ts';
import type { AuditView, Part } from './types.ts';

/** What would have to be found before anything could be said. */
export function missingSection(view: AuditView): Part {
  const missing = view.audit.report.evidence?.missing ?? [];
  if (missing.length === 0) return nothing;
  return section(
    view,
    { id: 'missing', title: t('What is missing'), note: String(missing.length) },
    () =>
      html`<ul class="plain">
        ${missing.map((entry) => html`<li>${icon('circle-slash')}<span class="tag">${missingKindName(entry.kind)}</span> <span dir="auto">${entry.text}</span></li>`)}
      </ul>`,
  );
}

/** A claim with enough evidence on both sides: the two, side by side where there is room. */
export function counterSection(view: AuditView): Part {
  const { evidence, counterEvidence: counter } = view.audit.report;
  if (evidence === undefined || counter === undefined || counter === null) return nothing;
  const side = (title: string, entries: typeof evidence.minimal, quality: number): Part =>
    html`<div class="side">
      <p><strong>${title}</strong> <span class="dim">${t('quality {0}', score(quality))}</span></p>
      ${entries.map(
        (entry) =>
          html`${quote(seenLine(entry.citation))}
            <p class="where">${placeLink(view, entry.citation)}</p>`,
      )}
    </div>`;
  const [own, other] = evidence.scores.stance === 'support' ? [t('For the claim'), t('Against it')] : [t('Against the claim'), t('For it')];
  return section(
    view,
    { id: 'counter', title: t('Both sides'), note: t('each is enough by itself') },
    () => html`<div class="sides">${side(own, evidence.minimal, evidence.quality)}${side(other, counter.minimal, counter.quality)}</div>`,
  );
}

/** Statements of the documents that cannot both hold, side by side where there is room. */
export function conflictsSection(view: AuditView): Part {
  const conflicts = view.audit.report.conflicts ?? [];
  if (conflicts.length === 0) return nothing;
  return section(
    view,
    { id: 'conflicts', title: t('Conflicts'), note: String(conflicts.length) },
    () => html`${conflicts.map((conflict) => conflictCard(view, conflict))}`,
  );
}

function conflictCard(view: AuditView, conflict: Conflict): Part {
  const side = (which: 'a' | 'b'): Part =>
    html`<div class="side">
      ${quote(seenLine(conflict[which]))}
      <p class="where">
        ${placeLink(view, conflict[which])}${
          conflict.superseded === which
            ? html` <span class="tag">${icon('history')}${t('no longer in force')}</span>`
            : conflict.older === which
              ? html` <span class="tag">${icon('history')}${t('older')}</span>`
              : nothing
        }
      </p>
    </div>`;
  return html`<article class="conflict">
    <p class="conflict-head">
      ${icon('git-compare')}<span class="tag">${conflictKindName(conflict.kind)}</span> ${shown(conflict.explanation)}
      <span class="dim">${t('contradiction {0}', score(conflict.contradiction))}</span>
    </p>
    <div class="sides">${side('a')}${side('b')}</div>
  </article>`;
}

/** Spans that were considered and that no minimal set needs. */
export function idleSection(view: AuditView): Part {
  const { evidence } = view.audit.report;
  // Sufficiency by reading knows no roles where nothing suffices: what is listed already is not listed again.
  const listed = new Set(evidence?.scores.readings === undefined ? [] : evidence.minimal.map((entry) => entry.spanId));
  const idle = (evidence?.pool ?? []).filter((entry) => entry.role === 'idle' && !listed.has(entry.spanId));
  if (idle.length === 0) return nothing;
  const unanswered = isJudgedByChance(view.audit.report) && evidence?.sufficient === false;
  return section(
    view,
    { id: 'idle', title: unanswered ? t('Also considered') : t('Idle'), note: String(idle.length) },
    () =>
      html`${unanswered ? nothing : html`<p class="hint">${t('Considered and not needed: the answer is the same with or without them.')}</p>`}
        <ul class="plain idle">
          ${idle.map((entry) => html`<li>${placeLink(view, entry.citation)} <span class="dim">${t('relevance {0}', score(entry.relevance))}</span><span class="clip" dir="auto" title=${seenLine(entry.citation)}>${seenLine(entry.citation)}</span></li>`)}
        </ul>`,
  );
}

/** What anyone can check without a model: the set suffices, and no part of it is spare. */
export function certificateSection(view: AuditView): Part {
  const { evidence, encoded } = view.audit.report;
  const certificate = evidence?.certificate ?? null;
  if (evidence === undefined || certificate === null) return nothing;
  const { terms } = certificate;
  const note = certificate.irreducible ? t('irreducible') : t('not irreducible');
  // What does not suffice by reading is not called reducible: nothing was to be reduced.
  const silent = isJudgedByChance(view.audit.report) && !evidence.sufficient;
  return section(
    view,
    { id: 'certificate', title: t('Certificate'), ...(silent ? {} : { note }) },
    () =>
      html`${evidence.scores.statement === undefined ? nothing : html`<p>${t('Judged against:')} <q>${evidence.scores.statement}</q></p>`}
        <table class="grid">
          <caption>
            ${t('Quality of the set, and with one piece taken away; {0} is enough', score(evidence.threshold))}
          </caption>
          <thead>
            <tr>
              <th scope="col">${t('Set')}</th>
              <th scope="col" class="num">${t('Quality')}</th>
              <th scope="col">${t('Enough?')}</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">F(S) <span class="dim">${t('all {0}', evidence.minimal.length)}</span></th>
              <td class="num">${score(terms.calibrated)}</td>
              <td>${enough(terms.calibrated >= evidence.threshold)}</td>
            </tr>
            ${certificate.without.map(
              (entry) =>
                html`<tr>
                  <th scope="row">${t('F(S without {0})', spanName(view, entry.spanId))}</th>
                  <td class="num">${score(entry.quality)}</td>
                  <td>${enough(entry.quality >= evidence.threshold)}</td>
                </tr>`,
            )}
          </tbody>
        </table>
        <dl class="facts">
          ${
            // By reading, the other terms do not count.
            evidence.scores.readings !== undefined
              ? nothing
              : html`${fact(t('Entailment'), score(terms.entail))} ${fact(t('Coverage'), score(terms.coverage))}
                ${fact(t('Contradiction'), score(terms.contradiction))} ${fact(t('Length'), score(terms.length))}`
          }
          ${fact(t('Minimal sets'), certificate.complete ? whole(certificate.minimalSets.length) : t('{0} or more', certificate.minimalSets.length))}
          ${fact(t('Evaluations'), whole(certificate.evaluations))}
          ${encoded === undefined ? nothing : fact(t('Encoded'), encodedWords(encoded))}
        </dl>
        ${certificate.breakingSets.length === 0 ? nothing : html`<p>${fallsWithout(view, certificate.breakingSets)}</p>`}
        ${
          certificate.interactions.length === 0
            ? nothing
            : html`<ul class="plain">
                ${certificate.interactions.map((entry) => html`<li>${t('{0} and {1}: {2}', spanName(view, entry.a), spanName(view, entry.b), interactionName(entry.kind))} <span class="dim">${signed(entry.value)}</span></li>`)}
              </ul>`
        }`,
  );
}

/** Each set of which one is needed, in words. */
function fallsWithout(view: AuditView, sets: readonly (readonly string[])[]): string {
  const named = sets.map((set) =>
    list(
      set.map((spanId) => spanName(view, spanId)),
      'conjunction',
    ),
  );
  return t('Falls without {0}.', list(named, 'disjunction'));
}

const interactions = {
  complementary: () => t('complementary'),
  redundant: () => t('redundant'),
  conflicting: () => t('conflicting'),
  independent: () => t('independent'),
} as const;

function interactionName(kind: keyof typeof interactions): string {
  return interactions[kind]();
}

function enough(yes: boolean): Part {
  return yes ? html`<span class="yes">${icon('check')}${t('yes')}</span>` : html`<span class="no">${icon('close')}${t('no')}</span>`;
}

function fact(name: string, value: string): Part {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}

/** The drafts that competed for the answer, with every score. */
export function draftsSection(view: AuditView): Part {
  const drafts = view.audit.report.drafts ?? [];
  if (drafts.length === 0) return nothing;
  const { consensus } = view.audit.report;
  return section(
    view,
    { id: 'drafts', title: t('Drafts'), note: String(drafts.length) },
    () =>
      html`${consensus === false ? html`<p class="hint">${t('Fewer than two thirds of the drafts agree: the answer was put together from the best of them.')}</p>` : nothing}
        <div class="drafts">
          ${drafts.map(
            (draft, position) =>
              html`<article class="draft ${draft.selected ? 'chosen' : ''}" aria-label=${t('Draft {0}', position + 1)}>
                <p class="draft-head">
                  <strong>${t('Draft {0}', position + 1)}</strong
                  >${draft.selected ? html`<span class="tag">${icon('star-full')}${t('chosen')}</span>` : nothing}<span
                    class="spacer"
                  ></span
                  ><span>${score(draft.scores.total)}</span>
                </p>
                ${bar(draft.scores.total, 'draft')}
                <p dir="auto">${draft.statement === '' ? draft.text : draft.statement}</p>
                ${draft.rationale === '' ? nothing : html`<p class="dim" dir="auto">${shown(draft.rationale)}</p>`}
                <dl class="facts">
                  ${fact(t('Coherence'), score(draft.scores.coherence))} ${fact(t('Causal'), score(draft.scores.causalDiscrimination))}
                  ${fact(t('Confidence'), score(draft.scores.confidence))} ${fact(t('Specificity'), score(draft.scores.specificity))}
                  ${fact(t('Agreement'), score(draft.agreement))} ${fact(t('Passages'), whole(draft.passages.length))}
                </dl>
                ${draft.citedSpans.length === 0 ? nothing : html`<p class="where">${t('cites {0}', draft.citedSpans.map((spanId) => spanName(view, spanId)).join(', '))}</p>`}
              </article>`,
          )}
        </div>`,
  );
}
