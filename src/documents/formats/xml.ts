import { SaxesParser } from 'saxes';

import { NotReadable } from '../not-readable.ts';

/** An element with its children in order. Names and attributes are without their prefix: `w:p` is `p`. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
}
export type XmlNode = XmlElement | string;

/** Deeper nesting than any program writes: the tree is walked by recursion. */
const deepest = 400;

/**
 * The root element of an XML document. Entities of a document type are not expanded, and nothing is fetched.
 * @throws NotReadable `damaged`, `over-limit`
 */
export function parseXml(source: string): XmlElement {
  const parser = new SaxesParser();
  const root: Open = { name: '', attributes: {}, children: [] };
  const open: Open[] = [root];
  parser.on('error', (error) => {
    // The first one ends it: each of a million would cost.
    throw damaged(error);
  });
  parser.on('opentag', ({ name, attributes }) => {
    const own: Record<string, string> = {};
    for (const [key, value] of Object.entries(attributes)) own[local(key)] = value;
    const element: Open = { name: local(name), attributes: own, children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
    if (open.length > deepest) throw new NotReadable('over-limit', 'it is nested deeper than documents are: it is not read');
  });
  parser.on('closetag', () => {
    open.pop();
  });
  const words = (text: string): void => {
    open.at(-1)?.children.push(text);
  };
  parser.on('text', words);
  parser.on('cdata', words);
  parser.write(source).close();
  const first = root.children.find((node): node is Open => typeof node !== 'string');
  if (first === undefined) throw damaged();
  return first;
}

function damaged(cause?: Error): NotReadable {
  return new NotReadable('damaged', 'a part of the file is damaged: save it again with the program that made it', cause);
}

interface Open {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (Open | string)[];
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The child elements, of one name where it is given. */
export function elements(parent: XmlElement | undefined, name?: string): XmlElement[] {
  return (parent?.children ?? []).filter(
    (child): child is XmlElement => typeof child !== 'string' && (name === undefined || child.name === name),
  );
}

export function child(parent: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  let found = parent;
  for (const name of path) found = found?.children.find((each): each is XmlElement => typeof each !== 'string' && each.name === name);
  return found;
}

/** Every element of a name below, in document order; not within another of them. */
export function* descendants(parent: XmlElement, name: string): Generator<XmlElement> {
  for (const each of elements(parent)) {
    if (each.name === name) yield each;
    else yield* descendants(each, name);
  }
}

export function textIn(node: XmlNode | undefined): string {
  if (node === undefined) return '';
  return typeof node === 'string' ? node : node.children.map(textIn).join('');
}
