"""Fits the chances that a sentence supports or refutes a claim (models/claim-verdict), and prints how claims are judged when their author is left out.

/usr/bin/python3 training/claim-verdict/fit.py SIGNS... --said SAID... --weights models/claim-verdict/weights.json

SIGNS are signs.ts's: a claim a line with the sentences that say most of it. SAID are training/neural-entailment/say.py's: what the network says of the sentences of claims that it was not trained on ("apart").
Two multinomial logistic regressions, their logits averaged, so that one linear model ships: (1) over all signs, on claims apart; (2) over all signs but the network's on all claims, then over its logits and the network's signs on claims apart.
People word true claims longer and farther from the document than false ones in our sets. That is no reason to believe a claim: signs of the claim alone are left out, and claims are weighted so that length and nearness tell nothing (`balance`).
The gates of src/claims/decide.ts are in the rows: they are not fitted.
"""
import argparse
import json
import re

import numpy as np
from scipy.stats import beta
from sklearn.linear_model import LogisticRegression

# As in src/claims/decide.ts.
CONTRARY, LEAST, SURE, ABOUT = 0.9, 0.15, 0.92, 0.62
KINDS = {'supported': 1, 'refuted': 2}
NETWORK = ['second entail', 'second contradict', 'second against', 'bars and scorer', 'both against', 'both for']
# What is known before any sentence is read.
CLAIM_ALONE = ['claim words', 'claim turns', 'claim obliges', 'sided', 'comparison alone', 'cause alone']
BALANCED = ['claim words', 'coverage', 'own coverage', 'share missing', 'exact share', 'claim turns']
MODERATE = ('own reports', 'shared documents')


def names():
    text = open('src/claims/signs.ts').read()
    return re.findall(r"^  '([^']+)',$", text[: text.index('] as const')], re.M)


NAMES = names()
AT = {name: place for place, name in enumerate(NAMES)}


def places(leave):
    return [AT[name] for name in NAMES if name not in leave]


def author(claim):
    """Whose claims a row of the printed table is about."""
    start = claim['id'].split('-')[0]
    if start in ('fa', 'fb', 'fc', 'fd', 'fe', 'ff'):
        return f'offices {start[1]}'
    known = {'ct': 'tuning', 'rt': 'tuning', 'fr': 'fresh', 'rf': 'fresh', 'cs': 'second'}
    return known.get(start, 'own reports' if claim['workspace'] == 'reports' else 'shared documents')


def told(x, logp):
    """The signs with the network's own, as src/claims/signs.ts makes them."""
    x = x.copy()
    x[:, AT['second entail']], x[:, AT['second contradict']] = np.maximum(logp[:, [0, 2]], np.log(1e-4)).T
    other = x[:, AT['second against']] = x[:, AT['second contradict']] - x[:, AT['second entail']]
    own = x[:, AT['against']]
    x[:, AT['bars and scorer']] = x[:, AT['bars differ']] * (other > 0)
    x[:, AT['both against']] = (own > 0) & (other > 0)
    x[:, AT['both for']] = (own < 0) & (other < 0)
    return x


def read(signs, said):
    heard = {}
    for path in said:
        for line in open(path):
            row = json.loads(line)
            heard.setdefault((row['id'], row['claim']), []).append(row['logp'])
    claims = [json.loads(line) for path in signs for line in open(path) if line.strip()]
    claims = [claim for claim in claims if claim['rows']]
    for claim in claims:
        claim['author'] = author(claim)
        claim['x'] = claim['before'] = np.array([row['x'] for row in claim['rows']], float)
        claim['gold'] = np.array([row['gold'] for row in claim['rows']])
        logp = heard.get((claim['id'], claim['claim']))
        claim['apart'] = logp is not None
        if logp is not None:
            claim['x'] = told(claim['x'], np.array(logp))
    return claims


def balance(claims):
    """Weights with which a claim's length and nearness tell nothing of its truth: one over the chance that they give the label, 0.3 to 3."""
    for claim in claims:
        claim['weight'] = 1.0
    for moderate in (True, False):
        own = [claim for claim in claims if (claim['author'] in MODERATE) == moderate and claim['label'] in KINDS and claim['gold'].any()]
        x = np.array([claim['before'][np.flatnonzero(claim['gold'])[0]][[AT[name] for name in BALANCED]] for claim in own])
        y = np.array([claim['label'] == 'supported' for claim in own])
        x = (x - x.mean(0)) / (x.std(0) + 1e-6)
        chance = LogisticRegression(C=1).fit(x, y).predict_proba(x)[np.arange(len(y)), y.astype(int)]
        for claim, one, is_true in zip(own, chance, y):
            claim['weight'] = float(np.clip((y.mean() if is_true else 1 - y.mean()) / one, 0.3, 3))


def rows_of(claims, x):
    """Gold sentences of a claim weigh one together, the others less the farther from the claim they stand; moderately worded claims twice."""
    ys, ws = [], []
    for claim in claims:
        gold = claim['gold'].sum()
        others, share = len(claim['gold']) - gold, 2 if claim['author'] in MODERATE else 1
        for place, is_gold in enumerate(claim['gold']):
            ys.append(KINDS.get(claim['label'], 0) if is_gold else 0)
            ws.append(share * (claim['weight'] / gold if is_gold else 3 * (1.5 if place < 3 else 0.4) / max(1, others)))
    return np.concatenate([x(claim) for claim in claims]), np.array(ys), np.array(ws)


def regression(claims, kept, strength):
    """(weights, bias) over signs as they are."""
    x, y, w = rows_of(claims, lambda claim: claim['x'])
    mean, scale = x.mean(0), x.std(0)
    scale[scale < 1e-6] = 1
    model = LogisticRegression(C=strength, max_iter=1000).fit(((x - mean) / scale)[:, kept], y, sample_weight=w)
    weights = np.zeros((3, x.shape[1]))
    weights[:, kept] = model.coef_
    weights /= scale
    return weights, model.intercept_ - weights @ mean


def joined(first, x):
    logits = x @ first[0].T + first[1]
    return np.c_[logits[:, 1] - logits[:, 0], logits[:, 2] - logits[:, 0], x[:, [AT[name] for name in NETWORK]]]


def fit(claims, strength):
    apart = [claim for claim in claims if claim['apart']]
    one = regression(apart, places(CLAIM_ALONE), strength)
    first = regression(claims, places(CLAIM_ALONE + NETWORK), strength)
    x, y, w = rows_of(apart, lambda claim: joined(first, claim['x']))
    second = LogisticRegression(C=1, max_iter=1000).fit(x, y, sample_weight=w)
    # The second regression is linear in the first's logits, and so in the signs.
    lift = np.array([[-1, 1, 0], [-1, 0, 1]])
    weights, bias = second.coef_[:, :2] @ (lift @ first[0]), second.coef_[:, :2] @ (lift @ first[1]) + second.intercept_
    weights[:, [AT[name] for name in NETWORK]] += second.coef_[:, 2:]
    return (one[0] + weights) / 2, (one[1] + bias) / 2


def chances(model, x):
    z = x @ model[0].T + model[1]
    z = np.exp(z - z.max(1, keepdims=True))
    return z / z.sum(1, keepdims=True)


def verdict(claim, p, thresholds):
    """As src/claims/decide.ts and judge.ts: the surer side of one document stands."""
    sides = {'supported': 0.0, 'refuted': 0.0}
    for row, x, (_, s, r) in zip(claim['rows'], claim['x'], p):
        wordy = row['worded']
        if row['contrary'] and x[AT['coverage']] >= ABOUT and (r >= LEAST or x[AT['exchanged']] > 0):
            against = max(r, CONTRARY * (s + r))
            refutes = True
        else:
            against, refutes = r, r > s
        if row['refutes'] and refutes and against >= thresholds['refutes' if wordy['refutes'] else 'refutesFreely']:
            sides['refuted'] = max(sides['refuted'], against)
        elif row['supports'] and s > r and s >= max(SURE if x[AT['comparison alone']] > 0 else 0, thresholds['supports' if wordy['supports'] else 'supportsFreely']):
            sides['supported'] = max(sides['supported'], s)
    best = max(sides, key=sides.get)
    return best if sides[best] > 0 else 'undecided'


def share(part, whole):
    """With the exact 95 % interval (Clopper-Pearson)."""
    low = 0 if part == 0 else beta.ppf(0.025, part, whole - part + 1)
    high = 1 if part == whole else beta.ppf(0.975, part + 1, whole - part)
    return f'{part} of {whole} = {part / max(1, whole):.2f} ({low:.2f}-{high:.2f})'


def table(claims, came):
    words = {'supported': 'true', 'refuted': 'false', 'uncovered': 'not covered'}
    print('| claims that are | n | supported | refuted | undecided |\n| --- | --- | --- | --- | --- |')
    for name in sorted({claim['author'] for claim in claims}):
        for label, word in words.items():
            own = [came[claim['id'], claim['claim']] for claim in claims if claim['author'] == name and claim['label'] == label]
            print(f'| {word}, {name} | {len(own)} |', ' | '.join(str(own.count(one)) for one in ('supported', 'refuted', 'undecided')), '|')
    for title, chosen in (('freely worded', lambda claim: claim['author'] not in MODERATE), ('moderately worded', lambda claim: claim['author'] in MODERATE)):
        print(f'\n| {title} | share |\n| --- | --- |')
        for label, outcome in (('supported', 'supported'), ('supported', 'refuted'), ('refuted', 'refuted'), ('refuted', 'supported'), ('uncovered', 'undecided')):
            own = [came[claim['id'], claim['claim']] for claim in claims if claim['label'] == label and chosen(claim)]
            print(f'| {words[label]} claims, {outcome} |', share(own.count(outcome), len(own)), '|')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('signs', nargs='+')
    parser.add_argument('--said', nargs='+', required=True)
    parser.add_argument('--weights', required=True)
    parser.add_argument('--strength', type=float, default=0.01)
    parser.add_argument('--supports', type=float, default=0.76)
    parser.add_argument('--supports-freely', type=float, default=0.9)
    parser.add_argument('--refutes', type=float, default=0.74)
    parser.add_argument('--refutes-freely', type=float, default=0.8)
    options = parser.parse_args()
    thresholds = {
        'supports': options.supports,
        'supportsFreely': options.supports_freely,
        'refutes': options.refutes,
        'refutesFreely': options.refutes_freely,
    }
    claims = read(options.signs, options.said)
    balance(claims)
    apart = [claim for claim in claims if claim['apart']]
    came = {}
    for name in sorted({claim['author'] for claim in apart}):
        model = fit([claim for claim in claims if claim['author'] != name], options.strength)
        for claim in apart:
            if claim['author'] == name:
                came[claim['id'], claim['claim']] = verdict(claim, chances(model, claim['x']), thresholds)
    table(apart, came)
    right = {}
    for label in KINDS:
        called = [claim for claim in apart if came[claim['id'], claim['claim']] == label]
        right[label] = sum(claim['label'] == label for claim in called) / max(1, len(called))
        print('of', len(called), 'called', label, 'right', round(right[label], 3))
    weights, bias = fit(claims, options.strength)
    with open(options.weights, 'w') as file:
        json.dump(
            {
                'signs': NAMES,
                'weights': weights.round(6).tolist(),
                'bias': bias.round(6).tolist(),
                'thresholds': thresholds,
                'right': {'supports': round(right['supported'], 2), 'refutes': round(right['refuted'], 2)},
            },
            file,
        )
        file.write('\n')


if __name__ == '__main__':
    main()
