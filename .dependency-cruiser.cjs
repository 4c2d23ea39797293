// The arrows of docs/architecture.md. A folder may import itself and what its line allows, nothing else of ours.
const may = {
  base: [],
  contract: ['base'],
  text: ['base'],
  documents: ['base', 'contract', 'text'],
  inference: ['base', 'contract', 'text'],
  models: ['base', 'contract', 'text', 'inference'],
  index: ['base', 'contract', 'text', 'documents', 'models'],
  answer: ['base', 'contract', 'text', 'inference', 'models/ports.ts'],
  claims: ['base', 'contract', 'text', 'inference', 'models/ports.ts'],
  stages: ['base', 'contract', 'text', 'documents', 'inference', 'models', 'index'],
  review: ['base', 'contract', 'text', 'documents'],
  sampling: ['base', 'contract'],
  impact: ['base', 'contract'],
  export: ['base', 'contract'],
  audit: ['base', 'contract', 'text', 'documents', 'inference', 'models', 'index', 'answer', 'claims', 'stages'],
  engine: [
    'base',
    'contract',
    'text',
    'documents',
    'inference',
    'models',
    'index',
    'answer',
    'claims',
    'stages',
    'audit',
    'review',
    'sampling',
    'export',
    'impact',
  ],
  chat: ['base', 'contract', 'export'],
  mcp: ['base', 'contract', 'documents', 'engine', 'export'],
  cli: ['base', 'contract', 'text', 'documents', 'models', 'index', 'stages', 'audit', 'review', 'engine', 'export', 'impact', 'mcp'],
};
/** Methods that do not know each other much; audit joins them. */
const stages = ['causal', 'retrieve', 'refine', 'probe', 'arbitrate', 'verify', 'minimise'];
/** Who reads the judge's answer from sentences beside src/answer: the bundled generator is that reading behind a port, and `verify` does it again. */
const alsoRead = { models: 'models/bundled/generator.ts', minimise: 'minimise/verify-answer.ts' };
const folders = (name) => (name === 'stages' ? stages : [name]);
/** A folder, or one file of a folder. */
const place = (name) => (name.endsWith('.ts') ? `${name.replace('.', String.raw`\.`)}$` : `${name}/`);
const rule = (name, allowed, from) => ({
  name: `layer-${name}`,
  comment: `src/${name} may import only: ${allowed.join(', ')}`,
  severity: 'error',
  from,
  to: { path: '^(src|extension|webview)/', pathNot: `^src/(${allowed.flatMap(folders).map(place).join('|')})` },
});

const layer = Object.entries(may).flatMap(([from, allowed]) =>
  folders(from).flatMap((folder) => {
    const reader = alsoRead[folder];
    const within = { path: `^src/${folder}/` };
    if (reader === undefined) return [rule(folder, [folder, ...allowed], within)];
    return [
      rule(folder, [folder, ...allowed], { ...within, pathNot: `^src/${place(reader)}` }),
      rule(reader, [folder, ...allowed, 'answer/answers.ts'], { path: `^src/${place(reader)}` }),
    ];
  }),
);

module.exports = {
  forbidden: [
    ...layer,
    { name: 'engine-without-editor', severity: 'error', from: { path: '^(src|webview)/' }, to: { path: '(^|/)vscode$|@types/vscode' } },
    {
      name: 'host-is-thin',
      severity: 'error',
      from: { path: '^extension/' },
      to: { path: '^src/', pathNot: '^src/(base|contract|panel|export|chat|engine/(client|protocol)|models/(choice|editor/editor-chat))' },
    },
    {
      name: 'webview-knows-the-report',
      severity: 'error',
      from: { path: '^webview/' },
      to: { path: '^(src|extension)/', pathNot: '^src/(contract|base)/' },
    },
    {
      name: 'evaluation-is-beside',
      comment: 'what ships knows nothing of how it is measured',
      severity: 'error',
      from: { path: '^(src|extension|webview)/' },
      to: { path: '^(evaluation|training|test)/' },
    },
    {
      name: 'panel-without-engine-and-editor',
      comment: 'what is shown asks the engine by its protocol only',
      severity: 'error',
      from: { path: '^src/panel/' },
      to: { path: '^(src|extension|webview)/', pathNot: '^src/(panel|base|contract|engine/(client|protocol))' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
    {
      name: 'named-in-manifest',
      severity: 'error',
      from: { path: '^(src|extension|webview)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.json'],
    },
  },
};
