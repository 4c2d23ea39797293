import assert from 'node:assert/strict';

import fc from 'fast-check';

import { panelIntentSchema, panelMessageSchema } from '../../../src/contract/panel.ts';
import { readPersisted } from '../../../webview/persisted.ts';
import { states } from '../../../webview/dev/states.ts';
import { panelHtml } from '../../../extension/panel-html.ts';
import { ago, duration, oneLine, place, score, signed, timeLeft } from '../../../webview/view/format.ts';

describe("The panel's messages", () => {
  for (const [name, state] of Object.entries(states)) {
    it(`a snapshot of the state "${name}" survives the way to the panel`, () => {
      const sent = { type: 'snapshot', state } as const;
      assert.deepEqual(panelMessageSchema.parse(JSON.parse(JSON.stringify(sent))), sent);
    });
  }

  it('refuses what is no message, whatever it is', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        fc.pre(!(typeof value === 'object' && value !== null && 'type' in value && value.type === 'focusQuestion'));
        assert.equal(panelMessageSchema.safeParse(value).success, false);
      }),
    );
  });

  it('refuses an intent with a field that is wrong', () => {
    for (const intent of [
      { type: 'ask', question: 7, kind: 'question' },
      { type: 'decide', auditId: 'x', spanId: 'a', action: 'undo' },
      { type: 'decide', spanId: 'a', action: 'accept' },
      { type: 'addNote', auditId: 'x', spanId: 'a', text: '' },
      { type: 'command', command: 'workbench.action.quit' },
      { type: 'export', auditId: 'x', format: 'exe' },
    ]) {
      assert.equal(panelIntentSchema.safeParse(intent).success, false, JSON.stringify(intent));
    }
  });
});

describe("The panel's page", () => {
  const page = {
    cspSource: 'https://panel.example',
    nonce: 'abc123',
    script: 'https://panel.example/panel.js',
    style: 'https://panel.example/panel.css',
    icons: 'https://panel.example/codicon.css',
    speech: { language: 'en', catalogue: {} },
    title: 'Audit',
  };

  it('allows its own script by nonce and nothing inline', () => {
    const html = panelHtml(page);
    assert.match(html, /content="default-src 'none'; /u);
    assert.match(html, /script-src 'nonce-abc123'/u);
    assert.doesNotMatch(html, /unsafe-inline|unsafe-eval|https:\s/u);
    assert.equal(html.match(/<script/gu)?.length, 1);
  });

  it('keeps every value inside its attribute', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (title, language) => {
        const html = panelHtml({
          ...page,
          title: `${title}</title><script>`,
          speech: { language: `${language}"><script>`, catalogue: { '</script><script>': '<!-- <script>' } },
        });
        // Its own script, and the sentences as data.
        assert.equal(html.match(/<script/gu)?.length, 2);
        assert.equal(html.match(/<\/script/gu)?.length, 2);
      }),
    );
  });
});

describe("The panel's words", () => {
  const table = <T>(name: string, run: (input: T) => string, cases: readonly (readonly [T, string])[]): void => {
    for (const [input, expected] of cases)
      it(`${name}(${JSON.stringify(input)}) is "${expected}"`, () => {
        assert.equal(run(input), expected);
      });
  };
  table('score', score, [
    [0.714, '0.71'],
    [1, '1.00'],
    [0, '0.00'],
    [-0.001, '0.00'],
    [null, 'n/a'],
    [undefined, 'n/a'],
  ]);
  table('signed', signed, [
    [0.21, '+0.21'],
    [-0.39, '-0.39'],
    [0, '0.00'],
    [0.001, '0.00'],
  ]);
  table('duration', duration, [
    [3.4, '3 ms'],
    [999, '999 ms'],
    [1000, '1.0 s'],
    [59_940, '59.9 s'],
    [61_000, '1 min 1 s'],
  ]);
  table('timeLeft', timeLeft, [
    [0, 'a few seconds left'],
    [22, 'about 20 s left'],
    [150, 'about 3 min left'],
  ]);
  table('oneLine', oneLine, [[' a\n  b\tc ', 'a b c']]);

  const now = Date.parse('2026-03-02T10:00:00Z');
  table('ago', (iso: string) => ago(iso, now), [
    ['2026-03-02T09:59:40Z', 'just now'],
    ['2026-03-02T09:58:00Z', '2 minutes ago'],
    ['2026-03-02T07:00:00Z', '3 hours ago'],
    ['2026-03-01T09:00:00Z', 'yesterday'],
    ['no date', 'no date'],
  ]);

  it('names a place by its file and line', () => {
    assert.equal(place({ path: 'a/b.md', line: 7 }), 'a/b.md:7');
  });
});

describe('What the user arranged', () => {
  it('is read from anything, with defaults for what is missing or spoilt', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const persisted = readPersisted(value);
        assert.equal(typeof persisted.draft, 'string');
        assert.ok(Array.isArray(persisted.open));
      }),
    );
    assert.deepEqual(readPersisted({ draft: 'x', kind: 'claim', open: ['trace'] }), { draft: 'x', kind: 'claim', open: ['trace'] });
    assert.equal(readPersisted({ draft: 7, kind: 'claim' }).kind, 'claim');
  });
});
