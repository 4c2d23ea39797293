"""WORK=... python3 adapt.py FOLDER MODEL OUT NET [--sets NAME:WEIGHT...] [--pair P] [--init STATE] [--rounds R] [--lr L]: one of the shipped networks (MODEL, its folder; NET 0 or 1) trained on with claims in people's own words (claims.jsonl of claims.py, wordings.jsonl of wordings.py, each dumped with its name as TAG; fold 0 of them) and a mix of what it was made from (mix.jsonl, TAG=mix), so that nothing is forgotten. OUT gets its state after each round.

Each set stands in batches of its own; its pairs together weigh WEIGHT (in pairs of the mix, of which --mix stand in each round). With --pair every true claim about a sentence is also held against every false one about it: the true one has to be more supported (`rank`, weight P). What fold 1 and the development sets (--dev, TAG=ev) say is printed after each round.
"""
import argparse, os, time
os.environ.setdefault('OMP_NUM_THREADS', '1'); os.environ.setdefault('OPENBLAS_NUM_THREADS', '1')
import numpy as np, torch
from net import Cfg
from pairsets import Pairs
from train import loss, predict
from weights import File, settings
# Authors whose wording is moderate begin so; the others word freely.
MODERATE = 'cf'
def batches(D, rows, cap, rng, most=64):
    """as Pairs.batches, claims about one sentence beside each other"""
    jit = rng.random(D.premise_id.max() + 1) * 6; L = D.len[rows, 0] * 1.0 + jit[D.premise_id[rows]] + D.premise_id[rows] * 1e-5; order = np.argsort(L, kind='stable'); out = []; cur = []; mp = mh = 0
    for k in order:
        i = rows[k]; p, q = max(mp, D.len[i, 0]), max(mh, D.len[i, 1])
        if cur and ((p + q) * (len(cur) + 1) > cap or len(cur) >= most): out.append(np.array(cur)); cur = []; p, q = D.len[i]
        cur.append(i); mp, mh = p, q
    if cur: out.append(np.array(cur))
    rng.shuffle(out); return out
def area(score, y): a, b = score[y == 0], score[y == 2]; return float((a[:, None] > b[None]).mean() + 0.5 * (a[:, None] == b[None]).mean()) if len(a) and len(b) else float('nan')
def apart(net, D, mean, std):
    """of fold 1: area under the curve of supports against refutes, (of wordings or) of free and of moderate claims; of neutral against the others"""
    rows = np.array([i for i in D.ok if D.rows[i]['fold'] == 1 and (D.y[i] != 1 or i % 4 == 0)]); z = predict(net, D, rows, mean, std); y = D.y[rows]; s = z[:, 0] - z[:, 2]; free = np.array([not D.rows[i].get('id', '').startswith(MODERATE) for i in rows]); other = np.where(y == 1, 2, 0)
    return ' '.join(f'{area(s[k], y[k]):.3f}' for k in (free, ~free) if k.any()) + f' neutral {area(-z[:, 1], other):.3f} true called refuted {(z.argmax(1) == 2)[y == 0].mean():.3f} false {(z.argmax(1) == 2)[y == 2].mean():.3f}'
def three(net, D, mean, std): z = predict(net, D, D.ok, mean, std); y = D.y[D.ok]; two = y != 1; return f'{(z.argmax(1) == y).mean():.3f}/{(np.where(z[:, 0] >= z[:, 2], 0, 2) == y)[two].mean():.3f}'
def rank(Z, D, b, w):
    """softplus of how much more a false claim is supported than a true one of the same sentence"""
    g = D.premise_id[b]; y = D.y[b]; i, j = np.nonzero((g[:, None] == g[None]) & (y[:, None] == 0) & (y[None] == 2))
    if not len(i): return Z.sum() * 0
    d = Z[:, 0] - Z[:, 2]; ww = (w[i] * w[j]).sqrt()
    return (torch.nn.functional.softplus(-(d[i] - d[j])) * ww).sum() / len(b)
if __name__ == '__main__':
    a = argparse.ArgumentParser(); a.add_argument('folder'); a.add_argument('model'); a.add_argument('out'); a.add_argument('net', type=int); a.add_argument('--sets', nargs='+', default=['claims:6000']); a.add_argument('--dev', nargs='*', default=[]); a.add_argument('--rounds', type=int, default=3); a.add_argument('--lr', type=float, default=5e-4); a.add_argument('--drop', type=float, default=0.3); a.add_argument('--mix', type=int, default=6000); a.add_argument('--seed', type=int, default=5); a.add_argument('--whole', action='store_true'); a.add_argument('--init'); a.add_argument('--pair', type=float, default=0.)
    a = a.parse_args(); torch.set_num_threads(1); torch.manual_seed(a.seed); Cfg.DROP = a.drop
    own, mean, std, _ = settings(a.model); net = File(f'{a.model}/entailment.onnx').nets()[a.net]; M = Pairs(a.folder, 'mix', 'mix', own); C = []; dev = [(n, Pairs(a.folder, n, 'ev', own)) for n in a.dev]
    for name, weight in (one.split(':') for one in a.sets):
        D = Pairs(a.folder, name, name, own); fit = np.array([i for i in D.ok if D.rows[i]['fold'] == 0 or a.whole and name != 'claims']); D.weight[fit] *= float(weight) / D.weight[fit].sum(); C.append((name, D, fit))
    if a.init: net.load_state_dict(torch.load(a.init))
    def ids(D):
        at = {}; D.premise_id = np.array([at.setdefault(r['premise'], len(at)) for r in D.rows])
    ids(M); [ids(D) for _, D, _ in C]
    def say(when):
        net.eval(); print(when, *[f'{n} {apart(net, D, mean, std)};' for n, D, _ in C], *[f'{n} {three(net, D, mean, std)}' for n, D in dev], time.strftime('%H:%M:%S'), flush=True)
    say('before')
    rng = np.random.default_rng(7 + a.net); P = list(net.parameters()); opt = torch.optim.AdamW(P, lr=a.lr, betas=(0.9, 0.98), weight_decay=0.01, foreach=True); ema = [p.detach().clone() for p in P]; step = 0; t0 = time.time(); total = None
    for r in range(a.rounds):
        net.train(); B = [(D, b) for D, rows in [(D, fit) for _, D, fit in C] + [(M, rng.choice(M.ok, min(a.mix, len(M.ok)), replace=False))] for b in batches(D, rows, 2600, rng)]; rng.shuffle(B); total = total or len(B) * a.rounds; seen = []
        for D, b in B:
            for g in opt.param_groups: g['lr'] = a.lr * min(1., (step + 1) / 60) * (0.03 + 0.97 * 0.5 * (1 + np.cos(np.pi * min(1, step / total))))
            w = torch.from_numpy(D.weight[b]); Z = net(*D.get(b, mean, std)); L = loss(Z, torch.from_numpy(D.y[b]), w) * (w.sum() / len(b)); L = L + a.pair * rank(Z, D, b, w); opt.zero_grad(set_to_none=True); L.backward()
            if torch.isfinite(torch.nn.utils.clip_grad_norm_(P, 3.0)): opt.step()
            step += 1; dec = min(0.995, (1 + step) / (10 + step)); seen.append(float(L))
            with torch.no_grad(): torch._foreach_mul_(ema, dec); torch._foreach_add_(ema, [p.detach() for p in P], alpha=1 - dec)
        print('round', r, 'steps', step, 'loss', round(np.mean(seen), 3), 'seconds', round(time.time() - t0), flush=True)
        keep = [p.detach().clone() for p in P]
        for p, e in zip(P, ema): p.data.copy_(e)
        torch.save(net.state_dict(), a.out); say('now')
        for p, k in zip(P, keep): p.data.copy_(k)
