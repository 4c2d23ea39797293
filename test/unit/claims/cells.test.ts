import assert from 'node:assert/strict';

import fc from 'fast-check';

import { readCell } from '../../../src/claims/cells.ts';
import { bundledKnowledge } from '../../../src/claims/knowledge.ts';

interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly above: readonly string[];
  readonly intro?: readonly string[];
}

/** What each row makes of a claim; rows that it is not about are left out. */
function read(claim: string, { columns, rows, above, intro = [] }: Table): string {
  const stances = rows.map((row, at) => {
    const { stance, ground } = readCell(claim, { columns, rows, at, intro }, above, bundledKnowledge());
    return stance === 'none' || stance === 'other' ? null : `${row[0] ?? ''}: ${stance}${stance === 'denies' ? ` (${ground ?? ''})` : ''}`;
  });
  return stances.filter((stance) => stance !== null).join(', ');
}

const kit: Table = {
  columns: ['Role', 'Jackets', 'Gloves', 'Helmet colour', 'Rate per hour', 'Weekly hours'],
  rows: [
    ['Bosun', '3', '2', 'blue', '£21.00', '38'],
    ['Deckhand', '2', '4', 'white', '£14.50', '40'],
    ['Chief deckhand', '4', '4', 'white', '£16.50', '40'],
  ],
  above: ['Pay and kit', 'Ferry handbook'],
};
const hours: Table = {
  columns: ['Area', 'Monday to Friday', 'Saturday', 'Sunday'],
  rows: [
    ['Pool', '6:30 to 21:30', '8:00 to 19:00', '9:00 to 20:00'],
    ['Sauna', '12:00 to 21:00', '10:00 to 18:30', 'closed'],
  ],
  above: ['Opening hours'],
};
const plans: Table = {
  columns: ['', 'Basic', 'Full'],
  rows: [
    ['Price', '£22 a month', '£48 a month'],
    ['Online booking', 'no', 'yes'],
    ['Joining fee', '£10', 'none'],
  ],
  above: ['Memberships'],
};
const checks: Table = {
  columns: ['Vehicle', 'Licence needed', 'Check', 'Checked by', 'Largest load'],
  rows: [
    ['Hand truck', 'none', 'yearly', 'shift lead', '300 kg'],
    ['Reach truck', 'Class R', 'every 6 months', 'mechanic', '1,200 kg'],
    ['Forklift', 'Class F', 'every 3 months', 'mechanic', '2,500 kg'],
  ],
  above: ['Licences and checks'],
};
const late: Table = {
  columns: ['What', 'Cancel at least', 'Fee if late'],
  rows: [
    ['Court', '24 hours before', '£4'],
    ['Class', '3 hours before', '£2'],
  ],
  above: ['Cancelling'],
};
const joining: Table = {
  columns: ['Ticket', 'Joining fee', 'Days'],
  rows: [
    ['Blue', '£20', '5'],
    ['Gold', '£30', '7'],
  ],
  above: [],
};
const grants: Table = {
  columns: ['Deadline', 'Grant', 'Decided by'],
  rows: [
    ['30 June', 'Summer round', 'library board'],
    ['10 October', 'Small grants', 'head librarian'],
  ],
  above: ['Grants'],
};

describe('cells of tables', () => {
  const cases: readonly (readonly [name: string, claim: string, table: Table, expected: string])[] = [
    ['says what a cell says', 'Deckhands get two jackets', kit, 'Deckhand: says'],
    ['denies another amount', 'Deckhands get three jackets', kit, 'Deckhand: denies (quantity)'],
    ['takes the longer name', 'Chief deckhands get four jackets', kit, 'Chief deckhand: says'],
    ['knows pay by its kind', 'Bosuns earn £24 an hour', kit, 'Bosun: denies (quantity)'],
    ['leaves another rate open', 'Bosuns earn £900 a week', kit, 'Bosun: open'],
    ['leaves earning no price', 'Bosuns pay £24 an hour', kit, 'Bosun: open'],
    ['reads a bare number in the unit of its column', 'Bosuns work 38 hours a week', kit, 'Bosun: says'],
    ['leaves open what has a word more', 'Former bosuns earn £24 an hour', kit, 'Bosun: more'],
    ['leaves open another act', 'Deckhands lose three jackets', kit, 'Deckhand: more'],
    ['leaves open what is not of all', 'Most deckhands get three jackets', kit, 'Deckhand: more'],
    ['leaves two subjects open', 'Bosuns and deckhands get three jackets', kit, ''],
    ['denies another value of the column', 'Bosuns wear white helmets', kit, 'Bosun: denies (meaning)'],
    ['leaves a value open that no row has', 'Bosuns wear green helmets', kit, 'Bosun: more'],
    ['reads an hour of either half of the day', 'The pool closes at 7 on Saturdays', hours, 'Pool: says'],
    ['reads both names of a cell', 'The pool shuts at 9 pm on Sundays', hours, 'Pool: denies (quantity)'],
    ['knows the days between', 'On Tuesdays the pool opens at 6:30', hours, 'Pool: says'],
    ['knows closed for shut', 'The sauna is open on Sundays', hours, 'Sauna: denies (negation)'],
    ['knows a negation of it', 'The sauna is not open on Sundays', hours, 'Sauna: says'],
    ['knows being open for no opening', 'The pool is open at 10 on Saturdays', hours, 'Pool: open'],
    ['knows closed until for no closing', 'The pool is closed until 8 on Saturdays', hours, 'Pool: more'],
    ['leaves a season open', 'In winter the pool closes at 5 on Saturdays', hours, 'Pool: more'],
    ['reads a table by its columns', 'The basic plan costs £25 a month', plans, 'Price: denies (quantity)'],
    ['reads yes and no', 'Basic members can book online', plans, 'Online booking: denies (negation)'],
    ['reads a denial of no', "Basic members can't book online", plans, 'Online booking: says'],
    ['reads none', 'There is no joining fee for the full plan', plans, 'Joining fee: says'],
    ['knows who from how often', 'The reach truck is checked by the shift lead', checks, 'Reach truck: denies (party)'],
    ['knows how often from who', 'The reach truck is checked every three months', checks, 'Reach truck: denies (quantity)'],
    ['tells letters apart', 'You need a Class F licence for the reach truck', checks, 'Reach truck: denies (meaning)'],
    ['knows none needed for no need', "You don't need a licence for the hand truck", checks, 'Hand truck: says'],
    ['knows no need for no ban', 'The hand truck must not have a licence', checks, 'Hand truck: open'],
    ['reads a limit', 'The forklift takes a load of at most 3,000 kg', checks, 'Forklift: denies (quantity)'],
    ['leaves open what a limit allows', 'The forklift takes a load of 2,000 kg', checks, 'Forklift: open'],
    ['reads a date that stands first', 'The deadline for the summer round is 15 June', grants, '30 June: denies (quantity)'],
    ['takes the fee of a condition for no price', 'A court costs £9', late, 'Court: open'],
    ['takes no joining fee for the price', 'The blue ticket costs £25', joining, 'Blue: open'],
    ['reads conditions as none', 'Deckhands get three jackets if they ask', kit, ''],
  ];
  for (const [name, claim, table, expected] of cases)
    it(name, () => {
      assert.equal(read(claim, table), expected);
    });

  it('says an amount of a cell and denies every other, whatever rows stand beside it', () => {
    const amount = fc.integer({ min: 2, max: 20 });
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom('Bosun', 'Deckhand', 'Purser', 'Cook', 'Pilot'), { minLength: 2 }),
        fc.array(amount, { minLength: 5, maxLength: 5 }),
        amount,
        (roles, amounts, claimed) => {
          const table = { columns: ['Role', 'Jackets'], rows: roles.map((role, at) => [role, String(amounts[at])]), above: ['Kit'] };
          const [role = ''] = roles;
          assert.equal(read(`${role}s get ${claimed} jackets`, table), `${role}: ${claimed === amounts[0] ? 'says' : 'denies (quantity)'}`);
        },
      ),
      { numRuns: 60, seed: 1 },
    );
  });
});
