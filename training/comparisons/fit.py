"""Fits models/comparisons/weights.json: python3 fit.py DUMP [DUMP ...] --weights models/comparisons/weights.json

A dump (dump.ts) has one question a line, with each sentence and each two that may compare. A conditional logit with an outside option says which of them does: the loss is -log of the
probability, by softmax over all of a question's and "none", of the right ones, or of "none" where none is right. Each answerable question counts again, a little, without what its
gold sentences are in, or one of two: then nothing answers it. The chance is a line over the logit of the probability of all that share a sentence with the likeliest. All figures are out of fold;
folds are of documents.
"""
import argparse
import json
import re

import numpy as np
from scipy.optimize import minimize
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

FOLDS, RIDGE = 5, 1.5
# What a question without its gold sentences counts in the logit, and in the line.
STARVED, STARVED_IN_LINE = 0.3, 0.2
# Three wordings of one fact.
WORDINGS = 1 / 3
NAMES = re.findall(r"'(\w+)'", open('src/judge/comparisons.ts').read().split('comparisonSignNames = [')[1].split(']')[0])


def read(paths):
    questions = []
    for path in paths:
        for line in open(path):
            entry = json.loads(line)
            rows = entry['rows']
            if not rows:
                continue
            questions.append({**{name: entry[name] for name in ('id', 'half', 'form', 'asked', 'answerable')}, 'document': f"{entry['half']}/{entry['document']}", 'weight': WORDINGS if entry['half'] == 'offices-fitting' else 1, 'x': np.array([row['x'] for row in rows]), 'right': np.array([row['right'] for row in rows]), 'found': np.array([row['found'] for row in rows]), 'ids': [set(row['ids']) for row in rows]})
    return questions


def without(question, ids):
    """The question without what these sentences are in."""
    keep = np.array([not own & ids for own in question['ids']])
    return {**question, 'x': question['x'][keep], 'right': question['right'][keep], 'ids': [own for own, kept in zip(question['ids'], keep) if kept]}


def starved(question):
    """The question without its gold sentences, and, where two answer together, without each of them, with what each variant counts."""
    gold = [next(iter(ids)) for ids, found in zip(question['ids'], question['found']) if len(ids) == 1 and found]
    if not question['answerable'] or not gold:
        return []
    variants = [(without(question, set(gold)), 1)] + ([(without(question, {one}), 0.5) for one in gold] if len(gold) == 2 else [])
    return [(variant, part) for variant, part in variants if len(variant['ids']) and not variant['right'].any()]


def fit(questions):
    entries = [(question, question['weight']) for question in questions]
    entries += [(variant, STARVED * part * question['weight']) for question in questions for variant, part in starved(question)]
    everything = np.vstack([question['x'] for question in questions])
    mean, scale = everything.mean(0), everything.std(0)
    scale = np.where(scale > 0, scale, 1)
    prepared = [((question['x'] - mean) / scale, np.append(question['right'], not question['right'].any()), weight) for question, weight in entries]
    size = len(mean)

    def loss(values):
        weights, none = values[:size], values[size]
        total, slope = RIDGE * weights @ weights / 2, np.zeros(size + 1)
        slope[:size] = RIDGE * weights
        for x, good, weight in prepared:
            scores = np.append(x @ weights, none)
            p = np.exp(scores - scores.max())
            p /= p.sum()
            right = p * good
            total -= weight * np.log(right.sum() + 1e-12)
            gap = weight * (p - right / (right.sum() + 1e-12))
            slope[:size] += x.T @ gap[:-1]
            slope[size] += gap[-1]
        return total, slope

    found = minimize(loss, np.zeros(size + 1), jac=True, method='L-BFGS-B', options={'maxiter': 400}).x
    return {'mean': mean, 'scale': scale, 'weights': found[:size], 'none': found[size]}


def likeliest(logit_, question):
    """Its place, and the logit of the probability of all that share a sentence with it."""
    scores = np.append(((question['x'] - logit_['mean']) / logit_['scale']) @ logit_['weights'], logit_['none'])
    p = np.exp(scores - scores.max())
    p /= p.sum()
    best = int(np.argmax(p[:-1]))
    sharing = np.clip(sum(own for own, ids in zip(p[:-1], question['ids']) if ids & question['ids'][best]), 1e-4, 1 - 1e-4)
    return best, float(np.log(sharing / (1 - sharing)))


def line(x, y, weights):
    model = LogisticRegression(C=100).fit(np.array(x)[:, None], y, sample_weight=weights)
    return float(model.coef_[0, 0]), float(model.intercept_[0])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('dumps', nargs='+')
    parser.add_argument('--weights', required=True)
    arguments = parser.parse_args()
    questions = read(arguments.dumps)
    documents = sorted({question['document'] for question in questions})
    fold_of = {document: place % FOLDS for place, document in enumerate(np.random.default_rng(1).permutation(documents))}
    folds = np.array([fold_of[question['document']] for question in questions])
    seen = []
    for fold in range(FOLDS):
        own = fit([question for question, other in zip(questions, folds) if other != fold])
        for question, other in zip(questions, folds):
            if other != fold:
                continue
            best, logit_ = likeliest(own, question)
            seen.append((question, logit_, bool(question['right'][best]), question['weight'], fold, False))
            for variant, part in starved(question):
                seen.append((question, likeliest(own, variant)[1], False, STARVED_IN_LINE * part * question['weight'], fold, True))
    # The line is for what is asked as a comparison: nothing else is read so.
    seen = [entry for entry in seen if entry[0]['asked'] == 'comparison']
    x, right, weights, fold, lacking = (np.array([entry[place] for entry in seen]) for place in (1, 2, 3, 4, 5))
    chance = np.zeros(len(seen))
    for each in range(FOLDS):
        slope, offset = line(x[fold != each], right[fold != each], weights[fold != each])
        chance[fold == each] = 1 / (1 + np.exp(-(slope * x[fold == each] + offset)))
    whole = ~lacking
    print('questions', len(questions), 'asked as comparisons', whole.sum(), 'right first', right[whole].sum(), 'a right one there', sum(bool(entry[0]['right'].any()) for entry in seen if not entry[5]))
    print('area under the curve', round(roc_auc_score(right, chance, sample_weight=weights), 3), 'calibration error', round(float(sum(abs(right[part & whole].mean() - chance[part & whole].mean()) * (part & whole).sum() for low in np.arange(0, 1, 0.1) if ((part := (chance >= low) & (chance < low + 0.1)) & whole).any()) / whole.sum()), 3))
    for least in (0.5, 0.55, 0.7, 0.8):
        print(f'from {least}: shown', (whole & (chance >= least)).sum(), 'right', (whole & right & (chance >= least)).sum(), 'without their gold sentences shown', (lacking & (chance >= least)).sum(), 'of', lacking.sum())
    for half in sorted({entry[0]['half'] for entry in seen}):
        own = whole & np.array([entry[0]['half'] == half for entry in seen])
        print(half, 'n', own.sum(), 'right first', right[own].sum(), 'from 0.55 shown', (own & (chance >= 0.55)).sum(), 'right', (own & right & (chance >= 0.55)).sum())
    final = fit(questions)
    slope, offset = line(x, right, weights)
    with open(arguments.weights, 'w') as file:
        json.dump({'features': NAMES, **{name: np.round(final[name], 6).tolist() for name in ('mean', 'scale', 'weights')}, 'none': round(float(final['none']), 6), 'line': {'slope': round(slope, 6), 'offset': round(offset, 6)}}, file)
        file.write('\n')


main()
