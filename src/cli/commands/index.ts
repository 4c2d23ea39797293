import { decimal, t } from '../../base/language.ts';
import { LinchpinError } from '../../base/error.ts';
import { documentKinds } from '../../documents/formats.ts';
import type { IndexSummary } from '../../contract/index-status.ts';
import type { IndexProgress } from '../../contract/progress.ts';
import { indexPhaseName } from '../../contract/words.ts';
import { printLeftOut } from '../print-left-out.ts';
import type { IndexFlags } from './flags.ts';
import { folderOptions, withEngine } from './host.ts';

/** @throws LinchpinError what the engine throws; `folder-empty`. */
export async function indexCommand(dir: string, flags: IndexFlags, signal: AbortSignal): Promise<void> {
  const options = await folderOptions(dir, flags);
  const progress = new ProgressLine();
  const summary = await withEngine((engine) =>
    engine
      .index(
        options,
        flags.rebuild === true,
        (each) => {
          progress.show(each);
        },
        signal,
      )
      .finally(() => {
        progress.end();
      }),
  );
  if (summary.documents === 0 && summary.failed.length === 0)
    throw new LinchpinError(
      'folder-empty',
      `There are no documents that can be read in ${options.folder}.${summary.leftOut.length === 0 ? '' : `\n${printLeftOut(summary).trimEnd()}\n`}`,
      `Linchpin reads ${documentKinds.extensions.join(', ')}; check the folder, .gitignore and the size limit.`,
    );
  if (flags.json === true) process.stdout.write(`${JSON.stringify(summary)}\n`);
  else print(summary);
}

function print(summary: IndexSummary): void {
  const { documents, passages, updated, removed, failed, skipped, seconds } = summary;
  process.stdout.write(
    `${t('{0} documents, {1} passages: {2} updated, {3} removed, {4} skipped, {5} failed, in {6} s', documents, passages, updated, removed, skipped.length, failed.length, decimal(seconds, 1))}\n`,
  );
  process.stdout.write(printLeftOut(summary));
}

/** One line of a terminal, written over and over; nothing where no terminal reads. */
class ProgressLine {
  #shown = false;

  show({ phase, done, total, secondsLeft }: IndexProgress): void {
    if (!process.stderr.isTTY) return;
    this.#shown = true;
    process.stderr.write(
      `\r\u001b[K${indexPhaseName(phase)} ${done}/${total}${secondsLeft === null ? '' : `, ${t('about {0} s left', Math.ceil(secondsLeft))}`}`,
    );
  }

  end(): void {
    if (this.#shown) process.stderr.write('\r\u001b[K');
  }
}
