import assert from 'node:assert/strict';

import { readCell } from '../../../../src/claims/cells/read-cell.ts';
import { bundledKnowledge } from '../../../../src/claims/knowledge.ts';

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly above: readonly string[];
  readonly intro?: readonly string[];
}

/** What each row makes of a claim; rows that it is not about are left out. */
export function read(claim: string, { columns, rows, above, intro = [] }: Table): string {
  const stances = rows.map((row, at) => {
    const { stance, ground } = readCell(claim, { columns, rows, at, intro }, above, bundledKnowledge());
    return stance === 'none' || stance === 'other' ? null : `${row[0] ?? ''}: ${stance}${stance === 'denies' ? ` (${ground ?? ''})` : ''}`;
  });
  return stances.filter((stance) => stance !== null).join(', ');
}

type Case = readonly [name: string, claim: string, table: Table, expected: string];

/** One test for each claim, of what the rows of its table make of it. */
export function testReadings(cases: readonly Case[]): void {
  for (const [name, claim, table, expected] of cases)
    it(name, () => {
      assert.equal(read(claim, table), expected);
    });
}

export const kit: Table = {
  columns: ['Role', 'Jackets', 'Gloves', 'Helmet colour', 'Rate per hour', 'Weekly hours'],
  rows: [
    ['Bosun', '3', '2', 'blue', '£21.00', '38'],
    ['Deckhand', '2', '4', 'white', '£14.50', '40'],
    ['Chief deckhand', '4', '4', 'white', '£16.50', '40'],
  ],
  above: ['Pay and kit', 'Ferry handbook'],
};
export const hours: Table = {
  columns: ['Area', 'Monday to Friday', 'Saturday', 'Sunday'],
  rows: [
    ['Pool', '6:30 to 21:30', '8:00 to 19:00', '9:00 to 20:00'],
    ['Sauna', '12:00 to 21:00', '10:00 to 18:30', 'closed'],
  ],
  above: ['Opening hours'],
};
export const plans: Table = {
  columns: ['', 'Basic', 'Full'],
  rows: [
    ['Price', '£22 a month', '£48 a month'],
    ['Online booking', 'no', 'yes'],
    ['Joining fee', '£10', 'none'],
  ],
  above: ['Memberships'],
};
export const checks: Table = {
  columns: ['Vehicle', 'Licence needed', 'Check', 'Checked by', 'Largest load'],
  rows: [
    ['Hand truck', 'none', 'yearly', 'shift lead', '300 kg'],
    ['Reach truck', 'Class R', 'every 6 months', 'mechanic', '1,200 kg'],
    ['Forklift', 'Class F', 'every 3 months', 'mechanic', '2,500 kg'],
  ],
  above: ['Licences and checks'],
};
export const late: Table = {
  columns: ['What', 'Cancel at least', 'Fee if late'],
  rows: [
    ['Court', '24 hours before', '£4'],
    ['Class', '3 hours before', '£2'],
  ],
  above: ['Cancelling'],
};
export const joining: Table = {
  columns: ['Ticket', 'Joining fee', 'Days'],
  rows: [
    ['Blue', '£20', '5'],
    ['Gold', '£30', '7'],
  ],
  above: [],
};
export const grants: Table = {
  columns: ['Deadline', 'Grant', 'Decided by'],
  rows: [
    ['30 June', 'Summer round', 'library board'],
    ['10 October', 'Small grants', 'head librarian'],
  ],
  above: ['Grants'],
};
export const leave: Table = {
  columns: ['Grade', 'Leave'],
  rows: [
    ['Clerk', '25 days'],
    ['Lead', '30 days'],
  ],
  above: [],
};
export const courts: Table = {
  columns: ['What', 'Price'],
  rows: [
    ['Court', '£5 for members'],
    ['Class', '£7'],
  ],
  above: [],
};
export const rounds: Table = {
  columns: ['Round', 'Deadline'],
  rows: [
    ['Summer round', '30 June'],
    ['Winter round', '10 December'],
  ],
  above: [],
};
export const vans: Table = {
  columns: ['Vehicle', 'Weight', 'Load'],
  rows: [
    ['Van', '2 t', '1 t'],
    ['Lorry', '9 t', '7 t'],
  ],
  above: [],
};
export const boats: Table = {
  columns: ['Boat', 'Deposit'],
  rows: [
    ['Canoe', '£20'],
    ['Kayak', '£30'],
  ],
  above: [],
};
export const nights: Table = {
  columns: ['Role', 'Night supplement'],
  rows: [
    ['Bosun', '10 %'],
    ['Deckhand', '25 %'],
  ],
  above: [],
};
