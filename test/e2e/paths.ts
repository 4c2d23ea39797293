import { join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');
export const out = join(root, 'e2e-out');
/** Kept between runs: the workbench is large and does not change. */
export const cache = join(root, '.cache', 'vscode');

/** Why a part cannot run here. Not a failure: the run says so and goes on. */
export class Unavailable extends Error {}
