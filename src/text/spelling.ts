/** Endings and stems that British and American English write otherwise, the American way; words that would become others are no part of them. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/^practis(?=e|ing)/u, 'practic'],
  [/(?<=\p{L}{3})is(?=(?:e[sdr]?|ing|ers?|ations?|ational)$)/u, 'iz'],
  [/(?<=anal|paral|catal|hydrol)ys(?=(?:e[sd]?|ing)$)/u, 'yz'],
  [/(?<=col|hon|lab|neighb|fav|flav|harb|behavi|hum|rum|vap|val|endeav|od|parl|rig|sav|splend|tum|vig|arm|cand|clam|glam)our/u, 'or'],
  [/^(?<stem>cent|met|lit|theat|fib|calib|lust|meag|somb|spect|kilomet|centimet|millimet|millilit)re(?=s?$)/u, '$<stem>er'],
  [/(?<=lic|def|off|pret)ence(?=s?$)/u, 'ense'],
  [/(?<=catal|dial|monol|anal|epil)ogue(?=s?$)/u, 'og'],
  [/(?<=\p{L}{2}[aeiou]l)l(?=(?:ed|ing|ers?)$)/u, ''],
  [/^(?<stem>programm)e(?=s?$)/u, 'program'],
  [/^cheque/u, 'check'],
  [/^(?<stem>fulfil|enrol|instal|skil)l/u, '$<stem>'],
  [/^grey/u, 'gray'],
  [/^tyre(?=s?$)/u, 'tire'],
  [/^kerb/u, 'curb'],
  [/^storey(?=s?$)/u, 'story'],
  [/^(?<stem>judg|acknowledg|lodg)ement/u, '$<stem>ment'],
  [/^ageing$/u, 'aging'],
  [/^aluminium$/u, 'aluminum'],
  [/^(?<stem>mo)u(?=ld|lt)/u, '$<stem>'],
  [/^plough/u, 'plow'],
  [/^draught(?=s?$|y|ing)/u, 'draft'],
  [/^(?<stem>an|p|h|gyn|orthop|f|encyclop|arch|leuk)ae(?=[cdmost])/u, '$<stem>e'],
];

/** A lower-case word as one spelling of the two; to be compared with others that are taken so, and not to be shown. */
export function plainSpelling(word: string): string {
  return spellings.reduce((rest, [pattern, by]) => rest.replace(pattern, by), word);
}
