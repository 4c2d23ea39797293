import * as vscode from 'vscode';

import type { Tone } from '../../src/contract/claim-words.ts';
import type { ClaimPlaces, PlacedClaim } from './places.ts';

/** How a claim is marked: by its tone, filled once it is decided. */
type MarkName = 'supported' | 'refuted' | 'conflicting' | 'uncovered' | 'stale' | 'waiting' | 'edited';

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

function markName({ tone, edited }: PlacedClaim): MarkName | null {
  if (edited) return 'edited';
  const names: Readonly<Record<Tone, MarkName | null>> = {
    supported: 'supported',
    refuted: 'refuted',
    conflicting: 'conflicting',
    split: 'conflicting',
    uncovered: 'uncovered',
    stale: 'stale',
    waiting: 'waiting',
    checking: 'waiting',
    hidden: 'waiting',
    failed: 'waiting',
    dismissed: null,
  };
  return names[tone];
}

/** Gutter icons, overview ruler and quiet lines of the claims in open editors. */
export class ClaimMarks implements vscode.Disposable {
  readonly #places: ClaimPlaces;
  readonly #types: ReadonlyMap<string, vscode.TextEditorDecorationType>;
  readonly #disposables: vscode.Disposable[];

  constructor(places: ClaimPlaces, media: vscode.Uri) {
    this.#places = places;
    const make = (name: MarkName, decided: boolean): vscode.TextEditorDecorationType => {
      const colour = ruler[name];
      const textDecoration = lines[name];
      return vscode.window.createTextEditorDecorationType({
        gutterIconPath: vscode.Uri.joinPath(media, `claim-${name}${decided ? '-decided' : ''}.svg`),
        gutterIconSize: '80%',
        rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
        ...(textDecoration === undefined ? {} : { textDecoration }),
        ...(colour === undefined
          ? {}
          : { overviewRulerColor: new vscode.ThemeColor(colour), overviewRulerLane: vscode.OverviewRulerLane.Left }),
      });
    };
    this.#types = new Map([
      ...(['supported', 'refuted', 'conflicting', 'uncovered'] as const).flatMap((name) => [
        [key(name, false), make(name, false)] as const,
        [key(name, true), make(name, true)] as const,
      ]),
      ...(['stale', 'waiting', 'edited'] as const).map((name) => [key(name, false), make(name, false)] as const),
    ]);
    this.#disposables = [
      ...this.#types.values(),
      places.onDidChange(() => {
        this.#draw();
      }),
      vscode.window.onDidChangeVisibleTextEditors(() => {
        this.#draw();
      }),
    ];
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  #draw(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const ranges = new Map<string, vscode.Range[]>();
      for (const placed of this.#places.in(editor.document)) {
        const name = markName(placed);
        if (name === null) continue;
        const decided = placed.claim.review.verdict !== 'undecided' && this.#types.has(key(name, true));
        const of = key(name, decided);
        ranges.set(of, [...(ranges.get(of) ?? []), placed.range]);
      }
      for (const [of, type] of this.#types) editor.setDecorations(type, ranges.get(of) ?? []);
    }
  }
}

function key(name: MarkName, decided: boolean): string {
  return decided ? `${name} decided` : name;
}
