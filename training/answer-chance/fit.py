"""Fits the chance that an answer is right, and chooses by risk control from which chance on it is called supported.

python3 fit.py DUMP --weights models/answer-chance/weights.json

DUMP is dump.ts's: a question a line with every answer that was read. Two logistic regressions, one for short answers, one for sentences. Chances that choose the threshold are
predicted out of fold (five folds of questions). Learn then Test with fixed-sequence testing: thresholds are tried from the strictest down, and the last one whose
exact binomial (Clopper-Pearson) bound stays under the risk is taken.
"""
import argparse
import json
import zlib

import numpy as np
from scipy.stats import beta
from sklearn.linear_model import LogisticRegression

RISK, CONFIDENCE, FOLDS = 0.1, 0.95, 5


def read(path):
    return [json.loads(line) for line in open(path) if line.strip()]


def rows_of(questions, short):
    xs, ys, ws = [], [], []
    for question in questions:
        rows = [row for row in question['rows'] if (row['short'] is not None) == short]
        for row in rows:
            xs.append(row['x'])
            ys.append(row['right'])
            ws.append(1 / len(rows))
    return np.array(xs), np.array(ys), np.array(ws)


def fit(questions, short, strength):
    x, y, w = rows_of(questions, short)
    mean, scale = x.mean(0), x.std(0)
    scale[scale < 1e-6] = 1
    model = LogisticRegression(C=strength, max_iter=1000).fit((x - mean) / scale, y, sample_weight=w)
    return {'mean': mean.round(6).tolist(), 'scale': scale.round(6).tolist(), 'weights': model.coef_[0].round(6).tolist(), 'bias': round(float(model.intercept_[0]), 6)}


def chance(weights, x):
    z = (np.array(x) - np.array(weights['mean'])) / np.array(weights['scale'])
    return 1 / (1 + np.exp(-(z @ np.array(weights['weights']) + weights['bias'])))


def chosen(question, models):
    best = None
    for row in question['rows']:
        value = float(chance(models[row['short'] is not None], row['x']))
        if best is None or value > best[0]:
            best = (value, row['right'], row['short'] is not None)
    return best


def upper(wrong, n):
    return 1.0 if wrong >= n else float(beta.ppf(CONFIDENCE, wrong + 1, n - wrong))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('dump')
    parser.add_argument('--weights', required=True)
    parser.add_argument('--strength', type=float, default=0.02)
    options = parser.parse_args()
    questions = [q for q in read(options.dump) if q['rows']]
    held = {}
    for fold in range(FOLDS):
        part = [q for q in questions if zlib.crc32((q['id'] + 'judge').encode()) % FOLDS != fold]
        models = {short: fit(part, short, options.strength) for short in (True, False)}
        for q in questions:
            if zlib.crc32((q['id'] + 'judge').encode()) % FOLDS == fold:
                held[q['id']] = chosen(q, models)
    values = np.array([held[q['id']][0] for q in questions])
    right = np.array([held[q['id']][1] for q in questions])
    answerable = np.array([q['answerable'] for q in questions])
    half = np.array([q['half'] for q in questions])
    for name in ('fitting', 'tuning'):
        m = half == name
        print(name, 'n', m.sum(), 'right of answerable if all were shown', round(float(right[m & answerable].mean()), 3))
    print('best of what was read', round(float(np.mean([any(r['right'] for r in q['rows']) for q in questions if q['answerable']])), 3))
    for low, high in zip((0, .1, .2, .3, .4, .5, .6, .7, .8, .9), (.1, .2, .3, .4, .5, .6, .7, .8, .9, 1.01)):
        m = (values >= low) & (values < high)
        if m.any():
            print(f'{low:.1f}-{high:.1f} n {m.sum()} mean {values[m].mean():.2f} right {right[m].mean():.2f}')
    # Fixed sequence, strictest first, in steps of five answers: the bound may fail once by chance where few answers are.
    order = np.argsort(-values)
    threshold, asserted, wrong = None, 0, 0
    for k in range(20, len(order) + 1, 5):
        errors = int((~right[order[:k]]).sum())
        bound = upper(errors, k)
        if k <= 260:
            print('top', k, 'from', round(float(values[order[k - 1]]), 3), 'wrong', errors, 'bound', round(bound, 3))
        if bound <= RISK:
            threshold, asserted, wrong = float(values[order[k - 1]]), k, errors
    for t in (0.15, 0.2, 0.25, 0.3, 0.35, 0.4):
        m = values >= t
        print('from', t, 'shown of answerable', round(float((m & answerable).sum() / answerable.sum()), 3), 'right of answerable', round(float((m & right).sum() / answerable.sum()), 3), 'unanswerable shown', round(float(m[~answerable].mean()), 3), 'wrong of shown', round(float((~right[m]).mean()), 3))
    models = {short: fit(questions, short, options.strength) for short in (True, False)}
    known = json.load(open(options.weights))
    known.update({'short': models[True], 'sentences': models[False], 'promised': threshold, 'asserted': asserted, 'wrong': wrong, 'questions': len(questions), 'risk': RISK, 'confidence': CONFIDENCE})
    json.dump(known, open(options.weights, 'w'))


main()
