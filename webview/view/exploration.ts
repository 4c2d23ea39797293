import { html, nothing } from 'lit';

import { modelRoleName, routeName } from '../../src/contract/words.ts';
import { decimal, plural, shown, t, whole } from '../../src/base/language.ts';
import { hasAbstained, isJudgedByChance } from '../../src/contract/answer-words.ts';
import type { HeatMap, Probe } from '../../src/contract/exploration.ts';
import { bandWords, duration, place, probeWords, score, stageWords } from './format.ts';
import { icon, section } from './parts.ts';
import type { AuditView, Part } from './types.ts';

const rejections = {
  paraphrase: () => t('too close to the question'),
  'off-topic': () => t('off the topic'),
  'same-answer': () => t('same answer'),
  malformed: () => t('not a question'),
} as const;

/** The rival questions, and how far the answer's evidence serves them too. */
export function probesSection(view: AuditView): Part {
  const { probes, stages } = view.audit.report;
  const stage = stages?.find((entry) => entry.name === 'probe');
  if (probes === undefined || (probes.length === 0 && stage === undefined)) return nothing;
  const used = probes.filter((probe) => probe.selected);
  return section(
    view,
    { id: 'probes', title: t('Probes'), note: probes.length === 0 ? t('none') : t('{0} of {1} used', used.length, probes.length) },
    () =>
      probes.length === 0
        ? html`<p class="hint">
            ${stage?.note === undefined ? (stage?.ran === true ? t('No rival question could be formed.') : t('This stage did not run.')) : shown(stage.note)}
          </p>`
        : html`<table class="grid probes">
            <caption>
              ${t("Rival questions; CRR is the share of the evidence's relevance that the rival gets too")}
            </caption>
            <thead class="visually-hidden">
              <tr>
                <th scope="col">${t('Similarity to the question')}</th>
                <th scope="col">${t('Difference of the answers')}</th>
                <th scope="col">${t('CRR')}</th>
              </tr>
            </thead>
            ${[...used, ...probes.filter((probe) => !probe.selected)].map((probe) => probeRows(probe, hasAbstained(view.audit.report)))}
          </table>`,
  );
}

/** The rival's words over the whole width, its numbers under them: a side bar is too narrow for one row. @param silent the rival's answer is left out */
function probeRows(probe: Probe, silent: boolean): Part {
  return html`<tbody class=${probe.selected ? '' : 'unused'}>
    <tr>
      <th scope="rowgroup" colspan="3">
        <span class="tag">${probeWords(probe.kind)}</span> <span dir="auto">${probe.query}</span
        ><span class="block dim" dir="auto"
          >${probe.change}${probe.answer === null || silent ? '' : `; ${t('answer: {0}', probe.answer)}`}</span
        >
      </th>
    </tr>
    <tr>
      <td title=${t('Similarity to the question')}>${t('similarity {0}', score(probe.similarity))}</td>
      <td title=${t('Difference of the answers')}>${t('answer differs {0}', score(probe.answerDistance))}</td>
      <td>
        ${probe.band === null ? html`<span>${probe.rejection === null ? t('not used') : rejections[probe.rejection]()}</span>` : html`<span class="band band-${probe.band}" title=${bandWords(probe.band).hint}>${icon(bandWords(probe.band).icon)}CRR ${score(probe.crr)} ${bandWords(probe.band).text}</span>`}
      </td>
    </tr>
  </tbody>`;
}

/** relevance(query, passage): a passage that is dark under the question and light under the rivals tells them apart. */
export function heatSection(view: AuditView): Part {
  const { heatMap } = view.audit.report;
  if (heatMap === null || heatMap === undefined || heatMap.passages.length === 0) return nothing;
  return section(view, { id: 'heat', title: t('Evidence × probes'), note: `${heatMap.passages.length} × ${heatMap.queries.length}` }, () =>
    heatTable(view, heatMap),
  );
}

function heatTable(view: AuditView, heatMap: HeatMap): Part {
  const probes = view.audit.report.probes ?? [];
  const passages = view.audit.report.passages ?? [];
  const columns = heatMap.queries.map((id) => {
    const probe = probes.find((entry) => entry.id === id);
    return { short: probe === undefined ? t('question') : probeWords(probe.kind), long: probe?.query ?? view.audit.question };
  });
  const rows = heatMap.passages.map((id) => {
    const passage = passages.find((entry) => entry.id === id);
    const long = passage === undefined ? id.replace(/:\d+-\d+$/u, '') : place(passage);
    return { long, short: long.slice(long.lastIndexOf('/') + 1) };
  });
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${t('Heat map')}>
    <table class="heat">
      <caption>
        ${t('Relevance of each passage to the question and to its rivals')}
      </caption>
      <thead>
        <tr>
          <td></td>
          ${columns.map((column) => html`<th scope="col" title=${column.long}>${column.short}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row, r) =>
            html`<tr>
              <th scope="row" title=${row.long}>${row.short}</th>
              ${columns.map((_column, c) => heatCell(heatMap.relevance[r]?.[c]))}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function heatCell(value: number | undefined): Part {
  return value === undefined
    ? html`<td></td>`
    : html`<td class="heat-${Math.round(Math.min(1, Math.max(0, value)) * 10)}">${score(value)}</td>`;
}

/** Does the evidence tell the question from its rivals (theorem 1)? */
export function trapSection(view: AuditView): Part {
  const { trap } = view.audit.report;
  if (trap === null || trap === undefined) return nothing;
  const { c1, c2, c3 } = trap.conditions;
  // Beside an answer that is not asserted, no word of the diagnosis may lend it weight.
  const silent = isJudgedByChance(view.audit.report) && view.audit.report.answer?.status !== 'supported';
  const note = trap.certified ? t('escape certified') : t('not certified');
  return section(
    view,
    { id: 'trap', title: t('Trap diagnosis'), ...(silent ? {} : { note }) },
    () =>
      html`${silent ? nothing : html`<p>${shown(trap.explanation)}</p>`}
        ${trap.rival === null ? nothing : html`<p>${t('Strongest rival:')} <q dir="auto">${trap.rival}</q></p>`}
        <ul class="plain">
          ${[c1, c2, c3].map(
            (condition, position) =>
              html`<li>
                <span class=${condition.holds ? 'yes' : 'no'}
                  >${icon(condition.holds ? 'check' : 'close')}C${position + 1} ${condition.holds ? t('holds') : t('does not hold')}</span
                >${condition.value === null ? nothing : html` <span class="dim">${score(condition.value)}</span>`}
                ${shown(condition.explanation)}
              </li>`,
          )}
        </ul>
        <dl class="facts">
          <div>
            <dt title=${t('Smallest margin over the evidence of the answer')}>δ</dt>
            <dd>${score(trap.delta)}</dd>
          </div>
          <div>
            <dt title=${t("The best probe's largest gap for the rival")}>ε</dt>
            <dd>${score(trap.epsilon)}</dd>
          </div>
          <div>
            <dt title=${t('Smallest causal weight that selects the answer')}>λ*</dt>
            <dd>${score(trap.lambdaStar)}</dd>
          </div>
        </dl>`,
  );
}

/** What ran, how long it took, what it called, and with which models. */
export function traceSection(view: AuditView): Part {
  const { report, phase } = view.audit;
  const stages = report.stages ?? [];
  if (stages.length === 0 || phase === 'asking') return nothing;
  const total = stages.reduce((sum, stage) => sum + stage.ms, 0);
  return section(
    view,
    { id: 'trace', title: t('Trace'), note: duration(total) },
    () =>
      html`<table class="grid">
          <caption>
            ${t('Stages of the audit')}
          </caption>
          <thead>
            <tr>
              <th scope="col">${t('Stage')}</th>
              <th scope="col" class="num">${t('Time')}</th>
              <th scope="col" class="num">${t('Calls')}</th>
            </tr>
          </thead>
          <tbody>
            ${stages.map(
              (stage) =>
                html`<tr class=${stage.ran ? '' : 'unused'}>
                  <th scope="row">
                    ${stageWords(stage.name)}${stage.note === undefined ? nothing : html`<span class="block dim">${shown(stage.note)}</span>`}
                  </th>
                  <td class="num">${stage.ran ? duration(stage.ms) : t('not run')}</td>
                  <td class="num">${stage.calls}</td>
                </tr>`,
            )}
          </tbody>
        </table>
        ${
          report.models === undefined
            ? nothing
            : html`<table class="grid">
                <caption>
                  ${t('Models')}
                </caption>
                <thead>
                  <tr>
                    <th scope="col">${t('Role')}</th>
                    <th scope="col">${t('Model')}</th>
                    <th scope="col">${t('Where')}</th>
                  </tr>
                </thead>
                <tbody>
                  ${Object.entries(report.models).map(
                    ([role, model]) =>
                      html`<tr>
                        <th scope="row">${modelRoleName(role)}</th>
                        <td>${model.id} <span class="dim">${model.version}</span></td>
                        <td>${model.local ? t('this machine') : t('remote')}</td>
                      </tr>`,
                  )}
                </tbody>
              </table>`
        }
        <dl class="facts">
          ${
            report.route === undefined
              ? nothing
              : html`<div>
                  <dt>${t('Route')}</dt>
                  <dd>${routeName(report.route)}</dd>
                </div>`
          }
          ${
            report.refinements === undefined || report.refinements.length === 0
              ? nothing
              : html`<div>
                  <dt>${report.refinements.some(({ action }) => action === 'decompose') ? t('Asked in steps') : t('Asked as')}</dt>
                  <dd dir="auto">${report.refinements.map(({ query }) => query).join(' → ')}</dd>
                </div>`
          }
          ${
            report.passages === undefined
              ? nothing
              : html`<div>
                  <dt>${t('Searched')}</dt>
                  <dd>${plural(report.passages.length, '{0} passage', '{0} passages')}</dd>
                </div>`
          }
          ${
            report.usage === undefined
              ? nothing
              : html`<div>
                  <dt>${t('Model calls')}</dt>
                  <dd>
                    ${[
                      plural(report.usage.rounds, '{1} in {0} round', '{1} in {0} rounds', whole(report.usage.calls)),
                      ...((report.usage.cached ?? 0) > 0 ? [t('{0} kept from before', report.usage.cached ?? 0)] : []),
                      ...(report.usage.calls > 0
                        ? [t('{0} tokens', whole(report.usage.promptTokens + report.usage.completionTokens))]
                        : []),
                      ...(report.usage.cost === undefined ? [] : [t('cost {0}', decimal(report.usage.cost, 4))]),
                    ].join('; ')}
                  </dd>
                </div>`
          }
          ${
            report.seed === undefined
              ? nothing
              : html`<div>
                  <dt>${t('Seed')}</dt>
                  <dd>${report.seed}</dd>
                </div>`
          }
          ${
            report.hash === undefined
              ? nothing
              : html`<div>
                  <dt>${t('Report')}</dt>
                  <dd title=${report.hash}><code>${report.hash.slice(0, 12)}</code></dd>
                </div>`
          }
        </dl>
        <p class="hint">
          ${t('This shows the report as it is stored. {0} says what of it follows from the documents, and what is only stated.', 'linchpin verify')}
        </p>`,
  );
}
