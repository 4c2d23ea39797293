/** Words of a column's name that any amount may have: they tell nothing of which is meant. */
export function isGeneral(word: string): boolean {
  return /^(?:rates?|prices?|fees?|costs?|charges?|amount|number|total|period|pay|cost)$/.test(word);
}

/** "Fee if late", "only at weekends": what stands in such a column holds on a condition. */
export function isConditional(head: string): boolean {
  return /\b(?:if|when|unless|only|without)\b/i.test(head);
}

/** "Checked by", "Owner": whose names of rows or columns tell who does it. */
export function isOfDoer(name: string): boolean {
  return /\b(?:by|who|owner|keeper|lead|responsible)\b/i.test(name);
}
