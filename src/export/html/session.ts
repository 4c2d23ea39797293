import { t } from '../../base/language.ts';
import { rowWords } from '../../contract/row-words.ts';
import type { CitedEvidence, Session } from '../../contract/session.ts';
import { type OutlinedClaim, outlineOfSession } from '../session-outline.ts';
import { parts } from './charts.ts';
import { html, type Markup, nothing } from './markup.ts';
import { page, place, quote } from './page.ts';
import { atomTable } from './report.ts';

/** A review session as one page that opens anywhere and prints. */
export function sessionHtml(session: Session): string {
  const { title, summary, counts, warnings, claims, signatures } = outlineOfSession(session);
  return page(
    title,
    html`<p class="kind">${t('Fact-check review session')}</p>
      <h1 dir="auto">${title}</h1>
      ${summary.map((line) => html`<p>${line}</p>`)} ${warnings.map((warning) => html`<p class="warn" dir="auto">${warning}</p>`)}
      <figure>
        ${parts(t('What the documents make of the claims'), counts)}
        <figcaption>
          <ul class="tiles">
            ${counts.map(({ name, count, className }) => html`<li><span class="status ${className}">${name}</span> ${count}</li>`)}
          </ul>
        </figcaption>
      </figure>
      <h2>${t('Claims')}</h2>
      <table>
        <thead>
          <tr>
            <th class="num">#</th>
            <th>${t('Claim')}</th>
            <th>${t('Found')}</th>
            <th>${t('Decided')}</th>
          </tr>
        </thead>
        <tbody>
          ${claims.map(
            ({ claim, number, found, decided }) =>
              html`<tr>
                <td class="num"><a href="#c${number}">${number}</a></td>
                <td dir="auto">${claim.text}</td>
                <td class="${claim.status ?? 'undecided'}">${found}</td>
                <td class="${claim.review.verdict}">${decided}</td>
              </tr>`,
          )}
        </tbody>
      </table>
      <h2>${t('Claim by claim')}</h2>
      ${claims.map((claim) => claimBlock(claim))}
      <h2>${t('Signatures')}</h2>
      ${signatures.length === 0 ? html`<p>${t('None.')}</p>` : nothing}
      ${signatures.map(
        ({ line, key, statement, changes }) =>
          html`<div class="item">
            <p dir="auto"><strong>${line}</strong></p>
            <p dir="auto">${statement}</p>
            <p class="note">${key}</p>
            ${changes.map((change) => html`<p class="warn" dir="auto">${t('Since then: {0}', change)}</p>`)}
          </div>`,
      )}
      <footer>${t('Session {0}. Made with Linchpin. Each quote was cut from its document by its place there.', session.id)}</footer>`,
  );
}

function claimBlock({ claim, number, place: where, found, decided, decidedBy, remarks, atoms, fix }: OutlinedClaim): Markup {
  return html`<section class="item claim" id="c${number}">
    <h3 dir="auto"><span class="number">${number}.</span> ${claim.text}</h3>
    <div class="head">
      <span class="soft">${where}</span><span class="status ${claim.status ?? 'undecided'}">${found}</span
      ><span class="${claim.review.verdict}">${decidedBy.length === 0 ? decided : t('Decided: {0}', decided)}</span>
    </div>
    ${remarks.map((remark) => html`<p dir="auto">${remark}</p>`)}
    ${
      decidedBy.length < 2 && claim.review.verdict !== 'split'
        ? decidedBy.map((line) => html`<p class="note">${line}</p>`)
        : html`<ul>
            ${decidedBy.map((line) => html`<li>${line}</li>`)}
          </ul>`
    }
    ${claim.evidence.map((citation) => cited(t('Evidence'), citation))}
    ${claim.counterEvidence.map((citation) => cited(t('The other side'), citation))}
    ${fix === '' ? nothing : html`<p dir="auto"><strong>${t('Suggested:')}</strong> ${fix}</p>`}
    ${atoms.length === 0 ? nothing : atomTable(atoms)}
  </section>`;
}

function cited(name: string, citation: CitedEvidence): Markup {
  return html`<div class="cited">
    <div class="head"><span>${name}</span>${place(citation)}</div>
    ${quote(citation)} ${citation.row === undefined ? nothing : html`<p class="headings" dir="auto">${rowWords(citation.row)}</p>`}
  </div>`;
}
