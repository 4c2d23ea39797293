import assert from 'node:assert/strict';

// The published schema, in the release that this package carries.
import schema from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with { type: 'json' };
import ajvFormats from 'ajv-formats';
import ajvDraft04 from 'ajv-draft-04';
import { z } from 'zod';

import { auditReportSchema } from '../../../src/contract/report.ts';
import { type Finding, findingOfReport, findingsOfSession } from '../../../src/export/finding.ts';
import { exportedReport, exportedSession } from '../../../src/export/formats.ts';
import { fingerprint, sarif } from '../../../src/export/sarif.ts';
import { states } from '../../../webview/dev/states.ts';
import { longSession } from './sessions.ts';

const ajv = new ajvDraft04.default({ strict: false, allErrors: true, unicodeRegExp: false });
ajvFormats.default(ajv);
const validate = ajv.compile(schema);

function assertValid(log: unknown): void {
  assert.ok(validate(log), JSON.stringify(validate.errors?.slice(0, 3)));
}

const logSchema = z.object({
  runs: z.array(
    z.object({
      results: z.array(
        z.object({
          ruleId: z.string(),
          kind: z.string(),
          level: z.string(),
          locations: z.array(
            z.object({
              physicalLocation: z.object({
                artifactLocation: z.object({ uri: z.string() }),
                region: z.looseObject({ startLine: z.number() }).optional(),
              }),
            }),
          ),
          baselineState: z.string().optional(),
          fixes: z.array(z.unknown()).optional(),
        }),
      ),
    }),
  ),
});
const resultsOf = (log: unknown): z.infer<typeof logSchema>['runs'][number]['results'] =>
  logSchema.parse(log).runs.flatMap((run) => run.results);

describe('SARIF', () => {
  it('the schema refuses what is none', () => {
    assert.equal(validate({ version: '2.1.0', runs: [{ results: [] }] }), false);
    assert.equal(validate({ version: '2.1.0', runs: [{ tool: { driver: { name: 'x' } }, results: [{ message: 'text' }] }] }), false);
  });

  it('of every kind of report fits the published schema', () => {
    for (const [name, state] of Object.entries(states)) {
      const parsed = auditReportSchema.safeParse(state.audit?.report);
      if (!parsed.success) continue;
      assertValid(JSON.parse(exportedReport(parsed.data, 'sarif')));
      assert.equal(resultsOf(sarif([findingOfReport(parsed.data)])).length, 1, name);
    }
  });

  it('of a session of 25 claims fits the schema, and holds the claims that were checked at their lines', () => {
    const session = longSession();
    const log: unknown = JSON.parse(exportedSession(session, 'sarif'));
    assertValid(log);
    const results = resultsOf(log);
    const checked = session.claims.filter(({ status, review }) => status !== null && review.verdict !== 'not-a-claim');
    assert.deepEqual(
      results.map((result) => result.locations[0]?.physicalLocation.region?.startLine),
      checked.map(({ place }) => place.line),
    );
    // SARIF 3.27.10: a level other than none belongs to failures.
    for (const { kind, level } of results) assert.equal(level === 'none', kind !== 'fail');
    assert.equal(results.filter(({ ruleId }) => ruleId === 'stale').length, 1);
    assert.ok(results.some(({ ruleId, fixes }) => ruleId === 'refuted' && fixes?.length === 1));
  });

  it('makes an error of what a policy fails on, and tells old findings from new ones', () => {
    const findings = findingsOfSession(longSession());
    const [known] = findings;
    const results = resultsOf(sarif(findings, { failing: new Set(['unsupported']), known: new Set(known === undefined ? [] : [known]) }));
    for (const { ruleId, kind, level } of results) if (ruleId === 'unsupported') assert.deepEqual([kind, level], ['fail', 'error']);
    assert.deepEqual(results.map(({ baselineState }) => baselineState).slice(0, 2), ['unchanged', 'new']);
  });

  it('names documents by addresses, whatever their names hold, and columns where they are known', () => {
    const place = { path: 'a b/ü#?%.md', start: 40, end: 45, line: 3, quote: 'ab\ncd', prefix: 'x\nyz', suffix: '', contentHash: '' };
    const finding: Finding = {
      kind: 'refuted',
      text: 'ab cd',
      place,
      reason: 'r',
      evidence: [],
      counterEvidence: [],
      fix: null,
      auditId: null,
      chance: null,
    };
    const log = sarif([finding]);
    assertValid(log);
    const [{ physicalLocation } = assert.fail()] = resultsOf(log)[0]?.locations ?? [];
    assert.equal(physicalLocation.artifactLocation.uri, 'a%20b/%C3%BC%23%3F%25.md');
    assert.deepEqual(physicalLocation.region, { startLine: 3, endLine: 4, startColumn: 3, endColumn: 3, snippet: { text: 'ab\ncd' } });
    const later = { ...finding, place: { ...place, start: 400, line: 30 } };
    assert.equal(fingerprint(later), fingerprint(finding), 'lines above it may come and go');
    assert.notEqual(fingerprint({ ...finding, text: 'ab ce' }), fingerprint(finding));
  });
});
