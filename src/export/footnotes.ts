import { shown, t } from '../base/language.ts';
import { tenths, isJudgedByChance, shownParts } from '../contract/answer-words.ts';
import type { Citation } from '../contract/citation.ts';
import type { AuditReport } from '../contract/report.ts';
import { markdownPath, markdownQuote, markdownText } from './escape.ts';
import { oneLine, placeInDocument } from './words.ts';

/** A footnote in a document, by which the audit that it comes from is found again. */
export interface FootnoteMark {
  readonly auditId: string;
  readonly marker: number;
  /** UTF-16 offsets of `[^…]` in the document. */
  readonly start: number;
  readonly end: number;
}

/** The name of a footnote holds its audit and the number of its citation there. What no id of ours holds cannot end the label, nor begin another. */
export function footnote(auditId: string, marker: number): string {
  return `[^linchpin-${auditId.slice(0, 100).replaceAll(/[^A-Za-z0-9_-]/g, '_')}-${marker}]`;
}

/** The footnotes of audits in a document, references and definitions, in the order in which they stand. */
export function findFootnotes(text: string): FootnoteMark[] {
  return [...text.matchAll(/\[\^linchpin-([A-Za-z0-9_-]{1,100})-([1-9][0-9]{0,3})\]/g)].map((match) => ({
    auditId: match[1] ?? '',
    marker: Number(match[2]),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** An answer on its way into a document. */
export interface InsertedAnswer {
  readonly text: string;
  /** A line each, for the end of the document; those that it has already are left out. */
  readonly definitions: readonly string[];
}

/** A footnote with what its audit says it cites. */
export interface Footnote extends FootnoteMark {
  readonly report: AuditReport;
  readonly citation: Citation;
}

/** The footnote at a place of a document; null where there is none, or its audit cannot be had. */
export async function footnoteAt(text: string, offset: number, audit: (id: string) => Promise<AuditReport>): Promise<Footnote | null> {
  const mark = findFootnotes(text).find(({ start, end }) => offset >= start && offset <= end);
  if (mark === undefined) return null;
  const report = await audit(mark.auditId).catch(() => null);
  const citation = report === null ? null : citationOfFootnote(report, mark.marker);
  return report === null || citation === null ? null : { ...mark, report, citation };
}

/**
 * The answer as it goes into a Markdown document: its sentences with footnotes, and their definitions with place and quote. What is not
 * asserted says so in the text itself; where nothing answers, that is said and no sentence is offered as an answer.
 * @param into path of the document in the folder, with `/`; null where it lies elsewhere: then places are named and not linked
 * @param document as it stands
 */
export function answerWithFootnotes(report: AuditReport, into: string | null, document = ''): InsertedAnswer {
  const cited = citedIn(report);
  const text = answerText(report, cited, { mark: ({ marker }) => footnote(report.id, marker), words: markdownQuote, strong: '**' });
  const definitions = cited
    .filter(({ marker }) => text.includes(footnote(report.id, marker)) && !document.includes(`${footnote(report.id, marker)}:`))
    .map(({ marker, citation }) => definition(report.id, marker, citation, into));
  return { text, definitions };
}

/** The answer as Markdown that stands by itself: its sentences, and below them where each is from. */
export function markdownAnswer(report: AuditReport): string {
  const { text, definitions } = answerWithFootnotes(report, null);
  return [text, ...definitions].join('\n\n');
}

/** The answer as it goes into any other text, with its places in brackets. */
export function answerWithPlaces(report: AuditReport): string {
  return answerText(report, citedIn(report), {
    mark: ({ citation }) => ` [${citation.path}, ${placeInDocument(citation)}]`,
    words: (text) => text,
    strong: '',
  });
}

/** How a kind of document writes what an answer is made of. */
interface Writing {
  readonly mark: (cited: Cited) => string;
  readonly words: (text: string) => string;
  readonly strong: string;
}

/** What a footnote of an audit cites; null where the audit has no such number. */
export function citationOfFootnote(report: AuditReport, marker: number): Citation | null {
  return citedIn(report).find((cited) => cited.marker === marker)?.citation ?? null;
}

interface Cited {
  readonly marker: number;
  readonly spanId: string;
  readonly citation: Citation;
}

/** The minimal evidence, then what stands on the other side, numbered on from there. */
function citedIn(report: AuditReport): Cited[] {
  const own = report.evidence.minimal.map(({ marker, spanId, citation }) => ({ marker, spanId, citation }));
  const last = Math.max(0, ...own.map(({ marker }) => marker));
  const other = otherSide(report).filter((citation) => !own.some((item) => samePlace(item.citation, citation)));
  return [...own, ...other.map((citation, index) => ({ marker: last + index + 1, spanId: '', citation }))];
}

function otherSide(report: AuditReport): Citation[] {
  if (report.answer.status !== 'conflicting') return [];
  const counter = report.counterEvidence?.sufficient === true ? report.counterEvidence.minimal.map((item) => item.citation) : [];
  return counter.length > 0 ? counter : report.conflicts.slice(0, 1).flatMap(({ a, b }) => [a, b]);
}

function samePlace(a: Citation, b: Citation): boolean {
  return a.path === b.path && a.start === b.start && a.end === b.end;
}

function answerText(report: AuditReport, cited: readonly Cited[], writing: Writing): string {
  const { answer, kind } = report;
  const { words } = writing;
  const marks = (some: readonly Cited[]): string => some.map(writing.mark).join('');
  const subject = `“${words(oneLine(report.question))}”`;
  const own = cited.filter(({ spanId }) => spanId !== '');
  const said = sentences(report, own, writing);
  switch (answer.status) {
    case 'supported':
      return said;
    case 'refuted':
      return kind === 'claim' ? `${t('The documents contradict {0}.', subject)}${marks(own)}` : said;
    case 'conflicting':
      return kind === 'claim'
        ? `${t('The documents disagree on {0}.', subject)}${marks(cited)}`
        : `${said} (${t('The documents disagree: {0}', words(shown(answer.reason)))})${marks(cited.filter(({ spanId }) => spanId === ''))}`;
    case 'uncertain': {
      if (kind === 'claim') return `${t('It is not certain whether {0} holds.', subject)}${marks(own)}`;
      return typeof answer.chance === 'number'
        ? t('This may answer {0}; about {1} of 10 answers like this are right: {2}', subject, tenths(answer.chance), said)
        : t('This may answer {0}: {1}', subject, said);
    }
    case 'not-enough-evidence': {
      const nearest = own.map((item) => `“${words(oneLine(item.citation.quote))}”${writing.mark(item)}`);
      return `${t('The documents do not decide {0}.', subject)}${nearest.length > 0 ? ` ${t('What says most about it: {0}', nearest.join(' '))}` : ''}`;
    }
  }
}

/** The sentences that say the answer, each with its mark; the statement with all marks where it is not shown by sentences. */
function sentences(report: AuditReport, own: readonly Cited[], { mark, words, strong }: Writing): string {
  const { answer } = report;
  const parts = isJudgedByChance(report) ? shownParts(report) : [];
  if (parts.length === 0) return `${words(oneLine(answer.statement))}${own.map(mark).join('')}`;
  const body = parts.map(({ spanId, quote }) => {
    const cited = own.find((item) => item.spanId === spanId);
    return `“${words(oneLine(quote))}”${cited === undefined ? '' : mark(cited)}`;
  });
  const short = answer.short ?? '';
  return `${short === '' ? '' : `${strong}${words(short)}${strong}: `}${body.join(' ')}`;
}

function definition(auditId: string, marker: number, citation: Citation, into: string | null): string {
  const { path } = citation;
  const name = markdownText(path);
  const link =
    into === null ? name : `[${name}](${markdownPath(relative(into, path))}${citation.locator === undefined ? `#L${citation.line}` : ''})`;
  return `${footnote(auditId, marker)}: ${link}, ${markdownText(placeInDocument(citation))}: “${markdownQuote(oneLine(citation.quote))}”`;
}

/** From one document of the folder to another, with `/`. */
function relative(from: string, to: string): string {
  const here = from.split('/').slice(0, -1);
  const there = to.split('/');
  let shared = 0;
  while (shared < here.length && shared < there.length - 1 && here[shared] === there[shared]) shared += 1;
  return [...here.slice(shared).map(() => '..'), ...there.slice(shared)].join('/');
}
