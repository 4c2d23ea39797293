import type { Role } from '../contract/evidence.ts';
import { bit, fullMask, type Mask } from './mask.ts';
import type { Sufficiency } from './sufficiency.ts';

/**
 * docs/methods.md 2.5. Core: in every minimal sufficient set, which is to say that nothing suffices without it; this is asked of F and not
 * of the sets found, so that it holds even where not all were found. Alternative: in some. Idle: in none that is known.
 */
export function rolesOf(oracle: Sufficiency, minimal: readonly Mask[]): Role[] {
  const everything = fullMask(oracle.quality.size);
  const inSome = minimal.reduce((all, set) => all | set, 0);
  const inAll = minimal.reduce((all, set) => all & set, minimal.length === 0 ? 0 : everything);
  return Array.from({ length: oracle.quality.size }, (_, index) => {
    if ((inAll & bit(index)) !== 0) return oracle.find(everything & ~bit(index)).state === 'none' ? 'core' : 'alternative';
    return (inSome & bit(index)) !== 0 ? 'alternative' : 'idle';
  });
}
