"""WORK=... python3 release.py FOLDER MODEL NETS...: puts weights that adapt.py kept (NETS: a state of each net, with :SHARE only so far on the way from the present weights to it; - leaves it as it is) into MODEL/entailment.onnx, and writes its temperatures and golden examples anew.

FOLDER: cal and golden dumped with TAG=ev (golden.jsonl: the premises, hypotheses and contexts of the present golden.json), cal.present.json of bundled.ts.
"""
import json, sys, numpy as np, torch
from pairsets import Pairs
from train import predict
from evaluate import ece, lsm, temperature
from weights import File, settings
if __name__ == '__main__':
    folder, model, states = sys.argv[1], sys.argv[2], sys.argv[3:]; torch.set_num_threads(1); own, mean, std, m = settings(model); file = File(f'{model}/entailment.onnx'); nets = file.nets()
    for net, path in zip(nets, states):
        path, _, share = path.partition(':'); share = float(share or 1)
        if path != '-': new = torch.load(path); net.load_state_dict({k: (1 - share) * v + share * new[k] for k, v in net.state_dict().items()})
        net.eval()
    file.keep(nets, f'{model}/entailment.onnx'); nets = File(f'{model}/entailment.onnx').nets()
    say = lambda D: lsm(np.mean([lsm(predict(net, D, D.ok, mean, std)) for net in nets], 0))
    D = Pairs(folder, 'cal', 'ev', own); z = say(D); y = D.y[D.ok]; old = lsm(np.log(np.maximum(np.array(json.load(open(f'{folder}/cal.present.json')))[D.ok], 1e-9)))
    m['temperature'] = round(temperature(z, y), 3); w = m['average']['weight']; m['average']['temperature'] = round(temperature(w * z + (1 - w) * old, y), 3)
    print('temperature', m['temperature'], 'average', m['average'], 'right', round(float((z.argmax(1) == y).mean()), 3), 'ECE', round(float(ece(np.exp(lsm(z / m['temperature'])), y)), 3))
    json.dump(m, open(f'{model}/settings.json', 'w'))
    G = json.load(open(f'{model}/golden.json')); D = Pairs(folder, 'golden', 'ev', own)
    for i in D.ok:
        z = lsm(np.mean([lsm(predict(net, D, np.array([i]), mean, std)) for net in nets], 0))[0]
        G[i]['relations'] = [int(c) for c in D.rel[D.ro[i]:D.ro[i + 1]]]; G[i]['logp'] = [round(float(v), 5) for v in z]; G[i]['network'] = [round(float(v), 5) for v in np.exp(lsm(z[None] / m['temperature']))[0]]
    json.dump(G, open(f'{model}/golden.json', 'w'), ensure_ascii=False, separators=(',', ':'))
