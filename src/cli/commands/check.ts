import { join, resolve } from 'node:path';

import { inEnglish, t } from '../../base/language.ts';
import { visibleJson, visibleLine } from '../../base/visible.ts';
import { LinchpinError } from '../../base/error.ts';
import { readText } from '../../documents/read.ts';
import { placeIn } from '../../base/roots.ts';
import { type Engine, sessionSettings } from '../../engine/engine.ts';
import type { Where } from '../../engine/protocol.ts';
import { stopsEveryClaim } from '../../engine/sessions.ts';
import type { EvidenceBasis } from '../../contract/basis.ts';
import { withColumns } from '../../export/columns.ts';
import type { Finding } from '../../export/finding.ts';
import { sarif } from '../../export/sarif.ts';
import { knownOf, readBaseline, writeBaseline } from '../check/baseline.ts';
import { claimFindings, claimsToCheck } from '../check/claim-findings.ts';
import { type CheckedDocument, documentsToCheck, shownPath } from '../check/documents.ts';
import { footnoteFindings } from '../check/footnote-findings.ts';
import { failing, type Outcome, passes } from '../check/outcome.ts';
import { againstLines } from '../check/print-against.ts';
import { printGithub } from '../check/print-github.ts';
import { printJson } from '../check/print-json.ts';
import { printText } from '../check/print-text.ts';
import { exitCodes } from '../exit.ts';
import { paint, progress, tell, warn } from '../terminal.ts';
import type { CheckFlags } from './flags.ts';
import { folderOptions, withEngine } from './host.ts';

/** @throws LinchpinError `usage`, `folder-missing`, `document-unreadable`, what the engine throws. */
export async function checkCommand(files: readonly string[], flags: CheckFlags, signal: AbortSignal): Promise<void> {
  if (flags.writeBaseline === true && flags.baseline === undefined)
    throw new LinchpinError('usage', '--write-baseline needs to know where to.', 'Name the file with --baseline FILE.');
  const options = await folderOptions(flags.against ?? '.', flags);
  const documents = await documentsToCheck(files, options.folders ?? options.folder);
  const baseline = flags.baseline === undefined || flags.writeBaseline === true ? null : await readBaseline(resolve(flags.baseline));
  const outcome = await withEngine(async (engine) => {
    if (flags.index) await engine.index(options, false, () => undefined, signal);
    const { claims, suppressed, unheeded } = claimsToCheck(documents, flags.allowDisableFile === true);
    const line = progressLine(claims.length);
    const cited = new Map<string, string>();
    const bases = new Map<string, EvidenceBasis>();
    const checked = await claimFindings(
      claims,
      async (statement, { shown, inFolder, document: { text } }) => {
        const report = await engine.ask(
          {
            options,
            question: statement,
            kind: 'claim',
            settings: sessionSettings,
            exclude: [],
            document: inFolder ?? undefined,
            documentText: text,
            save: flags.save === true,
          },
          undefined,
          signal,
        );
        if (report.basis !== undefined) took(bases, shown, report.basis);
        return report;
      },
      (path) => {
        const shown = shownDocument(options, path);
        cited.set(shown, path);
        return shown;
      },
      { saved: flags.save === true, stops: stopsEveryClaim, onChecked: line.show, signal },
    ).finally(line.end);
    const found = inOrder(documents, [...checked.findings, ...(await staleFootnotes(engine, options, documents))]);
    const findings = await withColumns(found, textsOf(options, documents, cited));
    return {
      files: documents.map(({ shown }) => shown),
      claims: claims.length,
      suppressed,
      unheeded,
      findings,
      known: baseline === null ? new Set<Finding>() : knownOf(findings, baseline),
      failOn: new Set(flags.failOn),
      failed: checked.failed,
      against: { folder: options.folder, shown: shownPath(options.folder), isGiven: flags.against !== undefined, bases },
    } satisfies Outcome;
  });
  if (flags.writeBaseline === true && flags.baseline !== undefined) {
    const kept = failing(outcome);
    await writeBaseline(resolve(flags.baseline), kept);
    warn(`linchpin: ${visibleLine(t('{0} written to {1}; they are quiet from now on.', kept.length, flags.baseline))}\n`);
    process.exitCode = outcome.failed.length === 0 ? exitCodes.answered : exitCodes.failure;
    return;
  }
  const shownIn = (path: string): string => shownDocument(options, path);
  tell(print(outcome, flags, shownIn));
  // Programs read the others: a person reads beside them.
  if (flags.format === 'github' || flags.format === 'sarif')
    for (const line of againstLines(outcome.against, shownIn)) warn(`linchpin: ${visibleLine(line)}\n`);
  process.exitCode = passes(outcome) ? exitCodes.answered : exitCodes.failure;
}

function print(outcome: Outcome, { format, all }: CheckFlags, shownIn: (path: string) => string): string {
  switch (format) {
    case 'text':
      return printText(outcome, { all: all === true, paint, shownPath: shownIn });
    case 'json':
      return printJson(outcome);
    case 'github':
      return printGithub(outcome);
    case 'sarif':
      return `${visibleJson(
        inEnglish(() => sarif(outcome.findings, { failing: outcome.failOn, known: outcome.known })),
        2,
      )}\n`;
  }
}

/** What was refuted and left out is told of all claims of a document together. */
function took(bases: Map<string, EvidenceBasis>, document: string, basis: EvidenceBasis): void {
  bases.set(document, { ...basis, refuted: Math.max(basis.refuted, bases.get(document)?.refuted ?? 0) });
}

/** As a person at this terminal names a document of the folders. */
function shownDocument({ folder, folders }: Where, path: string): string {
  const place = placeIn(folders ?? folder, path);
  return place === null ? path : shownPath(join(place.folder, place.path));
}

/** Texts of the documents that are checked and of those that are cited, by the names that are shown. */
function textsOf(
  { folder, folders }: Where,
  documents: readonly CheckedDocument[],
  cited: ReadonlyMap<string, string>,
): (shown: string) => Promise<string | null> {
  const checked = new Map(documents.map(({ shown, document }) => [shown, document.text]));
  return async (shown) => {
    const path = cited.get(shown);
    return checked.get(shown) ?? (path === undefined ? null : await readText(folders ?? folder, path));
  };
}

async function staleFootnotes(engine: Engine, where: Where, documents: readonly CheckedDocument[]): Promise<Finding[]> {
  const { audits } = engine.records(where);
  const sources = {
    audit: async (id: string) => ((await audits.entry(id)) === null ? null : await audits.load(id)),
    text: (path: string) => readText(where.folders ?? where.folder, path),
  };
  return (await Promise.all(documents.map((document) => footnoteFindings(document, sources)))).flat();
}

function inOrder(documents: readonly CheckedDocument[], findings: readonly Finding[]): Finding[] {
  const places = new Map(documents.map(({ shown }, index) => [shown, index]));
  const key = ({ place }: Finding): [number, number] => [places.get(place?.path ?? '') ?? 0, place?.start ?? 0];
  return [...findings].sort((a, b) => key(a)[0] - key(b)[0] || key(a)[1] - key(b)[1]);
}

/** Written over and over on a terminal; nothing where no terminal reads. */
function progressLine(total: number): { readonly show: (done: number) => void; readonly end: () => void } {
  return {
    show: (done) => {
      progress(t('checking claims {0}/{1}', done, total));
    },
    end: () => {
      progress('');
    },
  };
}
