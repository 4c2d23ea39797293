"""WORK=... python3 say.py FOLDER MODEL NAME OUT: what the shipped network says of the pairs of NAME.jsonl (dumped with TAG=NAME), a line a pair in their order, for training/claim-verdict/fit.py"""
import json, sys, numpy as np, torch
from pairsets import Pairs
from train import predict
from evaluate import lsm
from weights import File, settings
if __name__ == '__main__':
    folder, model, name, out = sys.argv[1:]; torch.set_num_threads(1); own, mean, std, m = settings(model); D = Pairs(folder, name, name, own)
    # A side without words is neutral, and the network is not asked.
    z = np.tile(np.log([1e-3, 0.998, 1e-3]), (len(D.len), 1)); z[D.ok] = np.mean([lsm(predict(net, D, D.ok, mean, std)) for net in File(f'{model}/entailment.onnx').nets()], 0)
    with open(out, 'w') as f:
        for row, p in zip(D.rows, lsm(lsm(z) / m['temperature'])): f.write(json.dumps(dict(id=row['id'], claim=row['hypothesis'], logp=[round(float(v), 5) for v in p])) + '\n')
