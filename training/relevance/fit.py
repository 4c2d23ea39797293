"""Fits the relevance weights to what dump.ts wrote: /usr/bin/python3 training/relevance/fit.py [in] [out]. Seconds on one core."""
import json, sys
import numpy as np
from sklearn.linear_model import LogisticRegression

folder = sys.argv[1] if len(sys.argv) > 1 else ".cache/relevance"
out = sys.argv[2] if len(sys.argv) > 2 else "models/relevance/weights.json"


def load(name):
    part = json.load(open(f"{folder}/{name}.json"))
    rows = np.array(part["rows"], np.float32)
    return part["features"], rows[:, 0].astype(int), rows[:, 1], rows[:, 2:]


def report(name, model):
    _, group, y, x = load(name)
    p = model.decision_function(x)
    f1, recall, n = [], [], 0
    for g in np.unique(group):
        rows = np.flatnonzero(group == g)
        top = rows[np.argsort(-p[rows])]
        hit = y[top[:2]].sum()
        f1.append(2 * hit / (2 + y[rows].sum()))
        recall.append(y[top[:10]].sum() / max(1, y[rows].sum()))
    print(f"{name}: n {len(f1)}, top-2 F1 {np.mean(f1):.3f}, recall at 10 {np.mean(recall):.3f}")


features, g1, y1, x1 = load("hotpot-train")
_, g2, y2, x2 = load("nq")
# Questions weigh alike; positives weigh six times, so that a clearly relevant sentence scores above one half.
weight = np.concatenate([np.where(y1 > 0, 6, 1) * 2.0 / np.bincount(g1)[g1], np.where(y2 > 0, 2, 1) * 0.3 / np.bincount(g2)[g2]])
model = LogisticRegression(C=3.0, max_iter=2000)
model.fit(np.concatenate([x1, x2]), np.concatenate([y1, y2]), sample_weight=weight * len(weight) / weight.sum())
for name in ("hotpot-train", "nq", "hotpot-dev"):
    report(name, model)
print({name: round(float(v), 2) for name, v in zip(features, model.coef_[0])}, round(float(model.intercept_[0]), 2))
json.dump({"features": features, "bias": float(model.intercept_[0]), "weights": [float(v) for v in model.coef_[0]]}, open(out, "w"), indent=1)
