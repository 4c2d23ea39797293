import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { commands, contextKeys, settings, views } from '../../../extension/names.ts';
import { shapes } from '../../../extension/settings.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const manifestText = readFileSync(join(root, 'package.json'), 'utf8');
const command = z.object({
  command: z.string(),
  title: z.string(),
  category: z.literal('Linchpin'),
  icon: z.string().optional(),
  enablement: z.string().optional(),
});
const property = z.object({
  type: z.union([z.string(), z.array(z.string())]),
  default: z.unknown(),
  enum: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  scope: z.string(),
  order: z.int(),
  markdownDescription: z.string(),
});
const manifest = z
  .object({
    main: z.string(),
    icon: z.string(),
    bin: z.record(z.string(), z.string()),
    capabilities: z.object({
      untrustedWorkspaces: z.object({ supported: z.literal('limited'), restrictedConfigurations: z.array(z.string()) }),
      virtualWorkspaces: z.object({ supported: z.literal(false) }),
    }),
    contributes: z.object({
      commands: z.array(command),
      keybindings: z.array(z.object({ command: z.string(), key: z.string(), when: z.string() })),
      menus: z.record(
        z.string(),
        // Submenus have no command of their own.
        z
          .array(z.object({ command: z.string().optional(), submenu: z.string().optional(), when: z.string() }))
          .transform((entries) => entries.flatMap(({ command: id, when }) => (id === undefined ? [] : [{ command: id, when }]))),
      ),
      views: z.record(z.string(), z.array(z.object({ id: z.string(), icon: z.string() }))),
      viewsContainers: z.object({ activitybar: z.array(z.object({ id: z.string(), icon: z.string() })) }),
      viewsWelcome: z.array(z.object({ view: z.string(), when: z.string(), contents: z.string() })),
      configuration: z.array(z.object({ title: z.string(), order: z.int(), properties: z.record(z.string(), property) })),
      walkthroughs: z.array(
        z.object({ steps: z.array(z.object({ media: z.object({ markdown: z.string() }), completionEvents: z.array(z.string()) })) }),
      ),
    }),
  })
  .parse(JSON.parse(manifestText));
const { contributes } = manifest;
const properties = Object.fromEntries(contributes.configuration.flatMap((category) => Object.entries(category.properties)));
const words = z.record(z.string(), z.string().min(1)).parse(JSON.parse(readFileSync(join(root, 'package.nls.json'), 'utf8')));

/** Everything of a kind that stands on one side only. */
function difference(a: readonly string[], b: readonly string[]): string[] {
  return [...a.filter((entry) => !b.includes(entry)), ...b.filter((entry) => !a.includes(entry))];
}

describe('package.json', () => {
  it('contributes the commands that the code registers, and no other', () => {
    assert.deepEqual(
      difference(
        contributes.commands.map((entry) => entry.command),
        Object.values(commands),
      ),
      [],
    );
  });

  it('shows only commands and views that there are', () => {
    const known: readonly string[] = Object.values(commands);
    for (const entry of [
      ...Object.values(contributes.menus).flat(),
      ...contributes.keybindings.filter((key) => key.command !== 'runCommands'),
    ])
      assert.ok(known.includes(entry.command), entry.command);
    for (const { view } of contributes.viewsWelcome)
      assert.ok(
        contributes.views['linchpin']?.some((entry) => entry.id === view),
        view,
      );
    for (const [, linked = ''] of Object.values(words).flatMap((text) => [...text.matchAll(/\(command:(linchpin\.[\w.]+)\)/g)]))
      assert.ok(known.includes(linked), linked);
    for (const event of contributes.walkthroughs.flatMap((walk) => walk.steps.flatMap((step) => step.completionEvents))) {
      const [kind, name = ''] = event.split(':');
      assert.ok((kind === 'onCommand' ? known : Object.values<string>(contextKeys)).includes(name), event);
    }
  });

  it('binds single keys only where the queue has the keyboard, and chords only beside an open session', () => {
    for (const { key, when } of contributes.keybindings)
      assert.match(
        when,
        key.startsWith('ctrl+alt+k ')
          ? /editorTextFocus && linchpin\.hasReview/
          : /focusedView == linchpin\.review && listFocus && !inputFocus/,
      );
  });

  it('contributes the views that the code fills, in one container', () => {
    assert.deepEqual(
      Object.keys(contributes.views),
      contributes.viewsContainers.activitybar.map((entry) => entry.id),
    );
    assert.deepEqual(
      difference(
        Object.values(contributes.views)
          .flat()
          .map((entry) => entry.id),
        Object.values(views),
      ),
      [],
    );
  });

  it('asks for the context keys that the code sets, and no other', () => {
    const conditions = [
      ...contributes.commands.map((entry) => entry.enablement ?? ''),
      ...Object.values(contributes.menus)
        .flat()
        .map((entry) => entry.when),
      ...contributes.viewsWelcome.map((entry) => entry.when),
      ...contributes.keybindings.map((entry) => entry.when),
      ...contributes.walkthroughs.flatMap(({ steps }) =>
        steps.flatMap((step) => step.completionEvents.filter((event) => event.startsWith('onContext:'))),
      ),
    ].map((text) => text.replaceAll(/\b(?:view|focusedView|commentController) == \S+/g, ''));
    const asked = conditions.flatMap((text) => text.match(/linchpin\.\w+/g) ?? []);
    assert.deepEqual(difference([...new Set(asked)], Object.values(contextKeys)), []);
  });

  it('has the settings that the code reads, with the same defaults, choices and ranges', () => {
    assert.deepEqual(
      difference(
        Object.keys(properties),
        Object.values(settings).map((name) => `linchpin.${name}`),
      ),
      [],
    );
    for (const name of Object.values(settings)) {
      const told = properties[`linchpin.${name}`];
      assert.ok(told !== undefined);
      const { default: preset, anyOf: either, ...plain } = z.toJSONSchema(shapes[name]);
      // A number or null: the editor wants both types in one list.
      const type = either === undefined ? plain.type : either.map((part) => part.type);
      const { enum: choices, minimum, maximum } = either?.[0] ?? plain;
      assert.deepEqual(
        { type: told.type, default: told.default, enum: told.enum, minimum: told.minimum, maximum: told.maximum },
        { type, default: preset, enum: choices, minimum, maximum },
        name,
      );
    }
  });

  it('shows the ten settings that people change first, and those of experts as advanced ones, each in an order of its own', () => {
    const [first = assert.fail(), advanced = assert.fail(), ...more] = contributes.configuration;
    assert.deepEqual([more, first.title, words['config.advanced']], [[], 'Linchpin', 'Linchpin: Advanced']);
    assert.ok(first.order < advanced.order);
    assert.equal(Object.keys(first.properties).length, 10);
    assert.deepEqual(Object.keys(first.properties).slice(0, 2), ['linchpin.privacy.offline', 'linchpin.review.reviewer']);
    for (const { properties: own } of contributes.configuration)
      assert.deepEqual(
        Object.values(own).map(({ order }) => order),
        Object.keys(own).map((_, place) => place),
      );
  });

  it('lets an untrusted workspace set no path of this machine, and nothing by which text leaves it', () => {
    const restricted = manifest.capabilities.untrustedWorkspaces.restrictedConfigurations;
    assert.deepEqual(
      [...restricted].sort(),
      Object.keys(properties)
        .filter(
          (name) =>
            /^linchpin\.(?:index\.location|privacy\..*|models\.(?:\w+|server\.url))$/.test(name) && name !== 'linchpin.models.cacheSize',
        )
        .sort(),
    );
    assert.equal(properties['linchpin.index.location']?.scope, 'machine-overridable');
  });

  it('takes every word for the user from package.nls.json, which holds no other', () => {
    const named = [...manifestText.matchAll(/"%([\w.]+)%"/g)].map(([, key = '']) => key);
    assert.deepEqual(difference(named, Object.keys(words)), []);
  });

  it('names only pictures and pages that there are', () => {
    const files = [
      manifest.icon,
      ...contributes.viewsContainers.activitybar.map((entry) => entry.icon),
      ...contributes.walkthroughs.flatMap((walk) => walk.steps.map((step) => step.media.markdown)),
    ];
    for (const file of files) assert.ok(existsSync(join(root, file)), file);
  });

  it('the code asks for no command, view or key of ours but through names.ts', () => {
    const folder = join(root, 'extension');
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts') && name !== 'names.ts',
    )) {
      const told = readFileSync(join(folder, file), 'utf8').match(/'linchpin\.[\w.]+'/g) ?? [];
      assert.deepEqual(
        told.filter((name) =>
          [...Object.values<string>(commands), ...Object.values<string>(views), ...Object.values<string>(contextKeys)].includes(
            name.slice(1, -1),
          ),
        ),
        [],
        file,
      );
    }
  });
});
