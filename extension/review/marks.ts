import * as vscode from 'vscode';

import type { Tone } from '../../src/contract/claim-words.ts';
import type { ClaimPlaces, PlacedClaim } from './places.ts';

/** How a claim is marked; in the order in which one is shown where several stand on a line. */
const markNames = ['refuted', 'conflicting', 'stale', 'edited', 'waiting', 'uncovered', 'supported'] as const;
type MarkName = (typeof markNames)[number];
const decidable: readonly MarkName[] = ['refuted', 'conflicting', 'uncovered', 'supported'];

const ruler: Readonly<Partial<Record<MarkName, string>>> = {
  supported: 'testing.iconPassed',
  refuted: 'editorError.foreground',
  conflicting: 'editorWarning.foreground',
  stale: 'editorInfo.foreground',
};

/** Squiggles are the diagnostics'; what nobody covers gets a quiet line. */
const lines: Readonly<Partial<Record<MarkName, string>>> = {
  uncovered: 'underline dotted 1px color-mix(in srgb, currentcolor 45%, transparent)',
  edited: 'underline dashed 1px color-mix(in srgb, currentcolor 45%, transparent)',
};

const ofTone: Readonly<Record<Tone, MarkName | null>> = {
  supported: 'supported',
  refuted: 'refuted',
  conflicting: 'conflicting',
  split: 'conflicting',
  uncovered: 'uncovered',
  part: 'uncovered',
  nothing: 'uncovered',
  open: 'uncovered',
  withdrawn: 'stale',
  stale: 'stale',
  waiting: 'waiting',
  checking: 'waiting',
  hidden: 'waiting',
  failed: 'waiting',
  dismissed: null,
};

/** Gutter icons, overview ruler and quiet lines of the claims in open editors. */
export class ClaimMarks implements vscode.Disposable {
  readonly #places: ClaimPlaces;
  readonly #words = new Map<string, vscode.TextEditorDecorationType>();
  /** One icon a line, filled once the claim is decided. */
  readonly #icons = new Map<string, vscode.TextEditorDecorationType>();
  readonly #subscriptions: vscode.Disposable[];

  constructor(places: ClaimPlaces, media: vscode.Uri) {
    this.#places = places;
    for (const name of markNames) {
      const colour = ruler[name];
      const textDecoration = lines[name];
      this.#words.set(
        name,
        vscode.window.createTextEditorDecorationType({
          rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
          ...(textDecoration === undefined ? {} : { textDecoration }),
          ...(colour === undefined
            ? {}
            : { overviewRulerColor: new vscode.ThemeColor(colour), overviewRulerLane: vscode.OverviewRulerLane.Left }),
        }),
      );
      for (const decided of decidable.includes(name) ? [false, true] : [false]) {
        const gutterIconPath = vscode.Uri.joinPath(media, `claim-${iconOf(name, decided)}.svg`);
        this.#icons.set(iconOf(name, decided), vscode.window.createTextEditorDecorationType({ gutterIconPath, gutterIconSize: '80%' }));
      }
    }
    this.#subscriptions = [
      places.onDidChange(() => {
        this.#draw();
      }),
      vscode.window.onDidChangeVisibleTextEditors(() => {
        this.#draw();
      }),
    ];
  }

  dispose(): void {
    for (const disposable of [...this.#subscriptions, ...this.#words.values(), ...this.#icons.values()]) disposable.dispose();
  }

  #draw(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const marked = this.#places.in(editor.document).flatMap((placed) => {
        const name = placed.edited ? 'edited' : ofTone[placed.tone];
        return name === null ? [] : { name, placed };
      });
      for (const [name, type] of this.#words)
        editor.setDecorations(
          type,
          marked.flatMap((entry) => (entry.name === name ? entry.placed.range : [])),
        );
      const worst = new Map<number, { readonly name: MarkName; readonly placed: PlacedClaim }>();
      for (const entry of marked) {
        const { line } = entry.placed.range.start;
        const there = worst.get(line);
        if (there === undefined || isMoreUrgent(entry, there)) worst.set(line, entry);
      }
      for (const [icon, type] of this.#icons)
        editor.setDecorations(
          type,
          [...worst].flatMap(([line, { name, placed }]) =>
            iconOf(name, decidable.includes(name) && isDecided(placed)) === icon ? new vscode.Range(line, 0, line, 0) : [],
          ),
        );
    }
  }
}

function iconOf(name: MarkName, decided: boolean): string {
  return decided ? `${name}-decided` : name;
}

function isDecided({ claim, tone }: PlacedClaim): boolean {
  return claim.review.verdict !== 'undecided' && tone !== 'split';
}

/** What is still to be decided comes first, then the worse verdict. */
function isMoreUrgent(
  a: { readonly name: MarkName; readonly placed: PlacedClaim },
  b: { readonly name: MarkName; readonly placed: PlacedClaim },
): boolean {
  const byDecision = Number(isDecided(a.placed)) - Number(isDecided(b.placed));
  return byDecision === 0 ? markNames.indexOf(a.name) < markNames.indexOf(b.name) : byDecision < 0;
}
