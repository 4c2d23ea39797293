import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { npmProgram, programOf } from '../../../scripts/tools.mjs';

describe('The programs that the scripts run', () => {
  for (const [packageName, program] of [
    ['prettier', undefined],
    ['eslint', undefined],
    ['dependency-cruiser', 'depcruise'],
    ['typescript', 'tsc'],
    ['knip', undefined],
    ['mocha', undefined],
  ] as const)
    it(`${program ?? packageName} is a file that node runs, without .bin and without a shell`, () => {
      const file = programOf(packageName, program);
      assert.doesNotMatch(file, /\.cmd$|[\\/]\.bin[\\/]/);
      const result = spawnSync(process.execPath, [file, '--version'], { encoding: 'utf8' });
      assert.equal(result.status, 0, result.stderr);
      assert.match(result.stdout, /\d+\.\d+\.\d+/);
    }).timeout(60_000);

  it('are named when there is no such program', () => {
    assert.throws(() => programOf('typescript', 'nothing'), /typescript has no program "nothing"/);
  });
});

describe('npm', () => {
  const windows = { platform: 'win32', execPath: join('C:', 'node', 'node.exe') };
  const beside = join('C:', 'node', 'node_modules', 'npm', 'bin', 'npm-cli.js');

  it('on Windows is run by node, never as npm.cmd', () => {
    assert.deepEqual(npmProgram({ ...windows, env: {}, exists: (path) => path === beside }), { file: windows.execPath, args: [beside] });
  });

  it('is the one that runs the script, before the one that came with node', () => {
    const running = join('D:', 'npm', 'bin', 'npm-cli.js');
    assert.deepEqual(npmProgram({ ...windows, env: { npm_execpath: running }, exists: () => true }).args, [running]);
  });

  it('is not another package manager that runs the script', () => {
    const env = { npm_execpath: join('D:', 'yarn', 'bin', 'yarn.js') };
    assert.deepEqual(npmProgram({ ...windows, env, exists: (path) => path === beside || path === env.npm_execpath }).args, [beside]);
  });

  it('is a plain executable elsewhere, where a system keeps it in a place of its own', () => {
    assert.deepEqual(npmProgram({ platform: 'linux', execPath: '/usr/bin/node', env: {}, exists: () => false }), { file: 'npm', args: [] });
  });

  it('is missed in words on Windows', () => {
    assert.throws(() => npmProgram({ ...windows, env: {}, exists: () => false }), /npm was not found/);
  });

  it('answers on this machine', () => {
    const { file, args } = npmProgram();
    const result = spawnSync(file, [...args, '--version'], { encoding: 'utf8' });
    assert.match(result.stdout, /^\d+\.\d+\.\d+/);
  }).timeout(30_000);
});
