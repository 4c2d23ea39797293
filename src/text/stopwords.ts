/** English function words. Negations, modals that permit or require, and numbers in words are not here: they decide what a sentence says. */
const stopwords = new Set(
  (
    'a an the this that these those some any each every either both all and or but if then else so than as of at by for from in into on onto to upon with ' +
    'about above across after again against along among around before behind below beneath beside besides between beyond during except inside near off out ' +
    'outside over past since through throughout toward towards under until up via within i me my mine myself we us our ours ourselves you your yours yourself ' +
    'yourselves he him his himself she her hers herself it its itself they them their theirs themselves one ones who whom whose which what when where why how ' +
    "am is are was were be been being do does did doing done have has had having will would shall can could may might it's i'm you're he's she's we're they're " +
    "i've you've we've they've that's there's here there also just such own same too very only other others another quite rather still yet however therefore " +
    'thus hence etc ie eg'
  ).split(' '),
);

/** `word` in lower case. */
export function isStopword(word: string): boolean {
  return stopwords.has(word);
}
