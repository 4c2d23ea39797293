import { checks, courts, kit, leave, testReadings } from './tables.ts';

describe('cells that are amounts', () => {
  testReadings([
    ['says what a cell says', 'Deckhands get two jackets', kit, 'Deckhand: says'],
    ['denies another amount', 'Deckhands get three jackets', kit, 'Deckhand: denies (quantity)'],
    ['leaves another rate open', 'Bosuns earn £900 a week', kit, 'Bosun: open'],
    ['reads a bare number in the unit of its column', 'Bosuns work 38 hours a week', kit, 'Bosun: says'],
    ['reads a limit', 'The forklift takes a load of at most 3,000 kg', checks, 'Forklift: denies (quantity)'],
    ['leaves open what a limit allows', 'The forklift takes a load of 2,000 kg', checks, 'Forklift: open'],
    ['leaves five weeks beside 25 days open', 'Clerks get 5 weeks of leave', leave, 'Clerk: more'],
    ['denies other weeks', 'Clerks get 6 weeks of leave', leave, 'Clerk: denies (quantity)'],
    ['leaves open what a cell says of some only', 'A court costs £8', courts, 'Court: open'],
    ['supports no more than that', 'A court costs £5', courts, 'Court: open'],
    ['says it of these', 'A court costs £5 for members', courts, 'Court: says'],
  ]);
});
