"""Gradient-boosted trees over the linguistic features, in a form that TypeScript reads."""
import base64

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier


def fit_trees(x, y, weight, seed, rounds=300, leaves=14):
    model = HistGradientBoostingClassifier(max_iter=rounds, learning_rate=0.05, max_leaf_nodes=leaves, l2_regularization=5, min_samples_leaf=40, early_stopping=False, random_state=seed)
    return model.fit(x, y, sample_weight=weight)


def packed(array, dtype):
    return base64.b64encode(np.ascontiguousarray(array, dtype).tobytes()).decode()


def export_trees(model):
    """Nodes of all trees one after another; tree t is of class t % 3. A leaf has feature -1 and its value as threshold."""
    roots, features, thresholds, lefts, rights = [], [], [], [], []
    for of_round in model._predictors:
        for tree in of_round:
            base = len(features)
            roots.append(base)
            for node in tree.nodes:
                leaf = bool(node['is_leaf'])
                features.append(-1 if leaf else int(node['feature_idx']))
                thresholds.append(float(node['value']) if leaf else float(node['num_threshold']))
                lefts.append(0 if leaf else base + int(node['left']))
                rights.append(0 if leaf else base + int(node['right']))
    return {
        'baseline': [float(value) for value in np.ravel(model._baseline_prediction)],
        'roots': packed(roots, '<u4'), 'features': packed(features, '<i2'), 'thresholds': packed(thresholds, '<f4'), 'lefts': packed(lefts, '<u4'), 'rights': packed(rights, '<u4'),
    }
