"""WORK=... python3 adapt.py FOLDER MODEL OUT NET [--rounds R] [--lr L]: one of the shipped networks (MODEL, its folder; NET 0 or 1) trained on with claims in people's own words (claims.jsonl, dumped with TAG=claims; fold 0 of them) and a mix of what it was made from (mix.jsonl, TAG=mix), so that nothing is forgotten. OUT gets its state.

Claims and the mix stand in different batches; together they weigh the same.
"""
import argparse, os, time
os.environ.setdefault('OMP_NUM_THREADS', '1'); os.environ.setdefault('OPENBLAS_NUM_THREADS', '1')
import numpy as np, torch
from net import Cfg
from pairsets import Pairs
from train import loss
from weights import File, settings
if __name__ == '__main__':
    a = argparse.ArgumentParser(); a.add_argument('folder'); a.add_argument('model'); a.add_argument('out'); a.add_argument('net', type=int); a.add_argument('--rounds', type=int, default=3); a.add_argument('--lr', type=float, default=5e-4); a.add_argument('--drop', type=float, default=0.3); a.add_argument('--mix', type=int, default=6000)
    a = a.parse_args(); torch.set_num_threads(1); torch.manual_seed(5); Cfg.DROP = a.drop
    own, mean, std, _ = settings(a.model); net = File(f'{a.model}/entailment.onnx').nets()[a.net]; C = Pairs(a.folder, 'claims', 'claims', own); M = Pairs(a.folder, 'mix', 'mix', own)
    fit = np.array([i for i in C.ok if C.rows[i]['fold'] == 0]); C.weight[fit] *= a.mix / C.weight[fit].sum()
    rng = np.random.default_rng(7 + a.net); P = list(net.parameters()); opt = torch.optim.AdamW(P, lr=a.lr, betas=(0.9, 0.98), weight_decay=0.01, foreach=True); ema = [p.detach().clone() for p in P]; step = 0; t0 = time.time(); total = None; net.train()
    for r in range(a.rounds):
        B = [(D, b) for D, rows in ((C, fit), (M, rng.choice(M.ok, min(a.mix, len(M.ok)), replace=False))) for b in D.batches(rows, 2600, rng)]; rng.shuffle(B); total = total or len(B) * a.rounds; seen = []
        for D, b in B:
            for g in opt.param_groups: g['lr'] = a.lr * min(1., (step + 1) / 60) * (0.03 + 0.97 * 0.5 * (1 + np.cos(np.pi * min(1, step / total))))
            w = torch.from_numpy(D.weight[b]); L = loss(net(*D.get(b, mean, std)), torch.from_numpy(D.y[b]), w) * (w.sum() / len(b)); opt.zero_grad(set_to_none=True); L.backward()
            if torch.isfinite(torch.nn.utils.clip_grad_norm_(P, 3.0)): opt.step()
            step += 1; dec = min(0.995, (1 + step) / (10 + step)); seen.append(float(L))
            with torch.no_grad(): torch._foreach_mul_(ema, dec); torch._foreach_add_(ema, [p.detach() for p in P], alpha=1 - dec)
        print('round', r, 'steps', step, 'loss', round(np.mean(seen), 3), 'seconds', round(time.time() - t0), flush=True)
    for p, e in zip(P, ema): p.data.copy_(e)
    torch.save(net.state_dict(), a.out)
