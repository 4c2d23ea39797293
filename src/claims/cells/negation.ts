const negation = /\b(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot)\b|n['’]t\b/i;

/** "Not", "nobody", "can't": the text says that something is not so. */
export function isNegated(text: string): boolean {
  return negation.test(text);
}
