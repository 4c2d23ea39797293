/** Every command, setting and context key, typed in one place; a test holds package.json against it, both ways. */
export const commands = {
  index: 'linchpin.index',
  rebuild: 'linchpin.rebuild',
  ask: 'linchpin.ask',
  askSelection: 'linchpin.askSelection',
  checkClaim: 'linchpin.checkClaim',
  accept: 'linchpin.accept',
  reject: 'linchpin.reject',
  undo: 'linchpin.undo',
  addNote: 'linchpin.addNote',
  nextItem: 'linchpin.nextItem',
  previousItem: 'linchpin.previousItem',
  insertAnswer: 'linchpin.insertAnswer',
  exportReport: 'linchpin.exportReport',
  openAudit: 'linchpin.openAudit',
  openCitation: 'linchpin.openCitation',
  showLog: 'linchpin.showLog',
  refresh: 'linchpin.refresh',
  chooseModels: 'linchpin.chooseModels',
  setApiKey: 'linchpin.setApiKey',
  clearApiKey: 'linchpin.clearApiKey',
  testConnection: 'linchpin.testConnection',
  importModel: 'linchpin.importModel',
} as const;

export const views = { audit: 'linchpin.audit', audits: 'linchpin.audits', documents: 'linchpin.documents' } as const;

export const contextKeys = { indexed: 'linchpin.indexed', hasAudit: 'linchpin.hasAudit', hasAudits: 'linchpin.hasAudits' } as const;

/** Without the `linchpin.` in front. */
export const settings = {
  offline: 'privacy.offline',
  redact: 'privacy.redact',
  embedder: 'models.embedder',
  relevance: 'models.relevance',
  entailment: 'models.entailment',
  generator: 'models.generator',
  serverUrl: 'models.server.url',
  serverTimeout: 'models.server.timeout',
  budgetCalls: 'models.budget.calls',
  budgetTokens: 'models.budget.tokens',
  budgetSeconds: 'models.budget.seconds',
  pricePrompt: 'models.price.prompt',
  priceCompletion: 'models.price.completion',
  cacheSize: 'models.cacheSize',
  reviewer: 'review.reviewer',
  include: 'index.include',
  exclude: 'index.exclude',
  maxFileSize: 'index.maxFileSize',
  location: 'index.location',
  preset: 'audit.preset',
  threshold: 'audit.threshold',
  passages: 'audit.passages',
  candidates: 'audit.candidates',
  causalWeight: 'audit.causalWeight',
  scoring: 'audit.scoring',
} as const;
