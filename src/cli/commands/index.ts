import { decimal, t } from '../../base/language.ts';
import { LinchpinError, toLinchpinError } from '../../base/error.ts';
import type { Encoded } from '../../contract/encoded.ts';
import { documentKinds } from '../../documents/formats.ts';
import type { IndexSummary } from '../../contract/index-status.ts';
import type { IndexProgress } from '../../contract/progress.ts';
import type { Engine } from '../../engine/engine.ts';
import type { FolderOptions } from '../../engine/protocol.ts';
import { encodedWords, indexPhaseName } from '../../contract/words.ts';
import { printLeftOut } from '../print-left-out.ts';
import { progress, tell, tellJson, warnOf } from '../terminal.ts';
import type { IndexFlags } from './flags.ts';
import { folderOptions, withEngine } from './host.ts';

/** @throws LinchpinError what the engine throws; `folder-empty`. */
export async function indexCommand(dir: string, flags: IndexFlags, signal: AbortSignal): Promise<void> {
  const options = { ...(await folderOptions(dir, flags)), ...(flags.encode ? {} : { encodeLimit: 0 }) };
  const line = new ProgressLine();
  const show = (each: IndexProgress): void => {
    line.show(each);
  };
  const summary = await withEngine(async (engine) => {
    try {
      const indexed = await engine.index(options, flags.rebuild === true, show, signal);
      const { encoded } = indexed;
      if (!flags.encode || encoded === undefined || encoded.encoded === encoded.passages) return indexed;
      return { ...indexed, encoded: (await encode(engine, options, show, signal)) ?? encoded };
    } finally {
      line.end();
    }
  });
  if (summary.documents === 0 && summary.failed.length === 0)
    throw new LinchpinError(
      'folder-empty',
      `There are no documents that can be read in ${options.folder}.${summary.leftOut.length === 0 ? '' : `\n${printLeftOut(summary).trimEnd()}\n`}`,
      `Linchpin reads ${documentKinds.extensions.join(', ')}; check the folder, .gitignore and the size limit.`,
    );
  if (flags.json === true) tellJson(summary);
  else print(summary);
}

/** What is wrong with the second pass takes nothing from the index: it is said, and the index is used as it is. */
async function encode(
  engine: Engine,
  options: FolderOptions,
  show: (progress: IndexProgress) => void,
  signal: AbortSignal,
): Promise<Encoded | null> {
  try {
    return await engine.encode(options, show, signal);
  } catch (error) {
    const known = toLinchpinError(error);
    if (known.code === 'cancelled') throw error;
    warnOf(known);
    return null;
  }
}

function print(summary: IndexSummary): void {
  const { documents, passages, updated, removed, failed, skipped, seconds, encoded } = summary;
  tell(
    `${t('{0} documents, {1} passages: {2} updated, {3} removed, {4} skipped, {5} failed, in {6} s', documents, passages, updated, removed, skipped.length, failed.length, decimal(seconds, 1))}\n`,
  );
  if (encoded !== undefined) tell(`${encodedWords(encoded)}\n`);
  tell(printLeftOut(summary));
}

/** One line of a terminal, written over and over; nothing where no terminal reads. */
class ProgressLine {
  #shown = false;

  show({ phase, done, total, secondsLeft }: IndexProgress): void {
    if (!process.stderr.isTTY) return;
    this.#shown = true;
    progress(
      `${indexPhaseName(phase)} ${done}/${total}${secondsLeft === null ? '' : `, ${t('about {0} s left', Math.ceil(secondsLeft))}`}`,
    );
  }

  end(): void {
    if (this.#shown) progress('');
  }
}
