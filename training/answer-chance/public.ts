import { join } from 'node:path';

import type { GoldPlaces, Place } from '../../evaluation/audit/outcome.ts';
import { goldSentencePlaces } from '../../evaluation/gold-sentences.ts';
import { type AuditItem, isAudit } from '../../evaluation/item.ts';
import { hotpotqa } from '../../evaluation/sets/hotpotqa.ts';
import { readSquadShifts, squadShifts } from '../../evaluation/sets/squadshifts.ts';

/** Sets of others that the chance of an answer is fitted on. */
export const publicSets = ['hotpotqa', 'squadshifts'] as const;

/** Questions of HotpotQA dev before it are measured on (docs/RESULTS.md), and not fitted on. */
const firstFitted = 100;

/** The questions that weights may be fitted on, with their gold: of each every `every`th. */
export async function readPublic(
  set: (typeof publicSets)[number],
  data: string,
  every: number,
): Promise<{ readonly item: AuditItem; readonly gold: GoldPlaces }[]> {
  if (set === 'squadshifts') {
    const items = await readSquadShifts(join(data, squadShifts.defaultFile), 'fitted');
    return items.filter((_item, at) => at % every === 0).map((item) => ({ item, gold: item.goldSpans.map((span) => [span]) }));
  }
  const items = (await hotpotqa.read(join(data, hotpotqa.defaultFile))).filter(isAudit).slice(firstFitted);
  return items.map((item) => ({ item, gold: supportOf(item) }));
}

/** All supporting sentences together; a single one where it says the answer in its own words. */
function supportOf(item: AuditItem): GoldPlaces {
  const texts = new Map(item.documents.map(({ path, text }) => [path, text.toLowerCase()]));
  const says = ({ path, start, end }: Place): boolean =>
    item.answers.some((answer) => answer.length > 3 && texts.get(path)?.slice(start, end).includes(answer.toLowerCase()) === true);
  return goldSentencePlaces(item).flatMap((places) => [places, ...places.filter(says).map((place) => [place])]);
}
