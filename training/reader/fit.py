"""Fits the reader's trees to what dump.ts wrote: /usr/bin/python3 training/reader/fit.py [in] [out]. Fixed seed, about a minute on one core."""
import json, sys
import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

folder = sys.argv[1] if len(sys.argv) > 1 else ".cache/reader"
out = sys.argv[2] if len(sys.argv) > 2 else "models/reader/weights.json"


def load(name):
    part = json.load(open(f"{folder}/{name}.json"))
    rows = np.array(part["rows"], np.float32)
    return part, rows[:, 0].astype(int), rows[:, 1], rows[:, 2], rows[:, 3:]


def best(model, group, em, f1, x, items):
    p = model.predict_proba(x)[:, 1]
    chosen = {}
    for i, g in enumerate(group):
        if g not in chosen or p[i] > p[chosen[g]]:
            chosen[g] = i
    rows = list(chosen.values())
    return f1[rows].sum() / len(chosen), em[rows].sum() / len(chosen), len(chosen), p[rows], f1[rows]


names = ["hotpot-train", "hotpot-open", "nq"]
loaded = [load(name) for name in names]
features = loaded[0][0]["features"]
x = np.concatenate([part[4] for part in loaded])
y = (np.concatenate([part[3] for part in loaded]) >= 0.66).astype(int)
# Every question weighs alike, whatever the number of its candidates; questions over many documents weigh more, as they are the product's work.
weight = np.concatenate([scale / np.bincount(part[1])[part[1]] for part, scale in zip(loaded, (8.0, 8.0, 1.0))])
weight = weight * len(weight) / weight.sum()
model = HistGradientBoostingClassifier(max_iter=200, learning_rate=0.06, max_leaf_nodes=20, min_samples_leaf=20, l2_regularization=2.0, early_stopping=False, random_state=7)
model.fit(x, y, sample_weight=weight)
for name in names + ["hotpot-dev"]:
    part, group, em, f1, xs = load(name)
    mean, exact, n, p, good = best(model, group, em, f1, xs, part["items"])
    oracle = np.mean([f1[group == g].max() for g in np.unique(group)])
    print(f"{name}: F1 {mean:.3f} EM {exact:.3f} over {n} questions with candidates; best possible F1 {oracle:.3f}")

trees = []
for (predictor,) in model._predictors:
    nodes = predictor.nodes
    leaf = nodes["is_leaf"].astype(bool)
    trees.append({
        "feature": [-1 if l else int(f) for l, f in zip(leaf, nodes["feature_idx"])],
        "threshold": [round(float(v if l else t), 6) for l, v, t in zip(leaf, nodes["value"], nodes["num_threshold"])],
        "left": [int(v) for v in nodes["left"]],
        "right": [int(v) for v in nodes["right"]],
    })
json.dump({"features": features, "baseline": float(model._baseline_prediction.ravel()[0]), "abstain": 0.05, "trees": trees}, open(out, "w"), separators=(",", ":"))
