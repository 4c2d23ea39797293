// zod's `z` holds its forty-odd languages, of which nothing is shown: half of its text, which every start would read.

/** @type {import('esbuild').Plugin} */
export const withoutLocales = {
  name: 'without-locales',
  setup(bundler) {
    bundler.onResolve({ filter: /locales\/index\.js$/ }, (args) =>
      /[\\/]zod[\\/]/.test(args.importer) ? { path: 'no-locales', namespace: 'empty' } : undefined,
    );
    bundler.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'export {};' }));
  },
};
