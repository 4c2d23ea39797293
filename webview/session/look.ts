import { toneIcons, type Tone } from '../../src/contract/claim-words.ts';

/** The classes of the icon: a page turns it by a class of its own. */
export function toneIcon(tone: Tone): string {
  return toneIcons[tone].replace('~spin', ' codicon-modifier-spin');
}

/** Of a claim that is decided: filled, and a tick only where it holds. */
export function decidedIcon(tone: Tone): string {
  return tone === 'supported' ? 'pass-filled' : tone === 'dismissed' ? 'circle-slash' : 'circle-filled';
}
