import { readFileSync } from 'node:fs';

import { LinchpinError } from '../../base/error.ts';
import type { WordVectors } from './entailment-words.ts';
export const vectorSize = 256;
/** Token vectors of the bundled static embedder, word by word (models/static-embedder/README.md, encoder steps 2 to 4). */
export function openVectors(folder: string): WordVectors {
  try {
    const rows = new Map(readFileSync(`${folder}/vocab.txt`, 'utf8').trimEnd().split('\n').map((token, row): [string, number] => [token, row]));
    const table = new Int8Array(readFileSync(`${folder}/embeddings.int8.bin`));
    const scaleBytes = readFileSync(`${folder}/scales.f32.bin`);
    const scales = new Float32Array(scaleBytes.buffer.slice(scaleBytes.byteOffset, scaleBytes.byteOffset + scaleBytes.byteLength));
    return (word) => {
      const plain = word.normalize('NFKD').replace(/[\u0300-\u036f]/g, '').toLowerCase();
      const sum = new Float32Array(vectorSize);
      let any = false;
      for (let at = 0; at < plain.length; ) {
        let length = Math.min(24, plain.length - at);
        let row: number | undefined;
        for (; length > 0; length -= 1) {
          row = rows.get((at > 0 ? '##' : '') + plain.slice(at, at + length));
          if (row !== undefined) break;
        }
        if (row === undefined) {
          at += 1;
          continue;
        }
        any = true;
        const scale = scales[row] ?? 0;
        for (let k = 0; k < vectorSize; k += 1) sum[k] = (sum[k] ?? 0) + (table[row * vectorSize + k] ?? 0) * scale;
        at += length;
      }
      return any ? sum : null;
    };
  } catch (error) {
    throw new LinchpinError('model-unavailable', `The bundled token vectors cannot be read: ${folder}.`, 'Install the extension again.', error);
  }
}
