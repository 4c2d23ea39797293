import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { nativesIn, networkOf, newIn, recordedNatives } from '../../../scripts/natives.mjs';
import { noTelemetry } from '../../../src/base/no-telemetry.ts';

const root = join(import.meta.dirname, '..', '..', '..');

describe('What native libraries can do over a network', function () {
  this.timeout(120_000);

  it('is what scripts/natives.json says: a raised dependency has to be looked at', () => {
    const found = nativesIn(join(root, 'node_modules'));
    assert.ok(Object.keys(found).length >= 8);
    assert.deepEqual(newIn(recordedNatives(), found), []);
  });

  it('every switch by which one of them reports is thrown', () => {
    const switches = new Set(
      Object.values(recordedNatives()).flatMap((native) => native.switches.filter((name) => /TELEMETRY|TRACK/.test(name))),
    );
    // A kind of table of a database, and how a compiler looks for leaks.
    for (const other of ['CHANGE_TRACKING', 'LIBCLANG_OBJTRACKING']) switches.delete(other);
    assert.ok(switches.size > 0);
    assert.deepEqual(
      [...switches].filter((name) => !(name in noTelemetry)),
      [],
    );
  });

  it('names a host, a call, a switch and a library that were not there before', async () => {
    const space = await mkdtemp(join(tmpdir(), 'linchpin-natives-'));
    const put = async (path: string, text: string): Promise<void> => {
      await mkdir(dirname(join(space, path)), { recursive: true });
      await writeFile(join(space, path), Buffer.from(text, 'latin1'));
    };
    try {
      await put('onnxruntime-node/bin/a.node', '\0getenv\0https://a.example.com/x\0');
      await put('onnxruntime-node/package.json', 'https://other.example.com');
      await put('left-pad/b.node', '\0connect\0');
      const before = nativesIn(space);
      assert.deepEqual(before, {
        'onnxruntime-node/bin/a.node': { calls: [], hosts: ['a.example.com'], switches: [], reporters: [] },
      });
      assert.deepEqual(newIn(before, before), []);
      await put('onnxruntime-node/bin/a.node', '\0getenv\0connect\0https://a.example.com/x\0https://B.example.com\0X_TELEMETRY_OPTOUT\0');
      await put('onnxruntime-node/bin/libc.so.1', '');
      await put('@lancedb/lancedb-plan9/c.node', '\0connect\0');
      assert.deepEqual(newIn(before, nativesIn(space)), [
        'onnxruntime-node/bin/a.node has new calls: connect',
        'onnxruntime-node/bin/a.node has new hosts: b.example.com',
        'onnxruntime-node/bin/a.node has new switches: X_TELEMETRY_OPTOUT',
        'onnxruntime-node/bin/libc.so.1 is new',
      ]);
    } finally {
      await rm(space, { recursive: true, force: true });
    }
  });

  it('takes names of calls from tables of names, whatever the system calls them', () => {
    assert.deepEqual(networkOf(Buffer.from('\0disconnect\0_socket\0_OBJC_CLASS_$_NSURLSession\0the connect failed', 'latin1')).calls, [
      'NSURLSession',
      'socket',
    ]);
  });
});
