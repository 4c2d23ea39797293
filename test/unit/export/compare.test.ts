import assert from 'node:assert/strict';

import { type AuditReport, auditReportSchema } from '../../../src/contract/report.ts';
import { compareReports } from '../../../src/export/compare.ts';
import { comparisonText } from '../../../src/export/compare-text.ts';
import { states } from '../../../webview/dev/states.ts';

const supported = auditReportSchema.parse(states.supported.audit?.report);
const conflicting = auditReportSchema.parse(states.conflicting.audit?.report);

/** As after an edit of the document and a change of a model. */
function changed(): AuditReport {
  const [first, second] = supported.evidence.minimal;
  const moved = {
    ...first!,
    citation: { ...first!.citation, start: first!.citation.start + 100, end: first!.citation.end + 100, line: first!.citation.line + 4 },
    necessity: 1,
    role: 'alternative' as const,
  };
  const other = { ...second!, citation: { ...second!.citation, quote: 'Something else.' } };
  return {
    ...supported,
    id: 'after',
    answer: { ...supported.answer, text: '16 characters', status: 'conflicting', chance: 0.5 },
    evidence: { ...supported.evidence, minimal: [moved, other] },
    conflicts: [],
    models: { ...supported.models, generator: { ...supported.models.generator, version: '2' } },
  };
}

describe('The comparison of two audits', () => {
  it('finds an audit the same as itself, also where its evidence has only moved', () => {
    const own = compareReports(supported, supported);
    assert.ok(own.same);
    assert.deepEqual([own.madeWith, own.evidence.every(({ change, moved }) => change === 'kept' && !moved)], [[], true]);
    const [first, ...rest] = supported.evidence.minimal;
    const elsewhere = {
      ...supported,
      evidence: { ...supported.evidence, minimal: [{ ...first!, citation: { ...first!.citation, start: 0 } }, ...rest] },
    };
    const moved = compareReports(supported, elsewhere);
    assert.deepEqual([moved.same, moved.evidence[0]?.moved], [true, true]);
  });

  it('says what changed in answer, evidence, necessity and chance, and with what it was made', () => {
    const comparison = compareReports(supported, changed());
    assert.equal(comparison.same, false);
    assert.equal(
      comparisonText(comparison),
      `audit 7b1c4e6f2a90 → after
How long must passwords chosen by users be?

What changed:
- status: Supported
+ status: Sources disagree
- answer: 14 characters
+ answer: 16 characters
  chance of being right: none → 0.50

evidence:
  policies/access-policy-2025.md, line 22 (moved; core → alternative; necessity 0.71 → 1.00)
    “Passwords chosen by users must be at least 14 characters long.”
+ policies/access-policy-2025.md, line 9
+   “Something else.”
- policies/access-policy-2025.md, line 9
-   “This policy takes effect on 1 March 2025. It replaces the Access and Password Policy of 2019 in full.”

conflicts:
- one says 14, the other 8; the second source is older (2019, not 2025): policies/access-policy-2025.md, line 18 against policies/access-policy-2019.md, line 7

made with:
  generator: extractive-reader 1 → extractive-reader 2
`,
    );
  });

  it('turns round when the audits do', () => {
    const [there, back] = [compareReports(supported, changed()), compareReports(changed(), supported)];
    const turned = { added: 'removed', removed: 'added', kept: 'kept' } as const;
    const summary = (comparison: typeof there): string[] =>
      comparison.evidence.map(({ change, citation }) => `${change} ${citation.quote}`).sort();
    assert.deepEqual(summary(back), there.evidence.map(({ change, citation }) => `${turned[change]} ${citation.quote}`).sort());
    assert.deepEqual([back.answer.before, back.answer.after], [there.answer.after, there.answer.before]);
  });

  it('says that two questions are two', () => {
    const comparison = compareReports(supported, { ...conflicting, question: 'Another?' });
    assert.ok(!comparison.same);
    assert.match(comparisonText(comparison), /These are two questions:\n- How long .*\n\+ Another\?/u);
  });
});
