// Puts the list of names that src/text/gazetteer.ts reads from its library into the bundle, and leaves the library out.
import { pathToFileURL } from 'node:url';

import { build } from 'esbuild';

/** @type {import('esbuild').Plugin} */
export const gazetteerPlugin = {
  name: 'gazetteer',
  setup(builder) {
    let contents;
    builder.onLoad({ filter: /[\\/]src[\\/]text[\\/]gazetteer\.ts$/ }, async ({ path }) => {
      contents ??= list(path);
      return { contents: await contents, loader: 'js' };
    });
  },
};

async function list(path) {
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
    logLevel: 'error',
  });
  const source = outputFiles[0]?.text ?? '';
  const { gazetteer } = await import(`data:text/javascript;base64,${Buffer.from(source).toString('base64')}#${pathToFileURL(path).href}`);
  if (Object.keys(gazetteer).length === 0) throw new Error('the list of names is empty');
  return `export const gazetteer = JSON.parse(${JSON.stringify(JSON.stringify(gazetteer))});`;
}
