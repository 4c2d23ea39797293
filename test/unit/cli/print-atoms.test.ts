import assert from 'node:assert/strict';

import { printAtoms } from '../../../src/cli/print-atoms.ts';
import type { AuditReport } from '../../../src/contract/report.ts';

describe("a claim's parts at the command line", () => {
  it('are a line each, with the words of the evidence', () => {
    const quote = 'The salt SHALL be at least 32 bits in length.';
    const evidence = { pool: [{ spanId: 'a.md:0-45', citation: { quote } }] } as unknown as AuditReport['evidence'];
    const atom = (
      kind: 'quantity' | 'scope' | 'object',
      text: string,
      state: 'said' | 'denied' | 'unsaid',
      words: [number, number][],
    ): NonNullable<AuditReport['claims'][number]['atoms']>[number] => ({
      kind,
      text,
      start: 0,
      end: text.length,
      state,
      spanId: state === 'unsaid' ? null : 'a.md:0-45',
      words,
    });
    const claims = [
      {
        text: '',
        citations: [],
        supported: false,
        atoms: [
          atom('quantity', 'at least 64 bits', 'denied', [[18, 34]]),
          atom('scope', 'AAL2', 'said', []),
          atom('object', 'pepper', 'unsaid', []),
        ],
      },
    ];
    assert.deepEqual(printAtoms({ claims, evidence }), [
      '    ! how much         at least 64 bits  denied: "at least 32 bits"',
      '    + where it holds   AAL2  said: above the sentence',
      '    ? to what          pepper  not said',
    ]);
  });
});
