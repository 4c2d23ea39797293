import assert from 'node:assert/strict';

import * as vscode from 'vscode';

import type { LinchpinApi } from '../../extension/extension.ts';
import type { AuditState } from '../../src/contract/panel.ts';
import type { AuditReport } from '../../src/contract/report.ts';
import { folder, product, question, until } from './product.ts';

describe('An audit in the editor', () => {
  let api: LinchpinApi;
  let report: AuditReport;
  let engineAtStart: number | undefined;

  before(async () => {
    api = await product();
    // Before anything of the product is used; the tests in this file run first.
    engineAtStart = api.enginePid();
    await vscode.commands.executeCommand('linchpin.refresh');
    await until(api, () => api.session.state.workspace.index.state !== 'unknown', 'the engine told of the index');
  });

  it('starts no engine in a window that has not used it', () => {
    assert.equal(engineAtStart, undefined);
    assert.notEqual(api.enginePid(), undefined);
  });

  it('says that the folder is not indexed before it is', () => {
    assert.equal(api.session.state.workspace.index.state, 'missing');
  });

  it('indexes the workspace, with progress', async () => {
    const seen: string[] = [];
    const listening = api.session.onDidChange(() => seen.push(api.session.state.workspace.index.state));
    await vscode.commands.executeCommand('linchpin.index');
    listening.dispose();
    const { index } = api.session.state.workspace;
    assert.ok(seen.includes('indexing'));
    assert.ok(index.state === 'ready', JSON.stringify(index));
    assert.ok(index.documents >= 7, JSON.stringify(index));
    assert.equal(index.store, 'lancedb', 'LanceDB did not load from the package');
  });

  it('answers with evidence whose quotes stand in the documents at their offsets', async () => {
    await vscode.commands.executeCommand('linchpin.ask', question);
    const shown = api.session.report;
    assert.ok(shown !== null, JSON.stringify(api.session.state.audit?.error));
    report = shown;
    // The replaced policy of 2019 says otherwise, so both are true of these documents.
    assert.ok(['supported', 'conflicting'].includes(report.answer.status), report.answer.reason);
    assert.match(report.answer.text, /14/u);
    assert.ok(report.evidence.minimal.length > 0);
    for (const { citation } of report.evidence.pool) {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder(), citation.path));
      assert.equal(document.getText().slice(citation.start, citation.end), citation.quote);
    }
  });

  it('opens a citation with exactly its words selected', async () => {
    await vscode.commands.executeCommand('linchpin.openCitation');
    const editor = vscode.window.activeTextEditor;
    const first = report.evidence.minimal[0];
    assert.ok(editor !== undefined && first !== undefined);
    assert.equal(vscode.workspace.asRelativePath(editor.document.uri), first.citation.path);
    assert.equal(editor.document.getText(editor.selection), first.citation.quote);
  });

  it('keeps a rejection in the log, shows it in the hover, says what is left, and takes it back', async () => {
    const first = report.evidence.minimal[0];
    assert.ok(first !== undefined);
    const target = { auditId: report.id, spanId: first.spanId };
    await vscode.commands.executeCommand('linchpin.reject', target);
    assert.equal(mine(first.spanId), 'rejected');
    const reviews = await vscode.workspace.fs.readDirectory(vscode.Uri.joinPath(folder(), '.linchpin', 'reviews'));
    assert.equal(reviews.length, 1);
    assert.match(await hoverOver(first.citation.path, first.citation.start), /rejected/u);

    // Rejected by a link of the hover, as the panel would have it.
    const left = audit().whatIf;
    assert.ok(left?.state === 'ready', JSON.stringify(left));
    assert.deepEqual(left.removed, [first.spanId]);

    await vscode.commands.executeCommand('linchpin.undo', target);
    assert.notEqual(mine(first.spanId), 'rejected');
    assert.match(await hoverOver(first.citation.path, first.citation.start), /not decided/u);
  });

  it('is cancelled at once, and the next question is answered', async () => {
    const asked = api.session.controller.ask('What caused the outage of the Eastfield pumping station?', 'question');
    api.session.controller.cancel('audit');
    await asked;
    assert.equal(audit().phase, 'cancelled');
    await api.session.controller.ask(question, 'question');
    assert.equal(audit().phase, 'done');
  });

  it('survives the death of its engine', async () => {
    const pid = api.enginePid();
    assert.ok(pid !== undefined);
    const asked = api.session.controller.ask('Who is the Chief Information Security Officer?', 'question');
    process.kill(pid, 'SIGKILL');
    await asked;
    assert.equal(audit().error?.code, 'engine-stopped');
    await api.session.controller.ask(question, 'question');
    assert.equal(api.session.report?.hash, report.hash, 'the same question gave another report');
    assert.notEqual(api.enginePid(), pid);
  });

  it('says plainly that the documents do not tell', async () => {
    await api.session.controller.ask('Which football club won the cup in 1987?', 'question');
    assert.equal(api.session.report?.answer.status, 'not-enough-evidence');
  });

  it('shows the opened audit alone while a question is being answered', async () => {
    const asked = api.session.controller.ask('Who is the Chief Information Security Officer?', 'question');
    await vscode.commands.executeCommand('linchpin.openAudit', { auditId: report.id });
    await asked;
    assert.equal(audit().question, question);
    assert.equal(api.session.report?.id, report.id);
  });

  it('takes up a document that has changed by itself, and says that it is out of date where that is turned off', async () => {
    const document = vscode.Uri.joinPath(folder(), 'README.md');
    const write = async (words: string): Promise<void> => {
      await vscode.workspace.fs.writeFile(document, new TextEncoder().encode(`# Another\n\n${words}\n`));
    };
    const state = (): { readonly at: string; readonly outdated: boolean } => {
      const { index } = api.session.state.workspace;
      return index.state === 'ready' ? { at: index.indexedAt, outdated: index.outdated } : { at: '', outdated: false };
    };
    const before = state();
    assert.equal(before.outdated, false);
    await write('The archive closes at 6 pm.');
    await until(api, () => state().at > before.at, 'the change was taken up');
    assert.equal(state().outdated, false);
    const settings = vscode.workspace.getConfiguration('linchpin', folder());
    await settings.update('index.automatic', false, vscode.ConfigurationTarget.Global);
    try {
      await write('The archive closes at 7 pm.');
      await until(api, () => state().outdated, 'the change was seen');
      await vscode.commands.executeCommand('linchpin.index');
      assert.equal(state().outdated, false);
    } finally {
      await settings.update('index.automatic', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('tells the engine when somebody types while it indexes, and all documents are taken up', async () => {
    const many = vscode.Uri.joinPath(folder(), 'many');
    const page = 'The reading room holds 40 seats, and each of them has a lamp.\n\n'.repeat(700);
    const documents = (): number => {
      const { index } = api.session.state.workspace;
      return index.state === 'ready' ? index.documents : 0;
    };
    const before = documents();
    const settings = vscode.workspace.getConfiguration('linchpin', folder());
    await settings.update('index.automatic', false, vscode.ConfigurationTarget.Global);
    const typing = api.session.onDidChange(() => {
      if (api.session.state.workspace.index.state === 'indexing') void typed.insert('x');
    });
    const typed = await emptyDocument();
    assert.equal(api.toldTypedAt(), null, 'nobody has typed while it indexed');
    try {
      for (let file = 0; file < 30; file += 1)
        await vscode.workspace.fs.writeFile(
          vscode.Uri.joinPath(many, `page-${file}.md`),
          new TextEncoder().encode(`# Page ${file}\n\n${page}`),
        );
      await vscode.commands.executeCommand('linchpin.index');
      assert.equal(documents(), before + 30);
      assert.notEqual(api.toldTypedAt(), null);
      await vscode.workspace.fs.delete(many, { recursive: true });
      await vscode.commands.executeCommand('linchpin.index');
      assert.equal(documents(), before);
    } finally {
      typing.dispose();
      await typed.close();
      await settings.update('index.automatic', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('tells of a decision that cannot be read', async () => {
    const reviews = vscode.Uri.joinPath(folder(), '.linchpin', 'reviews');
    await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(reviews, 'torn.jsonl'), new TextEncoder().encode('{"schemaVersion":1,\n'));
    await vscode.commands.executeCommand('linchpin.refresh');
    assert.deepEqual(
      api.session.state.damaged.map(({ path, line }) => [path, line]),
      [['.linchpin/reviews/torn.jsonl', 1]],
    );
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(reviews, 'torn.jsonl'));
    await vscode.commands.executeCommand('linchpin.refresh');
    assert.deepEqual(api.session.state.damaged, []);
  });

  /** One that is not saved: what is typed there is nobody's document. */
  async function emptyDocument(): Promise<{ insert(text: string): Promise<void>; close(): Promise<void> }> {
    const { uri } = await vscode.workspace.openTextDocument({ content: '' });
    const change = async (make: (edit: vscode.WorkspaceEdit) => void): Promise<void> => {
      const edit = new vscode.WorkspaceEdit();
      make(edit);
      await vscode.workspace.applyEdit(edit);
    };
    return {
      insert: (text) =>
        change((edit) => {
          edit.insert(uri, new vscode.Position(0, 0), text);
        }),
      close: async () => {
        await vscode.window.showTextDocument(uri);
        await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      },
    };
  }

  function audit(): AuditState {
    const shown = api.session.state.audit;
    assert.ok(shown !== null);
    return shown;
  }

  function mine(spanId: string): string | undefined {
    return audit().reviews[spanId]?.mine;
  }

  async function hoverOver(path: string, offset: number): Promise<string> {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder(), path));
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      document.positionAt(offset + 2),
    );
    return hovers
      .flatMap((hover) => hover.contents.map((content) => (content instanceof vscode.MarkdownString ? content.value : '')))
      .join('\n')
      .replaceAll('&nbsp;', ' ');
  }
});
