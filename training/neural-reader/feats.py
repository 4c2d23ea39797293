"""Tokeniser and features of the reader. Plain Python; the same rules are written down in models/neural-reader/README.md and in src/models/bundled/neural-reader."""
import re, unicodedata, os
EMB = os.environ.get('EMBEDDER', 'static-embedder')
TOK = re.compile(r'[^\W_]+|[^\s]')          # a run of letters and numbers, or any other single visible character
STOP = set("a an the of in on at to for from by with as and or but if is are was were be been being do does did have has had it its this that these those there he she they them his her their him i you we us our your my me who whom whose which what when where why how not no nor so than then can could will would shall should may might must s t about into over after before also".split())
MONTHS = set("january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday".split())
PUNCT = ['', '.', ',', ';', ':', '?', '!', '"', "'", '(', ')', '[', ']', '-', '\u2013', '\u2014', '/', '$', '%', '&', '\u201c', '\u201d', '\u2018', '\u2019', '\u00a3', '\u20ac', '#', '+', '=', '*', '`', '_']
PIDX = {c: i for i, c in enumerate(PUNCT) if c}
NPUNCT = len(PUNCT) + 1                     # the last index: any other symbol
NSHAPE = 24; NSUF = 1024; MAXP = 4
V = {}; VB = {}
def load_vocab(path=None):
    if V: return V
    for i, l in enumerate(open(path or os.path.join(EMB, 'vocab.txt'), encoding='utf-8')):
        V[l.rstrip('\n')] = i
    for k, i in V.items(): VB[k.encode()] = i
    return V
_pc = {}
def norm(w):
    if w.isascii(): return w.lower()
    w = unicodedata.normalize('NFKD', w)
    return ''.join(c for c in w if not '\u0300' <= c <= '\u036f').lower()
def pieces(w):
    """Greedy longest match in bytes, at most 24 at a time, on the first 40 bytes; at most MAXP pieces."""
    r = _pc.get(w)
    if r is not None: return r
    b = norm(w).encode()
    if len(b) > 40:
        e = 40
        while e > 0 and (b[e] & 0xC0) == 0x80: e -= 1
        b = b[:e]
    out = []; i = 0; n = len(b)
    while i < n and len(out) < MAXP:
        for L in range(min(24, n - i), 0, -1):
            k = b[i:i + L]
            t = VB.get(k if i == 0 else b'##' + k)
            if t is not None: out.append(t); i += L; break
        else:
            i += 1
            while i < n and (b[i] & 0xC0) == 0x80: i += 1
    _pc[w] = out
    return out
def stem(w):
    """w: normalised. A few endings only."""
    if len(w) > 4 and w.endswith('ies'): return w[:-3] + 'y'
    if len(w) > 5 and w.endswith('ing'): w = w[:-3]
    elif len(w) > 4 and w.endswith('ed'): w = w[:-2]
    elif len(w) > 4 and w.endswith('es'): w = w[:-2]
    elif len(w) > 3 and w.endswith('s') and not w.endswith('ss'): w = w[:-1]
    elif len(w) > 5 and w.endswith('ly'): w = w[:-2]
    if len(w) > 3 and w[-1] == w[-2] and w[-1] not in 'aeiou': w = w[:-1]
    elif len(w) > 3 and w[-1] == 'e': w = w[:-1]
    return w
def shape(w):
    """0 padding; 1.. as below"""
    if w.isdigit():
        n = len(w)
        if n == 4 and w[0] in '12': return 1
        return 2 if n == 1 else 3 if n == 2 else 4 if n == 3 else 5
    if w.isalpha():
        if w.islower(): return 6 if len(w) > 1 else 7
        if len(w) == 1: return 8
        if w.isupper(): return 9
        if w[0].isupper() and w[1:].islower(): return 10
        return 11
    if w.isalnum():
        x = w.lower()
        if x[:-2].isdigit() and x[-2:] in ('st', 'nd', 'rd', 'th'): return 12
        if x[:-1].isdigit() and x[-1] == 's': return 13
        return 14
    return 15
def sufhash(w):
    """FNV-1a over the UTF-8 of the last three characters of the normalised word, 1..NSUF-1"""
    h = 2166136261
    for b in norm(w)[-3:].encode(): h = ((h ^ b) * 16777619) & 0xffffffff
    return 1 + h % (NSUF - 1)
_ws = {}
class W:
    __slots__ = ('low', 'stem', 'stop', 'p', 'sh', 'sf', 'pu', 'cap', 'up', 'dig', 'mon', 'content')
def word(w):
    o = _ws.get(w)
    if o is None:
        o = W(); o.low = norm(w); o.stem = stem(o.low); o.p = pieces(w); o.sh = shape(w)
        alnum = w[0].isalnum(); o.pu = 0 if alnum else PIDX.get(w, NPUNCT - 1)
        o.sf = sufhash(w) if alnum else 0
        o.stop = o.low in STOP or not alnum; o.content = not o.stop
        o.cap = w[0].isupper(); o.up = len(w) > 1 and w.isupper(); o.dig = any(c.isdigit() for c in w); o.mon = o.low in MONTHS and o.cap
        _ws[w] = o
    return o
def tokenize(t): return [(m.group(), m.start(), m.end()) for m in TOK.finditer(t)]
def cased(w): return w
NF = 26; NQF = 4
def featurize(qt, docs):
    """qt: question words. docs: list of (title words, [sentence words, ...]) in the order given.
    Returns words (W objects) of the context, per-token features, question features, and for each token its (doc, sentence, index), -1 for titles."""
    qw = [word(w) for w in qt]
    qraw = set(qt); qlow = {o.low for o in qw}; qstem = {o.stem for o in qw if o.content}; nq = max(1, len(qstem))
    T = [[word(w) for w in d[0]] for d in docs]; S = [[[word(w) for w in s] for s in d[1]] for d in docs]
    tst = [{o.stem for o in t if o.content} for t in T]; dst = [{o.stem for s in ss for o in s if o.content} for ss in S]
    nd = len(docs)
    tq = [len(t & qstem) / len(t) if t else 0. for t in tst]                                   # title named in the question
    tin = [max([len(tst[i] & dst[j]) / len(tst[i]) for j in range(nd) if j != i], default=0.) if tst[i] else 0. for i in range(nd)]   # title named in another document
    alltit = [set().union(*[tst[j] - tst[i] for j in range(nd) if j != i]) if nd > 1 else set() for i in range(nd)]
    ctx = []; F = []; pos = []
    sc = []
    for i in range(nd):
        for s in S[i]:
            st = {o.stem for o in s if o.content}
            a = len(st & qstem) / nq; b = len((st | tst[i]) & qstem) / nq
            oth = max([len(tst[j] & st) / len(tst[j]) for j in range(nd) if j != i and tst[j] and not tst[j] <= tst[i]], default=0.)
            sc.append((a, b, oth))
    mb = max([x[1] for x in sc], default=0.); k = 0
    for i in range(nd):
        units = [(-1, T[i], docs[i][0])] + [(j, S[i][j], docs[i][1][j]) for j in range(len(S[i]))]
        for j, ws, raw in units:
            if not ws: 
                if j >= 0: k += 1
                continue
            if j < 0: a = b = oth = best = 0.
            else: (a, b, oth) = sc[k]; best = 1. if b >= mb - 1e-9 and mb > 0 else 0.; k += 1
            n = len(ws); m = [1. if o.content and o.stem in qstem else 0. for o in ws]
            L = [0.] * n; R = [0.] * n; x = 0.
            for u in range(n): L[u] = x; x = 0.85 * (x + m[u])
            x = 0.
            for u in range(n - 1, -1, -1): R[u] = x; x = 0.85 * (x + m[u])
            for u, o in enumerate(ws):
                F.append((1. if raw[u] in qraw else 0., 1. if o.low in qlow else 0., m[u], 1. if o.content and o.low in qlow else 0., L[u] / 2, R[u] / 2,
                          1. if j < 0 else 0., 1. if u == 0 else 0., 1. if o.cap else 0., 1. if o.up else 0., 1. if o.dig else 0., 1. if o.mon else 0., 1. if o.stop else 0.,
                          1. if o.content and o.stem in alltit[i] else 0., 1. if o.content and o.stem in tst[i] else 0.,
                          a, b, best, tq[i], tin[i], oth, 1. if nd > 1 else 0., min(u, 30) / 30, 1. if j == 0 else 0., 1. if o.cap and u > 0 else 0., 1. if b >= 0.5 else 0.))
                ctx.append(o); pos.append((i, j, u))
    cst = {o.stem for o in ctx if o.content}
    Q = [(1. if o.content and o.stem in cst else 0., 1. if o.stop else 0., 1. if o.cap else 0., 1. if o.dig else 0.) for o in qw]
    return ctx, F, qw, Q, pos
