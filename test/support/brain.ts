import type { ScriptedMessage } from './scripted-server.ts';

const common = new Set(
  'a an and are as at be been by did do does for from had has have how in into is it its of on or that the their there this to was were what when where which who whom whose why will with'.split(
    ' ',
  ),
);

/**
 * A stand-in for a language model that is a function of the prompt alone: it reads the question and the lines E1, E2, … between the fences and
 * answers with the line that shares most words with the question. Told apart by the shape that the prompt asks for; a prompt that it does
 * not know gets the smallest value of its JSON schema.
 */
export function brain(messages: readonly ScriptedMessage[], body: Readonly<Record<string, unknown>> = {}): string {
  const asked = messages
    .filter((message) => message.role !== 'assistant')
    .map((message) => message.content)
    .join('\n');
  // Documents do not say what is asked for.
  const shape = asked.replaceAll(fences, '');
  const task = tasks.find(([mark]) => shape.includes(mark));
  return JSON.stringify(task === undefined ? smallest(schemaOf(body)) : task[1](asked));
}

/** By what stands in the JSON that the prompt asks for. */
const tasks: readonly (readonly [mark: string, work: (prompt: string) => unknown])[] = [
  ['"found"', answer],
  ['{"probes"', probes],
  ['{"verdicts": [{"pair"', pairs],
];

const fences = /<<<(DOC-[0-9a-f]+)\n([\s\S]*?)\n\1>>>/g;

/** What stands between the fences. */
function fenced(prompt: string): string {
  return [...prompt.matchAll(fences)].map((match) => match[2] ?? '').join('\n');
}

interface Line {
  readonly name: string;
  readonly text: string;
}

/** The lines of evidence, in order. */
function evidenceLines(prompt: string): Line[] {
  return linesNamed(prompt, /^(E\d+): (.*)$/);
}

function linesNamed(prompt: string, form: RegExp): Line[] {
  return fenced(prompt)
    .split('\n')
    .flatMap((line) => {
      const [, name, text] = form.exec(line) ?? [];
      return name === undefined || text === undefined ? [] : [{ name, text }];
    });
}

function questionOf(prompt: string): string {
  return /^(?:Question|Claim): (.*)$/m.exec(prompt)?.[1]?.trim() ?? '';
}

function words(text: string): Set<string> {
  return new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
      .filter((word) => !common.has(word))
      .map((word) => word.replace(/(?:ing|ed|es|s)$/, '')),
  );
}

function answer(prompt: string): unknown {
  const wanted = words(questionOf(prompt));
  const scored = evidenceLines(prompt).map((line) => ({ line, shared: [...words(line.text)].filter((word) => wanted.has(word)).length }));
  const best = scored.reduce<(typeof scored)[number] | undefined>(
    (top, each) => (top === undefined || each.shared > top.shared ? each : top),
    undefined,
  );
  if (best === undefined || best.shared < Math.min(2, wanted.size)) {
    return {
      found: false,
      answer: '',
      statement: '',
      type: 'entity',
      claims: [],
      rationale: 'No sentence speaks of it.',
      key_evidence: [],
      conflicts: [],
    };
  }
  const { name, text } = best.line;
  const number = /\d[\d.,]*/.exec(text)?.[0];
  const short =
    /\b(?:how (?:long|many|much|old)|when|what year)\b/i.test(questionOf(prompt)) && number !== undefined
      ? number.replace(/[.,]$/, '')
      : text.replace(/\.$/, '');
  return {
    found: true,
    answer: short,
    statement: text,
    type: 'entity',
    claims: [{ text, evidence: [name] }],
    rationale: `${name} says so.`,
    key_evidence: [name],
    conflicts: [],
  };
}

function probes(prompt: string): unknown {
  const question = questionOf(prompt);
  const year = /\b(19|20)\d\d\b/.exec(question)?.[0];
  return {
    probes: [
      {
        kind: 'temporal',
        query: year === undefined ? question.replace(/\?*$/, ' in the year before?') : question.replace(year, String(Number(year) - 1)),
        change: 'time',
      },
      { kind: 'role', query: question.replace(/\?*$/, ' according to the predecessor?'), change: 'role' },
    ],
  };
}

/** How much of a claim a line says, [0, 1]. */
function covered(claim: string, line: string): number {
  const wanted = [...words(claim)];
  const said = words(line);
  return wanted.length === 0 ? 0 : wanted.filter((word) => said.has(word)).length / wanted.length;
}

const numbers = (text: string): string =>
  (text.match(/\d[\d.,]*/g) ?? [])
    .map((number) => number.replace(/[.,]$/, ''))
    .sort()
    .join(' ');

function pairs(prompt: string): unknown {
  const evidence = new Map(linesNamed(prompt, /^(P\d+) evidence: (.*)$/).map(({ name, text }) => [name, text]));
  return {
    verdicts: linesNamed(prompt, /^(P\d+) claim: (.*)$/).map(({ name, text }) => {
      const line = evidence.get(name) ?? '';
      const label =
        covered(text, line) === 1 ? 'support' : covered(text, line) >= 0.6 && numbers(text) !== numbers(line) ? 'refute' : 'not_enough';
      return { pair: name, label, confidence: 'medium' };
    }),
  };
}

type Schema = Readonly<Record<string, unknown>>;
const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value);

function schemaOf(body: Readonly<Record<string, unknown>>): Schema {
  const format = body['response_format'];
  const wrapped = isSchema(format) ? format['json_schema'] : undefined;
  const schema = isSchema(wrapped) ? wrapped['schema'] : undefined;
  return isSchema(schema) ? schema : {};
}

function smallest(schema: Schema): unknown {
  const { type, properties, items, minItems } = schema;
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  const any = schema['anyOf'];
  if (Array.isArray(any) && isSchema(any[0])) return smallest(any[0]);
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(isSchema(properties) ? properties : {}).map(([name, inner]) => [name, isSchema(inner) ? smallest(inner) : null]),
      );
    case 'array':
      return Array.from({ length: typeof minItems === 'number' ? minItems : 0 }, () => (isSchema(items) ? smallest(items) : null));
    case 'string':
      return '';
    case 'number':
    case 'integer':
      return typeof schema['minimum'] === 'number' ? schema['minimum'] : 0;
    case 'boolean':
      return false;
    default:
      return type === 'null' ? null : {};
  }
}
