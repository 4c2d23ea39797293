import assert from 'node:assert/strict';

import { printJudgedAnswer, type Paint } from '../../../src/cli/print-answer.ts';
import { printReport } from '../../../src/cli/print.ts';
import { reportOf } from '../../support/reports.ts';

const paint: Paint = (style, text) => `<${style}>${text}</${style}>`;

describe('an answer at the command line', () => {
  it('is the short answer, the sentences with the words that answer in bold, and how often such answers are right', () => {
    assert.deepEqual(printJudgedAnswer(reportOf('uncertain'), paint), [
      '  <bold>at least 14 characters</bold>',
      '',
      '  Passwords chosen by users must be <bold>at least 14 characters</bold> long.  [1]',
      '  This policy takes effect on 1 March 2025. It replaces the Access and Password Policy of 2019 in full.  [2]',
      '',
      '  <yellow>This may answer it</yellow> · About 4 of 10 answers like this are right',
    ]);
  });

  it('has neither quality nor necessity nor rival questions for a newcomer; an explanation has them where it is supported', () => {
    const supported = printReport(reportOf('by-reading'), { explain: false });
    assert.match(supported, /Supported · About 9 of 10 answers like this are right · Falls if 1 source falls\./u);
    assert.match(supported, /WHAT IT RESTS ON\n {2}\[1\] [^█]/u);
    const explained = printReport(reportOf('by-reading'), { explain: true });
    assert.match(explained, /MINIMAL EVIDENCE {2}2 of 25/u);
    assert.match(explained, /\[1\] █+ 1\.00 core/u);
    assert.match(explained, /probe: How long did/u);
    for (const name of ['by-reading', 'uncertain', 'abstaining'] as const) {
      const text = printReport(reportOf(name), { explain: false });
      assert.doesNotMatch(text, /quality|█|·{3}|core|idle|probe|trap|needed|CRR|F\(S\)|CERTIFICATE|STAGES|hash|sha/u, name);
    }
  });

  it('is none where nothing is sure enough: the sentences that say most, no probe answers even when all is explained', () => {
    for (const explain of [false, true]) {
      const text = printReport(reportOf('abstaining'), { explain });
      assert.match(
        text,
        /Not enough evidence · No sentence .* These say most about it\.\n\n {2}\[1\] policies\/access-policy-2025\.md:20/u,
      );
      assert.doesNotMatch(text, /14 characters|8 characters|Unproven|trap:|→/u);
      assert.equal(/probe: /u.test(text), explain);
    }
  });

  it('shows probes and trap of what is not supported only when it is asked to explain', () => {
    assert.match(printReport(reportOf('uncertain'), { explain: true }), /probe: [^]*by reading; 0\.8000 is enough/u);
  });

  it('stays as it was where no chance was given', () => {
    const text = printReport(reportOf('supported'), { explain: true });
    assert.doesNotMatch(printReport(reportOf('supported'), { explain: false }), /quality|trap|core/u);
    assert.match(text, /14 characters {2}\[1\] \[2\]\n {2}Supported · quality 0\.91 of 0\.75 needed/u);
    assert.match(text, /trap: /u);
  });
});
