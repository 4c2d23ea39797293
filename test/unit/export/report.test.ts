import assert from 'node:assert/strict';

import { parse } from 'parse5';
import { Readable } from 'node:stream';

import { markdownText } from '../../../src/export/escape.ts';
import { reportHtml } from '../../../src/export/html/report.ts';
import { sessionHtml } from '../../../src/export/html/session.ts';
import { reportMarkdown } from '../../../src/export/markdown.ts';
import { sessionMarkdown } from '../../../src/export/session-markdown.ts';
import { oneLine } from '../../../src/export/words.ts';
import { type AuditReport, auditReportSchema } from '../../../src/contract/report.ts';
import { states } from '../../../webview/dev/states.ts';
import { elements, textOf } from './page.ts';
import { hostileText } from './hostile.ts';
import { longSession } from './sessions.ts';

const names = ['supported', 'reviewed', 'hostile', 'by-reading', 'uncertain', 'abstaining', 'hostile-answer', 'both-sides', 'conflicting'] as const;
const reportOf = (name: keyof typeof states): AuditReport => auditReportSchema.parse(states[name].audit?.report);
const reviewsOf = (name: keyof typeof states): Parameters<typeof reportHtml>[1] => states[name].audit?.reviews ?? {};
