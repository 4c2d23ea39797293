import './language.ts';

import './elements.ts';

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
