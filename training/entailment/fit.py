"""Fits the entailment scorer to what `pairs.py` and `dump.ts` wrote, and writes models/entailment/weights.json.

    OMP_NUM_THREADS=1 /usr/bin/python3 training/entailment/fit.py --cache .cache/entailment

Three experts (trees over the linguistic features, a network over all pairs, a network over plain scenes), a gate that
says how far a pair reads like a scene, and one temperature. A tenth of the groups is held out for gate and temperature.
"""
import argparse
import json
import pickle
import zlib

import numpy as np
import torch
from sklearn.linear_model import LogisticRegression

from export import export_network
from network import Inputs, Pairs, predict, train
from trees import export_trees, fit_trees

DEVELOPMENT = ['cad-dev', 'fever-symmetric', 'healthver']


def log_softmax(z):
    z = z - z.max(1, keepdims=True)
    return z - np.log(np.exp(z).sum(1, keepdims=True))


def ece(p, y, bins=10):
    top, right = p.max(1), p.argmax(1) == y
    at = np.minimum((top * bins).astype(int), bins - 1)
    return sum(abs(right[at == b].mean() - top[at == b].mean()) * (at == b).mean() for b in range(bins) if (at == b).any())


def weights(pairs):
    """Scenes count fully, made pairs half; contradictions of documents less, for few real spans contradict a statement."""
    scene = np.char.startswith(pairs.source, 'cad')
    weight = np.where(scene, 1.0, 0.5)
    weight *= np.where(~scene & (pairs.y == 2), 0.4, 1.0)
    weight *= np.where(np.isin(pairs.source, ['wiki-not', 'wiki-short', 'wiki-plain']), 0.5, 1.0)
    return weight.astype(np.float32)


class Gate:
    """P(the pair is a plain scene), by logistic regression on the linguistic features."""

    def __init__(self, x, scene, weight):
        self.mean, self.scale = x.mean(0), x.std(0) + 1e-3
        self.model = LogisticRegression(C=0.01, max_iter=500).fit(self.standard(x), scene, sample_weight=weight)

    def standard(self, x):
        return ((x - self.mean) / self.scale).clip(-4, 4)

    def __call__(self, x):
        return self.model.predict_proba(self.standard(x))[:, 1]

    def export(self):
        return {'coefficients': [round(float(c), 5) for c in self.model.coef_[0]], 'intercept': float(self.model.intercept_[0]), 'mean': [float(m) for m in self.mean], 'scale': [float(s) for s in self.scale]}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--cache', default='.cache/entailment')
    parser.add_argument('--out', default='models/entailment/weights.json')
    options = parser.parse_args()
    torch.set_num_threads(1)
    inputs, pairs = Inputs(options.cache), Pairs(options.cache, 'train')
    development = {name: Pairs(options.cache, name) for name in DEVELOPMENT}
    names = json.load(open(f'{options.cache}/train/names.json'))['features']
    weight = weights(pairs)
    held = np.array([zlib.crc32(group.encode()) % 10 == 0 for group in pairs.group])
    scene = np.char.startswith(pairs.source, 'cad')
    fit = np.flatnonzero(~held)

    trees = fit_trees(pairs.x[fit], pairs.y[fit], weight[fit], 0)
    print('trees fitted', flush=True)
    scenes = train(inputs, pairs, np.flatnonzero(~held & scene), weight, 1, epochs=8, drop=0.3)
    print('scene network fitted', flush=True)
    general = train(inputs, pairs, fit, weight, 2, epochs=6, drop=0.25)
    print('general network fitted', flush=True)
    gate = Gate(pairs.x[fit], scene[fit], weight[fit])

    def logits(of, rows):
        """The three experts and the gate's value."""
        return log_softmax(trees.decision_function(of.x[rows])), log_softmax(predict(general[0], inputs, of, *general[1:], rows)), log_softmax(predict(scenes[0], inputs, of, *scenes[1:], rows)), gate(of.x[rows])[:, None]

    def mixed(parts):
        t, g, s, p = parts
        return (t + g + 2 * p * s) / (2 + 2 * p)

    rows = np.flatnonzero(held)
    z, y, w = mixed(logits(pairs, rows)), pairs.y[rows], weight[rows]
    loss = lambda temperature: -(w * log_softmax(z / temperature)[np.arange(len(y)), y]).sum() / w.sum()
    temperature = float(min(np.arange(0.5, 2.5, 0.02), key=loss))
    p = np.exp(log_softmax(z / temperature))
    print(f'held out: n {len(y)}, accuracy {(p.argmax(1) == y).mean():.3f}, ECE {ece(p, y):.3f}, temperature {temperature:.2f}, gate {np.mean((gate(pairs.x[rows]) > 0.5) == scene[rows]):.3f}')
    kept = {}
    for name, of in development.items():
        parts = logits(of, np.arange(len(of)))
        kept[name] = parts
        p = np.exp(log_softmax(mixed(parts) / temperature))
        two = of.y != 1
        print(f'{name}: n {len(of)}, accuracy {(p.argmax(1) == of.y).mean():.3f}, supports against refutes {(np.where(p[:, 0] >= p[:, 2], 0, 2) == of.y)[two].mean():.3f}, ECE {ece(p, of.y):.3f}, gate {parts[3].mean():.2f}')
    pickle.dump(kept, open(f'{options.cache}/development.pkl', 'wb'))
    json.dump({
        'version': 2, 'features': names, 'trees': export_trees(trees), 'general': export_network(*general, options.cache), 'scenes': export_network(*scenes, options.cache), 'gate': gate.export(), 'temperature': round(temperature, 3),
    }, open(options.out, 'w'))


main()
