"""Fits the chances that a sentence speaks of a claim and that it then says so (models/claim-verdict), and prints how claims are judged when their author is left out.

/usr/bin/python3 training/claim-verdict/fit.py SIGNS... --said SAID... --weights models/claim-verdict/weights.json

SIGNS are signs.ts's: a claim a line with the sentences that say most of it. SAID are training/neural-entailment/say.py's: what the network says of the sentences of claims that it was not trained on: only these are fitted on.
Two models, as a sentence that is about a claim is told by other signs than what it says of it: a logistic regression over all signs (is the sentence one that decides the claim?), and (does it say so, or otherwise?) the mean of another and of boosted trees over the network's signs and those that can turn them, which may only fall with what speaks against.
People word true claims longer and farther from the document than false ones in our sets. That is no reason to believe a claim: signs of the claim alone are left out, and claims are weighted so that length and nearness tell nothing (`balance`).
The gates of src/claims/decide.ts are in the rows: they are not fitted. The thresholds are chosen here: the most claims decided, with at most RISK of the false ones called supported and of the true ones refuted (of claims in documents, their authors left out).
"""
import argparse
import json
import re

import numpy as np
from scipy.stats import beta
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression

# As `contrary` in src/claims/decide.ts, and the chance from which a sentence is about a claim.
SHARE, CONTRARY_ABOUT, CONTRARY_HOLDS, CONTRARY_NEAR, CONTRARY_OWN, COVERAGE = 0.95, 0.3, 0.4, 0.85, 0.85, 0.62
ABOUT = 0.3
# A bound that implies the claim's, beside as much of a claim, supports it whatever the scorers say.
EVERY = 0.98
# Shares of claims in documents that may be decided wrongly: of all, of each kind of wording, and of what nothing covers.
RISK, KIND_RISK, UNCOVERED_RISK = 0.04, 0.045, 0.05
KINDS = {'supported': 1, 'refuted': 2}
FOR = ['second entail']
AGAINST = ['second contradict', 'second against', 'figures denied', 'modality breaks', 'exchanged', 'bars differ', 'reversed', 'clauses turned', 'replaced', 'direction differs', 'set aside', 'times turned', 'opposites', 'turned share', 'only alone', 'sides swapped']
EITHER = ['figures said', 'figures unsaid', 'figure misplaced', 'parity near differs', 'limited', 'modality weaker', 'predicate turned', 'verbs turned', 'entail', 'contradict', 'coverage', 'own coverage', 'share missing', 'names missing', 'covered denial', 'covered break', 'lead', 'row', 'cell', 'subjects differ', 'missing most', 'text likeness']
# What is known before any sentence is read.
CLAIM_ALONE = ['claim words', 'claim turns', 'claim obliges', 'sided', 'comparison alone', 'cause alone']
BALANCED = ['claim words', 'coverage', 'own coverage', 'share missing', 'exact share', 'claim turns']
MODERATE = ('own reports', 'shared documents')
# Claims of others about encyclopaedic texts and news, of many parts, with many names and dates: printed, and not fitted on.
PUBLIC = ('wice', 'feverous')


def names():
    text = open('src/claims/signs.ts').read()
    return re.findall(r"^  '([^']+)',$", text[: text.index('] as const')], re.M)


NAMES = names()
AT = {name: place for place, name in enumerate(NAMES)}
SAYING = [AT[name] for name in FOR + AGAINST + EITHER]


def places(leave):
    return [AT[name] for name in NAMES if name not in leave]


def author(claim):
    """Whose claims a row of the printed table is about."""
    start = claim['id'].split('-')[0]
    if start == 'wd':
        return 'sentences'
    if start == 'cf2' and claim['workspace'] == 'office':
        return 'fifth'
    if start == 'cs6':
        return 'sixth'
    if start in ('fa', 'fb', 'fc', 'fd', 'fe', 'ff'):
        return f'offices {start[1]}'
    if start in ('ga', 'gb', 'gc', 'gd', 'ge', 'gf'):
        return f'second {start[1]}'
    if start == 'gg':
        return 'third'
    if start in PUBLIC:
        return start
    known = {'s7': 'seventh', 'ct': 'tuning', 'rt': 'tuning', 'fr': 'fresh', 'rf': 'fresh', 'cs': 'second'}
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
        claim['apart'] = logp is not None or claim['author'] in PUBLIC
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


def regression(x, y, w, strength):
    """(weights, bias) over the signs as they are."""
    mean, scale = x.mean(0), x.std(0)
    scale[scale < 1e-6] = 1
    kept = places(CLAIM_ALONE)
    model = LogisticRegression(C=strength, max_iter=1000).fit(((x - mean) / scale)[:, kept], y, sample_weight=w)
    weights = np.zeros(x.shape[1])
    weights[kept] = model.coef_[0]
    weights /= scale
    return weights, float(model.intercept_[0] - weights @ mean)


def fit(claims):
    """What a sentence is about; what it says of it by a regression, and by trees"""
    x, y, w = rows_of(claims, lambda claim: claim['x'])
    telling = y > 0
    trees = HistGradientBoostingClassifier(
        max_iter=80, learning_rate=0.06, max_leaf_nodes=5, min_samples_leaf=30, l2_regularization=5, early_stopping=False, random_state=7,
        monotonic_cst=[1] * len(FOR) + [-1] * len(AGAINST) + [0] * len(EITHER),
    ).fit(x[telling][:, SAYING], y[telling] == 1, sample_weight=w[telling])
    return regression(x, telling, w, 0.03), regression(x[telling], y[telling] == 1, w[telling], 0.01), trees


def chances(model, x):
    (about, about_bias), (holds, holds_bias), trees = model
    sigmoid = lambda z: 1 / (1 + np.exp(-z))
    return np.c_[sigmoid(x @ about + about_bias), sigmoid((x @ holds + holds_bias + trees._raw_predict(np.ascontiguousarray(x[:, SAYING])).ravel()) / 2)]


def shipped(trees):
    """As src/models/bundled/reader/trees.ts reads them."""
    out = []
    for [predictor] in trees._predictors:
        nodes = predictor.nodes
        leaf = nodes['is_leaf'].astype(bool)
        out.append({
            'feature': [-1 if one else SAYING[at] for one, at in zip(leaf, nodes['feature_idx'])],
            'threshold': [round(float(value if one else bound), 6) for one, value, bound in zip(leaf, nodes['value'], nodes['num_threshold'])],
            'left': nodes['left'].tolist(),
            'right': nodes['right'].tolist(),
        })
    return {'baseline': round(float(trees._baseline_prediction.item()), 6), 'trees': out}


def strongest(claim, p):
    """The highest chance on each side, by how the claim is worded: {(side, worded like the sentence): chance}."""
    best = {}
    for row, x, (about, holds) in zip(claim['rows'], claim['x'], p):
        follows = x[AT['bound loosened']] > 0 and x[AT['figures said']] > 0 and x[AT['own coverage']] >= EVERY
        most = CONTRARY_NEAR if x[AT['cell']] > 0 or x[AT['own coverage']] >= CONTRARY_OWN else CONTRARY_HOLDS
        contrary = row['contrary'] and x[AT['coverage']] >= COVERAGE and about >= CONTRARY_ABOUT and (holds <= most or x[AT['exchanged']] > 0)
        if row['refutes'] and (contrary or holds < 0.5 and about >= ABOUT):
            side, chance = 'refutes', max(1 - holds, SHARE * about) if contrary else 1 - holds
        elif row['supports'] and (follows or holds > 0.5) and about >= ABOUT:
            side, chance = 'supports', 1 if follows else holds
        else:
            continue
        key = side, bool(row['worded'][side])
        best[key] = max(best.get(key, 0), chance)
    return best


def verdict(best, thresholds):
    """As src/claims/decide.ts and judge.ts: the surer side of one document stands."""
    sides = {'supports': 0.0, 'refutes': 0.0}
    for (side, worded), chance in best.items():
        if chance >= thresholds[side if worded else side + 'Freely']:
            sides[side] = max(sides[side], chance)
    side = max(sides, key=sides.get)
    return {'supports': 'supported', 'refutes': 'refuted'}[side] if sides[side] > 0 else 'undecided'


def choose(bests, side, right, wrong):
    """The thresholds of one side that decide most claims rightly, within the risks."""
    own = [(best.get((side, True), 0), best.get((side, False), 0), claim['label'], claim['author'] in MODERATE) for claim, best in bests if claim['author'] != 'sentences' and claim['author'] not in PUBLIC]
    worded, freely, label, moderate = (np.array(column) for column in zip(*own))
    found = (-1,)
    for least in np.arange(0.5, 0.97, 0.01):
        for least_freely in np.arange(0.5, 0.97, 0.01):
            said = (worded >= least) | (freely >= least_freely)
            kinds = [said[moderate == kind] for kind in (True, False)], [label[moderate == kind] for kind in (True, False)]
            if said[label == wrong].mean() > RISK or any(
                one[which == wrong].mean() > KIND_RISK or one[which == 'uncovered'].mean() > UNCOVERED_RISK for one, which in zip(*kinds)
            ):
                continue
            found = max(found, (said[label == right].mean(), round(float(least), 2), round(float(least_freely), 2)))
    return found[1:]


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
    for title, chosen in (
        ('freely worded', lambda claim: claim['author'] not in (*MODERATE, *PUBLIC, 'sentences')),
        ('claims of others', lambda claim: claim['author'] in PUBLIC),
        ('moderately worded', lambda claim: claim['author'] in MODERATE),
        ('freely worded, of single sentences', lambda claim: claim['author'] == 'sentences'),
    ):
        print(f'\n| {title} | share |\n| --- | --- |')
        for label, outcome in (('supported', 'supported'), ('supported', 'refuted'), ('refuted', 'refuted'), ('refuted', 'supported'), ('uncovered', 'undecided')):
            own = [came[claim['id'], claim['claim']] for claim in claims if claim['label'] == label and chosen(claim)]
            print(f'| {words[label]} claims, {outcome} |', share(own.count(outcome), len(own)), '|')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('signs', nargs='+')
    parser.add_argument('--said', nargs='+', required=True)
    parser.add_argument('--weights', required=True)
    options = parser.parse_args()
    claims = [claim for claim in read(options.signs, options.said) if claim['apart']]
    own = [claim for claim in claims if claim['author'] not in PUBLIC]
    balance(own)
    bests = []
    for name in sorted({claim['author'] for claim in claims}):
        model = fit([claim for claim in own if claim['author'] != name])
        bests += [(claim, strongest(claim, chances(model, claim['x']))) for claim in claims if claim['author'] == name]
    thresholds = {'about': ABOUT}
    for side, right, wrong in (('supports', 'supported', 'refuted'), ('refutes', 'refuted', 'supported')):
        thresholds[side], thresholds[side + 'Freely'] = choose(bests, side, right, wrong)
    print(thresholds)
    came = {(claim['id'], claim['claim']): verdict(best, thresholds) for claim, best in bests}
    table(claims, came)
    right = {}
    for label in KINDS:
        called = [claim for claim in own if claim['author'] != 'sentences' and came[claim['id'], claim['claim']] == label]
        right[label] = sum(claim['label'] == label for claim in called) / max(1, len(called))
        print('of', len(called), 'called', label, 'right', round(right[label], 3))
    about, holds, trees = fit(own)
    linear = lambda model: {'weights': model[0].round(6).tolist(), 'bias': round(model[1], 6)}
    with open(options.weights, 'w') as file:
        json.dump(
            {
                'signs': NAMES,
                'about': linear(about),
                'holds': linear(holds) | shipped(trees),
                'thresholds': thresholds,
                'right': {'supports': round(right['supported'], 2), 'refutes': round(right['refuted'], 2)},
            },
            file,
        )
        file.write('\n')


if __name__ == '__main__':
    main()
