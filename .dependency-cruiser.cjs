// The arrows of docs/architecture.md. A folder may import itself and what its line allows, nothing else of ours.
const may = {
  base: [],
  contract: ['base'],
  text: ['base'],
  documents: ['base', 'contract', 'text'],
  models: ['base', 'contract', 'text'],
  index: ['base', 'contract', 'text', 'documents', 'models'],
  stages: ['base', 'contract', 'text', 'documents', 'models', 'index'],
  review: ['base', 'contract', 'text', 'documents'],
  export: ['base', 'contract'],
  audit: ['base', 'contract', 'text', 'documents', 'models', 'index', 'stages'],
  engine: ['base', 'contract', 'text', 'documents', 'models', 'index', 'stages', 'audit', 'review'],
  chat: ['base', 'contract', 'export'],
  mcp: ['base', 'contract', 'documents', 'engine', 'export'],
  cli: ['base', 'contract', 'text', 'documents', 'models', 'index', 'stages', 'audit', 'review', 'engine', 'export', 'mcp'],
};
const stages = ['causal', 'retrieve', 'refine', 'probe', 'arbitrate', 'read', 'judge', 'verify', 'claims', 'minimise'];
const folders = (name) => (name === 'stages' ? stages : [name]);

const layer = Object.entries(may).flatMap(([from, allowed]) =>
  folders(from).map((folder) => ({
    name: `layer-${folder}`,
    comment: `src/${folder} may import only: ${[folder, ...allowed].join(', ')}`,
    severity: 'error',
    from: { path: `^src/${folder}/` },
    to: { path: '^(src|extension|webview)/', pathNot: `^src/(${[folder, ...allowed.flatMap(folders)].join('|')})/` },
  })),
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
