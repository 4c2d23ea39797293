import { dot } from '../../src/base/dot.ts';
import type { Embedder } from '../../src/models/ports.ts';
import type { AuditItem, EvaluationDocument } from '../item.ts';

/**
 * For each item the documents of other items that are most like its question, most alike first (CF-RAG sec. 6.6): on topic, and beside
 * the point. Documents with the title of one of its own, or that name an accepted answer, are left out: they may be evidence.
 */
export async function distractorsOf(
  items: readonly AuditItem[],
  pool: readonly AuditItem[],
  count: number,
  embedder: Embedder,
  seed: number,
): Promise<Map<string, EvaluationDocument[]>> {
  const others = [...new Map(pool.flatMap((item) => item.documents.map((document) => [document.title, document] as const))).values()].sort(
    (a, b) => (a.title < b.title ? -1 : 1),
  );
  const vectors = await embedder.embed(
    others.map((document) => document.text),
    'passage',
    { seed },
  );
  const questions = await embedder.embed(
    items.map((item) => item.question),
    'query',
    { seed },
  );
  return new Map(
    items.map((item, place) => {
      const own = new Set(item.documents.map((document) => document.title));
      const query = questions[place] ?? new Float32Array();
      const ranked = others
        .map((document, index) => ({ document, likeness: dot(query, vectors[index] ?? new Float32Array()) }))
        .filter(
          ({ document }) =>
            !own.has(document.title) && !item.answers.some((answer) => document.text.toLowerCase().includes(answer.toLowerCase())),
        )
        .sort((a, b) => b.likeness - a.likeness || (a.document.title < b.document.title ? -1 : 1));
      return [
        item.id,
        ranked
          .slice(0, count)
          .map(({ document }, index) => ({ ...document, path: `distractor-${String(index).padStart(2, '0')}-${document.path}` })),
      ];
    }),
  );
}
