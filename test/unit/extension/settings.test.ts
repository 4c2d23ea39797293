import assert from 'node:assert/strict';

import fc from 'fast-check';

import { settings } from '../../../extension/names.ts';
import { checkSettings, shapes } from '../../../extension/settings.ts';
import { auditSettingsSchema, presets } from '../../../src/contract/settings.ts';

const names = Object.values(settings);
const auditSettings = auditSettingsSchema.partial().strict();

/** As when the user has set these and nothing else. */
const withSettings = (values: Readonly<Record<string, unknown>>): ReturnType<typeof checkSettings> => checkSettings((name) => values[name]);

describe('Settings of the editor', () => {
  it('stand for the defaults of an audit when nothing is set', () => {
    const { audit, wrong } = withSettings({});
    const defaults: Record<string, unknown> = auditSettingsSchema.parse({});
    assert.deepEqual(wrong, []);
    for (const [name, value] of Object.entries(audit)) assert.deepEqual(value, defaults[name], name);
  });

  for (const [preset, meaning] of Object.entries(presets)) {
    it(`mean by the preset "${preset}" what the engine means`, () => {
      const { audit } = withSettings({ 'audit.preset': preset });
      assert.deepEqual({ ...audit, ...meaning }, audit);
    });
  }

  it('whatever they hold, what comes of them is usable, and what cannot be used is named', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), fc.anything()), (values) => {
        const checked = withSettings(values);
        auditSettings.parse(checked.audit);
        assert.ok(checked.index.maxFileBytes > 0);
        const unusable = names.filter((name) => !shapes[name].safeParse(values[name]).success);
        assert.deepEqual([...checked.wrong].sort(), unusable.map((name) => `linchpin.${name}`).sort());
      }),
    );
  });

  it('an explicit number of probes, clusters or drafts overrides the preset, null leaves it, and 0 turns off', () => {
    const { audit } = withSettings({ 'audit.preset': 'fast', 'audit.probes': 0, 'audit.clusters': null, 'audit.drafts': 2 });
    assert.deepEqual([audit['probes'], audit['clusters'], audit['drafts']], [0, presets.fast.clusters, 2]);
  });

  it('take how far documents are to be trusted by glob, in order, and no reliability outside [0, 1]', () => {
    const sources = { 'drafts/**': 0.3, '**/*.md': 0.9 };
    assert.deepEqual(Object.entries(withSettings({ 'audit.sources': sources }).audit['sources'] ?? {}), Object.entries(sources));
    assert.deepEqual(withSettings({ 'audit.sources': { 'drafts/**': 2 } }).wrong, ['linchpin.audit.sources']);
  });

  it('keep the good ones beside a wrong one', () => {
    const checked = withSettings({ 'audit.threshold': 7, 'audit.passages': 40, 'index.maxFileSize': 2, 'review.reviewer': ' Ann ' });
    assert.deepEqual(checked.wrong, ['linchpin.audit.threshold']);
    assert.equal(checked.audit['threshold'], 0.75);
    assert.equal(checked.audit['passages'], 40);
    assert.equal(checked.index.maxFileBytes, 2 * 1024 * 1024);
    assert.equal(checked.reviewer, 'Ann');
  });
});
