"""Fits the three stages of the sentence ranker: python3 fit.py DUMP [DUMP ...] --weights models/sentence-ranking/weights.json [--scores SCORES] [--folds DIR] [--check]

A dump (dump.ts) has one question a line. A sentence is right where it overlaps a gold sentence. Each stage is a conditional logit over the sentences of a question: the loss is
-log of the probability, by softmax over the question's sentences, of its right ones, with a ridge. A line over the scores that were predicted out of fold then makes them chances.
The third stage looks at the likeliest sentences of the second, and at what the network of pairs says of each (models/question-match).
Folds are of documents: no question is asked of weights that saw a question about its document. With --check they are scored, with --folds their weights are written, for fitting the
judge on answers that the ranker has not seen. With --scores what the sentence choice says is taken from there: of networks that did not see the question's document
(training/sentence-choice/own.py), so that it is not trusted for what it knows by heart.
"""
import argparse
import json

import numpy as np
from scipy.optimize import minimize
from sklearn.linear_model import LogisticRegression

FOLDS, RIDGE = 5, 50
# As src/models/bundled/ranking/matching.ts has them.
MATCHED = 16
MATCH_FEATURES = ['chance', 'chancePlace', 'lead', 'match', 'matchLead', 'matchPlace', 'matchShare']


CHOICE = ('score', 'probability', 'share', 'none')


def with_scores(rows, passages):
    said = {passage['order']: passage for passage in passages}
    places = {}
    for row in rows:
        at = places[row['passage']] = places.get(row['passage'], -1) + 1
        if row['n'] is not None:
            passage = said[row['passage']]
            row['n'][:4] = [passage[name] if name == 'none' else passage[name][at] for name in CHOICE]


def read(paths, scores=None):
    questions = []
    said = {} if scores is None else {entry['id']: entry['passages'] for entry in map(json.loads, open(scores))}
    for path in paths:
        for line in open(path):
            entry = json.loads(line)
            rows = entry['rows']
            if not rows:
                continue
            if said:
                with_scores(rows, said[entry['id']])
            plain = np.array([row['x'] for row in rows], np.float64)
            seen = np.array([row['n'] is not None for row in rows])
            network = np.array([row['n'] for row in rows if row['n'] is not None], np.float64)
            order = np.array([row['passage'] for row in rows], np.float64)[seen]
            together = np.stack([network[:, 0] * np.exp(-0.03 * order), network[:, 4] * network[:, 5]], axis=1)
            gold = np.array([row['gold'] for row in rows])
            document = f"{entry['workspace']}/{entry['document']}" if entry['document'] else f"none-{entry['id']}"
            questions.append({'id': entry['id'], 'dump': path, 'document': document, 'form': entry['form'], 'answerable': entry['answerable'], 'plain': (plain, gold), 'full': (np.hstack([plain[seen], network, together]), gold[seen]), 'match': np.array([row.get('m') if row.get('m') is not None else np.nan for row in rows if row['n'] is not None])})
    return questions


def folds_of(questions):
    """Documents in folds of about as many questions each."""
    counts = {}
    for question in questions:
        counts[question['document']] = counts.get(question['document'], 0) + 1
    load, fold = [0] * FOLDS, {}
    for document in sorted(counts, key=lambda name: (-counts[name], name)):
        fold[document] = int(np.argmin(load))
        load[fold[document]] += counts[document]
    return {question['id']: fold[question['document']] for question in questions}


def fit(questions, stage):
    parts = [question[stage] for question in questions if question[stage][1].any()]
    x, gold = np.vstack([rows for rows, _ in parts]), np.concatenate([right for _, right in parts])
    mean, scale = x.mean(0), x.std(0)
    scale[scale < 1e-6] = 1
    z = (x - mean) / scale
    starts = np.cumsum([0] + [len(right) for _, right in parts])[:-1]
    of = np.repeat(np.arange(len(parts)), [len(right) for _, right in parts])

    def loss(w):
        s = z @ w
        e = np.exp(s - np.maximum.reduceat(s, starts)[of])
        total, right = np.add.reduceat(e, starts), np.add.reduceat(e * gold, starts)
        value = -(np.log(right + 1e-300) - np.log(total)).sum() + RIDGE / 2 * (w @ w)
        return value, z.T @ (e / total[of] - e * gold / right[of]) + RIDGE * w

    weights = minimize(loss, np.zeros(x.shape[1]), jac=True, method='L-BFGS-B', options={'maxiter': 300}).x
    return {'mean': mean, 'scale': scale, 'weights': weights, 'bias': 0.0}


def score(model, rows):
    return ((rows - model['mean']) / model['scale']) @ model['weights'] + model['bias']


def logit(chance):
    inside = np.clip(chance, 0.0005, 0.999)
    return np.log(inside / (1 - inside))


def matched(question, chances):
    """The likeliest sentences of the second stage: their places, the rows of MATCH_FEATURES, and which are right."""
    at = np.array([place for place in np.argsort(-chances, kind='stable') if not np.isnan(question['match'][place])][:MATCHED], int)
    own, match = logit(chances[at]), question['match'][at]
    powers = np.exp(match - match.max())
    rows = []
    for place in range(len(at)):
        others = np.arange(len(at)) != place
        rows.append([own[place], 1 / (1 + place), own[place] - max([*own[others], logit(0.0)]), match[place], match[place] - max([*match[others], -10]), 1 / (1 + (match > match[place]).sum()), powers[place] / powers.sum()])
    return at, np.array(rows), question['full'][1][at]


def as_chances(model, line):
    """The model whose logit is a line over the score."""
    slope, offset = line
    return {'mean': model['mean'].round(6).tolist(), 'scale': model['scale'].round(6).tolist(), 'weights': (slope * model['weights']).round(6).tolist(), 'bias': round(float(offset), 6)}


def line_of(scores, golds):
    """Slope and offset by logistic regression, each question counting the same."""
    x, y = np.concatenate(scores)[:, None], np.concatenate(golds)
    w = np.concatenate([np.full(len(gold), 1 / len(gold)) for gold in golds])
    model = LogisticRegression(C=1e6).fit(x, y, sample_weight=w / w.mean())
    return model.coef_[0][0], model.intercept_[0]


def hits(questions, scores, stage, depths=(1, 3, 5, 10, 25)):
    places = []
    for question, values in zip(questions, scores):
        gold = question[stage][1]
        if question['plain'][1].any():
            places.append(int(np.argmax(gold[np.argsort(-values, kind='stable')])) if gold.any() else 10**6)
    return f'n = {len(places)}: ' + ', '.join(f'@{depth} {np.mean(np.array(places) < depth):.3f}' for depth in depths)


def area(scores, is_one):
    """Under the curve: how often one of the ones has a higher score than one of the others."""
    ones, others = scores[is_one], scores[~is_one]
    return float((ones[:, None] > others[None]).mean() + 0.5 * (ones[:, None] == others[None]).mean())


def alone(questions, chances):
    """What the network of pairs tells by itself of the sentences that it is asked about, beside the first two stages."""
    asked = [(question, *matched(question, own)) for question, own in zip(questions, chances)]
    reached = [(rows, gold) for _, _, rows, gold in asked if gold.any()]
    print('with a gold sentence among those that are read as pairs', len(reached))
    for name, column in (('first two stages', 0), ('network of pairs alone', 3)):
        best = np.array([gold[rows[:, column].argmax()] for rows, gold in reached])
        three = np.array([gold[np.argsort(-rows[:, column], kind='stable')[:3]].any() for rows, gold in reached])
        first = np.array([rows[0, column] for _, _, rows, _ in asked])
        answered = np.array([question['answerable'] for question, *_ in asked])
        right = np.array([bool(gold[0]) for _, _, _, gold in asked])
        print(f'{name}: first {best.mean():.3f}, within three {three.mean():.3f}; of the first sentence: answered or not {area(first, answered):.3f}, right or not {area(first, right):.3f}')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('dumps', nargs='+')
    parser.add_argument('--weights', required=True)
    parser.add_argument('--scores')
    parser.add_argument('--folds')
    parser.add_argument('--check', action='store_true')
    options = parser.parse_args()
    questions = read(options.dumps, options.scores)
    fold = folds_of(questions)
    known = json.load(open(options.weights))
    lines, held = {}, {'plain': [None] * len(questions), 'full': [None] * len(questions)}
    models = {}
    for stage in ('plain', 'full'):
        for number in range(FOLDS):
            models[stage, number] = fit([question for question in questions if fold[question['id']] != number], stage)
            for place, question in enumerate(questions):
                if fold[question['id']] == number:
                    held[stage][place] = score(models[stage, number], question[stage][0])
        lines[stage] = line_of([values for values in held[stage]], [question[stage][1] for question in questions])
        print(stage, 'documents held out', hits(questions, held[stage], stage))
    # The third stage, on chances that were predicted out of fold, and out of fold itself.
    slope, offset = lines['full']
    chances = [1 / (1 + np.exp(-(slope * values + offset))) for values in held['full']]
    thirds = [matched(question, chance) for question, chance in zip(questions, chances)]
    for question, (_, rows, gold) in zip(questions, thirds):
        question['third'] = (rows, gold)
    held['third'] = [None] * len(questions)
    for number in range(FOLDS):
        models['third', number] = fit([question for question in questions if fold[question['id']] != number], 'third')
        for place, question in enumerate(questions):
            if fold[question['id']] == number:
                held['third'][place] = score(models['third', number], question['third'][0])
    lines['third'] = line_of(held['third'], [question['third'][1] for question in questions])
    print('third documents held out', hits(questions, held['third'], 'third'))
    if options.check:
        alone(questions, chances)
        for key in ('form', 'dump'):
            for name in sorted({question[key] for question in questions if question['plain'][1].any()}):
                own = [place for place, question in enumerate(questions) if question[key] == name]
                print(name, hits([questions[place] for place in own], [held['third'][place] for place in own], 'third'))
        print('without the last dump')
        own = [place for place, question in enumerate(questions) if question['dump'] != options.dumps[-1]]
        for stage in ('plain', 'full', 'third'):
            print(stage, hits([questions[place] for place in own], [held[stage][place] for place in own], stage))
    if options.folds:
        json.dump(fold, open(f'{options.folds}/folds.json', 'w'))
        for number in range(FOLDS):
            part = {stage: as_chances(models[stage, number], lines[stage]) for stage in ('plain', 'full')} | {'matched': as_chances(models['third', number], lines['third'])}
            json.dump({**known, **part}, open(f'{options.folds}/fold-{number}.json', 'w'))
    all_three = {stage: as_chances(fit(questions, stage), lines[stage]) for stage in ('plain', 'full')} | {'matched': as_chances(fit(questions, 'third'), lines['third'])}
    json.dump({**known, 'matchFeatures': MATCH_FEATURES, **all_three}, open(options.weights, 'w'))


if __name__ == "__main__":
    main()
