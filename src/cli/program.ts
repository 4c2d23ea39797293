import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';

import { t } from '../base/language.ts';
import { toLinchpinError } from '../base/error.ts';
import { exportFormats } from '../contract/export-formats.ts';
import { openKindSchema } from '../contract/report.ts';
import { type FindingKind, findingKinds } from '../export/finding.ts';
import {
  checkFormats,
  type AskFlags,
  type CalibrationFlags,
  type CausesFlags,
  type CheckFlags,
  type DiffFlags,
  type DoctorFlags,
  type ExportFlags,
  type ImpactFlags,
  type ImportFlags,
  type IndexFlags,
  type MarkFlags,
  type McpFlags,
  type ReviewFlags,
  type SampleFlags,
  type SignFlags,
  type StatusFlags,
  type VerifyFlags,
} from './commands/flags.ts';
import { exitCodeOf, exitCodes } from './exit.ts';
import { speakAsAsked } from './language.ts';
import { forTerminal, warn, warnOf } from './terminal.ts';

/**
 * Runs the command line. Sets `process.exitCode`; results go to stdout, progress and errors to stderr. What a command needs is loaded
 * when it runs: help and mistakes in the call are answered at once.
 */
export async function program(argv: readonly string[]): Promise<void> {
  const cancel = new AbortController();
  const onInterrupt = (): void => {
    cancel.abort();
  };
  process.once('SIGINT', onInterrupt);
  process.once('SIGTERM', onInterrupt);
  try {
    const spoken = await speakAsAsked(argv, process.env);
    await build(cancel.signal).parseAsync(spoken);
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? exitCodes.answered : exitCodes.usage;
    } else {
      const known = toLinchpinError(error);
      warnOf(known);
      if (known.code === 'internal' && process.env['LINCHPIN_DEBUG'] !== undefined) warn(`${String(known.stack)}\n`);
      process.exitCode = exitCodeOf(known);
    }
  } finally {
    process.off('SIGINT', onInterrupt);
    process.off('SIGTERM', onInterrupt);
  }
}

function build(signal: AbortSignal): Command {
  const cli = new Command('linchpin')
    .description(t('Ask your documents, and see what each answer rests on.'))
    .exitOverride()
    .helpOption('-h, --help', t('display help for command'))
    .helpCommand('help [command]', t('display help for command'))
    .addOption(
      new Option('--language <tag>', t('the language of what is printed, such as de (default: as LANG says); JSON stays as it is')),
    )
    .configureHelp({ styleTitle: titleWords })
    .configureOutput({
      outputError: (text, write) => {
        write(forTerminal(`${mistakeWords(text.trimEnd())}\n`));
      },
    })
    .showHelpAfterError(t('Run "linchpin --help" to see the commands.'))
    .addHelpText(
      'after',
      `\n${t('Exit codes: 0 answered, 1 a check fails or a reviewed claim does not hold, 2 usage, 3 left open: undecided, only part is said, nothing found, or an answer that is only possible, 4 index missing or unreadable, 5 model failure, 130 cancelled.')}`,
    );

  withModelFlags(cli.command('index'))
    .description(t('Index the documents of a folder; a second run takes up only what changed.'))
    .argument('<dir>', t('the folder'))
    .option('--json', t('print the summary as JSON'))
    .option('--rebuild', t('throw the old index away first'))
    .option('--no-encode', t('leave out the second pass, which encodes passages for search by meaning'))
    .option('--index-dir <dir>', t('where the index is kept: a folder, s3://bucket/prefix or db://database (default: the user cache)'))
    .option(
      '--also <dir>',
      t('a further folder whose documents are audited along, for each one; paths then begin with the names of the folders'),
      gathered,
    )
    .action(async (dir: string, flags: IndexFlags) => {
      await (await import('./commands/index.ts')).indexCommand(dir, flags, signal);
    });

  withModelFlags(cli.command('status'))
    .description(t('Say whether a folder is indexed, whether the index is behind, and how much of it is encoded.'))
    .argument('<dir>', t('the folder'))
    .option('--json', t('print the status as JSON'))
    .option('--index-dir <dir>', t('where the index is kept: a folder, s3://bucket/prefix or db://database (default: the user cache)'))
    .option(
      '--also <dir>',
      t('a further folder whose documents are audited along, for each one; paths then begin with the names of the folders'),
      gathered,
    )
    .action(async (dir: string, flags: StatusFlags) => {
      await (await import('./commands/status.ts')).statusCommand(dir, flags);
    });

  withModelFlags(cli.command('ask'))
    .description(
      t(
        'Answer a question from the indexed documents, with the minimal evidence that the answer rests on. The report is kept in .linchpin/audits of the folder.',
      ),
    )
    .argument('<dir>', t('the folder'))
    .argument('<question>', t('the question; with --claim, the statement to check'))
    .option('--json', t('print the AuditReport as JSON'))
    .option('--claim', t('check a statement in place of answering a question'))
    .option('--explain', t('print the certificate, the stages and the models too'))
    .option('--again', t('answer again without each piece of evidence in turn, and say what changes'))
    .option('--seed <n>', t('seed of all sampling (default: derived from question, index and settings)'), parseSeed)
    .addOption(new Option('--preset <name>', t('speed against depth')).choices(['fast', 'balanced', 'thorough']))
    .addOption(
      new Option('--route <name>', t('what kind of question it is (default: by its words)')).choices([
        'auto',
        'factual',
        'relational',
        'causal',
        'claim',
      ]),
    )
    .option('--no-save', t('do not keep the report in the folder'))
    .option('--index-dir <dir>', t('where the index is kept: a folder, s3://bucket/prefix or db://database (default: the user cache)'))
    .option(
      '--also <dir>',
      t('a further folder whose documents are audited along, for each one; paths then begin with the names of the folders'),
      gathered,
    )
    .action(async (dir: string, question: string, flags: AskFlags) => {
      await (await import('./commands/ask.ts')).askCommand(dir, question, flags, signal);
    });

  withModelFlags(cli.command('check'))
    .description(
      t(
        'Fact-check documents: every claim in them is held against the documents of a folder. Ends with 1 where a finding fails. "linchpin-disable-next-line" in a comment takes a claim out, which is named.',
      ),
    )
    .argument('<files...>', t('the documents whose claims are checked'))
    .option(
      '--against <dir>',
      t('the folder whose documents decide; it is indexed first (default: the current folder, which is then said)'),
    )
    .addOption(new Option('--format <name>', t('the form of the output')).choices(checkFormats).default('text'))
    .option('--fail-on <kinds>', t('what fails the check, of {0}; or none', claimKinds.join(', ')), parseKinds, ['refuted', 'conflicting'])
    .option('--baseline <file>', t('findings that are known and stay quiet'))
    .option('--write-baseline', t('write what fails now to the baseline, and end with 0'))
    .option('--all', t('print supported and known claims too'))
    .option('--allow-disable-file', t('heed "linchpin-disable-file" in a comment, by which a document takes itself out of the check'))
    .option('--save', t('keep the audits in .linchpin/audits of the folder'))
    .option('--no-index', t('use the index as it is'))
    .option('--index-dir <dir>', t('where the index is kept: a folder, s3://bucket/prefix or db://database (default: the user cache)'))
    .option(
      '--also <dir>',
      t('a further folder whose documents are audited along, for each one; paths then begin with the names of the folders'),
      gathered,
    )
    .action(async (files: string[], flags: CheckFlags) => {
      await (await import('./commands/check.ts')).checkCommand(files, flags, signal);
    });

  withModelFlags(cli.command('review'))
    .description(
      t(
        "A fact-check review session of a document, kept in .linchpin/sessions of the folder and decided in the editor: finds its claims, and checks those that are new or whose evidence has changed. Ends with 1 where a claim is refuted or its evidence conflicts, and no reviewer's verdict says otherwise.",
      ),
    )
    .argument('<document>', t('a document in the folder'))
    .option('--against <dir>', t('the folder whose other documents decide; it is indexed first'), '.')
    .option('--json', t('print the session as JSON'))
    .option('--blind', t('a new session keeps what the check found from each reviewer until they have decided'))
    .option('--no-index', t('use the index as it is'))
    .option('--index-dir <dir>', t('where the index is kept: a folder, s3://bucket/prefix or db://database (default: the user cache)'))
    .option(
      '--also <dir>',
      t('a further folder whose documents are audited along, for each one; paths then begin with the names of the folders'),
      gathered,
    )
    .action(async (document: string, flags: ReviewFlags) => {
      await (await import('./commands/review.ts')).reviewCommand(document, flags, signal);
    });

  cli
    .command('impact')
    .description(
      t(
        'Say which answers, claims and signed sessions of a folder fall or move without a document, without lines of it ("policy.md:12-20"), or through what has changed since a commit. Ends with 1 where a signed claim falls.',
      ),
    )
    .argument('<dir>', t('the folder'))
    .argument('[places...]', t('documents of the folder, or lines of them'))
    .option('--diff <commit>', t('what has changed since a commit, a branch or a tag of git'))
    .option('--json', t('print it as JSON'))
    .action(async (dir: string, places: readonly string[], flags: ImpactFlags) => {
      await (await import('./commands/impact.ts')).impactCommand(dir, places, flags);
    });

  cli
    .command('sample')
    .description(
      t(
        'Draw a random sample of the claims of a review session, and say at any moment how many of those that nobody looked at are wrong at most. Kept in .linchpin/samples of the folder.',
      ),
    )
    .argument('<session>', t('the id of a review session, or its file'))
    .argument('[dir]', t('the folder that holds it'), '.')
    .option('--draw', t('draw it: once a session'))
    .addOption(new Option('--confidence <percent>', t('the bound holds with this confidence')).argParser(parsePercent).default(0.95, '95'))
    .addOption(
      new Option('--tolerable <percent>', t('the share of wrong verdicts that can be tolerated'))
        .argParser(parsePercent)
        .default(0.05, '5'),
    )
    .addOption(
      new Option('--by <strata>', t('what the claims are grouped by before they are drawn'))
        .choices(['verdict', 'chance', 'none'])
        .default('verdict'),
    )
    .option('--seed <n>', t('seed of the draw (default: derived from the session)'), parseSeed)
    .option('--reviewer <name>', t('who draws it (default: the user of this machine)'))
    .option('--json', t('print it as JSON'))
    .action(async (session: string, dir: string, flags: SampleFlags) => {
      await (await import('./commands/sample.ts')).sampleCommand(session, dir, flags);
    });

  cli
    .command('sign')
    .description(
      t(
        'Sign a review session off, once all of its claims are decided; it is frozen from then on. Without --key the name is recorded, and nothing is signed with a key.',
      ),
    )
    .argument('<session>', t('the id of a review session, or its file'))
    .argument('[dir]', t('the folder that holds it'), '.')
    .option('--reviewer <name>', t('the name under the session (default: the user of this machine)'))
    .option('--statement <text>', t('the statement above the name'))
    .option('--key <file>', t('sign with this SSH key; "git" stands for the one that git signs with'))
    .option('--json', t('print the session as JSON'))
    .action(async (session: string, dir: string, flags: SignFlags) => {
      await (await import('./commands/sign.ts')).signCommand(session, dir, flags);
    });

  cli
    .command('mark')
    .description(
      t(
        'Say what a document is: source, draft, superseded or not-evidence; none takes the mark away. Drafts and what is no evidence decide no claim and answer no question. Kept in .linchpin/roles.txt of the folder. Without a path: what is marked.',
      ),
    )
    .argument('[path]', t('a document, or a glob of paths in the folder'))
    .argument('[role]', t('source, draft, superseded, not-evidence or none'))
    .option('--dir <dir>', t('the folder whose documents are marked'), '.')
    .option('--json', t('print the marks as JSON'))
    .option(
      '--also <dir>',
      t('a further folder whose documents are audited along, for each one; paths then begin with the names of the folders'),
      gathered,
    )
    .action(async (path: string | undefined, role: string | undefined, flags: MarkFlags) => {
      await (await import('./commands/mark.ts')).markCommand(path, role, flags);
    });

  withModelFlags(cli.command('causes'))
    .description(
      t(
        'Say what the documents state as the causes of something: the paths that lead to it with the sentences that state each step, and which causes are necessary. A causal question ("would Y have happened without X") does as well.',
      ),
    )
    .argument('<dir>', t('the folder'))
    .argument('<effect>', t('the outcome, or a causal question'))
    .option('--json', t('print the causal part of a report as JSON'))
    .option('--graphml <file>', t('write the graph of the answer as GraphML'))
    .option('--index-dir <dir>', t('where the index is kept: a folder, s3://bucket/prefix or db://database (default: the user cache)'))
    .option(
      '--also <dir>',
      t('a further folder whose documents are audited along, for each one; paths then begin with the names of the folders'),
      gathered,
    )
    .action(async (dir: string, effect: string, flags: CausesFlags) => {
      await (await import('./commands/causes.ts')).causesCommand(dir, effect, flags, signal);
    });

  cli
    .command('verify')
    .description(
      t(
        'Check a stored report against the documents as they are now: cut every quote again, compute the answer again from what was read, and say what is only stated. Ends with 0 where it is proven or consistent, 1 where it does not hold, 3 where it is not proven.',
      ),
    )
    .argument('<report>', t('the report, as "ask --json" prints it or as .linchpin/audits keeps it'))
    .argument('<dir>', t('the folder that it is about'))
    .option('--json', t('print the result as JSON'))
    .option(
      '--also <dir>',
      t('a further folder whose documents are audited along, for each one; paths then begin with the names of the folders'),
      gathered,
    )
    .option('--reread', t('have the bundled judge read again all that the answer comes of'))
    .action(async (file: string, dir: string, flags: VerifyFlags) => {
      await (await import('./commands/verify.ts')).verifyCommand(file, dir, flags, signal);
    });

  cli
    .command('calibration')
    .description(
      t(
        'Compare the quality that audits showed with what their reviewers decided, and say whether the next audits use a curve drawn anew from it.',
      ),
    )
    .argument('<dir>', t('the folder'))
    .option('--json', t('print the result as JSON'))
    .action(async (dir: string, flags: CalibrationFlags) => {
      await (await import('./commands/calibration.ts')).calibrationCommand(dir, flags);
    });

  cli
    .command('diff')
    .description(t('Compare two audits: what changed in answer, evidence, necessity and chance. Ends with 1 where they differ.'))
    .argument('<before>', t("a report's file, or the id of an audit of the folder"))
    .argument('<after>', t('the same'))
    .option('--dir <dir>', t('the folder whose audits are meant'), '.')
    .option('--json', t('print the result as JSON'))
    .action(async (before: string, after: string, flags: DiffFlags) => {
      await (await import('./commands/diff.ts')).diffCommand(before, after, flags);
    });

  cli
    .command('export')
    .description(t('Write an audit or a review session in a form that others use: to read, to print, to work on.'))
    .argument('<what>', t("a report's file, or the id of an audit or a session of the folder"))
    .argument('[dir]', t('the folder that it is about, for the decisions of its reviewers (default: where the file lies)'))
    .addOption(new Option('--format <name>', t('the form')).choices(exportFormats).default('markdown'))
    .option('--out <file>', t('write to this file (default: standard output)'))
    .action(async (what: string, dir: string | undefined, flags: ExportFlags) => {
      await (await import('./commands/export.ts')).exportCommand(what, dir, flags);
    });

  withModelFlags(cli.command('doctor'))
    .description(
      t('Say what is wrong with the index and the records of a folder, and what to do; decisions and reports are never changed.'),
    )
    .argument('<dir>', t('the folder'))
    .option('--repair', t('mend what can be made anew: the index, its lock, what older versions left'))
    .option('--json', t('print the findings as JSON'))
    .option('--index-dir <dir>', t('where the index is kept: a folder, s3://bucket/prefix or db://database (default: the user cache)'))
    .option(
      '--also <dir>',
      t('a further folder whose documents are audited along, for each one; paths then begin with the names of the folders'),
      gathered,
    )
    .action(async (dir: string, flags: DoctorFlags) => {
      await (await import('./commands/doctor.ts')).doctorCommand(dir, flags, signal);
    });

  cli
    .command('import')
    .description(
      t("Take over another folder's audits, review sessions and reviewers' logs, each checked first. Nothing that is here is lost."),
    )
    .argument('<from>', t('the other folder, or its .linchpin'))
    .argument('[dir]', t('the folder to take them into'), '.')
    .option('--json', t('print the result as JSON'))
    .action(async (from: string, dir: string, flags: ImportFlags) => {
      await (await import('./commands/import.ts')).importCommand(from, dir, flags);
    });

  withModelFlags(cli.command('mcp'))
    .description(
      t(
        'Serve the folder to agents over standard input and output, by the Model Context Protocol: search, ask, check_claim, get_audit, list_reviews.',
      ),
    )
    .argument('<dir>', t('the folder'))
    // Of an editor, whose folders have names of their own.
    .addOption(new Option('--folders <json>').hideHelp())
    .option('--no-index', t('use the index as it is; otherwise it is brought up to date before it is asked'))
    .option('--index-dir <dir>', t('where the index is kept: a folder, s3://bucket/prefix or db://database (default: the user cache)'))
    .option(
      '--also <dir>',
      t('a further folder whose documents are audited along, for each one; paths then begin with the names of the folders'),
      gathered,
    )
    .action(async (dir: string, flags: McpFlags) => {
      await (await import('./commands/mcp.ts')).mcpCommand(dir, flags, signal);
    });

  return cli;
}

function gathered(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** Titles of the help, which the parser of the command line writes. */
function titleWords(title: string): string {
  switch (title) {
    case 'Usage:':
      return t('Usage:');
    case 'Arguments:':
      return t('Arguments:');
    case 'Options:':
      return t('Options:');
    case 'Commands:':
      return t('Commands:');
    default:
      return title;
  }
}

/** Its commonest errors; the others stay as it says them. */
function mistakeWords(text: string): string {
  const [, what, name = ''] = /^error: (unknown option|unknown command|missing required argument) '(.*)'/.exec(text) ?? [];
  if (what === 'unknown option') return t("error: unknown option '{0}'", name);
  if (what === 'unknown command') return t("error: unknown command '{0}'", name);
  return what === undefined ? text : t("error: missing required argument '{0}'", name);
}

/** Adds the flags that name models. `LINCHPIN_API_KEY` holds the server's key: a key on the command line would be there for every process to read. */
function withModelFlags(command: Command): Command {
  return command
    .option('--embedder <model>', t('bundled, onnx:ORG/NAME@q8 or server:NAME'))
    .option('--relevance <model>', t('bundled or onnx:ORG/NAME@q8'))
    .option('--entailment <model>', t('bundled, onnx:ORG/NAME@q8 or server:NAME'))
    .option('--generator <model>', t('bundled, onnx:ORG/NAME@q8 or server:NAME'))
    .option('--server <url>', t('base URL of an OpenAI-compatible server; its key is read from LINCHPIN_API_KEY'))
    .option('--online', t('let questions and passages leave this machine, to the servers of models and index that are named'))
    .option('--redact <globs...>', t('documents whose text is never sent off this machine'))
    .option('--max-calls <n>', t('calls to language models that one audit may make'), parseCount);
}

/** What may fail a check. */
const claimKinds = findingKinds.filter((kind) => kind !== 'supported' && kind !== 'unsupported' && kind !== 'uncertain');

function parseKinds(text: string): FindingKind[] {
  if (text === 'none') return [];
  return text.split(',').flatMap((name): FindingKind[] => {
    // As the three were called together.
    if (name.trim() === 'unsupported' || name.trim() === 'uncertain') return [...openKindSchema.options];
    const kind = claimKinds.find((each) => each === name.trim());
    if (kind === undefined) throw new InvalidArgumentError(t('"{0}" is none of {1}', name, claimKinds.join(', ')));
    return [kind];
  });
}

function parseSeed(text: string): number {
  const seed = Number(text);
  if (!Number.isInteger(seed) || Math.abs(seed) > 2 ** 31) throw new InvalidArgumentError(t('a seed is a whole number of at most 32 bits'));
  return seed;
}

/** "95" as 0.95. */
function parsePercent(text: string): number {
  const percent = Number(text);
  if (!(percent > 0 && percent < 100)) throw new InvalidArgumentError(t('a number of percent between 0 and 100'));
  return percent / 100;
}

function parseCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > 10_000) throw new InvalidArgumentError(t('a whole number from 1 to 10000'));
  return count;
}
