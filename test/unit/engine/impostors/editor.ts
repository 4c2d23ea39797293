// A host of an engine that hangs; says the engine's process number, and is killed.
import { requests } from '../../../../src/engine/protocol.ts';
import { startLooper } from '../engine.ts';

const engine = startLooper();
void engine.request(requests.audits, { folder: '/' }).catch(() => undefined);
process.send?.(engine.pid);
