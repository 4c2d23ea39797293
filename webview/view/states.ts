import { html, nothing } from 'lit';

import { failureWords, shown, t } from '../../src/base/language.ts';
import type { PanelError, PanelIntent } from '../../src/contract/panel.ts';
import { icon } from './parts.ts';
import type { Part, View } from './types.ts';

interface Step {
  readonly label: () => string;
  readonly intent: PanelIntent | 'ask';
}

const index: Step = { label: () => t('Index Workspace'), intent: { type: 'index', rebuild: false } };
const rebuild: Step = { label: () => t('Rebuild Index'), intent: { type: 'index', rebuild: true } };
const again: Step = { label: () => t('Ask Again'), intent: 'ask' };
const models: Step = { label: () => t('Choose Models'), intent: { type: 'command', command: 'chooseModels' } };
const settings: Step = { label: () => t('Open Settings'), intent: { type: 'command', command: 'openSettings' } };
const log: Step = { label: () => t('Show Log'), intent: { type: 'command', command: 'showLog' } };
const sample: Step = { label: () => t('Try a Sample'), intent: { type: 'command', command: 'openSample' } };
const folder: Step = { label: () => t('Open Folder'), intent: { type: 'command', command: 'openFolder' } };

/** The next steps that the panel can take for each reason of failure, the likeliest first. */
const steps: Readonly<Record<PanelError['code'], readonly Step[]>> = {
  usage: [again],
  cancelled: [again],
  'question-empty': [],
  'question-too-long': [],
  'folder-missing': [folder],
  'folder-empty': [folder],
  'folder-unreadable': [folder, log],
  'index-missing': [index],
  'index-unreadable': [rebuild, log],
  'index-locked': [again],
  'index-unreachable': [again, settings],
  'index-forbidden': [settings, log],
  'disk-full': [settings],
  'document-missing': [index],
  'document-unreadable': [log],
  'document-changed': [index],
  'model-unavailable': [models, again],
  'model-failed': [again, models],
  'model-reply-invalid': [again, models],
  'model-budget-exhausted': [settings],
  'model-unauthorized': [models],
  'model-rate-limited': [again, models],
  offline: [models, settings],
  'not-agreed': [index, settings],
  'settings-invalid': [settings],
  'engine-stopped': [again, log],
  'report-invalid': [again, log],
  'review-invalid': [log],
  internal: [again, log],
};

function button(view: View, step: Step, first: boolean): Part {
  return html`<vscode-button
    ?secondary=${!first}
    @click=${() => {
      if (step.intent === 'ask') view.act.ask();
      else view.act.send(step.intent);
    }}
    >${step.label()}</vscode-button
  >`;
}

/** What failed, in its own words, what to do next, and the buttons that do it. */
export function failure(view: View, error: PanelError, title: string): Part {
  return html`<section class="card card-error" role="alert">
    <p class="card-title">${icon('error')} ${title}</p>
    <p>${shown(error.message)}</p>
    <p>${shown(error.next)}</p>
    <div class="buttons">${steps[error.code].map((step, position) => button(view, step, position === 0))}</div>
  </section>`;
}

/** Saved audits and decisions that cannot be read: each with what to do about it. */
export function damaged(view: View): Part {
  const files = view.state.damaged;
  if (files.length === 0) return nothing;
  return html`<section class="card" aria-label=${t('Files that cannot be read')}>
    <p class="card-title">${icon('warning')} ${t('Some of what was saved cannot be read')}</p>
    ${files.map(
      (file) =>
        html`<p>${failureWords(file)}</p>
          <div class="buttons">
            <vscode-button
              secondary
              @click=${() => {
                view.act.send({ type: 'openDamaged', path: file.path });
              }}
              >${t('Open File')}</vscode-button
            >
          </div>`,
    )}
  </section>`;
}

interface Welcome {
  readonly icon: string;
  readonly title: string;
  readonly text: string;
  readonly steps: readonly Step[];
}

function card(view: View, welcome: Welcome): Part {
  return html`<section class="welcome">
    ${icon(welcome.icon, 'welcome-icon')}
    <h2>${welcome.title}</h2>
    <p>${welcome.text}</p>
    <div class="buttons">${welcome.steps.map((step, position) => button(view, step, position === 0))}</div>
  </section>`;
}

/** What to show in place of an audit while there is none, or none can be made. */
export function welcome(view: View): Part {
  const { workspace, audit } = view.state;
  if (workspace.folder === null) {
    return card(view, {
      icon: 'folder-opened',
      title: t('No folder is open'),
      text: t('Linchpin answers from the documents in a folder, and shows what each answer rests on.'),
      steps: [folder, sample],
    });
  }
  if (!workspace.trusted) {
    return card(view, {
      icon: 'shield',
      title: t('This folder is not trusted'),
      text: t(
        'In restricted mode documents can be indexed and asked with the bundled models. Other models and endpoints that this folder names are left alone until you trust it.',
      ),
      steps: [
        { label: () => t('Manage Trust'), intent: { type: 'command', command: 'manageTrust' } },
        ...(workspace.index.state === 'missing' ? [index] : []),
      ],
    });
  }
  switch (workspace.index.state) {
    case 'missing':
      return card(view, {
        icon: 'library',
        title: t('Index {0} first', workspace.folder),
        text: t(
          'Documents are read and indexed on this machine. It takes seconds for hundreds of documents, can be cancelled at any time, and later runs read only what changed.',
        ),
        steps: [index],
      });
    case 'failed':
      return failure(view, workspace.index.error, t('The index cannot be used'));
    case 'unknown':
    case 'indexing':
      return nothing;
    case 'ready':
      return audit !== null
        ? nothing
        : card(view, {
            icon: 'search-fuzzy',
            title: t('Ask, and see what the answer rests on'),
            text: t(
              'Each answer comes with the least evidence that supports it, how necessary each piece is, and what is left without it. You accept or reject every citation.',
            ),
            steps: [],
          });
  }
}
