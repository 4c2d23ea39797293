/** Which side of a connective names the cause. */
export type CauseSide = 'before' | 'after';

/** A word or phrase that joins a cause and its effect, where it stands. */
export interface Connective {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly cause: CauseSide;
}

/** "the fire was caused by a spark": the cause stands after. */
const causeAfter = [
  'because(?: of)?',
  'due to',
  'owing to',
  'thanks to',
  'as a (?:result|consequence) of',
  'in (?:response|reaction|protest|retaliation) (?:to|against|over|of|for)',
  'on account of',
  'in the wake of',
  'in view of',
  'for fear of',
  '(?:was|were|is|are|been|being|be)?\\s?(?:caused|triggered|sparked|prompted|provoked|driven|fuelled|fueled|motivated|induced|brought about|brought on|forced|influenced|ignited) by',
  'result(?:s|ed|ing)? from',
  'stem(?:s|med|ming)? from',
  'aris(?:es|en|ing) from',
  'arose from',
  'blamed (?:on|for)',
  'attributed to',
  'following',
  '(?:over|after) (?:the )?(?:alleged|killing|death|arrest|murder|shooting|attack|failure|dispute|issue|decision)\\w*',
  'protest(?:s|ed|ing|ers)? (?:against|over|at|about)',
  '(?:demonstrat\\w+|strik\\w+|rall\\w+|march\\w*|riot\\w*|campaign\\w*) (?:against|over|for|to demand|demanding)',
  'accused of',
  'in order to',
  'so as to',
  'aimed at',
  'demanding',
  'to (?:protest|demand|press|prevent|stop|avoid|mark|quell|disperse|restore|oppose|express|show|support|ensure|call for|condemn|highlight)',
  'calling for',
  'sentenced (?:\\w+ ){0,4}for',
  'arrested (?:\\w+ ){0,3}(?:for|over|on)',
  'charged with',
  'convicted of',
];

/** "A spark" and "the cause" are nouns. */
const noArticle = '(?<!\\b(?:a|an|the|any|no|its|their|this|that|of)\\s)';

/** "a spark led to the fire": the cause stands before. */
const causeBefore = [
  'so that',
  'therefore',
  'thus',
  'hence',
  'consequently',
  'as a (?:result|consequence)(?! of)',
  'which is why',
  'that is why',
  `${noArticle}(?:caus(?:es|ed|ing|e)|trigger(?:s|ed|ing)?|spark(?:s|ed|ing)?|prompt(?:s|ed|ing)|provok(?:es|ed|ing|e)|induc(?:es|ed|ing|e)|ignit(?:es|ed|ing|e))(?! by)`,
  '(?:lead|leads|led|leading) to',
  'result(?:s|ed|ing)? in',
  'contribut(?:es|ed|ing|e) to',
  `${noArticle}forc(?:es|ed|ing|e)(?! by)`,
  'bring(?:s|ing)? about',
  'brought about(?! by)',
  'g(?:ave|ives?|iving) rise to',
  'ma(?:de|kes|king) (?:it|them|him|her|the)',
  'prevent(?:s|ed|ing)',
  'enabl(?:es|ed|ing)',
  'inspir(?:es|ed|ing)',
  'leav(?:es|ing)',
  'left (?:\\w+ ){0,4}(?:dead|injured|wounded|homeless|killed)',
  'kill(?:ed|ing|s)',
  'injur(?:ed|ing)',
  'wound(?:ed|ing)',
];

const pattern = new RegExp(`\\b(?:(?<after>${causeAfter.join('|')})|(?<before>${causeBefore.join('|')}))\\b`, 'giu');

/** The causal connectives and verbs of a sentence, in order, disjoint. Rules alone: models that know more are measured against them. */
export function causalConnectives(sentence: string): Connective[] {
  return [...sentence.matchAll(pattern)].map((match): Connective => ({
    start: match.index,
    end: match.index + match[0].length,
    text: match[0],
    cause: match.groups?.['after'] === undefined ? 'before' : 'after',
  }));
}
