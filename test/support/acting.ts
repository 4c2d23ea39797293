/** The characters of a text that act on a terminal or turn the order of what is read, by their numbers; line feed and tab are none. */
export function acting(text: string): string[] {
  return [...text.matchAll(/\p{Cc}|[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu)]
    .map(([character]) => character.charCodeAt(0).toString(16))
    .filter((code) => code !== 'a' && code !== '9');
}
