import type { SignOffSheet } from '../../src/contract/sign-off.ts';
import { sessions } from './session-states.ts';

const [first, , , fourth] = sessions.open.claims;
if (first === undefined || fourth === undefined) throw new Error('the drawn session has no claims');
const place = ({ necessity: _, ...citation }: (typeof first.evidence)[number]): SignOffSheet['unopened'][number]['citation'] => citation;

const unread: SignOffSheet = {
  digest: 'a1b2c3d4e5f60718',
  claims: { decided: 8, total: 8 },
  passages: { opened: 4, total: 6 },
  seconds: 1260,
  overruled: [
    {
      claimId: first.id,
      text: first.text,
      found: 'refuted',
      decided: 'supported',
      notes: ['eve: The 2019 edition holds for this system.'],
    },
    { claimId: fourth.id, text: fourth.text, found: 'conflicting', decided: 'refuted', notes: [] },
  ],
  unopened: [first, fourth].flatMap(({ id, text, evidence }) =>
    evidence.map((citation) => ({ claimId: id, text, citation: place(citation) })),
  ),
  open: [],
  changed: ['2 claims came out otherwise after somebody had decided them.'],
  documentChanged: false,
  agreement: { claims: 8, measure: 'cohen-kappa', value: 0.62, interval: [0.21, 1] },
  statement: 'I have decided all 8 claims of this document.',
};

/** What is read before signing, drawn by hand: to be signed, and still open. */
export const sheets = {
  unread,
  open: {
    ...unread,
    claims: { decided: 6, total: 8 },
    open: [
      { claimId: first.id, text: first.text, why: 'undecided' },
      { claimId: fourth.id, text: fourth.text, why: 'split' },
    ],
  },
} as const satisfies Record<string, SignOffSheet>;
