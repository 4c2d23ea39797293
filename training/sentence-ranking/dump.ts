// Writes one JSON line a question: for each retrieved sentence its features, what the networks say of it, and whether it is gold.
// node --import tsx training/sentence-ranking/dump.ts OUT HALF FOLDS [DATA [EVERY]]     (FOLDS: as by-fold.ts of the sentence choice and of the question match say; EVERY: of a large half only each EVERYth question)
import { createWriteStream, readFileSync } from 'node:fs';

import { readText } from '../../src/documents/read.ts';
import { bundledEncoder, bundledModels, bundledWordLore, bundledWordRarity } from '../../src/models/bundled/models.ts';
import { matchLikeliest } from '../../src/models/bundled/ranking/matching.ts';
import { firstStage, fullChances, rankingWeightsSchema, worthReading } from '../../src/models/bundled/ranking/ranker.ts';
import { networkFeatures } from '../../src/models/bundled/ranking/networks.ts';
import { readQuery } from '../../src/models/bundled/ranking/query.ts';
import { rankingPassages } from '../../src/audit/answer/ranking-passages.ts';
import { retrieve } from '../../src/retrieve/retrieve.ts';
import { halves, readQuestions } from '../../evaluation/beds/bed.ts';
import { bedIndexes } from '../../evaluation/beds/indexes.ts';
import { goldPlaces, isGold, placed } from '../../evaluation/audit/outcome.ts';
import { matchesByFold } from '../question-match/by-fold.ts';
import { choicesByFold } from '../sentence-choice/by-fold.ts';

const [out = 'dump.jsonl', half = 'fitting', folds = 'folds', data = '../shared/data', every = '1'] = process.argv.slice(2);
const choiceOf = choicesByFold(folds);
const matchOf = matchesByFold(folds);
const depth = 40;
const chosen = halves.find((name) => name === half) ?? 'fitting';
const models = bundledModels();
const encoder = bundledEncoder();
const rarity = bundledWordRarity();
const lore = bundledWordLore();
const weights = rankingWeightsSchema.parse(JSON.parse(readFileSync('models/sentence-ranking/weights.json', 'utf8')));
// Of several wordings of a fact one, in turn: they share their sentences.
const facts = new Map<string, number>();
const questions = (await readQuestions(chosen)).filter(({ fact, answerable }, at) => {
  if (fact === undefined) return at % Number(every) === 0;
  const seen = facts.get(fact) ?? 0;
  facts.set(fact, seen + 1);
  return answerable && seen === facts.size % 3;
});
const file = createWriteStream(out);
for await (const { workspace, items, folder, opened } of bedIndexes(questions, chosen, { data, scratch: '.cache/beds' }, models)) {
  for (const question of items) {
    const gold = await goldPlaces(question.gold, (path) => readText(folder, path));
    const passages = rankingPassages(
      await opened.withIndex((index) => retrieve(question.question, index, models, { limit: depth, exclude: [] }, { seed: 1 })),
    );
    const query = readQuery(question.question, encoder, rarity);
    const { plain, chances } = firstStage(weights.plain, query, passages, encoder, lore);
    const networks = { spanReader: models.spanReader, sentenceChoice: choiceOf(question.id).network };
    const network = await networkFeatures(question.question, worthReading(passages, chances), networks, {});
    // More than the product matches, as other weights may put others first.
    const full = fullChances(weights.full, passages, plain, network);
    const matched = await matchLikeliest(question.question, passages, full, matchOf(question.id).network, {}, 40);
    const match = new Map(matched.map((each) => [`${String(each.order)} ${String(each.place)}`, each.match]));
    const rows = passages.flatMap((passage, order) =>
      passage.sentences.map((sentence, place) => ({
        id: sentence.span.id,
        gold: isGold(placed(sentence.span), gold),
        x: [...(plain[order]?.[place] ?? [])].map((value) => Number(value.toFixed(5))),
        n: network[order]?.[place] === undefined ? null : [...network[order][place]].map((value) => Number(value.toFixed(5))),
        m: match.get(`${String(order)} ${String(place)}`) ?? null,
        passage: order,
        text: sentence.text.slice(0, 300),
      })),
    );
    file.write(
      `${JSON.stringify({ id: question.id, workspace, form: question.form, answerable: question.answerable, document: question.gold[0]?.[0]?.path ?? null, question: question.question, goldSets: question.gold.map((set) => set.length), rows })}\n`,
    );
  }
}
file.end();
