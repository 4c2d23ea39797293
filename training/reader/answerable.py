"""Fits when an answer is one to what answerable.ts wrote: /usr/bin/python3 training/reader/answerable.py [in] [out]. Fixed seed, seconds on one core."""
import json, sys
import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.metrics import balanced_accuracy_score, roc_auc_score

folder = sys.argv[1] if len(sys.argv) > 1 else ".cache/answerable"
out = sys.argv[2] if len(sys.argv) > 2 else "models/reader/answerable.json"


def load(name):
    part = json.load(open(f"{folder}/{name}.json"))
    rows = np.array(part["rows"], np.float32)
    return part["signals"], rows[:, 1].astype(int), rows[:, 2].astype(int), rows[:, 3:]


def trees_of(model):
    found = []
    for (predictor,) in model._predictors:
        nodes = predictor.nodes
        leaf = nodes["is_leaf"].astype(bool)
        found.append({
            "feature": [-1 if l else int(f) for l, f in zip(leaf, nodes["feature_idx"])],
            "threshold": [round(float(v if l else t), 6) for l, v, t in zip(leaf, nodes["value"], nodes["num_threshold"])],
            "left": [int(v) for v in nodes["left"]],
            "right": [int(v) for v in nodes["right"]],
        })
    return {"baseline": float(model._baseline_prediction.ravel()[0]), "trees": found}


parts = [load("hotpot-train"), load("nq")]
signals = parts[0][0]
x = np.concatenate([part[3] for part in parts])
# Questions over many documents weigh more, as they are the product's work.
weight = np.concatenate([np.full(len(part[1]), scale) for part, scale in zip(parts, (2.0, 1.0))])
_, dev_right, _, dev_x = load("hotpot-dev")
_, _, clap, clap_x = load("clapnq-dev")
fitted = {}
for name, column in (("right", 1), ("answerable", 2)):
    y = np.concatenate([part[column] for part in parts])
    model = HistGradientBoostingClassifier(max_iter=80, learning_rate=0.08, max_leaf_nodes=4, min_samples_leaf=30, l2_regularization=3.0, early_stopping=False, random_state=7)
    model.fit(x, y, sample_weight=weight)
    p, q = model.predict_proba(dev_x)[:, 1], model.predict_proba(clap_x)[:, 1]
    print(f"{name}: AUC {roc_auc_score(dev_right, p):.3f} for right answers on HotpotQA dev (n = {len(p)}), {roc_auc_score(clap, q):.3f} for answerable questions on ClapNQ (n = {len(q)})")
    if name == "answerable":
        for threshold in (0.6, 0.65, 0.7, 0.75, 0.8):
            print(f"  threshold {threshold}: balanced accuracy on ClapNQ {balanced_accuracy_score(clap, q >= threshold):.3f}")
    fitted[name] = trees_of(model)
json.dump({"features": signals, **fitted}, open(out, "w"), separators=(",", ":"))
