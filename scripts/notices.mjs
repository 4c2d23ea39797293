// The licences of all packages that ship: those that are bundled, by what the build tells of its inputs, and those that lie beside the bundles.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';

/** The folder of the package that a file belongs to; null for files of our own. */
export function packageFolderOf(file) {
  const parts = file.split(sep);
  const at = parts.lastIndexOf('node_modules');
  if (at < 0 || parts[at + 1] === undefined) return null;
  return parts.slice(0, at + (parts[at + 1].startsWith('@') ? 3 : 2)).join(sep);
}

/** Folders of the packages that are in the bundles: `dist/inputs.json` of the build, whose paths are relative to the root. */
export function bundledPackages(root) {
  const inputs = JSON.parse(readFileSync(join(root, 'dist', 'inputs.json'), 'utf8'));
  const folders = inputs.map((path) => packageFolderOf(resolve(root, path.replace(/^[\w-]+:/, ''))));
  return [...new Set(folders)].filter((folder) => folder !== null && existsSync(join(folder, 'package.json')));
}

/** Folders of the packages under a `node_modules`. */
export function packagesBeside(modules) {
  return readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((own) => join(modules, name, own)) : [join(modules, name)],
    )
    .filter((folder) => existsSync(join(folder, 'package.json')));
}

function licenceText(folder) {
  const names = readdirSync(folder)
    .filter((name) => /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i.test(name) && !/\.(?:js|json)$/.test(name))
    .sort();
  return names.map((name) => readFileSync(join(folder, name), 'utf8').trim()).join('\n\n');
}

/** A package's own word for its licence, in today's form or older ones. */
function licenceName({ license, licenses }) {
  if (typeof license === 'string') return license;
  return license?.type ?? licenses?.[0]?.type ?? 'not named';
}

/**
 * The notices as Markdown; packages with the same text share it.
 * @param folders of packages; one that stands twice, bundled and beside, is named once
 * @param modules where a package's text is looked for that was staged without it
 */
export function notices(folders, modules) {
  const entries = new Map();
  for (const folder of folders) {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    // Parts of a package that only say how they are loaded.
    if (manifest.name === undefined || manifest.version === undefined) continue;
    const installed = join(modules, manifest.name);
    const text = licenceText(folder) || (existsSync(installed) ? licenceText(installed) : '');
    const licence =
      licenceName(manifest) === 'not named' && existsSync(installed)
        ? licenceName(JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')))
        : licenceName(manifest);
    const known = entries.get(`${manifest.name}@${manifest.version}`);
    if (known === undefined || known.text === '')
      entries.set(`${manifest.name}@${manifest.version}`, { name: manifest.name, version: manifest.version, licence, text });
  }
  const sorted = [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1));
  const texts = new Map();
  for (const { name, version, text } of sorted) if (text !== '') texts.set(text, [...(texts.get(text) ?? []), `${name} ${version}`]);
  return [
    '# Third-party notices',
    '',
    'Linchpin contains these packages, or parts of them, each under its own licence. The cards in `models/` name the data that its weights were fitted on, with their licences.',
    '',
    '| package | version | licence | text |',
    '| --- | --- | --- | --- |',
    ...sorted.map(
      ({ name, version, licence, text }) =>
        `| ${name} | ${version} | ${licence} | ${text === '' ? 'none comes with the package' : 'below'} |`,
    ),
    '',
    ...[...texts].flatMap(([text, names]) => [`## ${names.join(', ')}`, '', '```text', text.replaceAll('```', "'''"), '```', '']),
  ].join('\n');
}
