"""Fits the chance that an answer is right: python3 fit.py DUMP [DUMP ...] --folds FOLDS/folds.json --weights models/answer-chance/weights.json

A dump is dump.ts's: a question a line with every answer that was read. Which answer is right is a conditional logit over the answers of a question with an outside option, "none of them": its loss
is -log of the probability of the right ones, or of none, with a ridge; each sign has one weight for all answers, one more for short ones and one for questions that take several steps. The chance is a line over the logit of the probability
that one of the answers of a sentence is right. A list has a chance of its own, by a logistic regression on a few signs. The line is fitted on the likeliest answer of each question, with probabilities that were predicted out of fold, and scored out of fold again. Folds are of documents. Learn then Test with fixed-sequence testing looks for a threshold that keeps the promise.
"""
import argparse
import json
from zlib import crc32

import numpy as np
from scipy.optimize import minimize
from scipy.stats import beta
from sklearn.linear_model import LogisticRegression

RISK, CONFIDENCE, RIDGE, SPARE, FOLDS = 0.1, 0.95, 100, 1, 5
# From this chance on one answer stands alone.
ALONE = 0.5


# How far the document says the question: authors who were told to use other words make of the document's own words a sign that there is no answer.
BY_DOCUMENT = ('documentCoverage', 'documentSoft', 'saidByDocument', 'passageCoverage', 'passageSoft', 'titleAsked')
IDLE, SEVERAL, LIST, LIST_AT = [], [0], [0], []
# Sets of others: questions about encyclopaedic texts, half of which need two sentences (HotpotQA).
PUBLIC = ('hotpotqa', 'squadshifts')
# Signs that tell whether a list answers; they count for lists alone.
OF_LISTS = ('isList', 'listChance', 'listBestItem', 'listLead', 'listAgainst', 'listIsLed')
LIST_SIGNS = (*OF_LISTS[1:], 'chance', 'size', 'entity', 'definition', 'list', 'comparison', 'reason')
# Its questions for lists are answered by single sentences: of its lists none is right, which is its authors' way and tells nothing.
NO_LISTS = ('second-fitting',)
# What a question of the offices counts: their authors avoided the documents' words on purpose, and most people do not.
OFFICES = 0.6
# What a question counts in the line whose author was told what people do: names and key things are kept, the rest is said in other words. The others avoid the documents' words, or take them all.
AS_PEOPLE_ASK, COUNTS = ('seventh', 'eighth', 'ninth', 'tenth'), 4


def read(paths):
    return [question for path in paths for line in open(path) if line.strip() for question in [json.loads(line)] if question['rows']]


def signs(question):
    x = np.array([row['x'] for row in question['rows']])
    several = x[:, SEVERAL].copy()
    x[:, IDLE] = 0
    return np.hstack([x, x * np.array([[row['short'] is not None] for row in question['rows']]), x * several])


def right(question):
    """More than one sentence beside the gold ones is no answer, where no list was asked for."""
    return np.array([row['right'] and (row['spare'] <= SPARE or question['form'] == 'list') for row in question['rows']])


def fit_choice(questions):
    parts = [(signs(question), right(question)) for question in questions]
    x, y = np.vstack([rows for rows, _ in parts]), np.concatenate([good for _, good in parts]).astype(float)
    mean, scale = x.mean(0), x.std(0)
    scale[scale < 1e-6] = 1
    z, sizes = (x - mean) / scale, [len(good) for _, good in parts]
    starts, of = np.cumsum([0, *sizes])[:-1], np.repeat(np.arange(len(parts)), sizes)
    has = np.array([good.any() for _, good in parts])
    v = np.array([OFFICES if question['half'] == 'offices-fitting' else 1.0 for question in questions])
    v /= v.mean()

    def loss(t):
        s = z @ t[:-1]
        top = np.maximum(np.maximum.reduceat(s, starts), t[-1])
        e, none = np.exp(s - top[of]), np.exp(t[-1] - top)
        total, good = np.add.reduceat(e, starts) + none, np.add.reduceat(e * y, starts)
        value = -(v * (np.log(np.where(has, good, none) + 1e-300) - np.log(total))).sum() + RIDGE / 2 * (t[:-1] @ t[:-1])
        slope = v[of] * (e / total[of] - np.where(has[of], e * y / np.maximum(good[of], 1e-300), 0))
        return value, np.append(z.T @ slope + RIDGE * t[:-1], (v * (none / total - ~has)).sum())

    t = minimize(loss, np.zeros(x.shape[1] + 1), jac=True, method='L-BFGS-B', options={'maxiter': 300}).x
    return {'mean': mean, 'scale': scale, 'weights': t[:-1], 'none': t[-1]}


def probabilities(choice, question):
    s = ((signs(question) - choice['mean']) / choice['scale']) @ choice['weights']
    e, none = np.exp(s - s.max()), np.exp(choice['none'] - s.max())
    return e / (e.sum() + none)


def list_rows(question):
    return [at for at, row in enumerate(question['rows']) if row['x'][LIST[0]]]


def fit_lists(questions):
    """Of each question the likeliest list."""
    x, y = [], []
    for question in questions:
        own = list_rows(question)
        if own and question['half'] not in NO_LISTS:
            at = max(own, key=lambda at: question['rows'][at]['x'][LIST_AT[0]])
            x.append([question['rows'][at]['x'][sign] for sign in LIST_AT])
            y.append(right(question)[at])
    x = np.array(x)
    mean, scale = x.mean(0), np.maximum(x.std(0), 1e-6)
    model = LogisticRegression(C=0.3, max_iter=3000).fit((x - mean) / scale, y)
    return {'mean': mean, 'scale': scale, 'weights': model.coef_[0], 'offset': float(model.intercept_[0])}


def list_chances(lists, question):
    """By row; 0 where the answer is no list."""
    chance = np.zeros(len(question['rows']))
    for at in list_rows(question):
        x = np.array([question['rows'][at]['x'][sign] for sign in LIST_AT])
        chance[at] = 1 / (1 + np.exp(-(((x - lists['mean']) / lists['scale']) @ lists['weights'] + lists['offset'])))
    return chance


def logit(value):
    inside = np.clip(value, 1e-4, 1 - 1e-4)
    return np.log(inside / (1 - inside))


def judged(question, p):
    """The likeliest answer that is no list, and the logit of all answers of its sentence."""
    lists = list_rows(question)
    best = int(np.argmax(np.where(np.isin(np.arange(len(p)), lists), -1, p) if len(lists) < len(p) else p))
    own = np.array([row['by'] == question['rows'][best]['by'] for row in question['rows']])
    return best, [logit(p[own].sum())]


def has_asked(row, at):
    return row['form'] == 'definition' or row['x'][at['holdsAsked' if row['form'] == 'number' else 'fitsForm']] > 0


def pair(question, p, line, lists, at_sign):
    """As src/audit/answer/either.ts: the chance of the likeliest answer, the two likeliest sentences that are an answer each, and the sum of their shares; None where there are no two."""
    rows, share, best = question['rows'], {}, {}
    for row, own in zip(rows, p):
        share[row['by']] = share.get(row['by'], 0) + own
        best[row['by']] = max(best.get(row['by'], 0), own)
    sure = {by: line.predict_proba([[logit(total)]])[0, 1] for by, total in share.items()}
    chance = np.array([own / best[row['by']] * sure[row['by']] for row, own in zip(rows, p)])
    chance = np.where(np.isin(np.arange(len(rows)), list_rows(question)), list_chances(lists, question), chance)
    shown = [at for at, row in enumerate(rows) if row['form'] != 'permission' or row['short'] is None or chance[at] >= ALONE]
    for at, row in enumerate(rows):
        if row['short'] is None:
            chance[at] = max([chance[at], *(chance[other] for other, its in enumerate(rows) if other not in shown and its['by'] == row['by'])])
    shown.sort(key=lambda at: -chance[at])
    top = shown[0]
    alone = [at for at in shown if rows[at]['short'] is None and rows[at]['size'] == 1]
    first = [at for at in alone if rows[at]['by'] == rows[top]['by']]
    second = [at for at in alone if rows[at]['by'] != rows[top]['by']][:1]
    second = [at for at in second if not has_asked(rows[top], at_sign) or has_asked(rows[at], at_sign)]
    if not first or not second or rows[top]['form'] in ('list', 'comparison'):
        return top, chance[top], None
    return top, chance[top], (first[0], second[0], share[rows[top]['by']] + share[rows[second[0]]['by']])


def author(question):
    """Who wrote a question: the authors of large halves are told by the first letters of the id."""
    return question['id'][:2] if question['half'] in ('offices-fitting', 'second-fitting') else question['half']


def upper(wrong, n):
    return 1.0 if wrong >= n else float(beta.ppf(CONFIDENCE, wrong + 1, n - wrong))


def calibration_error(chance, good, bins=10):
    at = np.minimum((chance * bins).astype(int), bins - 1)
    return sum(abs(chance[at == b].mean() - good[at == b].mean()) * (at == b).mean() for b in range(bins) if (at == b).any())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('dumps', nargs='+')
    parser.add_argument('--folds', required=True)
    parser.add_argument('--weights', required=True)
    options = parser.parse_args()
    questions = read(options.dumps)
    IDLE.extend(json.load(open(options.weights))['features'].index(name) for name in (*BY_DOCUMENT, *OF_LISTS))
    at_sign = {name: at for at, name in enumerate(json.load(open(options.weights))['features'])}
    SEVERAL[:] = [at_sign['several']]
    LIST[:], LIST_AT[:] = [at_sign['isList']], [at_sign[name] for name in LIST_SIGNS]
    fold = json.load(open(options.folds))
    # Questions that no document answers, and that the ranker was not fitted on, belong to no document.
    of = np.array([fold.get(question['id'], crc32(question['id'].encode()) % FOLDS) for question in questions])
    authors = np.array([author(question) for question in questions])
    answerable = np.array([question['answerable'] for question in questions])
    half = np.array([question['half'] for question in questions])
    weight = np.where(half == 'offices-fitting', OFFICES, np.where(np.isin(half, AS_PEOPLE_ASK), COUNTS, 1.0))
    best, numbers, all_p = [0] * len(questions), np.zeros((len(questions), 1)), [None] * len(questions)
    by_lists = [None] * len(questions)
    for number in sorted(set(of)):
        others = [question for question, own in zip(questions, of) if own != number]
        choice, lists = fit_choice(others), fit_lists(others)
        for place in np.flatnonzero(of == number):
            all_p[place] = probabilities(choice, questions[place])
            best[place], numbers[place] = judged(questions[place], all_p[place])
            by_lists[place] = lists
    good = np.array([right(question)[at] for question, at in zip(questions, best)])
    chance = np.zeros(len(questions))
    pairs = [None] * len(questions)
    for number in sorted(set(of)):
        line = LogisticRegression(C=1).fit(numbers[of != number], good[of != number], weight[of != number])
        chance[of == number] = line.predict_proba(numbers[of == number])[:, 1]
        for place in np.flatnonzero(of == number):
            pairs[place] = pair(questions[place], all_p[place], line, by_lists[place], at_sign)
    line = LogisticRegression(C=1).fit(numbers, good, weight)
    # A list that is likelier than the likeliest sentence is the answer.
    of_sentence = good.copy()
    own_lists = [list_chances(lists, question) for lists, question in zip(by_lists, questions)]
    for place, own in enumerate(own_lists):
        if own.max() > chance[place]:
            best[place], chance[place] = int(np.argmax(own)), own.max()
            good[place] = right(questions[place])[best[place]]
    is_list = np.array([own[at] > 0 for own, at in zip(own_lists, best)])
    print('lists out of fold, from 0.5: n', (is_list & (chance >= 0.5)).sum(), 'right', (is_list & good & (chance >= 0.5)).sum(), 'mean', round(float(chance[is_list & (chance >= 0.5)].mean()), 3))

    print('documents held out; n', len(questions), 'answerable', answerable.sum(), 'calibration error', round(calibration_error(chance, good), 3))
    print('a right answer is among those read for', round(float(np.mean([right(question).any() for question in questions if question['answerable']])), 3))
    for name in sorted(set(half)):
        print(name, 'right of answerable if all were shown', round(float(good[answerable & (half == name)].mean()), 3), 'n', (answerable & (half == name)).sum())
    for low in np.arange(0, 1, 0.1):
        m = (chance >= low) & (chance < low + 0.1)
        if m.any():
            print(f'{low:.1f}-{low + 0.1:.1f} n {m.sum()} mean {chance[m].mean():.2f} right {good[m].mean():.2f}')
    for t in (0.35, 0.5, 0.55, 0.6, 0.7):
        m = chance >= t
        print('from', t, 'right of answerable', round(float((m & good)[answerable].mean()), 3), 'wrong of answerable', round(float((m & ~good)[answerable].mean()), 3), 'unanswerable shown', round(float(m[~answerable].mean()), 3), 'calibration error', round(calibration_error(chance[m], good[m]), 3))
    # Two sentences, of which one may answer, where no answer is more likely right than wrong.
    two = np.array([entry[2] is not None for entry in pairs])
    sums = np.array([[logit(entry[2][2] if entry[2] else 0.5)] for entry in pairs])
    one_of = np.array([bool(entry[2]) and bool(right(question)[list(entry[2][:2])].any()) for question, entry in zip(questions, pairs)])
    alone, alone_good = np.array([entry[1] for entry in pairs]), np.array([right(question)[entry[0]] for question, entry in zip(questions, pairs)])
    either = np.zeros(len(questions))
    for number in sorted(set(of)):
        own = LogisticRegression(C=1).fit(sums[two & (of != number)], one_of[two & (of != number)], weight[two & (of != number)])
        either[of == number] = own.predict_proba(sums[of == number])[:, 1]
    either = np.where(two, np.maximum(either, alone), 0)
    either_line = LogisticRegression(C=1).fit(sums[two], one_of[two], weight[two])
    used = two & (alone < ALONE)
    for t in (0.35, 0.5, 0.55):
        for name, m, hit, own in (('one', alone >= 0.3, alone_good, alone), ('either', np.where(used, either >= t, alone >= 0.3), np.where(used, one_of, alone_good), np.where(used, either, alone))):
            print(name, 'from', t, 'right of answerable', round(float((m & hit)[answerable].mean()), 3), 'wrong of answerable', round(float((m & ~hit)[answerable].mean()), 3), 'unanswerable shown', round(float(m[~answerable].mean()), 3), 'two of those shown', round(float(used[m].mean()), 2), 'calibration error', round(calibration_error(own[m], hit[m]), 3))
    # Each author's questions, judged by what was fitted on the others': people ask in ways of their own.
    shown, hits = np.zeros(len(questions)), np.zeros(len(questions), bool)
    for name in sorted(set(authors)):
        others = authors != name
        own_line = LogisticRegression(C=1).fit(numbers[others], of_sentence[others], weight[others])
        own_either = LogisticRegression(C=1).fit(sums[two & others], one_of[two & others], weight[two & others])
        rest = [question for question, other in zip(questions, others) if other]
        choice, lists = fit_choice(rest), fit_lists(rest)
        for place in np.flatnonzero(~others):
            top, lone, both = pair(questions[place], probabilities(choice, questions[place]), own_line, lists, at_sign)
            shown[place], hits[place] = lone, right(questions[place])[top]
            if both is not None and lone < ALONE:
                shown[place] = max(lone, own_either.predict_proba([[logit(both[2])]])[0, 1])
                hits[place] = right(questions[place])[list(both[:2])].any()
    for name, m in [*((name, authors == name) for name in sorted(set(authors))), ('as people ask, each left out', np.isin(half, AS_PEOPLE_ASK)), ('all authors, each left out', np.ones(len(questions), bool))]:
        for t in (0.5, 0.55, 0.6, 0.65, 0.7):
            on = m & (shown >= t)
            print('left out', name, 'n', m.sum(), 'unanswerable', (m & ~answerable).sum(), 'from', t, 'right of answerable', round(float((on & hits)[m & answerable].mean()), 3), 'wrong of answerable', round(float((on & ~hits)[m & answerable].mean()), 3), 'unanswerable shown', round(float(on[m & ~answerable].mean()), 3), 'calibration error', round(calibration_error(shown[on], hits[on]), 3))
    # What the second reader makes of the same sentences is near to what confirms an answer in the product.
    known = json.load(open(options.weights))
    agrees = known['features'].index('rulesAgree')
    confirmed = np.array([question['rows'][at]['x'][agrees] == 1 for question, at in zip(questions, best)])
    for t in (0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9):
        m = confirmed & (chance >= t)
        print('confirmed, from', t, 'right', (m & good).sum(), 'wrong', (m & ~good & answerable).sum(), 'unanswerable', (m & ~answerable).sum())
    # Fixed sequence, strictest first, in steps of five answers: the bound may fail once by chance where few answers are.
    order, promised, asserted, wrong = np.argsort(-chance), None, 0, 0
    for k in range(20, len(order) + 1, 5):
        errors = int((~good[order[:k]]).sum())
        if upper(errors, k) <= RISK:
            promised, asserted, wrong = float(chance[order[k - 1]]), k, errors
    print('promise', promised, asserted, wrong)
    choice, lists = fit_choice(questions), fit_lists(questions)
    known.update(
        {
            'lists': {'features': list(LIST_SIGNS), **{name: np.round(lists[name], 6).tolist() for name in ('mean', 'scale', 'weights')}, 'offset': round(lists['offset'], 6)},
            'choice': {**{name: choice[name].round(6).tolist() for name in ('mean', 'scale', 'weights')}, 'none': round(float(choice['none']), 6)},
            'line': {'slope': round(float(line.coef_[0][0]), 6), 'offset': round(float(line.intercept_[0]), 6)},
            'either': {'slope': round(float(either_line.coef_[0][0]), 6), 'offset': round(float(either_line.intercept_[0]), 6)},
            'promised': promised,
            'asserted': asserted,
            'wrong': wrong,
            'questions': len(questions),
            'risk': RISK,
            'confidence': CONFIDENCE,
        }
    )
    json.dump(known, open(options.weights, 'w'))


if __name__ == "__main__":
    main()
