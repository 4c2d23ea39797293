import assert from 'node:assert/strict';
import { join } from 'node:path';

import { describeLeftOut } from '../../../src/contract/left-out.ts';
import { discover, type LeftOutFile } from '../../../src/documents/discover.ts';
import { groupLeftOut } from '../../../src/documents/left-out.ts';
import { readDocument } from '../../../src/documents/read.ts';
import { withheldByName } from '../../../src/documents/withheld.ts';
import { withFolder } from './folder.ts';

const key = '-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEAxT\n-----END RSA PRIVATE KEY-----\n';

describe('what is withheld from the index', () => {
  it('names what holds passwords and keys by its name, and no prose about them', () => {
    for (const name of [
      '.env',
      '.env.production',
      'server.pem',
      'id_ed25519',
      '.npmrc',
      'credentials.json',
      'Secrets.YAML',
      'secrets.prod.yml',
      'app.secrets.yaml',
      'aws-credentials.json',
      'service-account-x.json',
      'passwords.csv',
      'prod.tfvars',
    ])
      assert.equal(withheldByName(name, false), 'secret', name);
    for (const name of [
      '.env.example',
      'secrets.md',
      'passwords.pdf',
      'environment.md',
      'key.md',
      'tokens.json',
      'secretary.json',
      'authors.txt',
      'public.txt',
    ])
      assert.equal(withheldByName(name, false), null, name);
    assert.equal(withheldByName('.ssh', true), 'secret');
    assert.equal(withheldByName('secrets', true), null);
  });

  it('names what programs wrote for programs', () => {
    for (const name of ['package-lock.json', 'pnpm-lock.yaml', 'Cargo.lock', 'yarn.lock', 'go.sum', 'app.min.js', 'x_pb2.py'])
      assert.equal(withheldByName(name, false), 'machine-made', name);
    for (const name of ['package.json', 'locks.yaml', 'minutes.js', 'map.md']) assert.equal(withheldByName(name, false), null, name);
    for (const name of ['node_modules', '.venv', '__pycache__']) assert.equal(withheldByName(name, true), 'machine-made', name);
    for (const name of ['build', 'vendor', '.github', 'docs']) assert.equal(withheldByName(name, true), null, name);
  });

  it('finds a private key in data of any name, and not where prose quotes how one begins', () =>
    withFolder(
      {
        'robot.json': JSON.stringify({ type: 'account', private_key: key }),
        'robot.yaml': `a: |\n  ${key.replaceAll('\n', '\n  ')}`,
        'note.txt': key,
        'guide.md': `# Keys\n\nA key begins with this line:\n\n${key}`,
        'guide.txt': `A key begins with this line, and a longer one tells whose it is.\nIt reads as follows in every program of the kind.\n\n${key}`,
        'data.json': '{"note": "the private key is in the safe"}',
      },
      async (folder) => {
        const read = async (path: string): Promise<string> => {
          const result = await readDocument(join(folder, path), path);
          return result.ok ? 'read' : result.cause;
        };
        for (const path of ['robot.json', 'robot.yaml', 'note.txt']) assert.equal(await read(path), 'secret', path);
        for (const path of ['guide.md', 'guide.txt', 'data.json']) assert.equal(await read(path), 'read', path);
      },
    ));

  it('is told by name, a folder as one', () =>
    withFolder(
      { 'a.md': '', 'in/secrets.yaml': 'a: b', 'package-lock.json': '{}', 'node_modules/x/readme.md': '', 'node_modules/y.md': '' },
      async (folder) => {
        const left: LeftOutFile[] = [];
        for await (const found of discover(folder)) if (!found.ok) left.push(found);
        const groups = groupLeftOut(left);
        assert.deepEqual(
          groups.map(({ cause, paths }) => [cause, ...paths]),
          [
            ['secret', 'in/secrets.yaml'],
            ['machine-made', 'node_modules/'],
            ['machine-made', 'package-lock.json'],
          ],
        );
        assert.deepEqual(
          describeLeftOut(groups).map(({ text }) => text),
          ['1 file that may hold passwords or keys', '2 files made by programs for programs, such as lock files and installed packages'],
        );
      },
    ));
});
