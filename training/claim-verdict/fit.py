"""Fits the chances that a sentence supports or refutes a claim (models/claim-verdict), and prints how claims are judged out of fold.

/usr/bin/python3 training/claim-verdict/fit.py SIGNS... --weights models/claim-verdict/weights.json

SIGNS are signs.ts's: a claim a line with the sentences that say most of it. Multinomial logistic regression and three forests of boosted trees, averaged;
gold sentences of a claim weigh one together, the others less the farther from the claim they stand. Folds are whole documents. The gates of src/claims/decide.ts are in the rows: they are not fitted.
"""
import argparse
import json
import re
import zlib

import numpy as np
from scipy.stats import beta
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression

# All but the first as in src/claims/decide.ts.
SEEDS = (1, 2, 3)
FOLDS, CONTRARY, LEAST, SURE, ABOUT = 8, 0.9, 0.15, 0.92, 0.62
KINDS = {'supported': 1, 'refuted': 2}


def names():
    text = open('src/claims/signs.ts').read()
    return re.findall(r"^  '([^']+)',$", text[: text.index('] as const')], re.M)


def rows_of(claims):
    xs, ys, ws = [], [], []
    for claim in claims:
        gold = sum(row['gold'] for row in claim['rows'])
        others = len(claim['rows']) - gold
        for place, row in enumerate(claim['rows']):
            xs.append(row['x'])
            ys.append(KINDS[claim['label']] if row['gold'] else 0)
            ws.append(1 / gold if row['gold'] else 3 * (1.5 if place < 3 else 0.4) / max(1, others))
    return np.array(xs), np.array(ys), np.array(ws)


def fit(claims, strength):
    x, y, w = rows_of(claims)
    mean, scale = x.mean(0), x.std(0)
    scale[scale < 1e-6] = 1
    model = LogisticRegression(C=strength, max_iter=1000).fit((x - mean) / scale, y, sample_weight=w)
    # The numbers that ship are rounded: what is fitted to them must not depend on digits that do not.
    forests = [forest(x, y, w * len(w) / w.sum(), seed) for seed in SEEDS]
    return {
        'mean': mean.round(6).tolist(),
        'scale': scale.round(6).tolist(),
        'weights': model.coef_.round(6).tolist(),
        'bias': model.intercept_.round(6).tolist(),
        'forests': forests,
    }


def forest(x, y, w, seed):
    """Boosted trees: a start for each class, and rounds of one tree a class; a node is [sign, threshold, left, right], a leaf [-1, value, 0, 0]."""
    model = HistGradientBoostingClassifier(
        max_iter=80, learning_rate=0.05, max_leaf_nodes=8, l2_regularization=5, min_samples_leaf=15, early_stopping=False, random_state=seed
    ).fit(bagged(x, seed), y, sample_weight=w)
    kept = np.flatnonzero(~dropped(x.shape[1], seed))
    rounds = [
        [
            [
                [-1, round(float(node['value']), 6), 0, 0]
                if node['is_leaf']
                else [int(kept[node['feature_idx']]), round(float(node['num_threshold']), 6), int(node['left']), int(node['right'])]
                for node in tree.nodes
            ]
            for tree in trees
        ]
        for trees in model._predictors
    ]
    return {'start': [round(float(value), 6) for value in np.ravel(model._baseline_prediction)], 'rounds': rounds}


def dropped(signs, seed):
    """Each forest is kept from a third of the signs, so that they differ."""
    return np.random.default_rng(seed).random(signs) < 1 / 3


def bagged(x, seed):
    return x[:, ~dropped(x.shape[1], seed)]


def grown(forest, x):
    z = np.tile(np.array(forest['start']), (len(x), 1))
    for trees in forest['rounds']:
        for kind, nodes in enumerate(trees):
            nodes = np.array(nodes)
            at = np.zeros(len(x), int)
            while True:
                feature = nodes[at, 0].astype(int)
                inner = feature >= 0
                if not inner.any():
                    break
                left = x[np.arange(len(x)), np.maximum(feature, 0)] <= nodes[at, 1]
                at = np.where(inner, np.where(left, nodes[at, 2], nodes[at, 3]).astype(int), at)
            z[:, kind] += nodes[at, 1]
    return softmax(z)


def softmax(z):
    z = np.exp(z - z.max(1, keepdims=True))
    return z / z.sum(1, keepdims=True)


def chances(model, x):
    x = np.array(x)
    linear = softmax(((x - model['mean']) / model['scale']) @ np.array(model['weights']).T + model['bias'])
    return (linear + np.mean([grown(forest, x) for forest in model['forests']], 0)) / 2


def group(claim):
    if claim['gold']:
        return claim['gold'][0][0]['path']
    if claim.get('note', '').endswith(('.md', '.txt')):
        return claim['note']
    return claim['workspace'] if not claim['id'].startswith('cf-') else claim['id'].split('-')[1]


def verdict(claim, p, thresholds):
    """As src/claims/decide.ts and judge.ts: the surer side of one document stands."""
    sides = {'supported': 0.0, 'refuted': 0.0}
    compares, exchanged, coverage = (names().index(name) for name in ('comparison alone', 'exchanged', 'coverage'))
    for row, (_, s, r) in zip(claim['rows'], p):
        x = row['x']
        if row['contrary'] and x[coverage] >= ABOUT and (r >= LEAST or x[exchanged] > 0):
            against = max(r, CONTRARY * (s + r))
            refutes = against >= thresholds['contrary']
        else:
            against = r
            refutes = r > s and r >= thresholds['refutes']
        if row['refutes'] and refutes:
            sides['refuted'] = max(sides['refuted'], against)
        elif row['supports'] and s > r and s >= (SURE if x[compares] > 0 else thresholds['supports']):
            sides['supported'] = max(sides['supported'], s)
    best = max(sides, key=sides.get)
    return best if sides[best] > 0 else 'undecided'


def share(part, whole):
    """With the exact 95 % interval (Clopper-Pearson)."""
    low = 0 if part == 0 else beta.ppf(0.025, part, whole - part + 1)
    high = 1 if part == whole else beta.ppf(0.975, part + 1, whole - part)
    return f'{part} of {whole} = {part / max(1, whole):.2f} ({low:.2f}-{high:.2f})'


def part(claim):
    """Which claims a row of the printed table is about."""
    start = claim['id'].split('-')[0]
    return {'ct': 'tuning', 'rt': 'draft'}.get(start, 'own reports' if claim['workspace'] == 'reports' else 'shared documents')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('signs', nargs='+')
    parser.add_argument('--weights', required=True)
    parser.add_argument('--strength', type=float, default=0.01)
    parser.add_argument('--supports', type=float, default=0.7)
    parser.add_argument('--refutes', type=float, default=0.66)
    parser.add_argument('--contrary', type=float, default=0.66)
    options = parser.parse_args()
    thresholds = {name: getattr(options, name) for name in ('supports', 'refutes', 'contrary')}
    claims = [json.loads(line) for path in options.signs for line in open(path) if line.strip()]
    claims = [claim for claim in claims if claim['rows']]
    fold = {name: zlib.crc32(name.encode()) % FOLDS for name in map(group, claims)}
    came = {}
    for number in range(FOLDS):
        model = fit([claim for claim in claims if fold[group(claim)] != number], options.strength)
        for claim in claims:
            if fold[group(claim)] == number:
                came[claim['id']] = verdict(claim, chances(model, [row['x'] for row in claim['rows']]), thresholds)
    right = {}
    print('| claims that are | n | supported | refuted | undecided |\n| --- | --- | --- | --- | --- |')
    words = {'supported': 'true', 'refuted': 'false', 'uncovered': 'not covered'}
    for name in sorted(set(map(part, claims))):
        for label, word in words.items():
            own = [came[claim['id']] for claim in claims if part(claim) == name and claim['label'] == label]
            print(f'| {word}, {name} | {len(own)} |', ' | '.join(str(own.count(one)) for one in ('supported', 'refuted', 'undecided')), '|')
    print('\n|  | share |\n| --- | --- |')
    for label, outcome in (('supported', 'supported'), ('supported', 'refuted'), ('refuted', 'refuted'), ('refuted', 'supported'), ('uncovered', 'undecided')):
        own = [came[claim['id']] for claim in claims if claim['label'] == label]
        print(f'| {words[label]} claims, {outcome} |', share(own.count(outcome), len(own)), '|')
    for label in ('supported', 'refuted'):
        told = [claim for claim in claims if came[claim['id']] == label]
        right[label] = sum(claim['label'] == label for claim in told) / max(1, len(told))
        print('of', len(told), 'called', label, 'right', round(right[label], 3))
    weights = fit(claims, options.strength)
    weights = {
        'signs': names(),
        **weights,
        'thresholds': thresholds,
        'right': {'supports': round(right['supported'], 2), 'refutes': round(right['refuted'], 2)},
    }
    with open(options.weights, 'w') as file:
        json.dump(weights, file)
        file.write('\n')


if __name__ == '__main__':
    main()
