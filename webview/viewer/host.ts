import { type FromViewer, type ToViewer, toViewerSchema } from '../../src/contract/document-view.ts';

interface EditorHost {
  postMessage(message: FromViewer): void;
}
declare function acquireVsCodeApi(): EditorHost;

/** Tells the editor that the page is there, and hands on what it says. */
export function listen(show: (message: ToViewer) => Promise<boolean>): void {
  const host = acquireVsCodeApi();
  const page = mainElement();
  let turn = Promise.resolve();
  let drawn = '';
  const failed = (error: unknown): boolean => {
    drawn = '';
    return tellError(error);
  };
  window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = toViewerSchema.safeParse(data);
    if (!message.success) return;
    // One after the other: a document is not drawn into another.
    turn = turn.then(async () => {
      // A citation is asked for when its page opens and when it is revealed: what is drawn stays, so that nothing jumps under the pointer.
      const wanted = JSON.stringify(message.data);
      if (wanted === drawn) {
        document.querySelector('mark, .highlight')?.scrollIntoView({ block: 'center' });
        return;
      }
      drawn = wanted;
      page.setAttribute('aria-busy', 'true');
      const marked = message.data.type === 'failed' ? tellFailure(message.data.message) : await show(message.data).catch(failed);
      page.setAttribute('aria-busy', 'false');
      host.postMessage({ type: 'shown', marked });
    });
  });
  host.postMessage({ type: 'ready' });
}

export function mainElement(): HTMLElement {
  const page = document.querySelector('main');
  if (page === null) throw new Error('The page has no main element.');
  return page;
}

export function element(name: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  made.textContent = text;
  return made;
}

function tellError(error: unknown): boolean {
  return tellFailure(error instanceof Error ? error.message : String(error));
}

function tellFailure(message: string): boolean {
  const told = element('p', 'failed', message);
  told.setAttribute('role', 'alert');
  mainElement().replaceChildren(told);
  return true;
}
