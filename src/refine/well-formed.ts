import { answerSlot } from './types.ts';

const finite = '(?:is|are|was|were|has|have|had|does|did|do|can|could|will|would|shall|should|may|might|must)';
const asks = new RegExp(String.raw`\b(?:what|which|who|whom|whose|when|where|why|how)\b|^${finite}\b`, 'iu');
/** "What is {answer} was born?": two verbs with nothing but the answer between them. */
const twoVerbs = new RegExp(String.raw`\b${finite}\s+\{answer\}\s+${finite}\b`, 'iu');
/** "Who was {answer} …": what may follow. */
const identity = /^(?:who|whom|what|which\s+\S+)\s+(?:is|are|was|were)\s+\{answer\}\s+(?<rest>[^?]+)\?*$/iu;
const mayFollow =
  /^(?:of|in|on|at|to|for|by|from|with|as|before|after|during|under|about|best|most|also|known|named|called|born|famous|married|related|responsible|similar|older|younger|and|or|when|while|,|['’]s)\b|^['’]s\b|^\w+(?:ed|en)\s+(?:in|on|at|to|for|by|from|with|as|after)\b|^\w+(?:ed|en|ing)\s+(?:for|by|with|in|on|as|to|from)\b/iu;

/**
 * May the step of a question be put to a search and shown to a person? It asks something, has words, and with its answer put in it is English as far as its form tells: rules that
 * cut phrases out, and models that write, can leave half a sentence.
 * @param step may hold the slot of an answer, `{answer}`
 */
export function isWellFormed(step: string): boolean {
  const text = step.replaceAll(/\s+/g, ' ').trim();
  const words = text.replaceAll(answerSlot, ' ').match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length < 2 || !asks.test(text) || twoVerbs.test(text)) return false;
  // "Ada which person?": a name and no verb.
  if (/^(?:\p{Lu}[\p{L}\p{N}.’'-]*\s+)+which\s+[\p{L}\s]+\?$/u.test(text)) return false;
  // Half a clause: it ends in a word that something must follow.
  if (/\b(?:of|the|an?|and|or|by|that|which|whose|where)\s*\?*$/iu.test(text) && !/\b(?:which|where|by)\s*\?*$/iu.test(text)) return false;
  if (/\b(?:that|whom|whose|where)\s+\p{Lu}[\p{L}\p{N}.’'-]*(?:\s+\p{Lu}[\p{L}\p{N}.’'-]*)*\s*\?$/u.test(text)) return false;
  const rest = identity.exec(text)?.groups?.['rest'];
  return rest === undefined || mayFollow.test(rest);
}
