import { say } from '../../base/language.ts';
import { throwIfCancelled } from '../../base/error.ts';
import { programVersion } from '../../base/version.ts';
import type { AuditReport } from '../../contract/report.ts';
import type { ReadingRecord } from '../../contract/reading.ts';
import { auditSettingsSchema } from '../../contract/settings.ts';
import type { ReadDocument } from '../../documents/document.ts';
import { followsFromCited, type Rereader } from '../../minimise/verify-answer.ts';
import { citationsIn, type FoundCitation } from '../../minimise/verify-citations.ts';
import { type CheckedReport, verifyReport } from '../../minimise/verify-report.ts';
import { auditId, auditIdentity, identityOfBasis } from '../identities.ts';
import { RecordedJudge } from '../recorded-judge.ts';
import { replay } from '../replay.ts';
import { type AsStated, asStatedIn } from './as-stated.ts';
import { consistencyProblems } from './consistency.ts';
import { differenceProblems, differences } from './differences.ts';
import { documentProblems } from './document-fields.ts';
import { rereadProblems } from './reread.ts';
import { unknownKeys } from './unknown-keys.ts';

/**
 * `proven`: all that the answer comes of was cut from the documents, read again by the judge and computed again, and is the same.
 * `consistent`: all was cut and computed again from what the report says that the judge said. `unproven`: nothing contradicts the report, and
 * its answer could not be had again. `contradicted`: something is otherwise than the report says, or the answer no longer stands.
 */
export type VerificationResult = 'proven' | 'consistent' | 'unproven' | 'contradicted';

export interface VerifiedReport extends Omit<CheckedReport, 'holds'> {
  readonly result: VerificationResult;
  /** `proven` or `consistent`. */
  readonly holds: boolean;
  /** Why the answer could not be had again, one sentence each. */
  readonly obstacles: readonly string[];
  /** Pairs of texts that the judge read again; null where none were. */
  readonly reread: number | null;
  /** What nothing was held against. */
  readonly asStated: readonly AsStated[];
}

export interface Verifying {
  /** The document as it is now, or null when it is gone. */
  readonly readDocument: (path: string) => Promise<ReadDocument | null>;
  /** Its text alone, of what is not read for the index. */
  readonly readText: (path: string) => Promise<string | null>;
  /** Those that read again; without them nothing is. */
  readonly models?: Rereader;
  readonly signal?: AbortSignal;
}

/**
 * `linchpin verify`: what of a stored report follows from the documents and from what the judge said, and what is only stated.
 * @param stored the report as it is stored, with what this version does not know
 * @param computedHash the hash of `stored`, made anew
 * @throws LinchpinError `cancelled`; with models `model-unavailable`, `model-failed`.
 */
export async function verifyStored(
  { stored, report, computedHash }: { readonly stored: unknown; readonly report: AuditReport; readonly computedHash: string },
  { readDocument, readText, models, signal }: Verifying,
): Promise<VerifiedReport> {
  // What no schema knows is gone through too.
  const cited = citationsIn(stored);
  const documents = await documentsOf(report, cited, readDocument, signal);
  const isOwn = report.programVersion === programVersion;
  const { reading } = report;
  const obstacles = [...obstaclesTo(report, documents, isOwn), ...(isOwn ? [] : unknownKeys(stored, report))];
  const checked = await verifyReport(report, async (path) => documents.get(path)?.text ?? (await readText(path)), {
    computedHash,
    cited,
    ...(models === undefined || obstacles.length === 0 ? {} : { reader: models }),
    ...(signal === undefined ? {} : { signal }),
  });
  const problems = [
    ...(isOwn ? unknownKeys(stored, report) : []),
    ...checked.problems,
    ...recordProblems(report, cited),
    ...consistencyProblems(report, isOwn),
    ...(isOwn ? [...idProblems(report), ...documentProblems(report, cited, documents)] : []),
  ];
  const call = { seed: report.seed, ...(signal === undefined ? {} : { signal }) };
  let isReplayed = false;
  let reread: number | null = null;
  if (reading !== undefined && obstacles.length === 0) {
    const judge = new RecordedJudge(report.models.judge ?? report.models.generator, reading.pairs);
    const expected = await replay(report, reading, documents, judge, call);
    const { answer, claims, evidence, counterEvidence, conflicts } = report;
    const stands = { answer, claims, evidence, counterEvidence: counterEvidence ?? undefined, conflicts };
    problems.push(...pairProblems(reading, judge), ...differenceProblems(differences(stands, expected)));
    isReplayed = true;
    const own = models?.judge.identity;
    if (models !== undefined && own !== undefined && problems.length === 0) {
      if (own.id !== judge.identity.id || own.version !== judge.identity.version)
        obstacles.push(
          say`Another judge read it, ${judge.identity.id} ${judge.identity.version}: this version has ${own.id} ${own.version}.`,
        );
      else {
        problems.push(...(await rereadProblems(report, reading, documents, { judge: models.judge, asked: judge.asked }, call)));
        reread = judge.asked.size;
      }
    }
  }
  const stands = checked.hashMatches && problems.length === 0 && checked.standing.status === report.answer.status;
  const result: VerificationResult =
    !stands || (!isReplayed && checked.answer.state === 'differs')
      ? 'contradicted'
      : resultOf(isReplayed, models !== undefined, reread !== null);
  return {
    ...checked,
    problems,
    answer: isReplayed && stands ? { state: reread === null ? 'recomputed' : 'read-again', read: null } : checked.answer,
    result,
    holds: result === 'proven' || result === 'consistent',
    obstacles:
      isReplayed || followsFromCited(checked.answer)
        ? obstacles
        : [...obstacles, say`The answer does not stand word by word in what it cites.`],
    reread,
    asStated: asStatedIn(report, { replayed: isReplayed, reread: reread !== null && stands }),
  };
}

function resultOf(isReplayed: boolean, wanted: boolean, isReread: boolean): VerificationResult {
  if (!isReplayed || (wanted && !isReread)) return 'unproven';
  return isReread ? 'proven' : 'consistent';
}

async function documentsOf(
  { reading }: AuditReport,
  cited: readonly FoundCitation[],
  readDocument: Verifying['readDocument'],
  signal: AbortSignal | undefined,
): Promise<Map<string, ReadDocument>> {
  const paths = new Set([...cited.map(({ citation }) => citation.path), ...(reading?.documents ?? []).map(({ path }) => path)]);
  const documents = new Map<string, ReadDocument>();
  for (const path of paths) {
    throwIfCancelled(signal);
    const document = await readDocument(path);
    if (document !== null) documents.set(path, document);
  }
  return documents;
}

/** Why an answer cannot be had again. */
function obstaclesTo(
  { reading, programVersion: version }: AuditReport,
  documents: ReadonlyMap<string, ReadDocument>,
  isOwn: boolean,
): string[] {
  if (!isOwn)
    return [
      version === undefined
        ? say`An older version wrote the report: its rules are not those of this one, ${programVersion}.`
        : say`Version ${version} wrote the report: its rules are not those of this one, ${programVersion}.`,
    ];
  if (reading === undefined)
    return [say`The report has no reading of the judge: a language model answered, or an entailment model judged.`];
  const changed = reading.documents
    .filter(({ path, contentHash }) => documents.get(path)?.contentHash !== contentHash)
    .map(({ path }) => path);
  return changed.length === 0 ? [] : [say`Documents are no longer as they were: ${changed.join(', ')}.`];
}

/** The id stands for question, settings, models and index: the program makes it of them. */
function idProblems({
  id,
  question,
  kind,
  indexVersion,
  settings,
  exclude,
  models,
  encoded,
  evidence,
  seed,
  basis,
}: AuditReport): string[] {
  const parsed = auditSettingsSchema.safeParse(settings);
  if (!parsed.success || Object.keys(settings).some((key) => !Object.hasOwn(parsed.data, key)))
    return [say`settings: they are none of this version.`];
  const { fit } = evidence.scores;
  const identity = {
    question,
    kind,
    indexVersion,
    settings: parsed.data,
    exclude: exclude ?? [],
    programVersion,
    models,
    ...(encoded === undefined ? {} : { encoded }),
    ...identityOfBasis(basis),
  };
  // A curve of the folder's decisions is named where there was one.
  const possible = [identity, { ...identity, fit: fit.id }];
  return possible.some((each) => auditId(auditIdentity(each), seed) === id)
    ? []
    : [say`id: it is not that of this question with these settings, models and index.`];
}

/** What was read must be what was asked, and of the documents that are cited. */
function recordProblems({ reading, question, kind, refinements }: AuditReport, cited: readonly FoundCitation[]): string[] {
  if (reading === undefined) return [];
  const problems: string[] = [];
  const simplified = kind === 'question' ? refinements.filter(({ action }) => action === 'simplify').map(({ query }) => query) : [];
  if (reading.query !== question && !simplified.includes(reading.query)) problems.push(say`reading.query: that is not what was asked.`);
  const hashes = new Map(reading.documents.map(({ path, contentHash }) => [path, contentHash]));
  for (const { at, citation } of cited)
    if ((hashes.get(citation.path) ?? citation.contentHash) !== citation.contentHash)
      problems.push(say`${at}: ${citation.path} was read in another version.`);
  return problems;
}

function pairProblems({ pairs }: ReadingRecord, { missing, asked }: RecordedJudge): string[] {
  const problems: string[] = [];
  if (missing > 0) problems.push(say`reading.pairs: ${missing} pairs of texts were not read that this question and these documents make.`);
  const names = pairs.map(({ pair }) => pair);
  if (names.some((name) => !asked.has(name)) || new Set(names).size < names.length)
    problems.push(say`reading.pairs: there are some that this question and these documents do not make.`);
  return problems;
}
