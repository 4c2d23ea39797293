// npm run l10n: what the catalogues lack and what nothing says any more; ends with 1 where there is either.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

const root = join(import.meta.dirname, '..');

/** Which arguments of an error are sentences. */
const sentencesOf = { LinchpinError: [1, 3], NotReadable: [1, 2] };

/**
 * The sentences of the sources that people read: arguments of `t` and `plural`, what is tagged with `say`, and the sentences of errors.
 * @returns {{ keys: Map<string, { place: string, travels: boolean }>, faults: string[] }}
 */
export function sentencesOfSources() {
  const keys = new Map();
  const faults = [];
  const paths = ['src', 'extension', 'webview'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((path) => join(folder, path)),
  );
  for (const path of paths.filter((name) => name.endsWith('.ts')).sort()) {
    if (/[\\/]dev[\\/]/.test(path) || path.endsWith(join('base', 'language.ts'))) continue;
    const source = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true);
    const own = importedWords(source);
    const visit = (node) => {
      const name = calledName(node);
      const place = `${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
      const take = (expression, travels) => {
        for (const key of literals(expression)) {
          if (key === null) {
            if (!travels) faults.push(`${place}: what is said is not a literal: ${expression.getText().slice(0, 80)}`);
          } else keys.set(key, { place: keys.get(key)?.place ?? place, travels: travels || (keys.get(key)?.travels ?? false) });
        }
      };
      const made = ts.isNewExpression(node) ? node.expression.getText() : '';
      if (Object.hasOwn(sentencesOf, made))
        for (const expression of node.arguments?.slice(...sentencesOf[made]) ?? []) take(expression, true);
      else if (own.has(name)) {
        if (name === 'say') take(node.template, true);
        else {
          if (!isInFunction(node)) faults.push(`${place}: said before the language is known`);
          if (ts.isTaggedTemplateExpression(node)) faults.push(`${place}: a tag is for "say"`);
          else for (const expression of name === 't' ? [node.arguments[0]] : node.arguments.slice(1, 3)) take(expression, false);
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return { keys, faults };
}

function importedWords(source) {
  const names = new Set();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !statement.moduleSpecifier.text.endsWith('/language.ts')) continue;
    for (const { name } of statement.importClause?.namedBindings?.elements ?? [])
      if (['t', 'plural', 'say'].includes(name.text)) names.add(name.text);
  }
  return names;
}

function calledName(node) {
  if (ts.isCallExpression(node)) return node.expression.getText();
  return ts.isTaggedTemplateExpression(node) ? node.tag.getText() : '';
}

/** The keys of an expression; null for a part that is no literal. */
function literals(expression) {
  if (expression === undefined) return [null];
  if (ts.isStringLiteral(expression) || ts.isNoSubstitutionTemplateLiteral(expression)) return [expression.text];
  if (ts.isTemplateExpression(expression))
    return [expression.head.text + expression.templateSpans.map(({ literal }, at) => `{${at}}${literal.text}`).join('')];
  if (ts.isConditionalExpression(expression)) return [...literals(expression.whenTrue), ...literals(expression.whenFalse)];
  if (ts.isParenthesizedExpression(expression)) return literals(expression.expression);
  return [null];
}

function isInFunction(node) {
  for (let at = node.parent; at !== undefined; at = at.parent) if (ts.isFunctionLike(at) || ts.isPropertyDeclaration(at)) return true;
  return false;
}

/** What a catalogue lacks, holds too much, or fills in otherwise. @returns {string[]} */
export function faultsOfCatalogue(catalogue, keys) {
  const faults = [];
  for (const [key, { place }] of keys) if (!Object.hasOwn(catalogue, key)) faults.push(`missing (${place}): ${JSON.stringify(key)}`);
  for (const [key, words] of Object.entries(catalogue)) {
    if (!keys.has(key)) faults.push(`nothing says it: ${JSON.stringify(key)}`);
    else if (words.trim() === '') faults.push(`empty: ${JSON.stringify(key)}`);
    else if (placeholders(key) !== placeholders(words)) faults.push(`filled in otherwise: ${JSON.stringify(key)}`);
  }
  return faults;
}

function placeholders(text) {
  return [...new Set(text.match(/\{\d+\}/g))].sort().join();
}

/** The catalogues by language, those of the manifest as "package". @returns {{ name: string, catalogue: Record<string, string>, keys: Map<string, { place: string, travels: boolean }> }[]} */
export function catalogues() {
  const { keys } = sentencesOfSources();
  const read = (...path) => JSON.parse(readFileSync(join(root, ...path), 'utf8'));
  const manifest = new Map(Object.keys(read('package.nls.json')).map((key) => [key, { place: 'package.nls.json', travels: false }]));
  return [
    ...readdirSync(join(root, 'l10n')).map((name) => ({ name, catalogue: read('l10n', name), keys })),
    ...readdirSync(root)
      .filter((name) => /^package\.nls\..+\.json$/.test(name))
      .map((name) => ({ name, catalogue: read(name), keys: manifest })),
  ];
}

if (process.argv[1] === import.meta.filename) {
  const faults = [
    ...sentencesOfSources().faults,
    ...catalogues().flatMap(({ name, catalogue, keys }) => faultsOfCatalogue(catalogue, keys).map((fault) => `${name}: ${fault}`)),
  ];
  for (const fault of faults) console.log(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
