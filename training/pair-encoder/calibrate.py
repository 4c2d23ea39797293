"""The numbers beside answers and verdicts, fitted on questions and claims whose authors never ran the program.

usage: calibrate.py DUMP.jsonl.. --out models/judge/calibration.json [--weight audit-dev=2,..] [--confidence .8]
  DUMP  what dump.ts wrote

Answers: P(right) by logistic regression over the features of src/answer/chance.ts, with an L2 penalty. Claims: P(supported), P(refuted),
P(open) by multinomial regression over the features of src/claims/chance.ts. Each threshold is the lowest at which no more than a given
share is wrongly asserted: of all questions; of the false claims called supported; of the true ones called refuted. `risk` is the
Clopper-Pearson bound on the share of wrong ones among the asserted answers, with the given confidence; it is not corrected for the choice
of the threshold. Figures are out of fold, five folds by id: an item's author and documents are in the other folds too.
"""

import argparse
import json
import math
import zlib

import numpy as np

ANSWER_SIGNS = ["answered", "alone", "margin", "witnesses", "evidence", "words", "isSide", "isSentences", "rank"]
CLAIM_SIGNS = [
    "supports", "refutes", "firstSupports", "firstRefutes", "aloneSupports", "aloneRefutes", "othersSupport", "othersRefute",
    "figureContradicts", "figureSame",
]
LABELS = ["supported", "refuted", "uncovered"]


def softmax(z):
    e = np.exp(z - z.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)


def fit(x, y, weight, classes, penalty, steps=3000, rate=0.05):
    """Multinomial regression by Adam on standardised signs: weights [classes, signs] and offsets [classes], in the signs' own units"""
    mean, sd = x.mean(0), x.std(0) + 1e-6
    z = (x - mean) / sd
    target = np.eye(classes)[y]
    w, b = np.zeros((classes, x.shape[1])), np.zeros(classes)
    m = [np.zeros_like(w), np.zeros_like(b)]
    v = [np.zeros_like(w), np.zeros_like(b)]
    share = weight / weight.sum()
    for step in range(1, steps + 1):
        p = softmax(z @ w.T + b)
        d = (p - target) * share[:, None]
        grads = [d.T @ z + penalty * w / len(x), d.sum(0)]
        for at, (param, g) in enumerate(zip((w, b), grads)):
            m[at] = 0.9 * m[at] + 0.1 * g
            v[at] = 0.999 * v[at] + 0.001 * g * g
            param -= rate * (m[at] / (1 - 0.9**step)) / (np.sqrt(v[at] / (1 - 0.999**step)) + 1e-8)
    return w / sd, b - (w / sd) @ mean


def upper_bound(wrong, n, confidence):
    """Clopper-Pearson upper bound on a share, by bisection of the binomial's tail"""
    if n == 0 or wrong >= n:
        return 1.0
    tail = lambda p: sum(math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(wrong + 1))
    low, high = wrong / n, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if tail(middle) > 1 - confidence else (low, middle)
    return high


def threshold(p, wrong, share, of, least=0.3):
    """The lowest of the hundredths from which on no more than `share` of `of` items are wrong"""
    for t in np.arange(least, 1.0, 0.01):
        if ((p >= t) & wrong).sum() <= share * of:
            return round(float(t), 2)
    return 1.0


def calibration_error(p, right, bins=10):
    order = np.argsort(p)
    return float(sum(abs(p[part].mean() - right[part].mean()) * len(part) for part in np.array_split(order, bins) if len(part)) / len(p))


def fold_of(item):
    return zlib.crc32(f"{item['set']} {item['id']}".encode()) % 5


def out_of_fold(x, y, weight, folds, classes, penalty):
    p = np.zeros((len(x), classes))
    for name in np.unique(folds):
        held = folds == name
        w, b = fit(x[~held], y[~held], weight[~held], classes, penalty)
        p[held] = softmax(x[held] @ w.T + b)
    return p


def answers(lines, weight_of, o):
    rows = [(q, j, at) for q in lines if q["kind"] == "question" for at, j in enumerate(q["judged"])]
    x = np.array([j["signs"] for _, j, _ in rows])
    y = np.array([int(j["right"]) for _, j, _ in rows])
    folds = np.array([fold_of(q) for q, _, _ in rows])
    weight = np.array([weight_of(q["set"]) * (1.0 if at == 0 else 0.5) for q, _, at in rows])
    p = out_of_fold(x, y, weight, folds, 2, o.penalty)[:, 1]
    # Of the answers of a question the likelier is shown.
    best = {}
    for value, (q, j, _) in zip(p, rows):
        key = (q["set"], q["id"])
        if key not in best or value > best[key][0]:
            best[key] = (value, j["right"], q)
    questions = [q for q in lines if q["kind"] == "question"]
    shown = np.array([v for v, _, _ in best.values()])
    right = np.array([bool(r) for _, r, _ in best.values()])
    supported = threshold(shown, ~right, o.asserted_wrong, len(questions))
    possible = min(supported, o.possible)
    w, b = fit(x, y, weight, 2, o.penalty)
    weights, offset = w[1] - w[0], float(b[1] - b[0])
    print("answers: signs", dict(zip(ANSWER_SIGNS, np.round(weights, 2))), "offset", round(offset, 2))
    for name in ["all", *sorted({q["set"] for q in questions})]:
        own = [q for q in questions if name in ("all", q["set"])]
        got = [(v, r, q) for v, r, q in best.values() if name in ("all", q["set"])]
        answerable, others = [q for q in own if q["answerable"]], [q for q in own if not q["answerable"]]
        if not got:
            continue
        count = lambda t, f: sum(1 for v, r, q in got if v >= t and f(r, q))
        asserted = count(supported, lambda r, q: True)
        print(
            f"  {name}: n {len(own)}; shown from {possible:.2f}: right {count(possible, lambda r, q: r)} of {len(answerable)}, wrong {count(possible, lambda r, q: not r)};"
            f" asserted from {supported:.2f}: {asserted}, wrong {count(supported, lambda r, q: not r)};"
            f" unanswerable refused {len(others) - count(possible, lambda r, q: not q['answerable'])} of {len(others)};"
            f" ECE {calibration_error(np.array([v for v, _, _ in got]), np.array([bool(r) for _, r, _ in got])):.3f}"
        )
    chosen = shown >= supported
    return {
        "signs": ANSWER_SIGNS,
        "weights": [round(float(v), 4) for v in weights],
        "offset": round(offset, 4),
        "supported": round(float(supported), 2),
        "possible": round(float(possible), 2),
        "risk": math.ceil(100 * upper_bound(int((chosen & ~right).sum()), int(chosen.sum()), o.confidence)) / 100,
        "confidence": o.confidence,
        "questions": len(questions),
        "asserted": int(chosen.sum()),
        "wrong": int((chosen & ~right).sum()),
        "set": ", ".join(sorted({q["set"] for q in questions})),
    }


def claims(lines, weight_of, o):
    rows = [c for c in lines if c["kind"] == "claim"]
    x = np.array([c["signs"] for c in rows])
    y = np.array([LABELS.index(c["label"]) for c in rows])
    sets = np.array([c["set"] for c in rows])
    weight = np.array([weight_of(c["set"]) for c in rows])
    p = out_of_fold(x, y, weight, np.array([fold_of(c) for c in rows]), 3, o.penalty)
    w, b = fit(x, y, weight, 3, o.penalty)
    least = {}
    for at, name, other in ((0, "supported", 1), (1, "refuted", 0)):
        least[name] = threshold(p[:, at], y == other, o.claims_wrong, int((y == other).sum()))
    verdict = np.where(p[:, 0] >= least["supported"], 0, np.where(p[:, 1] >= least["refuted"], 1, 2))
    for name in ["all", *sorted(set(sets))]:
        own = np.ones(len(rows), bool) if name == "all" else sets == name
        table = {LABELS[t]: [int(((y == t) & (verdict == v) & own).sum()) for v in range(3)] for t in range(3)}
        print(f"  claims {name}: (supported, refuted, left open) {table}")
    print("claims: least", least, "ECE supported", round(calibration_error(p[:, 0], y == 0), 3), "refuted", round(calibration_error(p[:, 1], y == 1), 3))
    asserted = verdict < 2
    rounded = lambda at: {"weights": [round(float(v), 4) for v in w[at]], "offset": round(float(b[at]), 4)}
    return {
        "signs": CLAIM_SIGNS,
        "supported": rounded(0),
        "refuted": rounded(1),
        "open": rounded(2),
        "least": least,
        "claims": len(rows),
        "asserted": int(asserted.sum()),
        "wrong": int((asserted & (verdict != y)).sum()),
        "set": ", ".join(sorted(set(sets))),
    }


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("dumps", nargs="+")
    ap.add_argument("--out", default="")
    ap.add_argument("--weight", default="")
    ap.add_argument("--asserted-wrong", type=float, default=0.04)
    ap.add_argument("--claims-wrong", type=float, default=0.05)
    ap.add_argument("--confidence", type=float, default=0.8)
    ap.add_argument("--possible", type=float, default=0.4)
    ap.add_argument("--penalty", type=float, default=3.0)
    o = ap.parse_args()
    lines = [json.loads(line) for name in o.dumps for line in open(name, encoding="utf-8")]
    weights = {k: float(v) for k, v in (pair.split("=") for pair in filter(None, o.weight.split(",")))}
    weight_of = lambda name: weights.get(name, 1.0)
    result = {"answers": answers(lines, weight_of, o), "claims": claims(lines, weight_of, o)}
    if o.out:
        with open(o.out, "w", encoding="utf-8") as file:
            json.dump(result, file, indent=1)
            file.write("\n")


main()
