import { parseFragment } from 'parse5';

const reference = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});/g;
const cache = new Map<string, string>();

/** HTML character references as the characters that they stand for; what is none stays as it is. */
export function decodeHTML(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(reference, (name) => {
    const known = cache.get(name);
    if (known !== undefined) return known;
    const [node] = parseFragment(name).childNodes;
    const decoded = node !== undefined && 'value' in node ? node.value : name;
    if (cache.size < 5000) cache.set(name, decoded);
    return decoded;
  });
}
