import assert from 'node:assert/strict';

import * as vscode from 'vscode';

import type { LinchpinApi } from '../../extension/extension.ts';
import type { SessionClaim } from '../../src/contract/session.ts';
import { folder, product, until } from './product.ts';

const path = 'reports/regulator.md';
const text = `# For the regulator

## Access

Exceptions are granted by the Chief Information Security Officer for at most 200 days. The trust employs 412 people.
`;

describe('A review session in the editor', () => {
  let api: LinchpinApi;
  let document: vscode.TextDocument;

  before(async () => {
    api = await product();
    const uri = vscode.Uri.joinPath(folder(), path);
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('linchpin.refresh');
    await until(api, () => api.session.state.workspace.index.state !== 'unknown', 'the engine told of the index');
  });

  function claim(words: string): SessionClaim {
    return api.session.review.session?.claims.find((entry) => entry.text.includes(words)) ?? assert.fail(`no claim says ${words}`);
  }

  /** The marks follow once the typing rests: the editor tells of them. */
  async function problems(holds: (found: readonly vscode.Diagnostic[]) => boolean): Promise<readonly vscode.Diagnostic[]> {
    const found = (): readonly vscode.Diagnostic[] =>
      vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === 'Linchpin');
    if (holds(found())) return found();
    return await new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        listening.dispose();
        reject(new Error(`the problems stayed ${JSON.stringify(found())}`));
      }, 20_000);
      const listening = vscode.languages.onDidChangeDiagnostics(() => {
        if (!holds(found())) return;
        clearTimeout(timer);
        listening.dispose();
        resolve(found());
      });
    });
  }

  it('finds and checks the claims of the document, against the others', async () => {
    await vscode.commands.executeCommand('linchpin.factCheck');
    const session = api.session.review.session;
    assert.ok(session !== null && session.claims.length === 2, JSON.stringify(session?.claims.map((entry) => entry.text)));
    assert.equal(session.state, 'done');
    assert.equal(claim('Exceptions').status, 'refuted');
    for (const { evidence } of session.claims)
      for (const citation of evidence) {
        assert.notEqual(citation.path, path, 'the document is evidence for itself');
        const cited = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder(), citation.path));
        assert.equal(cited.getText().slice(citation.start, citation.end), citation.quote);
      }
  });

  it('tells of the refuted claim among the problems, at its words, and of what nobody covers not at all', async () => {
    const [only, ...others] = await problems((found) => found.length > 0);
    assert.ok(only !== undefined && others.length === 0);
    assert.equal(document.getText(only.range), claim('Exceptions').text);
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', document.uri);
    assert.ok(lenses.some(({ command, range }) => range.start.line === 2 && /2 claims · 1 refuted/u.test(command?.title ?? '')));
  });

  it('keeps its marks at the words while the document is written in', async () => {
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(2, 0), 'A line more.\n\n');
    await vscode.workspace.applyEdit(edit);
    const [moved] = await problems((found) => found[0]?.range.start.line === 6);
    assert.ok(moved !== undefined);
    assert.equal(document.getText(moved.range), claim('Exceptions').text);
  });

  it('replaces the wrong figure by that of the evidence, and does not call the edited claim refuted', async () => {
    const [problem] = await problems((found) => found.length > 0);
    assert.ok(problem !== undefined);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      problem.range,
    );
    const { fix } = claim('Exceptions');
    assert.ok(fix !== null && fix.because.quote.includes(fix.after));
    const action = actions.find(({ title }) => title === `Replace “${fix.before}” by “${fix.after}”, as ${fix.because.path} says`);
    assert.ok(action?.command !== undefined, JSON.stringify(actions.map(({ title }) => title)));
    await vscode.commands.executeCommand(action.command.command, ...listed(action.command.arguments));
    assert.ok(document.getText().includes(claim('Exceptions').text.replace(fix.before, fix.after)));
    await problems((found) => found.length === 0);
  });

  it('refuses to sign while claims are open, and keeps decisions', async () => {
    const { review } = api.session;
    await review.decide([claim('Exceptions').id], { action: 'verdict', verdict: 'refuted', note: 'Mended.' });
    await assert.rejects(review.sign('Read.'), /cannot be signed/u);
    await review.refresh();
    assert.equal(claim('Exceptions').review.verdict, 'refuted');
    assert.equal(claim('Exceptions').review.notes[0]?.text, 'Mended.');
    await vscode.commands.executeCommand('linchpin.undoVerdict', { claimId: claim('Exceptions').id });
    assert.equal(claim('Exceptions').review.verdict, 'undecided');
  });
});

function listed(values: unknown): unknown[] {
  return Array.isArray(values) ? values : [];
}
