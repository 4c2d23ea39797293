"""The shipped network's weights out of its ONNX file and back into it, without the onnx package: no checkpoint is needed to train on.

ONNX's LSTM has its gates as i, o, f, c and both biases in a row; torch has i, f, c, o. The extra input that shuts the gate on padding (export.py) is left as it is.
"""
import json, re, struct, sys, numpy as np, torch
from net import Net, Cfg, BiLSTM
def varint(b, i):
    r = s = 0
    while True:
        c = b[i]; i += 1; r |= (c & 127) << s; s += 7
        if c < 128: return r, i
def fields(b, i, end):
    """(field, value, place) of a message that stands at [i, end): of what has a length the place and the length"""
    while i < end:
        k, i = varint(b, i); w = k & 7
        if w == 0: v, i = varint(b, i); yield k >> 3, v, None
        elif w == 2: n, i = varint(b, i); yield k >> 3, (i, i + n), i; i += n
        else: n = 8 if w == 1 else 4; yield k >> 3, b[i:i + n], i; i += n
class File:
    def __init__(s, path):
        s.b = bytearray(open(path, 'rb').read()); b = s.b; s.at = {}; s.nodes = {}
        g = next(v for f, v, _ in fields(b, 0, len(b)) if f == 7)
        for f, v, _ in fields(b, *g):
            if f == 5:
                dims = []; name = raw = None; kind = 1
                for k, x, _ in fields(b, *v):
                    if k == 1:
                        if isinstance(x, int): dims.append(x)
                        else:
                            i = x[0]
                            while i < x[1]: d, i = varint(b, i); dims.append(d)
                    elif k == 2: kind = x
                    elif k == 8: name = b[x[0]:x[1]].decode()
                    elif k == 9: raw = x
                s.at[name] = (raw, dims, {1: '<f4', 3: 'i1'}.get(kind))
            elif f == 1:
                own = dict(i=[], o=[])
                for k, x, _ in fields(b, *v):
                    if k in (1, 2): own['i' if k == 1 else 'o'].append(b[x[0]:x[1]].decode())
                s.nodes[own['o'][0]] = own['i']
    def get(s, name): (i, j), dims, kind = s.at[name]; return np.frombuffer(bytes(s.b[i:j]), kind).reshape(dims).copy()
    def put(s, name, v):
        (i, j), dims, kind = s.at[name]; raw = np.ascontiguousarray(v.reshape(dims).astype(kind)).tobytes(); assert len(raw) == j - i, name; s.b[i:j] = raw
    def places(s, k):
        """name of each parameter of net k: (initialiser, how it is laid out)"""
        n = f'/n/nets.{k}/'; P = {f'{x}.bias': (f'n.nets.{k}.{x}.bias', None) for x in ('proj', 'att', 'cmp', 'cmp2', 'glob', 'pool', 'm1', 'm2')}
        P |= {f'{x}.weight': (f'n.nets.{k}.{x}.weight', None) for x in ('glob', 'm1', 'm2')} | {'wr': (f'n.nets.{k}.wr', None), 'wc': (f'n.nets.{k}.wc', None)}
        for x in ('proj', 'att', 'cmp', 'cmp2', 'pool'): P[x + '.weight'] = (s.nodes[f'{n}{x}/MatMul_output_0'][1], 'T')
        sides = sorted({i for o, ins in s.nodes.items() if o.startswith(n) for i in ins if re.match(r'onnx::Expand_\d+$', i) and i in s.at and s.at[i][1] == [8]}, key=lambda x: int(x.split('_')[1])); assert len(sides) == 2, sides
        P['side'] = (sides, 'rows')
        P['wx'] = (next(i for o, ins in s.nodes.items() if o.startswith(n) for i in ins if re.match(r'onnx::Mul_\d+$', i) and i in s.at and s.at[i][1] == []), 'scaled')
        for x in ('l1', 'l2'): P[x] = (s.nodes[f'{n}{x}/plain/LSTM_output_0'][1:4], 'lstm')
        return P
    def nets(s):
        out = []
        for k in (0, 1):
            P = s.places(k); h = s.get(P['l1'][0][1]).shape[2]; Cfg.H = h; net = Net(type('C', (), {**{x: v for x, v in vars(Cfg).items() if x[0] != '_'}, 'H': h})); state = net.state_dict()
            for x, (name, how) in P.items():
                if how == 'lstm':
                    W, R, B = (s.get(i) for i in name)
                    for d, tail in enumerate(('', '_reverse')):
                        state[f'{x}.l.weight_ih_l0{tail}'] = turn(W[d][:, :-1], TO_TORCH); state[f'{x}.l.weight_hh_l0{tail}'] = turn(R[d], TO_TORCH)
                        a, b = np.split(B[d], 2); state[f'{x}.l.bias_ih_l0{tail}'] = turn(a, TO_TORCH); state[f'{x}.l.bias_hh_l0{tail}'] = turn(b, TO_TORCH)
                    continue
                v = np.stack([s.get(i) for i in name]) if how == 'rows' else s.get(name)
                state[x] = torch.tensor(v.T.copy() if how == 'T' else v * np.sqrt(net.c.D) if how == 'scaled' else v)
            state['own.weight'] = torch.tensor(s.get(f'n.nets.{k}.own.q').astype(np.float32) * s.get(f'n.nets.{k}.own.sc'))
            net.load_state_dict(state); out.append(net.eval())
        return out
    def keep(s, nets, path):
        for k, net in enumerate(nets):
            state = {x: v.detach().numpy() for x, v in net.state_dict().items()}
            for x, (name, how) in s.places(k).items():
                if how == 'lstm':
                    W, R, B = (s.get(i) for i in name)
                    for d, tail in enumerate(('', '_reverse')):
                        W[d][:, :-1] = turn(state[f'{x}.l.weight_ih_l0{tail}'], TO_ONNX); R[d] = turn(state[f'{x}.l.weight_hh_l0{tail}'], TO_ONNX)
                        B[d] = np.concatenate([turn(state[f'{x}.l.bias_{i}_l0{tail}'], TO_ONNX) for i in ('ih', 'hh')])
                    for i, v in zip(name, (W, R, B)): s.put(i, v)
                elif how == 'rows':
                    for i, v in zip(name, state[x]): s.put(i, v)
                else: s.put(name, state[x].T if how == 'T' else state[x] / np.sqrt(net.c.D) if how == 'scaled' else state[x])
            w = state['own.weight']; sc = np.maximum(np.abs(w).max(1, keepdims=True), 1e-8) / 127
            s.put(f'n.nets.{k}.own.q', np.round(w / sc)); s.put(f'n.nets.{k}.own.sc', sc)
        open(path, 'wb').write(s.b)
# Blocks of a quarter each: i o f c -> i f c o, and back.
TO_TORCH, TO_ONNX = (0, 2, 3, 1), (0, 3, 1, 2)
def turn(v, order):
    q = np.split(np.asarray(v), 4); r = np.concatenate([q[i] for i in order]); return torch.tensor(r) if order is TO_TORCH else r
def settings(folder): m = json.load(open(f'{folder}/settings.json')); return m['own'], np.array(m['mean'], np.float32), np.array(m['std'], np.float32), m
if __name__ == '__main__':
    # WORK=… python3 weights.py FOLDER MODEL: the golden examples (dumped as golden, TAG ev), again
    from pairsets import Pairs; from evaluate import Both
    torch.set_num_threads(1); folder, model = sys.argv[1:3]; own, mean, std, _ = settings(model); net = Both(File(f'{model}/entailment.onnx').nets()).eval(); D = Pairs(folder, 'golden', 'ev', own)
    with torch.no_grad():
        for i in D.ok: z = net(*D.get(np.array([i]), mean, std))[0].numpy(); print(np.abs(z - D.rows[i]['logp']).max())
