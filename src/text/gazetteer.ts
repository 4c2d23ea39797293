import nlp from 'compromise';

/** The kinds of names that `entities.ts` asks for. */
const kinds = /Name|Place|City|Country|Region|Organization|Person|SportsTeam|ProperNoun|Demonym/;

/**
 * Names of people, countries, cities and organisations in lower case, with their kinds: the library's word list. The build puts the list
 * itself in the place of this module (scripts/gazetteer-plugin.mjs), as to make it takes a third of a second of every start.
 */
export const gazetteer: Readonly<Record<string, readonly string[]>> = read();

function read(): Record<string, readonly string[]> {
  const model: unknown = nlp.model();
  if (typeof model !== 'object' || model === null || !('one' in model)) return {};
  const { one } = model;
  if (typeof one !== 'object' || one === null || !('lexicon' in one)) return {};
  return Object.fromEntries(
    Object.entries(one.lexicon ?? {}).flatMap(([name, tags]: [string, unknown]): [string, string[]][] => {
      const list = (Array.isArray(tags) ? tags : [tags]).filter((tag) => typeof tag === 'string');
      return list.some((tag) => kinds.test(tag)) ? [[name, list]] : [];
    }),
  );
}
