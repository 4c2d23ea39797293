import type { QuestionAnalysis } from '../../../text/question.ts';

const auxiliary = '(?:is|are|was|were|has|have|had|can|could|may|might|must|shall|should|will|would)';

/**
 * Question and short answer as one declarative sentence. null where the question's form is not one that can be turned with
 * certainty: the sentence that holds the answer is then the statement.
 */
export function writeStatement(question: QuestionAnalysis, answer: string): string | null {
  const text = question.text.replace(/[?.!\s]+$/, '').trim();
  const sentence =
    subjectQuestion(text, answer) ?? definitionQuestion(text, answer) ?? howLong(text, answer) ?? causeQuestion(text, answer);
  return sentence === null ? null : `${capital(sentence)}.`;
}

/** A yes-or-no question as the statement that yes asserts, or with "no" its denial; null where the inversion is not clear. */
export function writeYesNo(question: QuestionAnalysis, yes: boolean): string | null {
  const text = question.text.replace(/[?.!\s]+$/, '').trim();
  const match = new RegExp(`^(${auxiliary})\\s+(.+)$`, 'i').exec(text);
  if (match === null) return null;
  const [, verb = '', rest = ''] = match;
  const subject = subjectOf(rest);
  if (subject === null) return null;
  const predicate = rest.slice(subject.length).trim();
  if (predicate === '') return null;
  return `${capital(subject)} ${verb.toLowerCase()}${yes ? '' : ' not'} ${predicate}.`;
}

/** "Who directed X", "Which band released X", "What caused X": the answer is the subject. */
function subjectQuestion(text: string, answer: string): string | null {
  const who =
    /^(?:who|what)\s+((?!(?:is|are|was|were|do|does|did|has|have|had|can|could|may|might|must|shall|should|will|would|kind|type)\b)\p{L}+(?:ed|s|t|e|w|d|n|k)?)\s+(.+)$/iu.exec(
      text,
    );
  if (who !== null) return `${answer} ${who[1] ?? ''} ${who[2] ?? ''}`;
  const be = new RegExp(`^(?:who)\\s+(${auxiliary})\\s+(.+)$`, 'i').exec(text);
  if (be !== null) return `${answer} ${be[1] ?? ''} ${be[2] ?? ''}`;
  return null;
}

/** "What is the capital of X": "The capital of X is …". "When was X born": "X was born in …" needs the preposition, so only "is/was the N of". */
function definitionQuestion(text: string, answer: string): string | null {
  const match = /^what\s+(is|are|was|were)\s+((?:the|its|their|his|her)\s+.+)$/i.exec(text);
  return match === null ? null : `${match[2] ?? ''} ${match[1] ?? ''} ${answer}`;
}

/** "How long must passwords be": "Passwords must be …". */
function howLong(text: string, answer: string): string | null {
  const match = new RegExp(
    `^how\\s+(?:long|old|tall|high|large|big|far|deep|wide|heavy|fast)\\s+(${auxiliary})\\s+(.+?)(?:\\s+(be|been))?$`,
    'i',
  ).exec(text);
  return match === null ? null : `${match[2] ?? ''} ${match[1] ?? ''} ${match[3] === undefined ? '' : `${match[3]} `}${answer}`;
}

function causeQuestion(text: string, answer: string): string | null {
  const match = /^what\s+(caused|led to|triggered|prevented)\s+(.+)$/i.exec(text);
  return match === null ? null : `${answer} ${match[1] ?? ''} ${match[2] ?? ''}`;
}

/** The subject of an inverted question: up to the first word that begins a predicate. Only plain cases. */
function subjectOf(rest: string): string | null {
  const match =
    /^((?:(?:the|a|an|any|all|some|its|their|his|her|this|that|these|those)\s+)?[\p{L}\p{N}'’-]+(?:\s+(?:of|for|by|in|on)\s+(?:the\s+|an?\s+)?[\p{L}\p{N}'’-]+)?(?:\s+[\p{L}\p{N}'’-]+)??)\s+(?=(?:allowed|required|permitted|forbidden|prohibited|used|needed|based|located|born|an?|the|be|been|part|available|known|considered|made|sent|changed|stored|shared|\p{L}+ed)\b)/iu.exec(
      rest,
    );
  return match?.[1] ?? null;
}

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
