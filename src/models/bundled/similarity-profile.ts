import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import type { SimilarityProfile } from '../../inference/types.ts';
import { unreadableModel } from '../../inference/weights.ts';

const anchorsSchema = z.object({
  /** Ascending pairs: this embedder's cosine, and the papers' cosine that means the same. */
  anchors: z.array(z.object({ cosine: z.number(), reference: z.number() })).min(2),
});

/**
 * A monotone map through anchors, straight between them (models/similarity/README.md says how they were found).
 * @throws LinchpinError `model-unavailable`.
 */
export function similarityProfile(folder: string): SimilarityProfile {
  const anchors = readAnchors(join(folder, 'static-256.json'));
  return {
    toReference(cosine) {
      const above = anchors.findIndex((anchor) => anchor.cosine >= cosine);
      if (above === 0) return anchors[0]?.reference ?? 0;
      const high = anchors[above];
      const low = anchors[above < 0 ? anchors.length - 1 : above - 1];
      if (low === undefined) return cosine;
      if (high === undefined) return low.reference;
      return low.reference + ((high.reference - low.reference) * (cosine - low.cosine)) / (high.cosine - low.cosine);
    },
  };
}

function readAnchors(file: string): z.infer<typeof anchorsSchema>['anchors'] {
  try {
    return anchorsSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).anchors.sort((a, b) => a.cosine - b.cosine);
  } catch (error) {
    throw unreadableModel('similarity profile', error);
  }
}
