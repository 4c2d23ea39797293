"""WORK=... python3 release.py FOLDER MODEL NET.pt OUT [--net K]: the network as one ONNX graph, with its settings and golden examples. Arguments and PYTHONPATH as match.py has them."""
import argparse
import json
import os
import random

import numpy as np
import torch

from evaluate import Both
from export import Shipped
from pairsets import Pairs
from weights import File, settings

NAMES = ['p_vec', 'p_own', 'p_tok', 'p_mask', 'h_vec', 'h_own', 'h_tok', 'h_mask', 'rel', 'feats']
AXES = {name: {0: 'B', 1: name[0].upper()} for name in NAMES} | {'rel': {0: 'B', 1: 'P', 2: 'H'}, 'feats': {0: 'B'}, 'logp': {0: 'B'}}


def given(data, rows, mean, std):
    return tuple(value.int() if name in ('p_own', 'h_own') else value for name, value in zip(NAMES, data.get(rows, mean, std)))


def main():
    parser = argparse.ArgumentParser()
    for name in ('folder', 'model', 'state', 'out'):
        parser.add_argument(name)
    parser.add_argument('--net', type=int, default=0)
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    torch.set_num_threads(1)
    own, mean, std, known = settings(options.model)
    net = File(f'{options.model}/entailment.onnx').nets()[options.net]
    net.load_state_dict(torch.load(options.state))
    net.eval()
    data = Pairs(options.folder, 'askheld', 'ask', own)
    for layer in (net.l1, net.l2):
        layer.for_export()
    shipped, golden = Shipped(Both([net])).eval(), []
    with torch.no_grad():
        torch.onnx.export(shipped, given(data, data.ok[:3], mean, std), f'{options.out}/entailment.onnx', opset_version=17, input_names=NAMES, output_names=['logp'], do_constant_folding=True, dynamic_axes=AXES)
        answering = [row for row in data.ok if data.y[row] == 0 and data.len[row, 0] <= 40]
        others = [row for row in data.ok if data.y[row] == 1 and data.len[row, 0] <= 40]
        for row in random.Random(4).sample(answering, 4) + random.Random(4).sample(others, 4):
            said = shipped(*given(data, np.array([row]), mean, std))[0].numpy()
            entry = data.rows[row]
            golden.append({'sentence': entry['premise'], 'question': entry['hypothesis'], 'context': entry['context'], 'answers': entry['label'] == 0, 'odds': round(float(np.clip(said[0] - said[1], -10, 10)), 4)})
    # Alone: nothing is averaged with it, and its odds are read as they are.
    json.dump({**known, 'temperature': 1, 'average': {'weight': 1, 'temperature': 1}}, open(f'{options.out}/settings.json', 'w'))
    json.dump(golden, open(f'{options.out}/golden.json', 'w'), ensure_ascii=False, indent=1)


main()
