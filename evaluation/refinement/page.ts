import type { Estimate } from '../statistics.ts';
import { type RouteResult, routeNames } from './routes.ts';

export function figure({ mean, low, high }: Estimate): string {
  return `${mean.toFixed(3)} (${low.toFixed(3)}-${high.toFixed(3)})`;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

export function page(sections: readonly string[]): string {
  return `# Routing, refinement and verification\n\nWritten by \`npm run evaluate:refinement -- --write docs/REFINEMENT.md\`. Bundled models. Each figure has a bootstrap 95 % interval.\n\n${sections.join('\n\n')}\n`;
}

export function routeTables(results: readonly RouteResult[]): string {
  const rules = results.filter(({ name }) => name.startsWith('rules'));
  return [
    '## Routing',
    `${String(results[0]?.accuracy.n ?? 0)} + ${String(results.find(({ half }) => half === 'held-out')?.accuracy.n ?? 0)} questions and statements written for this (evaluation/refinement/routes.jsonl). The rules were set on the tuning half; the held-out half was written before them and asked once.`,
    table(
      ['half', 'router', 'accuracy', 'n'],
      results.map(({ half, name, accuracy }) => [half, name, figure(accuracy), String(accuracy.n)]),
    ),
    ...rules.map(({ half, confusion }) =>
      [
        `Rules on the ${half} half (rows: what it is, columns: what was said):`,
        table(
          ['', ...routeNames],
          confusion.map((row, place) => [routeNames[place] ?? '', ...row.map(String)]),
        ),
      ].join('\n\n'),
    ),
  ].join('\n\n');
}
