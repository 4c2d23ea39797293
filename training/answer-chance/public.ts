import { join } from 'node:path';

import type { GoldPlaces } from '../../evaluation/audit/outcome.ts';
import { type AuditItem, isAudit, parseSentenceRef } from '../../evaluation/item.ts';
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
function supportOf({ documents, goldSets, answers }: AuditItem): GoldPlaces {
  const byPath = new Map(documents.map((document) => [document.path, document]));
  return goldSets.flatMap((set) => {
    const places = set.flatMap((ref) => {
      const { path, sentence } = parseSentenceRef(ref);
      const document = byPath.get(path);
      const own = document?.sentences[sentence];
      return document === undefined || own === undefined ? [] : [{ path, ...own, text: document.text.slice(own.start, own.end) }];
    });
    const alone = places.filter(({ text }) =>
      answers.some((answer) => answer.length > 3 && text.toLowerCase().includes(answer.toLowerCase())),
    );
    return [places, ...alone.map((place) => [place])];
  });
}
