import picomatch from 'picomatch';

import { LinchpinError } from './error.ts';
import { linearGlob } from './linear-glob.ts';

/** More wildcards cost the backtracking matcher a power of the path's length: those patterns are matched in linear time. */
const fewWildcards = 2;
const longest = 1000;

/**
 * Whether a path, with `/`, is named by one of the patterns. Time is linear in the path's length, or at most its square, whatever the patterns: they come
 * with folders from elsewhere.
 * @param globs as in the settings: `*`, `**`, `?`, `[a-z]`, `{a,b}`, `@(a|b)`
 * @throws LinchpinError `settings-invalid` for a pattern that has no such time
 */
export function globMatcher(globs: readonly string[], options: { readonly nocase?: boolean } = {}): (path: string) => boolean {
  const few: string[] = [];
  const many: ((path: string) => boolean)[] = [];
  for (const glob of globs) {
    if (glob.length > longest) throw refused(glob);
    const wildcards = glob.match(/\*+/g)?.length ?? 0;
    // Repeated groups backtrack by powers of two.
    if (wildcards <= fewWildcards && !/[*+]\(/.test(glob)) few.push(glob);
    else {
      const matches = linearGlob(glob, options.nocase === true);
      if (matches === null) throw refused(glob);
      many.push(matches);
    }
  }
  const matchesFew = few.length === 0 ? null : picomatch(few, { dot: true, nocase: options.nocase === true });
  return (path) => matchesFew?.(path) === true || many.some((matches) => matches(path));
}

function refused(glob: string): LinchpinError {
  return new LinchpinError(
    'settings-invalid',
    `The pattern ${glob.slice(0, 60)} could take for ever to match.`,
    'Write it with fewer wildcards, without "!(...)", or as several patterns.',
  );
}
