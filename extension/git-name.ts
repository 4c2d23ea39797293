import { execFile } from 'node:child_process';
import { homedir } from 'node:os';

const names = new Map<string, string>();

/** Asks git once what the user is called in a folder; nothing where there is no git or no name. @param folder absolute path */
export async function learnGitName(folder: string): Promise<void> {
  if (names.has(folder)) return;
  const name = await new Promise<string>((resolve) => {
    // Not started in the folder: there could be a program of that name.
    execFile(
      'git',
      ['-C', folder, 'config', '--get', 'user.name'],
      { cwd: homedir(), timeout: 3000, windowsHide: true },
      (error, stdout) => {
        resolve(error === null ? stdout.trim() : '');
      },
    );
  });
  names.set(folder, name);
}

/** Empty as long as git has not told. */
export function gitName(folder: string): string {
  return names.get(folder) ?? '';
}
