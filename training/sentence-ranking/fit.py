"""Fits the two stages of the sentence ranker: python3 fit.py DUMP [DUMP ...] --weights models/sentence-ranking/weights.json [--test DUMP] [--folds DIR]

A dump (dump.ts) has one question a line. A sentence is right where it overlaps a gold sentence. Each question counts the same.
With --folds, three more files are written, each fitted without a third of the questions: for fitting the judge on answers that the ranker has not seen.
"""
import argparse
import json
import zlib

import numpy as np
from sklearn.linear_model import LogisticRegression

PASSAGES = 14
SEED = 7


def read(paths):
    questions = []
    for path in paths:
        with open(path) as lines:
            for line in lines:
                entry = json.loads(line)
                rows = entry['rows']
                if not rows:
                    continue
                plain = np.array([row['x'] for row in rows], np.float32)
                gold = np.array([row['gold'] for row in rows])
                order = np.array([row['passage'] for row in rows], np.float32)
                seen = np.array([row['n'] is not None for row in rows])
                network = np.array([row['n'] or [0] * 6 for row in rows], np.float32)
                questions.append({'id': entry['id'], 'plain': plain, 'gold': gold, 'order': order, 'seen': seen, 'network': network, 'form': entry['form'], 'workspace': entry['workspace']})
    return questions


def with_places(rows):
    places = np.argsort(np.argsort(-rows, axis=0, kind='stable'), axis=0, kind='stable')
    return np.hstack([rows, 1 / (1 + places)])


def full(question):
    seen = question['seen']
    network = question['network'][seen]
    together = np.stack([network[:, 0] * np.exp(-0.03 * question['order'][seen]), network[:, 4] * network[:, 5]], axis=1)
    return with_places(np.hstack([question['plain'][seen], network, together]))


def fit(questions, features, gold_of, strength, negatives=150):
    rng = np.random.default_rng(SEED)
    xs, ys, ws = [], [], []
    for question in questions:
        gold = gold_of(question)
        if not gold.any():
            continue
        others = np.flatnonzero(~gold)
        if len(others) > negatives:
            others = rng.choice(others, negatives, replace=False)
        kept = np.concatenate([np.flatnonzero(gold), others])
        xs.append(features(question)[kept])
        ys.append(gold[kept])
        ws.append(np.where(gold[kept], 1 / gold.sum(), 1 / 60))
    x, y, w = np.vstack(xs), np.concatenate(ys), np.concatenate(ws)
    mean, scale = x.mean(0), x.std(0)
    scale[scale < 1e-6] = 1
    model = LogisticRegression(C=strength, max_iter=1000).fit((x - mean) / scale, y, sample_weight=w)
    return {'mean': mean.round(6).tolist(), 'scale': scale.round(6).tolist(), 'weights': model.coef_[0].round(6).tolist(), 'bias': round(float(model.intercept_[0]), 6)}


def score(weights, rows):
    z = (rows - np.array(weights['mean'])) / np.array(weights['scale'])
    return 1 / (1 + np.exp(-(z @ np.array(weights['weights']) + weights['bias'])))


def hits(questions, scores_of, depths=(1, 3, 5, 10, 25)):
    places = []
    for question in questions:
        if not question['gold'].any():
            continue
        scores, gold = scores_of(question)
        ranked = gold[np.argsort(-scores, kind='stable')]
        places.append(int(np.argmax(ranked)) if ranked.any() else 10**6)
    places = np.array(places)
    return f'n = {len(places)}: ' + ', '.join(f'@{depth} {np.mean(places < depth):.3f}' for depth in depths)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('dumps', nargs='+')
    parser.add_argument('--weights', required=True)
    parser.add_argument('--test', nargs='*', default=[])
    parser.add_argument('--folds')
    parser.add_argument('--strength', type=float, default=0.03)
    options = parser.parse_args()
    questions, test = read(options.dumps), read(options.test)
    known = json.load(open(options.weights))

    def both(part):
        return fit(part, lambda q: with_places(q['plain']), lambda q: q['gold'], options.strength), fit(part, full, lambda q: q['gold'][q['seen']], options.strength)

    plain, whole = both(questions)
    for name, part in (('fitted on', questions), ('test', test)):
        if part:
            print(name, 'plain ', hits(part, lambda q: (score(plain, with_places(q['plain'])), q['gold'])))
            print(name, 'full  ', hits(part, lambda q: (score(whole, full(q)), q['gold'][q['seen']])))
            print(name, 'choice', hits(part, lambda q: (q['network'][:, 0] * np.exp(-0.03 * q['order']), q['gold'])))
            print(name, 'search', hits(part, lambda q: (-q['order'], q['gold'])))
    json.dump({**known, 'plain': plain, 'full': whole}, open(options.weights, 'w'))
    if options.folds:
        for fold in range(3):
            kept = [q for q in questions if zlib.crc32(q['id'].encode()) % 3 != fold]
            held = [q for q in questions if zlib.crc32(q['id'].encode()) % 3 == fold]
            plain, whole = both(kept)
            print('fold', fold, hits(held, lambda q: (score(whole, full(q)), q['gold'][q['seen']])))
            json.dump({**known, 'plain': plain, 'full': whole}, open(f'{options.folds}/fold-{fold}.json', 'w'))


main()
