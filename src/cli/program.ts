import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';

import { Command, CommanderError, InvalidArgumentError } from 'commander';

import { presets } from '../audit/settings.ts';
import type { IndexProgress, Workspace } from '../audit/types.ts';
import { openWorkspace } from '../audit/workspace.ts';
import { LinchpinError, toLinchpinError } from '../base/error.ts';
import { readText } from '../documents/read.ts';
import { calibrationOf, calibrationReport, reviewedEvidence } from '../engine/calibration.ts';
import { verifyReport } from '../minimise/verify-report.ts';
import type { PeriodicAudit } from '../minimise/periodic-audit.ts';
import { loadAudit, parseReport } from '../review/audits.ts';
import { exitCodeOf, exitCodeOfStatus, exitCodes } from './exit.ts';
import { type ModelFlags, modelsOf, withModelFlags } from './models.ts';
import { printCalibration } from './print-calibration.ts';
import { printLeftOut } from './print-left-out.ts';
import { printAgain, printReport } from './print.ts';
import { printVerified } from './print-verified.ts';

interface IndexFlags extends ModelFlags {
  readonly json?: boolean;
  readonly indexDir?: string;
  readonly rebuild?: boolean;
}

interface AskFlags extends ModelFlags {
  readonly json?: boolean;
  readonly indexDir?: string;
  readonly seed?: number;
  readonly claim?: boolean;
  readonly explain?: boolean;
  readonly again?: boolean;
  readonly preset?: keyof typeof presets;
}

/** Runs the command line. Sets `process.exitCode`; results go to stdout, progress and errors to stderr. */
export async function program(argv: readonly string[]): Promise<void> {
  const cancel = new AbortController();
  const onInterrupt = (): void => {
    cancel.abort();
  };
  process.once('SIGINT', onInterrupt);
  process.once('SIGTERM', onInterrupt);
  const cli = build(cancel.signal);
  try {
    await cli.parseAsync(argv);
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? exitCodes.answered : exitCodes.usage;
    } else {
      const known = toLinchpinError(error);
      process.stderr.write(`linchpin: ${known.message} ${known.next}\n`);
      if (known.code === 'internal' && process.env['LINCHPIN_DEBUG'] !== undefined) process.stderr.write(`${String(known.stack)}\n`);
      process.exitCode = exitCodeOf(known);
    }
  } finally {
    process.off('SIGINT', onInterrupt);
    process.off('SIGTERM', onInterrupt);
  }
}

function build(signal: AbortSignal): Command {
  const cli = new Command('linchpin')
    .description('Ask your documents, and see what each answer rests on.')
    .exitOverride()
    .showHelpAfterError('Run "linchpin --help" to see the commands.')
    .addHelpText(
      'after',
      '\nExit codes: 0 answered, 2 usage, 3 not enough evidence, 4 index missing or unreadable, 5 model failure, 130 cancelled.',
    );

  withModelFlags(cli.command('index'))
    .description('Index the documents of a folder; a second run takes up only what changed.')
    .argument('<dir>', 'the folder')
    .option('--json', 'print the summary as JSON')
    .option('--rebuild', 'throw the old index away first')
    .option('--index-dir <dir>', 'where the index is kept (default: the user cache)')
    .action(async (dir: string, flags: IndexFlags) => {
      await withWorkspace(dir, flags, async (workspace) => {
        const summary = await (flags.rebuild === true ? workspace.rebuild(showProgress, signal) : workspace.index(showProgress, signal));
        endProgress();
        if (summary.documents === 0 && summary.failed.length === 0)
          throw new LinchpinError(
            'folder-empty',
            `There are no documents that can be read in ${workspace.folder}.${summary.leftOut.length === 0 ? '' : `\n${printLeftOut(summary).trimEnd()}\n`}`,
            'Linchpin reads Markdown, text, HTML, reStructuredText and CSV files; check the folder, .gitignore and the size limit.',
          );
        if (flags.json === true) process.stdout.write(`${JSON.stringify(summary)}\n`);
        else {
          const { documents, passages, updated, removed, failed, skipped, seconds } = summary;
          process.stdout.write(
            `${documents} documents, ${passages} passages: ${updated} updated, ${removed} removed, ${skipped.length} skipped, ${failed.length} failed, in ${seconds.toFixed(1)} s\n`,
          );
          process.stdout.write(printLeftOut(summary));
        }
      });
    });

  withModelFlags(cli.command('ask'))
    .description('Answer a question from the indexed documents, with the minimal evidence that the answer rests on.')
    .argument('<dir>', 'the folder')
    .argument('<question>', 'the question; with --claim, the statement to check')
    .option('--json', 'print the AuditReport as JSON')
    .option('--claim', 'check a statement in place of answering a question')
    .option('--explain', 'print the certificate, the stages and the models too')
    .option('--again', 'answer again without each piece of evidence in turn, and say what changes')
    .option('--seed <n>', 'seed of all sampling (default: derived from question, index and settings)', parseSeed)
    .option('--preset <name>', `speed against depth: ${Object.keys(presets).join(', ')}`, parsePreset)
    .option('--index-dir <dir>', 'where the index is kept (default: the user cache)')
    .action(async (dir: string, question: string, flags: AskFlags) => {
      await withWorkspace(dir, flags, async (workspace) => {
        const { recalibrated, fit } = await folderCalibration(workspace.folder);
        const report = await workspace.audit(
          {
            question,
            ...(recalibrated ? { fit } : {}),
            kind: flags.claim === true ? 'claim' : 'question',
            ...(flags.seed === undefined ? {} : { seed: flags.seed }),
            ...(flags.preset === undefined ? {} : { settings: presets[flags.preset] }),
          },
          undefined,
          signal,
        );
        process.stdout.write(
          flags.json === true ? `${JSON.stringify(report)}\n` : printReport(report, { explain: flags.explain === true }),
        );
        if (flags.again === true && flags.json !== true)
          process.stdout.write(printAgain(report, await workspace.answerAgain(report, signal)));
        process.exitCode = exitCodeOfStatus(report.answer.status);
      });
    });

  cli
    .command('verify')
    .description(
      'Check a stored report against the documents as they are now, without a model: certificate, citations, and whether the answer still stands.',
    )
    .argument('<report>', 'the report, as "ask --json" prints it or as .linchpin/audits keeps it')
    .argument('<dir>', 'the folder that it is about')
    .option('--json', 'print the result as JSON')
    .action(async (file: string, dir: string, flags: { readonly json?: boolean }) => {
      const folder = await existingFolder(dir);
      const text = await readFile(resolve(file), 'utf8').catch((error: unknown) => {
        throw new LinchpinError('usage', `The report ${file} cannot be read.`, 'Give the path of a report.', error);
      });
      const verified = await verifyReport(parseReport(text), (path) => readText(folder, path), signal);
      process.stdout.write(flags.json === true ? `${JSON.stringify(verified)}\n` : printVerified(verified));
      process.exitCode = verified.holds ? exitCodes.answered : exitCodes.failure;
    });

  cli
    .command('calibration')
    .description(
      'Compare the quality that audits showed with what their reviewers decided, and say whether the next audits use a curve drawn anew from it.',
    )
    .argument('<dir>', 'the folder')
    .option('--json', 'print the result as JSON')
    .action(async (dir: string, flags: { readonly json?: boolean }) => {
      const report = calibrationReport(await folderCalibration(await existingFolder(dir)));
      process.stdout.write(flags.json === true ? `${JSON.stringify(report)}\n` : printCalibration(report));
    });

  return cli;
}

async function folderCalibration(folder: string): Promise<PeriodicAudit> {
  return await calibrationOf(folder, async (auditId) => reviewedEvidence((await loadAudit(folder, auditId)).evidence));
}

/** Absolute. @throws LinchpinError `folder-missing`. */
async function existingFolder(dir: string): Promise<string> {
  const folder = resolve(dir);
  const found = await stat(folder).catch(() => null);
  if (found?.isDirectory() !== true)
    throw new LinchpinError('folder-missing', `There is no folder ${folder}.`, 'Give the path of an existing folder.');
  return folder;
}

/** @throws LinchpinError `folder-missing`. */
async function withWorkspace(
  dir: string,
  flags: ModelFlags & { readonly indexDir?: string },
  work: (workspace: Workspace) => Promise<void>,
): Promise<void> {
  const folder = await existingFolder(dir);
  const workspace = await openWorkspace(
    { folder, ...(flags.indexDir === undefined ? {} : { indexLocation: resolve(flags.indexDir) }) },
    await modelsOf(flags),
  );
  try {
    await work(workspace);
  } finally {
    await workspace.close();
  }
}

function parseSeed(text: string): number {
  const seed = Number(text);
  if (!Number.isInteger(seed) || Math.abs(seed) > 2 ** 31) throw new InvalidArgumentError('a seed is a whole number of at most 32 bits');
  return seed;
}

function parsePreset(text: string): keyof typeof presets {
  if (text === 'fast' || text === 'balanced' || text === 'thorough') return text;
  throw new InvalidArgumentError(`choose one of ${Object.keys(presets).join(', ')}`);
}

let progressShown = false;

function showProgress({ phase, done, total, secondsLeft }: IndexProgress): void {
  if (!process.stderr.isTTY) return;
  progressShown = true;
  process.stderr.write(`\r\u001b[K${phase} ${done}/${total}${secondsLeft === null ? '' : `, about ${Math.ceil(secondsLeft)} s left`}`);
}

function endProgress(): void {
  if (progressShown) process.stderr.write('\r\u001b[K');
}
