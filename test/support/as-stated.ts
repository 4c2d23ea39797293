import type { AsStated } from '../../src/audit/verification/as-stated.ts';

/** Is a place, such as `evidence.pool.3.relevance`, among what is as stated? */
export function isAsStated(at: string, stated: readonly AsStated[]): boolean {
  return stated.some(({ paths }) => paths.some((path) => fits(at, path)));
}

function fits(at: string, path: string): boolean {
  const isDeep = path.endsWith('**');
  const wanted = (isDeep ? path.slice(0, -2) : path).split('.');
  const given = at.split('.');
  if (isDeep ? given.length < wanted.length : given.length !== wanted.length) return false;
  return wanted.every((name, place) => {
    const own = given[place] ?? '';
    return name === '*' || name === own || (isDeep && place === wanted.length - 1 && own === `${name}[]`);
  });
}
