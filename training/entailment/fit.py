"""Fits the entailment scorer to what `pairs.py` and `dump.ts` wrote, and writes models/entailment/weights.json.

    OMP_NUM_THREADS=1 /usr/bin/python3 training/entailment/fit.py --cache .cache/entailment

Trees over the linguistic features and an attention network over words, their log-probabilities averaged, and one
temperature: the best on the pairs that people wrote among a tenth of the groups that is held out.
"""
import argparse
import json
import zlib

import numpy as np
import torch

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
    fit = np.flatnonzero(~held)

    trees = fit_trees(pairs.x[fit], pairs.y[fit], weight[fit], 0)
    print('trees fitted', flush=True)
    network = train(inputs, pairs, fit, weight, 2, epochs=6, drop=0.25)
    print('network fitted', flush=True)

    def logits(of, rows):
        return (log_softmax(trees.decision_function(of.x[rows])) + log_softmax(predict(network[0], inputs, of, *network[1:], rows))) / 2

    rows = np.flatnonzero(held & np.isin(pairs.source, ['cad', 'feverous']))
    z, y = logits(pairs, rows), pairs.y[rows]
    loss = lambda temperature: -log_softmax(z / temperature)[np.arange(len(y)), y].mean()
    temperature = float(min(np.arange(0.5, 2.5, 0.02), key=loss))
    p = np.exp(log_softmax(z / temperature))
    print(f'held out: n {len(y)}, accuracy {(p.argmax(1) == y).mean():.3f}, ECE {ece(p, y):.3f}, temperature {temperature:.2f}')
    for name, of in development.items():
        p = np.exp(log_softmax(logits(of, np.arange(len(of))) / temperature))
        two = of.y != 1
        print(f'{name}: n {len(of)}, accuracy {(p.argmax(1) == of.y).mean():.3f}, supports against refutes {(np.where(p[:, 0] >= p[:, 2], 0, 2) == of.y)[two].mean():.3f}, ECE {ece(p, of.y):.3f}')
    json.dump({
        'version': 3, 'features': names, 'trees': export_trees(trees), 'network': export_network(*network, options.cache), 'temperature': round(temperature, 3),
    }, open(options.out, 'w'))


main()
