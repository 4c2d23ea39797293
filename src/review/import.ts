import { say } from '../base/language.ts';
import { LinchpinError } from '../base/error.ts';
import { isFolderAt, isMissing, OddEntry, pathOf, type Place, readPlain, writePlain } from '../base/guarded.ts';
import { whileLocked } from './lock.ts';
import { mostLogBytes, parseLog } from './log-file.ts';
import { damagedEntries, mostRecordBytes } from './record-files.ts';
import { storedSessionSchema } from './session-file.ts';
import { readStoredReport } from './stored-report.ts';

export interface ImportedFile {
  /** Relative to `.linchpin`, with `/`. */
  readonly file: string;
  /** `kept`: it is here already, or what is here goes further. */
  readonly what: 'added' | 'continued' | 'kept' | 'refused';
  /** One sentence, of what was refused. */
  readonly reason: string;
}

type Judged = Omit<ImportedFile, 'file'>;

/** What the documents here say against a report, in a sentence; null where they say nothing. */
type Contradicted = (report: string) => Promise<string | null>;

const nothing: Contradicted = async () => Promise.resolve(null);

/** What to do with a file of theirs; `own` is ours of that name, null where there is none. */
type Judge = (name: string, theirs: string, own: string | null) => Judged;

interface Kind {
  readonly folder: string;
  readonly ending: string;
  readonly mostBytes: number;
  readonly judge: Judge;
}

const kinds: readonly Kind[] = [
  { folder: 'audits', ending: '.json', mostBytes: mostRecordBytes, judge: audit },
  { folder: 'sessions', ending: '.json', mostBytes: mostRecordBytes, judge: session },
  { folder: 'reviews', ending: '.jsonl', mostBytes: mostLogBytes, judge: log },
];

/**
 * Takes over what others have recorded: their audits, sessions and logs, each checked first. Nothing that is here is lost: a log is replaced
 * only by one that begins with all of its lines, and an audit or session that is here stays. What is damaged or was changed is refused.
 * @param from the other workspace folder, or its `.linchpin`
 * @param into the workspace folder
 * @param contradicted what the documents here say against an audit, in a sentence; null where they say nothing
 * @throws LinchpinError `review-invalid` when there is nothing to read, or it cannot be written here.
 */
export async function importReviews(from: string, into: string, contradicted: Contradicted = nothing): Promise<ImportedFile[]> {
  try {
    const found: ImportedFile[] = [];
    for (const kind of kinds) found.push(...(await importKind(kind, await recordsOf(from), into, contradicted)));
    if (found.length > 0) return found;
  } catch (error) {
    throw error instanceof OddEntry ? error.told('review-invalid') : error;
  }
  throw new LinchpinError(
    'review-invalid',
    `There are no reviews in ${from}.`,
    'Give a folder that Linchpin was used in, or its .linchpin.',
  );
}

/** The `.linchpin` in it, or the folder itself. @throws OddEntry where a link stands in its place */
async function recordsOf(from: string): Promise<Place> {
  const inner = { root: from, names: ['.linchpin'] };
  return (await isFolderAt(inner)) ? inner : { root: from, names: [] };
}

async function importKind(
  { folder, ending, mostBytes, judge }: Kind,
  from: Place,
  into: string,
  contradicted: Contradicted,
): Promise<ImportedFile[]> {
  const place = { root: from.root, names: [...from.names, folder] };
  const { files, damaged } = await damagedEntries(place, ending, mostBytes).catch((error: unknown) => {
    throw new LinchpinError('review-invalid', `${pathOf(place)} cannot be read.`, 'Check the permissions of the folder.', error);
  });
  const found = damaged.map(({ file, reason }): ImportedFile => ({ file: file.replace(/^\.linchpin\//, ''), ...refused(reason) }));
  for (const { name } of files) {
    const target = { root: into, names: ['.linchpin', folder, name] };
    const judged = await readPlain({ root: place.root, names: [...place.names, name] }, mostBytes).then(
      async (theirs) => {
        const id = name.slice(0, -ending.length);
        const against = folder === 'audits' && judge(id, theirs, null).what === 'added' ? await contradicted(theirs) : null;
        if (against !== null) return refused(against);
        // Nobody decides here between the look at what is there and what is put in its place.
        return await whileLocked(into, () => taken(judge, id, theirs, target, mostBytes));
      },
      (error: unknown) => refused(error instanceof OddEntry ? error.message : say`It cannot be read.`),
    );
    found.push({ file: `${folder}/${name}`, ...judged });
  }
  return found.sort((a, b) => (a.file < b.file ? -1 : 1));
}

async function taken(judge: Judge, name: string, theirs: string, target: Place, mostBytes: number): Promise<Judged> {
  try {
    const own = await readPlain(target, mostBytes).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    const judged = judge(name, theirs, own);
    if (judged.what === 'added' || judged.what === 'continued') await writePlain(target, theirs);
    return judged;
  } catch (error) {
    if (error instanceof OddEntry) return refused(say`What is here cannot be used. ${error.message}`);
    throw new LinchpinError(
      'review-invalid',
      `${pathOf(target)} could not be written.`,
      'Check that the folder is writable and the disk is not full.',
      error,
    );
  }
}

function audit(name: string, theirs: string, own: string | null): Judged {
  try {
    const { report, computedHash } = readStoredReport(theirs);
    if (report.id !== name) return refused(say`It is the report of another audit.`);
    if (report.hash !== computedHash) return refused(say`It was changed after it was made: its hash does not match.`);
  } catch {
    return refused(say`It is no report that this version can read.`);
  }
  return own === null ? { what: 'added', reason: '' } : { what: 'kept', reason: '' };
}

function session(name: string, theirs: string, own: string | null): Judged {
  const parsed = storedSessionSchema.safeParse(jsonOf(theirs));
  if (!parsed.success || parsed.data.id !== name) return refused(say`It is no session that this version can read.`);
  if (own === null) return { what: 'added', reason: '' };
  return own === theirs ? { what: 'kept', reason: '' } : refused(say`This session has other results here, which stay.`);
}

function log(name: string, theirs: string, own: string | null): Judged {
  const [broken] = parseLog(`${name}.jsonl`, theirs).damaged;
  if (broken !== undefined) return refused(say`Line ${broken.line ?? 1} is damaged: ${broken.reason}`);
  const [mine, yours] = [wholeLines(own ?? ''), wholeLines(theirs)];
  if (own === null) return { what: 'added', reason: '' };
  if (mine.startsWith(yours)) return { what: 'kept', reason: '' };
  return yours.startsWith(mine)
    ? { what: 'continued', reason: '' }
    : refused(say`Both logs have lines that the other lacks: merge them in version control.`);
}

/** With one kind of line break, and the last line closed. */
function wholeLines(text: string): string {
  const plain = text.replaceAll('\r\n', '\n');
  return plain === '' || plain.endsWith('\n') ? plain : `${plain}\n`;
}

function refused(reason: string): Judged {
  return { what: 'refused', reason };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
