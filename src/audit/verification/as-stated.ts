import { say } from '../../base/language.ts';
import type { AuditReport } from '../../contract/report.ts';
import { readingFit } from '../../minimise/reading-quality.ts';

/** Parts of a report that nothing was held against. */
export interface AsStated {
  /** In words, for people. */
  readonly what: string;
  /** Places in the report: `*` is any one name, `**` at the end whatever is below, `[]` at the end what a list holds and lacks. */
  readonly paths: readonly string[];
}

/** What of a report nobody has checked, after what was. */
export function asStatedIn(report: AuditReport, checked: { readonly replayed: boolean; readonly reread: boolean }): AsStated[] {
  const { causal, evidence } = report;
  return [
    ...(checked.replayed ? [] : [conclusions()]),
    ...(checked.reread || report.reading === undefined ? [] : [numbers()]),
    {
      what: say`what the search found: which documents, passages and copies, in which order and how relevant`,
      paths: [
        'passages[]',
        'passages.*.score',
        'passages.*.relevance',
        ...sides(['minimal.*.relevance', 'pool.*.relevance', 'minimal.*.copies[]', 'pool.*.copies[]']),
        ...(['documents', 'passages', 'ended', 'copies', 'together', 'beside', 'misleading'] as const).map((part) => `reading.${part}**`),
        'refinements**',
      ],
    },
    { what: say`probes, drafts, heat map and trap check`, paths: ['probes**', 'drafts**', 'consensus', 'heatMap**', 'trap**'] },
    ...(causal === null ? [] : [{ what: say`the causal graph, beside its quotes`, paths: ['causal**'] }]),
    ...(evidence.scores.fit.id === readingFit.id
      ? []
      : [{ what: say`the curve of the folder's decisions`, paths: sides(['scores.fit**']) }]),
    { what: say`names and versions of the models, and whether they are local`, paths: ['models**'] },
    {
      what: say`version, settings, seed and index`,
      paths: ['programVersion', 'settings**', 'seed', 'indexVersion', 'encoded**', 'exclude**', 'basis**'],
    },
    { what: say`times, notes of the stages, notices and costs`, paths: ['createdAt', 'stages**', 'notices**', 'usage**'] },
  ];
}

function conclusions(): AsStated {
  return {
    what: say`question, answer, claims, numbers of the evidence, conflicts`,
    paths: [
      'id',
      'kind',
      'route',
      'question',
      'answer**',
      'claims**',
      'evidence**',
      'counterEvidence**',
      'conflicts**',
      'reading**',
      'passages**',
    ],
  };
}

function numbers(): AsStated {
  return { what: say`what the judge says of each pair of texts (--reread has it read again)`, paths: ['reading.pairs**'] };
}

function sides(paths: readonly string[]): string[] {
  return ['evidence', 'counterEvidence'].flatMap((side) => paths.map((path) => `${side}.${path}`));
}
