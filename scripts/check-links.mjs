// node scripts/check-links.mjs: links of Markdown pages that lead nowhere, and paths in backticks that are not there. Exit code 1 where there are any.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const root = join(import.meta.dirname, '..');
/** Documents that the program reads; their links are their own. */
const notOurs = /^(?:evaluation\/beds\/|test\/|sample\/)/;
const folders = 'src|docs|models|training|evaluation|scripts|extension|webview|examples|test';
const pages = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((page) => page !== '' && !notOurs.test(page) && existsSync(join(root, page)));

/** As GitHub makes them. */
function anchorsOf(text) {
  const anchors = new Set();
  for (const [, heading = ''] of text.replaceAll(/^```.*?^```/gms, '').matchAll(/^#{1,6}\s+(.*)$/gm)) {
    const words = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    anchors.add(
      words
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
    );
  }
  return anchors;
}

const faults = [];
for (const page of pages) {
  const text = readFileSync(join(root, page), 'utf8').replaceAll(/^```.*?^```/gms, '');
  for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(target)) continue;
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? join(root, page) : resolve(root, dirname(page), path);
    if (!existsSync(file)) faults.push(`${page}: ${target}`);
    else if (anchor !== undefined && file.endsWith('.md') && !anchorsOf(readFileSync(file, 'utf8')).has(anchor))
      faults.push(`${page}: ${target} (no such heading)`);
  }
  for (const [, path = ''] of text.matchAll(new RegExp(`\`((?:${folders})/[\\w./-]*\\w)\``, 'g')))
    if (!existsSync(join(root, path)) && !existsSync(resolve(root, dirname(page), path))) faults.push(`${page}: \`${path}\` is not there`);
}
for (const fault of faults) console.error(fault);
console.log(`${pages.length} pages, ${faults.length} links that lead nowhere`);
process.exitCode = faults.length === 0 ? 0 : 1;
