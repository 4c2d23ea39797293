import { createRandom } from '../../src/base/random.ts';
import { contentStems } from '../../src/text/tokens.ts';
import type { AuditItem } from '../item.ts';

const neighbours = 12;

/**
 * For sets that give gold evidence only: beside each item's own documents stand those of the other items that share most words with its
 * claim. `wanted` items are drawn; the same seed draws the same.
 */
export function withDistractors(items: readonly AuditItem[], wanted: number, seed: number): AuditItem[] {
  const random = createRandom(seed);
  const stems = items.map((item) => new Set(contentStems(item.question)));
  const evidence = items.map((item) => new Set(item.documents.flatMap((document) => contentStems(document.text))));
  const picked = items
    .map((_, index) => ({ index, key: random.next() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, wanted);
  return picked.flatMap(({ index }) => {
    const item = items[index];
    const words = stems[index];
    if (item === undefined || words === undefined) return [];
    const titles = new Set(item.documents.map((document) => document.title));
    const near = items
      .map((other, at) => ({ other, at, shared: [...words].filter((word) => evidence[at]?.has(word)).length }))
      .filter(({ other, at }) => at !== index && !other.documents.some((document) => titles.has(document.title)))
      .sort((a, b) => b.shared - a.shared || a.at - b.at)
      .slice(0, neighbours);
    return [
      {
        ...item,
        documents: [
          ...item.documents,
          ...near.flatMap(({ other, at }) => other.documents.map((document) => ({ ...document, path: `${at}-${document.path}` }))),
        ],
      },
    ];
  });
}
