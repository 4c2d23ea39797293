import { visible } from '../src/base/visible.ts';

const attributes = ['title', 'aria-label', 'alt', 'placeholder'];

/**
 * Makes what cannot be seen in the texts of a page visible, now and whenever they change: quotes, names and reports are drawn in many
 * places, and all of them come by here before they are painted. What draws the page goes on by what it drew last, and is not disturbed.
 */
export function keepVisible(root: Element): void {
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes, attributeName } of records) {
      if (attributeName !== null) attribute(target, attributeName);
      else if (target instanceof Text) text(target);
      for (const node of addedNodes) all(node);
    }
  });
  all(root);
  observer.observe(root, { subtree: true, childList: true, characterData: true, attributeFilter: attributes });
}

function all(node: Node): void {
  if (node instanceof Text) text(node);
  else if (node instanceof Element) {
    for (const name of attributes) attribute(node, name);
    for (const child of node.childNodes) all(child);
  }
}

function text(node: Text): void {
  const seen = visible(node.data);
  if (seen !== node.data) node.data = seen;
}

function attribute(node: Node, name: string): void {
  if (!(node instanceof Element)) return;
  const value = node.getAttribute(name);
  if (value === null) return;
  const seen = visible(value);
  if (seen !== value) node.setAttribute(name, seen);
}
