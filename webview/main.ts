import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-checkbox/index.js';
import '@vscode-elements/elements/dist/vscode-option/index.js';
import '@vscode-elements/elements/dist/vscode-progress-bar/index.js';
import '@vscode-elements/elements/dist/vscode-single-select/index.js';
import '@vscode-elements/elements/dist/vscode-textarea/index.js';

import { editorChannel } from './host.ts';
import { Panel } from './panel.ts';

const root = document.getElementById('panel');
if (root !== null) {
  const channel = editorChannel();
  // A fault of the panel belongs in the log that "Show Log" opens, not in a console that nobody sees.
  window.addEventListener('error', (event) => {
    channel.post({ type: 'fault', message: event.message });
  });
  window.addEventListener('unhandledrejection', (event) => {
    channel.post({ type: 'fault', message: String(event.reason) });
  });
  new Panel(root, channel);
}
