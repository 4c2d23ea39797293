/** What a claim asserts, in its own place: offsets into the claim hold, as what leads up to it is blank. */
export interface Assertion {
  readonly text: string;
  /** The claim says that it is not so. */
  readonly denied: boolean;
}

const be = String.raw`(?:is|['’]s)`;
const so = String.raw`(?:true|correct|right|the case|a fact|so)`;
const that = String.raw`\sthat,?\s+(?=\S+\s+\S)`;
const asserting = new RegExp(
  String.raw`^\s*(?:(?:it\s?${be}\s(?:indeed\s)?${so}|the documents?\s(?:says?|states?))${that}|according to the documents?,\s+)`,
  'i',
);
const denying = new RegExp(
  String.raw`^\s*(?:it\s?${be}\s(?:(?:not|never)\s${so}|false|untrue|wrong|incorrect)|it\sisn['’]t\s${so})${that}`,
  'i',
);

/** "It is true that …" adds nothing to what it leads up to, and "it is not true that …" turns it. */
export function assertionIn(claim: string): Assertion {
  const [plain, turned] = [asserting.exec(claim), denying.exec(claim)];
  const lead = (plain ?? turned)?.[0].length ?? 0;
  return { text: ' '.repeat(lead) + claim.slice(lead), denied: turned !== null };
}
