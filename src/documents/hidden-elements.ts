import type { DefaultTreeAdapterTypes } from 'parse5';

import type { HiddenTexts } from './hidden-texts.ts';
import { type Declarations, StyleSheet } from './style-sheet.ts';
import type { HiddenBy } from './types.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** What an element takes over from those around it. */
interface Look {
  readonly isUnseen: boolean;
  readonly isTiny: boolean;
  readonly colour: string | null;
  /** null where it is not known. */
  readonly background: string | null;
}

const unread = new Set(['script', 'style', 'template', 'noscript', 'head', 'svg', 'iframe', 'object']);
const deepest = 200;
/** Further than any screen. Pixels. */
const farAway = 900;

/**
 * The texts of a page that no reader sees: by `hidden`, by the styles of elements and by the page's own style sheets. What scripts, files of styles or
 * selectors of several elements do is not known.
 * @param told is told their words
 */
export function hiddenNodes(nodes: readonly Node[], told: HiddenTexts): ReadonlySet<Node> {
  const sheet = new StyleSheet();
  const state = { isStyled: false, background: false };
  look(nodes, 0, sheet, state);
  if (!state.isStyled) return new Set();
  const isWhite = !state.background && !sheet.hasUnknownBackground;
  const hidden = new Set<Node>();
  const visit = (within: readonly Node[], outer: Look, depth: number): void => {
    if (depth > deepest) return;
    const words: string[] = [];
    let by: HiddenBy | null = null;
    for (const node of within) {
      if (!('tagName' in node)) {
        by = hidesText(outer);
        if (by === null || !('value' in node)) continue;
        hidden.add(node);
        words.push(node.value);
        continue;
      }
      if (unread.has(node.tagName)) continue;
      const style = sheet.of(node);
      const hides = hidesElement(node, style);
      if (hides === null) visit(node.childNodes, lookOf(style, outer), depth + 1);
      else {
        hidden.add(node);
        told.add(textIn(node, 0), hides);
      }
    }
    if (by !== null) told.add(words.join(' '), by);
  };
  visit(nodes, { isUnseen: false, isTiny: false, colour: 'black', background: isWhite ? 'white' : null }, 0);
  return hidden;
}

/** Style sheets of the page, and whether anything in it could hide a text. */
function look(nodes: readonly Node[], depth: number, sheet: StyleSheet, state: { isStyled: boolean; background: boolean }): void {
  if (depth > deepest) return;
  for (const node of nodes) {
    if (!('tagName' in node)) continue;
    if (node.tagName === 'style') {
      sheet.add(node.childNodes.map((child) => ('value' in child ? child.value : '')).join(''));
      state.isStyled = true;
    } else if (node.tagName === 'link' && node.attrs.some(({ name, value }) => name === 'rel' && /stylesheet/i.test(value)))
      state.background = true;
    else if (node.attrs.some(({ name }) => name === 'style' || name === 'hidden')) state.isStyled = true;
    if (node.attrs.some(({ name }) => name === 'bgcolor' || name === 'background')) state.background = true;
    look(node.childNodes, depth + 1, sheet, state);
  }
}

function hidesText({ isUnseen, isTiny, colour, background }: Look): HiddenBy | null {
  if (isUnseen) return 'style';
  if (isTiny) return 'size';
  return colour === 'transparent' || (colour !== null && colour === background) ? 'colour' : null;
}

/** What hides an element with all that is in it. */
function hidesElement(element: Element, style: Declarations): HiddenBy | null {
  const display = style.get('display');
  if (display === 'none') return 'style';
  if (display === undefined && element.attrs.some(({ name, value }) => name === 'hidden' && value !== 'until-found')) return 'mark';
  if (Number.parseFloat(style.get('opacity') ?? '1') === 0) return 'style';
  if (/(?:^|\s)scale\(0(?:[,)]|\.0)/.test(style.get('transform') ?? '')) return 'size';
  const isCut = /^(?:hidden|clip)/.test(style.get('overflow') ?? '');
  if (isCut && ['width', 'height', 'max-height', 'max-width'].some((name) => isPixel(style.get(name)))) return 'size';
  if (/^rect\((?:0|1)(?:px)?[ ,]+(?:0|1)(?:px)?[ ,]+(?:0|1)(?:px)?[ ,]+(?:0|1)(?:px)?\)$/.test(style.get('clip') ?? '')) return 'size';
  if (/^inset\((?:50|100)%\)$/.test(style.get('clip-path') ?? '')) return 'size';
  const isPlaced = /^(?:absolute|fixed|relative)$/.test(style.get('position') ?? '');
  const places = isPlaced ? ['left', 'top', 'right', 'bottom', 'margin-left', 'margin-top', 'text-indent'] : ['margin-left', 'text-indent'];
  return places.some((name) => isFarAway(style.get(name))) ? 'place' : null;
}

function isPixel(value: string | undefined): boolean {
  return value !== undefined && /^[01](?:px|pt|em|rem|%)?$/.test(value) && !/^1(?:em|rem)$/.test(value);
}

function isFarAway(value: string | undefined): boolean {
  const found = /^-(\d+(?:\.\d+)?)(px|pt|em|rem|vw|vh|%)$/.exec(value ?? '');
  if (found === null) return false;
  const length = Number(found[1]) * (/^r?em$/.test(found[2] ?? '') ? 16 : /^(?:vw|vh|%)$/.test(found[2] ?? '') ? 10 : 1);
  return length >= farAway;
}

function lookOf(style: Declarations, outer: Look): Look {
  const visibility = style.get('visibility');
  const size = style.get('font-size') ?? /(?:^|\s)(0(?:\.\d+)?(?:px|pt|em|rem|%)?)(?:\/|\s)/.exec(style.get('font') ?? '')?.[1];
  const isRelative = size !== undefined && /(?:em|%|smaller|larger)$/.test(size) && !size.endsWith('rem');
  const isZero = size !== undefined && Number.parseFloat(size) < 0.5 && /^[\d.]+(?:px|pt|em|rem|%)?$/.test(size);
  const colour = style.get('color');
  const background = style.get('background-color') ?? style.get('background');
  return {
    isUnseen: visibility === undefined ? outer.isUnseen : /^(?:hidden|collapse)$/.test(visibility),
    isTiny: isZero || (outer.isTiny && (size === undefined || isRelative)),
    colour: colour === undefined || colour === 'inherit' ? outer.colour : colourOf(colour),
    // A picture or a gradient is of no one colour.
    background: style.has('background-image')
      ? null
      : background === undefined || background === 'inherit'
        ? outer.background
        : behind(background, outer.background),
  };
}

function behind(value: string, outer: string | null): string | null {
  const colour = value === 'none' ? 'transparent' : colourOf(value);
  return colour === 'transparent' ? outer : colour;
}

/** A colour in one way of writing; null for what is none. */
function colourOf(value: string): string | null {
  const named = names.get(value);
  if (named !== undefined) return named;
  const hex = /^#([0-9a-f]{3,8})$/.exec(value)?.[1];
  if (hex !== undefined) {
    const full = hex.length < 6 ? Array.from(hex, (digit) => digit + digit).join('') : hex;
    if (full.length === 8 && full.endsWith('00')) return 'transparent';
    return named6(full.slice(0, 6));
  }
  const parts = /^rgba?\(([^)]*)\)$/.exec(value)?.[1]?.split(/[\s,/]+/);
  if (parts === undefined) return null;
  if (parts[3] !== undefined && Number.parseFloat(parts[3]) === 0) return 'transparent';
  return named6(
    parts
      .slice(0, 3)
      .map((part) => Math.round(Number(part)).toString(16).padStart(2, '0'))
      .join(''),
  );
}

const names = new Map([
  ['white', 'white'],
  ['black', 'black'],
  ['transparent', 'transparent'],
]);

function named6(hex: string): string {
  return hex === 'ffffff' ? 'white' : hex === '000000' ? 'black' : hex;
}

function textIn(node: Node, depth: number): string {
  if ('value' in node) return node.value;
  if (!('childNodes' in node) || depth > deepest || ('tagName' in node && unread.has(node.tagName))) return '';
  return node.childNodes.map((child) => textIn(child, depth + 1)).join(' ');
}
