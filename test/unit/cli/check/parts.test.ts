import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';

import { LinchpinError } from '../../../../src/base/error.ts';
import { knownOf, readBaseline, writeBaseline } from '../../../../src/cli/check/baseline.ts';
import { footnoteFindings } from '../../../../src/cli/check/footnote-findings.ts';
import type { Outcome } from '../../../../src/cli/check/outcome.ts';
import { printGithub } from '../../../../src/cli/check/print-github.ts';
import { printText } from '../../../../src/cli/check/print-text.ts';
import { suppressedLines } from '../../../../src/cli/check/suppressed.ts';
import { auditReportSchema } from '../../../../src/contract/report.ts';
import { parseDocument } from '../../../../src/documents/document.ts';
import type { Finding, FindingKind } from '../../../../src/export/finding.ts';
import { answerWithFootnotes } from '../../../../src/export/footnotes.ts';
import { states } from '../../../../webview/dev/states.ts';

function finding(kind: FindingKind, line: number, text: string, path = 'a.md'): Finding {
  const place = { path, start: line * 10, end: line * 10 + text.length, line, quote: text, prefix: '\n  ', suffix: '', contentHash: '' };
  return { kind, text, place, reason: 'Because.', evidence: [], counterEvidence: [], fix: null, auditId: null, chance: null };
}

const against = { folder: '/docs', shown: '', isGiven: false, bases: new Map() };

function outcome(findings: readonly Finding[], known: readonly Finding[] = [], failOn: readonly FindingKind[] = ['refuted']): Outcome {
  return {
    files: ['a.md'],
    claims: findings.length,
    suppressed: [],
    unheeded: [],
    findings,
    known: new Set(known),
    failOn: new Set(failOn),
    failed: [],
    against,
  };
}

describe('Comments that take claims out', () => {
  const cases: [string, string, number[], boolean][] = [
    ['nothing', 'one\ntwo\n', [], false],
    ['the next line', '<!-- linchpin-disable-next-line -->\nA claim.\nAnother.', [2], false],
    ['over blank lines', '<!-- linchpin-disable-next-line: the source is oral -->\n\n\nA claim.', [4], false],
    ['the end of the file', 'A claim.\n<!-- linchpin-disable-next-line -->', [], false],
    ['comments of other kinds', '% linchpin-disable-next-line\r\nA claim.\r\n', [2], false],
    ['the whole file', '<!-- linchpin-disable-file -->\nA claim.', [], true],
    ['a longer word is none', 'x-linchpin-disable-next-lines\nA claim.', [], false],
  ];
  for (const [name, text, lines, all] of cases)
    it(name, () => {
      const found = suppressedLines(text);
      assert.deepEqual([[...found.lines], found.all], [lines, all]);
    });
});

describe('GitHub annotations', () => {
  /** As the runner reads a line: name, properties and message, with its escapes taken back. */
  function read(line: string): { name: string; properties: Record<string, string>; message: string } {
    const [, name = '', list = '', data = ''] = /^::([a-z]+) ([^\n]*?)::([^\r\n]*)$/.exec(line) ?? assert.fail(line);
    const plain = (text: string): string =>
      text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%25', '%');
    const properties = list
      .split(',')
      .map((entry): [string, string] => [entry.slice(0, entry.indexOf('=')), plain(entry.slice(entry.indexOf('=') + 1))]);
    return {
      name,
      properties: Object.fromEntries(properties),
      message: data.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%'),
    };
  }

  it('name file, line and columns, as errors where the policy fails, else as warnings and notices', () => {
    const found = [
      finding('refuted', 3, 'A claim.'),
      finding('conflicting', 5, 'Two.'),
      finding('unsupported', 7, 'Three.'),
      finding('supported', 9, 'Four.'),
    ];
    const lines = printGithub(outcome(found)).trimEnd().split('\n').map(read);
    assert.deepEqual(
      lines.map(({ name }) => name),
      ['error', 'warning', 'notice'],
    );
    assert.deepEqual(lines[0]?.properties, {
      file: 'a.md',
      line: '3',
      endLine: '3',
      col: '3',
      endColumn: '11',
      title: 'Linchpin: refuted',
    });
  });

  it('of what is no text name its page in words, as its lines are nowhere to be found', () => {
    const page = { kind: 'page', page: 2 } as const;
    const found = finding('refuted', 25, 'A claim.', 'draft.pdf');
    const place = { ...(found.place ?? assert.fail()), locator: page };
    const text = printGithub(outcome([{ ...found, place, evidence: [{ ...place, path: 'lease.pdf' }] }]));
    const { properties, message } = read(text.trimEnd());
    assert.deepEqual(properties, { file: 'draft.pdf', title: 'Linchpin: refuted' });
    assert.match(message, /^page 2: A claim\.\n/);
    assert.match(message, /lease\.pdf, page 2 /);
    assert.doesNotMatch(text, /25/);
  });

  it('survive whatever a document holds', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ':', ',', '%', '\n', '\r', '::', '%0A', ' ', '=') }),
        fc.string({ unit: fc.constantFrom('b', ',', ':', '%', '::') }),
        (text, path) => {
          const [line = '', ...more] = printGithub(outcome([finding('refuted', 1, `x${text}`, `p${path}`)]))
            .split(/\r\n|\r|\n/)
            .filter((each) => each !== '');
          assert.deepEqual(more, [], 'one line');
          const { properties, message } = read(line);
          assert.equal(properties['file'], `p${path}`);
          assert.equal(message.split('\n')[0], `x${text}`.replaceAll(/\s+/g, ' ').trim());
        },
      ),
    );
  });

  it('leave out what the baseline holds', () => {
    const known = finding('refuted', 3, 'A claim.');
    assert.equal(printGithub(outcome([known], [known])), '');
  });
});

describe('A baseline', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'linchpin-baseline-'));
  });
  after(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('knows its findings again on other lines, each as often as it was there', async () => {
    const file = join(folder, 'baseline.json');
    await writeBaseline(file, [finding('refuted', 3, 'A claim.'), finding('refuted', 4, 'Other.')]);
    const [first, second, changed, worse] = [
      finding('refuted', 30, 'A  claim.'),
      finding('refuted', 31, 'A claim.'),
      finding('refuted', 32, 'A claim!'),
      finding('stale', 33, 'Other.'),
    ];
    assert.deepEqual(knownOf([first, second, changed, worse], await readBaseline(file)), new Set([first]));
  });

  it('is refused when it is damaged', async () => {
    const file = join(folder, 'damaged.json');
    await writeFile(file, '{"version":1,"findings":[{}]}');
    await assert.rejects(readBaseline(file), LinchpinError);
    assert.ok((await readFile(file, 'utf8')).length > 0);
  });
});

describe('Footnotes of answers', () => {
  it('are stale when their quote is gone, and only then', async () => {
    const report = auditReportSchema.parse(states.supported.audit?.report);
    const { text, definitions } = answerWithFootnotes(report, 'a.md');
    const document = parseDocument('a.md', `# Notes\n\n${text}\n\n${definitions.join('\n\n')}\n`) ?? assert.fail();
    const checked = { shown: 'a.md', inFolder: null, document };
    const quotes = report.evidence.minimal.map(({ citation }) => citation.quote).join('\n');
    const find = (now: string | null, known = true): Promise<Finding[]> =>
      footnoteFindings(checked, { audit: () => Promise.resolve(known ? report : null), text: () => Promise.resolve(now) });
    assert.deepEqual(await find(quotes), []);
    assert.deepEqual(await find('All is new.', false), [], 'an audit of another folder is left alone');
    const stale = await find('All is new.');
    assert.deepEqual(
      stale.map(({ kind, place }) => [kind, place?.line]),
      report.evidence.minimal.map(() => ['stale', 3]),
    );
    assert.match((await find(null))[0]?.reason ?? '', /is gone/);
  });
});

describe('The text of a check', () => {
  it('names each finding with its place, and says what fails', () => {
    const found = [finding('refuted', 3, 'A claim.'), finding('supported', 5, 'Two.')];
    const options = { all: false, paint: (_: string, text: string): string => text };
    const text = printText(outcome(found), options);
    assert.match(text, /^a\.md:3:3 {2}refuted {2}A claim\.$/mu);
    assert.match(text, /2 claims: 1 refuted, 1 supported\. 1 finding fails the check\.$/mu);
    assert.doesNotMatch(text, /Two\./);
    assert.match(printText(outcome(found, found), options), /2 known from the baseline\. Nothing fails the check\.$/mu);
  });
});
