"""Reads what dump.ts wrote and makes batches."""
import json, os, numpy as np, torch
from net import OWN, NT, NR, NV
BITS = ((np.arange(65536)[:, None] >> np.arange(16)) & 1).astype(np.uint8)
KINDS, LISTS, SCOPES = 7, 20, 6
def table(folder, tag, own=None):
    """word numbers -> fixed vectors and own numbers"""
    w = json.load(open(f'{folder}/words.{tag}.json')); n = len(w['words']); v = np.fromfile(f'{folder}/vectors.{tag}.f32', '<f4').reshape(n, 257)
    pos = np.fromfile(f'{folder}/positions.int8.bin', 'i1').reshape(-1, 64).astype(np.float32) * np.fromfile(f'{folder}/positions.scales.f32.bin', '<f4')[:, None]
    P = np.stack([pos[p].mean(0) if p else np.zeros(64, np.float32) for p in w['pieces']])
    V = np.concatenate([v[:, :256] * 4, P, v[:, 256:] * 0.25], 1).astype(np.float32)
    o = np.zeros(n, np.int64)
    if own is not None:
        at = {x: i + 1 for i, x in enumerate(own)}; o = np.array([at.get(x, 0) for x in w['words']], np.int64)
    return w['words'], V, o, w['features']
class Pairs:
    def __init__(s, folder, name, tag, own=None, parts=None):
        if parts is not None: return s.join([Pairs(folder, f'{name}{k}', f'{tag}{k}', own) for k in parts])
        d = f'{folder}/{name}'; s.rows = [json.loads(l) for l in open(d + '.jsonl')]; s.len = np.fromfile(d + '/lengths.i32', '<i4').reshape(-1, 2); n = len(s.len)
        w = np.fromfile(d + '/words.i32', '<i4').reshape(-1, 2); s.w = w; s.rel = np.memmap(d + '/relations.u16', '<u2', 'r')
        s.wo = np.concatenate([[0], np.cumsum(s.len.sum(1))]); s.ro = np.concatenate([[0], np.cumsum(s.len[:, 0].astype(np.int64) * s.len[:, 1])])
        s.g = np.fromfile(d + '/features.f32', '<f4').reshape(n, -1); s.y = np.array([r['label'] for r in s.rows]); s.source = np.array([r['source'] for r in s.rows]); s.group = [r.get('group', '') for r in s.rows]; s.weight = np.array([r.get('weight', 1.) for r in s.rows], np.float32)
        s.words, s.V, s.own, s.names = table(folder, tag, own)
        s.ok = np.flatnonzero(s.len.min(1) > 0)
    def join(s, D):
        at = {}; s.words = []; V = []; own = []
        for d in D:
            m = np.zeros(len(d.words), np.int64)
            for i, w in enumerate(d.words):
                if w not in at: at[w] = len(s.words); s.words.append(w); V.append(d.V[i]); own.append(d.own[i])
                m[i] = at[w]
            d.w = np.stack([m[d.w[:, 0]], d.w[:, 1]], 1)
        s.V = np.stack(V); s.own = np.array(own); s.names = D[0].names; s.rows = [r for d in D for r in d.rows]; s.len = np.concatenate([d.len for d in D]); s.w = np.concatenate([d.w for d in D]); s.rel = np.concatenate([d.rel for d in D])
        s.wo = np.concatenate([[0], np.cumsum(s.len.sum(1))]); s.ro = np.concatenate([[0], np.cumsum(s.len[:, 0].astype(np.int64) * s.len[:, 1])])
        s.g = np.concatenate([d.g for d in D]); s.y = np.concatenate([d.y for d in D]); s.source = np.concatenate([d.source for d in D]); s.group = [x for d in D for x in d.group]; s.weight = np.concatenate([d.weight for d in D]); s.ok = np.flatnonzero(s.len.min(1) > 0)
    def set_own(s, own):
        at = {x: i + 1 for i, x in enumerate(own)}; s.own = np.array([at.get(x, 0) for x in s.words], np.int64)
    def batches(s, rows, cap, rng=None, most=64):
        L = s.len[rows, 0] * 1.0 + (s.len[rows, 1] * 0.1) + (rng.random(len(rows)) * 6 if rng is not None else 0); order = np.argsort(L, kind='stable'); out = []; cur = []; mp = mh = 0
        for k in order:
            i = rows[k]; a, b = max(mp, s.len[i, 0]), max(mh, s.len[i, 1])
            if cur and ((a + b) * (len(cur) + 1) > cap or len(cur) >= most): out.append(np.array(cur)); cur = []; a, b = s.len[i]
            cur.append(i); mp, mh = a, b
        if cur: out.append(np.array(cur))
        if rng is not None: rng.shuffle(out)
        return out
    def neighbours(s, top=6000):
        """for the most frequent words, five near ones (cosine of the embedder's vectors 0.35 to 0.9)"""
        ids, cnt = np.unique(s.w[:, 0], return_counts=True); ids = ids[np.argsort(-cnt, kind='stable')][:top]; E = s.V[ids, :256] / 4; C = E @ E.T; np.fill_diagonal(C, 0); C[C > 0.9] = 0
        best = np.argsort(-C, 1)[:, :5]; s.near = {int(ids[i]): [(int(ids[j]), float(C[i, j])) for j in best[i] if C[i, j] > 0.35] for i in range(len(ids))}
    def reword(s, k, i, wh, ah, R, g, rng):
        """some aligned content words of the claim replaced by near ones, their relations with them; the pair features are then unknown"""
        for j in range(int(s.len[i, 1])):
            a = ah[k, j]
            if a & (1 | 2 | 4 | 128) or not (R[k, :, j] & 3).any() or rng.random() > 0.4: continue
            c = s.near.get(int(wh[k, j]))
            if not c: continue
            w, cos = c[rng.integers(len(c))]; wh[k, j] = w; R[k, :, j] = np.where(R[k, :, j] & 3, 256 if cos >= 0.6 else 0, R[k, :, j] & ~511)
        g[k] = 0
    def get(s, ix, mean, std, reword=None):
        B = len(ix); P, H = int(s.len[ix, 0].max()), int(s.len[ix, 1].max()); f = np.float32
        wp = np.zeros((B, P), np.int64); wh = np.zeros((B, H), np.int64); ap = np.zeros((B, P), np.int64); ah = np.zeros((B, H), np.int64); pm = np.zeros((B, P), f); hm = np.zeros((B, H), f); R = np.zeros((B, P, H), np.int64)
        for k, i in enumerate(ix):
            a, b = s.len[i]; w = s.w[s.wo[i]:s.wo[i + 1]]
            wp[k, :a] = w[:a, 0]; ap[k, :a] = w[:a, 1]; wh[k, :b] = w[a:, 0]; ah[k, :b] = w[a:, 1]; pm[k, :a] = 1; hm[k, :b] = 1; R[k, :a, :b] = s.rel[s.ro[i]:s.ro[i + 1]].reshape(a, b)
        G = np.clip((s.g[ix] - mean) / std, -4, 4).astype(f)
        if reword is not None:
            for k, i in enumerate(ix):
                if s.y[i] in (0, 2) and s.source[i].startswith(('norm', 'rule', 'qa', 'wiki')) and reword.random() < 0.65: s.reword(k, i, wh, ah, R, G, reword)
        rel = np.zeros((B, P, H, NR), f); rel[..., :16] = BITS[R]
        al = (R & (31 | 512)) > 0; np_, nh = (ap >> 3) & 1, (ah >> 3) & 1; sp, sh = (ap >> 17) & 7, (ah >> 17) & 7
        rel[..., 16] = al & (np_[:, :, None] != nh[:, None]); same = sp[:, :, None] == sh[:, None]
        rel[..., 17] = al & same & (sh[:, None] > 0); rel[..., 18] = al & ~same
        bp, bh = ((ap >> 21) & 3)[:, :, None], ((ah >> 21) & 3)[:, None]; eq = (R & 512) > 0
        rel[..., 19] = eq & (bp != bh) & (bp > 0) & (bh > 0); rel[..., 20] = eq & ((bp > 0) != (bh > 0))
        rel[:, 1:, 1:, 21] = al[:, 1:, 1:] & al[:, :-1, :-1]; rel[:, :-1, :-1, 22] = al[:, :-1, :-1] & al[:, 1:, 1:]
        t = torch.from_numpy; V = s.V
        def tok(a, m):
            x = np.zeros(a.shape + (NT,), f); x[..., :8] = (a[..., None] >> np.arange(8)) & 1; o = np.eye(16, dtype=f)
            x[..., 8:15] = o[(a >> 8) & 15][..., :7]; x[..., 15:35] = np.eye(32, dtype=f)[(a >> 12) & 31][..., :20]; x[..., 35:41] = o[(a >> 17) & 7][..., :6]; x[..., 41:44] = o[(a >> 21) & 3][..., :3]
            return t(x * m[..., None])
        vp, vh = V[wp] * pm[..., None], V[wh] * hm[..., None]
        return t(vp), t(s.own[wp] * (pm > 0)), tok(ap, pm), t(pm), t(vh), t(s.own[wh] * (hm > 0)), tok(ah, hm), t(hm), t(rel), t(G)
