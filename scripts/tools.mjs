// How the scripts start npm and the packages' own programs: by node on their JavaScript entry, on every system. On Windows the files in node_modules/.bin and npm
// itself are `.cmd` files, which Node refuses to start without a shell.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');

/**
 * The JavaScript file behind a package's program.
 * @param {string} packageName as in package.json, for example "typescript"
 * @param {string} [program] its name in the package's `bin`; the package's own name without scope when left out
 * @param {string} [folder] where node_modules is
 * @returns {string} absolute path
 * @throws Error when the package is not installed or has no such program
 */
export function programOf(packageName, program = packageName.split('/').at(-1) ?? packageName, folder = root) {
  const home = join(folder, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const path = typeof bin === 'string' ? bin : bin?.[program];
  if (path === undefined) throw new Error(`${packageName} has no program "${program}".`);
  return join(home, path);
}

/**
 * npm as a file and first arguments for `spawn`: the npm that runs this script, else the one that came with Node. On a system that keeps npm elsewhere, its name:
 * there it is a plain executable.
 * @param {{ platform?: string, execPath?: string, env?: Record<string, string | undefined>, exists?: (path: string) => boolean }} [world] for tests
 * @returns {{ file: string, args: string[] }}
 * @throws Error on Windows where no npm-cli.js is found
 */
export function npmProgram({ platform = process.platform, execPath = process.execPath, env = process.env, exists = existsSync } = {}) {
  const running = env.npm_execpath;
  const besideNode = join(dirname(execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js');
  const underPrefix = join(dirname(execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js');
  const found = [running?.endsWith('npm-cli.js') === true ? running : undefined, besideNode, underPrefix].find(
    (path) => path !== undefined && exists(path),
  );
  if (found !== undefined) return { file: execPath, args: [found] };
  if (platform === 'win32') throw new Error('npm was not found beside node.exe: run this by "npm start" or "npm test".');
  return { file: 'npm', args: [] };
}
