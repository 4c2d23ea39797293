import { t } from '../base/language.ts';
import type { AtomKind } from './atoms.ts';
import type { Encoded } from './encoded.ts';
import type { Missing, Role } from './evidence.ts';
import type { Conflict } from './exploration.ts';
import type { IndexProgress } from './progress.ts';
import type { AuditReport, ModelRole } from './report.ts';

/** Names of what reports count out, in the language that is spoken: the same in every view, in exports and on the command line. */

const decisions = {
  accepted: () => t('accepted'),
  rejected: () => t('rejected'),
  undecided: () => t('not decided'),
  split: () => t('reviewers disagree'),
};

export function decisionWords(decision: keyof typeof decisions): string {
  return decisions[decision]();
}

const roles: Readonly<Record<Role, () => string>> = {
  core: () => t('core'),
  alternative: () => t('alternative'),
  idle: () => t('idle'),
};

export function roleName(role: Role): string {
  return roles[role]();
}

const missingKinds: Readonly<Record<Missing['kind'], () => string>> = {
  entity: () => t('name'),
  number: () => t('number'),
  date: () => t('date'),
  term: () => t('term'),
  contradiction: () => t('contradiction'),
  support: () => t('support'),
};

export function missingKindName(kind: Missing['kind']): string {
  return missingKinds[kind]();
}

const conflictKinds: Readonly<Record<Conflict['kind'], () => string>> = {
  number: () => t('number'),
  date: () => t('date'),
  negation: () => t('negation'),
  antonym: () => t('opposite'),
  entity: () => t('name'),
  meaning: () => t('meaning'),
};

export function conflictKindName(kind: Conflict['kind']): string {
  return conflictKinds[kind]();
}

const atomKinds: Readonly<Record<AtomKind, () => string>> = {
  party: () => t('who'),
  modality: () => t('whether it must'),
  action: () => t('what is done'),
  object: () => t('to what'),
  quantity: () => t('how much'),
  scope: () => t('where it holds'),
  time: () => t('when'),
};

export function atomKindName(kind: AtomKind): string {
  return atomKinds[kind]();
}

const modelRoles: Readonly<Record<ModelRole, () => string>> & Readonly<Partial<Record<string, () => string>>> = {
  embedder: () => t('Search'),
  relevance: () => t('Relevance'),
  entailment: () => t('Support'),
  generator: () => t('Answers and probes'),
};

/** Of the roles that are chosen; the program's own networks have their names. */
export function modelRoleName(role: string): string {
  return modelRoles[role]?.() ?? role;
}

const routes: Readonly<Record<AuditReport['route'], () => string>> = {
  factual: () => t('a fact'),
  relational: () => t('a relation'),
  causal: () => t('cause and effect'),
  claim: () => t('a claim'),
};

/** What kind of question it is. */
export function routeName(route: AuditReport['route']): string {
  return routes[route]();
}

const indexPhases: Readonly<Record<IndexProgress['phase'], () => string>> = {
  discovering: () => t('Finding documents…'),
  reading: () => t('Reading documents…'),
  embedding: () => t('Reading documents…'),
  writing: () => t('Writing the index…'),
  optimising: () => t('Tidying the index…'),
  encoding: () => t('Encoding passages…'),
  done: () => t('Finishing…'),
};

/** How much of an index can be searched by the sentence encoder. */
export function encodedWords({ encoded, passages }: Encoded): string {
  return t('{0} of {1} distinct passages encoded for search by meaning', encoded, passages);
}

export function indexPhaseName(phase: IndexProgress['phase']): string {
  return indexPhases[phase]();
}
