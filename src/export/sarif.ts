import { plural } from '../base/language.ts';
import { sha256 } from '../base/hash.ts';
import { programVersion } from '../base/version.ts';
import type { Citation } from '../contract/citation.ts';
import { describeLocator } from '../contract/locator.ts';
import { columnOf, type Placed } from './columns.ts';
import type { Finding, FindingKind } from './finding.ts';
import { oneLine, placeInDocument } from './words.ts';

const schema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** SARIF 3.27.9 and 3.27.10: a level goes with the kind `fail` only. `open`: there was too little to decide. `review`: a person has to. */
const rules: Record<
  FindingKind,
  { readonly text: string; readonly kind: 'fail' | 'open' | 'review' | 'pass'; readonly level: 'error' | 'warning' | 'none' }
> = {
  refuted: { text: 'The documents contradict the claim.', kind: 'fail', level: 'error' },
  conflicting: { text: 'Sources disagree on the claim.', kind: 'fail', level: 'warning' },
  stale: { text: 'A document that the verdict rests on has changed since.', kind: 'fail', level: 'warning' },
  part: { text: 'Only part of the claim is said.', kind: 'review', level: 'none' },
  undecided: { text: 'Undecided: sentences were found that may say it.', kind: 'review', level: 'none' },
  nothing: { text: 'Nothing was found about the claim.', kind: 'open', level: 'none' },
  unsupported: { text: 'The documents do not answer the question surely enough.', kind: 'open', level: 'none' },
  uncertain: { text: 'What the documents say may answer the question.', kind: 'review', level: 'none' },
  supported: { text: 'The documents support the claim.', kind: 'pass', level: 'none' },
};

const kinds = Object.keys(rules) as FindingKind[];

export interface SarifOptions {
  /** Kinds that fail whatever they are by themselves: a policy made them errors. */
  readonly failing?: ReadonlySet<FindingKind>;
  /** Findings that were there before: SARIF `baselineState`. */
  readonly known?: ReadonlySet<Finding>;
}

/** Findings as a SARIF 2.1.0 log: documents are named relative to the folder, under the base `SRCROOT`. */
export function sarif(findings: readonly Finding[], { failing = new Set(), known }: SarifOptions = {}): object {
  return {
    $schema: schema,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Linchpin',
            semanticVersion: programVersion,
            rules: kinds.map((id) => ({
              id,
              shortDescription: { text: rules[id].text },
              defaultConfiguration: { level: rules[id].level === 'none' ? 'note' : rules[id].level },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { SRCROOT: { description: { text: 'The folder whose documents were asked.' } } },
        results: findings.map((finding) => result(finding, failing.has(finding.kind), known)),
      },
    ],
  };
}

function result(finding: Finding, fails: boolean, known: ReadonlySet<Finding> | undefined): object {
  const { kind, text, place, reason, evidence, counterEvidence, fix, auditId, chance } = finding;
  const rule = rules[kind];
  const related = [...evidence, ...counterEvidence];
  // A question stands in no document: its evidence is where to look.
  const locations = place === null ? evidence.slice(0, 1) : [place];
  return {
    ruleId: kind,
    ruleIndex: kinds.indexOf(kind),
    kind: fails ? 'fail' : rule.kind,
    level: fails && rule.level === 'none' ? 'error' : rule.level,
    message: { text: `${oneLine(text)} – ${reason === '' ? rule.text : reason}${sources(evidence, counterEvidence)}` },
    locations: locations.map((citation) => location(citation)),
    relatedLocations: related.map((citation, index) => ({
      id: index + 1,
      ...location(citation),
      message: { text: `${index < evidence.length ? 'Evidence' : 'The other side'}: ${oneLine(citation.quote)}` },
    })),
    partialFingerprints: { 'linchpinClaim/v1': fingerprint(finding) },
    ...(known === undefined ? {} : { baselineState: known.has(finding) ? 'unchanged' : 'new' }),
    // A replacement counts in the file's own text; of a PDF or DOCX only an extract is known.
    ...(fix === null || place === null || place.locator !== undefined
      ? {}
      : {
          fixes: [
            {
              description: { text: `${fix.because.path}, ${placeInDocument(fix.because)}, says “${fix.after}”.` },
              artifactChanges: [
                {
                  artifactLocation: artifact(place.path),
                  replacements: [
                    {
                      deletedRegion: { charOffset: place.start + fix.start, charLength: fix.end - fix.start },
                      insertedContent: { text: fix.after },
                    },
                  ],
                },
              ],
            },
          ],
        }),
    properties: { ...(auditId === null ? {} : { auditId }), ...(chance === null ? {} : { chance }) },
  };
}

function sources(evidence: readonly Citation[], counterEvidence: readonly Citation[]): string {
  const count = evidence.length + counterEvidence.length;
  return count === 0 ? '' : ` (${plural(count, '{0} source', '{0} sources')})`;
}

/** Names a claim by its document and its words, so that it is known again when lines above it come or go. */
export function fingerprint({ kind, text, place }: Pick<Finding, 'kind' | 'text' | 'place'>): string {
  return sha256(JSON.stringify([kind, place?.path ?? '', oneLine(text)])).slice(0, 32);
}

function location(citation: Placed): object {
  const { path, locator } = citation;
  return {
    physicalLocation: { artifactLocation: artifact(path), ...(locator === undefined ? { region: region(citation) } : {}) },
    ...(locator === undefined ? {} : { message: { text: describeLocator(locator) } }),
  };
}

function artifact(path: string): object {
  return { uri: path.split('/').map(encodeURIComponent).join('/'), uriBaseId: 'SRCROOT' };
}

/** Columns where they are known; else the whole lines that it stands on. */
function region(place: Placed): object {
  const { line, quote } = place;
  const lines = quote.split(/\r\n|\r|\n/);
  const endLine = line + lines.length - 1;
  const column = columnOf(place);
  const last = lines.at(-1)?.length ?? 0;
  const columns = column === null ? {} : { startColumn: column, endColumn: lines.length === 1 ? column + last : last + 1 };
  return { startLine: line, endLine, ...columns, snippet: { text: quote } };
}
