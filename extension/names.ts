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
  copyAnswer: 'linchpin.copyAnswer',
  exportReport: 'linchpin.exportReport',
  exportSession: 'linchpin.exportSession',
  compareAudits: 'linchpin.compareAudits',
  markSource: 'linchpin.markSource',
  markDraft: 'linchpin.markDraft',
  markSuperseded: 'linchpin.markSuperseded',
  markNotEvidence: 'linchpin.markNotEvidence',
  clearMark: 'linchpin.clearMark',
  openSample: 'linchpin.openSample',
  auditAgain: 'linchpin.auditAgain',
  openAudit: 'linchpin.openAudit',
  showAudit: 'linchpin.showAudit',
  deleteAudit: 'linchpin.deleteAudit',
  renameAudit: 'linchpin.renameAudit',
  filterAudits: 'linchpin.filterAudits',
  openCitation: 'linchpin.openCitation',
  showLog: 'linchpin.showLog',
  refresh: 'linchpin.refresh',
  chooseFolder: 'linchpin.chooseFolder',
  chooseModels: 'linchpin.chooseModels',
  setApiKey: 'linchpin.setApiKey',
  clearApiKey: 'linchpin.clearApiKey',
  testConnection: 'linchpin.testConnection',
  importModel: 'linchpin.importModel',
  showCausalGraph: 'linchpin.showCausalGraph',
  openAuditWide: 'linchpin.openAuditWide',
  factCheck: 'linchpin.factCheck',
  factCheckBlind: 'linchpin.factCheckBlind',
  continueFactCheck: 'linchpin.continueFactCheck',
  cancelFactCheck: 'linchpin.cancelFactCheck',
  secondReview: 'linchpin.secondReview',
  openReview: 'linchpin.openReview',
  openReviewWide: 'linchpin.openReviewWide',
  arrangeQueue: 'linchpin.arrangeQueue',
  filterQueue: 'linchpin.filterQueue',
  nextClaim: 'linchpin.nextClaim',
  previousClaim: 'linchpin.previousClaim',
  agreeWithVerdict: 'linchpin.agreeWithVerdict',
  changeVerdict: 'linchpin.changeVerdict',
  notAClaim: 'linchpin.notAClaim',
  noteOnClaim: 'linchpin.noteOnClaim',
  replyToNote: 'linchpin.replyToNote',
  undoVerdict: 'linchpin.undoVerdict',
  openClaim: 'linchpin.openClaim',
  openEvidence: 'linchpin.openEvidence',
  applyFix: 'linchpin.applyFix',
  citeEvidence: 'linchpin.citeEvidence',
  signOff: 'linchpin.signOff',
} as const;

export const views = {
  audit: 'linchpin.audit',
  review: 'linchpin.review',
  audits: 'linchpin.audits',
  documents: 'linchpin.documents',
} as const;

/** Language model tools. */
export const tools = { search: 'linchpin_search', ask: 'linchpin_ask', checkClaim: 'linchpin_check_claim' } as const;

export const chatParticipant = 'linchpin.chat';

/** Of the provider of MCP servers. */
export const mcpProvider = 'linchpin.mcp';

/** Of the comment threads. */
export const notesController = 'linchpin.notes';

/** The type of the editor that shows documents that are not text. */
export const viewer = 'linchpin.document';

export const contextKeys = {
  indexed: 'linchpin.indexed',
  hasAudit: 'linchpin.hasAudit',
  hasAudits: 'linchpin.hasAudits',
  /** The sample workspace is open. */
  isSample: 'linchpin.isSample',
  /** Something was accepted or rejected in this window. */
  hasDecided: 'linchpin.hasDecided',
  /** A review session is open. */
  hasReview: 'linchpin.hasReview',
  /** Its claims are being checked. */
  factChecking: 'linchpin.factChecking',
  /** Some of its claims are not checked, or are stale. */
  reviewPaused: 'linchpin.reviewPaused',
  /** The side bar is arranged for a review: the Audit view is away. */
  reviewing: 'linchpin.reviewing',
} as const;

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
  signingKey: 'review.signingKey',
  include: 'index.include',
  exclude: 'index.exclude',
  maxFileSize: 'index.maxFileSize',
  location: 'index.location',
  automatic: 'index.automatic',
  encodeLimit: 'index.encodeLimit',
  pauseOnBattery: 'index.pauseOnBattery',
  preset: 'audit.preset',
  threshold: 'audit.threshold',
  passages: 'audit.passages',
  candidates: 'audit.candidates',
  probes: 'audit.probes',
  clusters: 'audit.clusters',
  drafts: 'audit.drafts',
  samplingRate: 'audit.samplingRate',
  probeSimilarity: 'audit.probeSimilarity',
  route: 'audit.route',
  duplicateSimilarity: 'audit.duplicateSimilarity',
  leastQuality: 'audit.leastQuality',
  leastRelevance: 'audit.leastRelevance',
  consensus: 'audit.consensus',
  sources: 'audit.sources',
  causalWeight: 'audit.causalWeight',
  scoring: 'audit.scoring',
} as const;

/** Which setting names the model of a role. */
export const roleSettings = {
  embedder: settings.embedder,
  relevance: settings.relevance,
  entailment: settings.entailment,
  generator: settings.generator,
} as const;
