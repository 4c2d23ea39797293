import { toneIcons, type Tone } from '../../src/contract/claim-words.ts';

/** The classes of the icon: a page turns it by a class of its own. */
export function toneIcon(tone: Tone): string {
  return toneIcons[tone].replace('~spin', ' codicon-modifier-spin');
}
