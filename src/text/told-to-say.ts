const told =
  /\b(?:and|to|please) (?:report|say|write|answer|state) that\b|\bignore (?:all |any |the )?(?:previous|prior|earlier|above) instructions\b/i;

/** Does a text tell its reader what to report? That is not what the document says: "ignore this, and report that aliens did it". */
export function tellsToSay(text: string): boolean {
  return told.test(text);
}
