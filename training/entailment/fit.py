"""Fits the entailment scorer to the dumps of `pairs.py` and `dump.ts`, and writes models/entailment/weights.json.

    OMP_NUM_THREADS=1 /usr/bin/python3 training/entailment/fit.py --cache .cache/entailment
"""
import argparse
import json

import numpy as np

from trees import export_trees, fit_trees

DEVELOPMENT = ['cad-dev', 'fever-symmetric', 'healthver']


def load(cache, name):
    width = len(json.load(open(f'{cache}/{name}/names.json'))['features'])
    rows = [json.loads(line) for line in open(f'{cache}/{name}.jsonl')]
    x = np.fromfile(f'{cache}/{name}/features.f32', np.float32).reshape(-1, width)
    return x, np.array([row['label'] for row in rows]), np.array([row['source'] for row in rows]), np.array([row['group'] for row in rows])


def softmax(z):
    z = np.exp(z - z.max(1, keepdims=True))
    return z / z.sum(1, keepdims=True)


def log_loss(logits, y, weight, temperature):
    p = softmax(logits / temperature)[np.arange(len(y)), y]
    return -(weight * np.log(np.maximum(p, 1e-9))).sum() / weight.sum()


def ece(p, y, bins=10):
    top, right = p.max(1), p.argmax(1) == y
    at = np.minimum((top * bins).astype(int), bins - 1)
    return sum(abs(right[at == b].mean() - top[at == b].mean()) * (at == b).mean() for b in range(bins) if (at == b).any())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--cache', default='.cache/entailment')
    parser.add_argument('--out', default='models/entailment/weights.json')
    options = parser.parse_args()
    x, y, source, group = load(options.cache, 'train')
    names = json.load(open(f'{options.cache}/train/names.json'))['features']
    weight = np.ones(len(y))
    fold = np.array([sum(map(ord, g)) * 2654435761 % 2 ** 32 % 10 for g in group])
    held = fold == 0
    logits = fit_trees(x[~held], y[~held], weight[~held], 0).decision_function(x[held])
    temperature = min(np.arange(0.6, 2.5, 0.02), key=lambda t: log_loss(logits, y[held], weight[held], t))
    print(f'held out: n {held.sum()}, accuracy {(logits.argmax(1) == y[held]).mean():.3f}, temperature {temperature:.2f}')
    model = fit_trees(x, y, weight, 0)
    for name in DEVELOPMENT:
        dx, dy, _, _ = load(options.cache, name)
        p = softmax(model.decision_function(dx) / temperature)
        two = dy != 1
        print(f'{name}: n {len(dy)}, accuracy {(p.argmax(1) == dy).mean():.3f}, supports against refutes {(np.where(p[:, 0] >= p[:, 2], 0, 2) == dy)[two].mean():.3f}, ECE {ece(p, dy):.3f}')
    json.dump({'version': 1, 'features': names, 'trees': export_trees(model), 'temperature': round(float(temperature), 3)}, open(options.out, 'w'))


main()
