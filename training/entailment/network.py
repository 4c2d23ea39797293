"""Decomposable attention over static word vectors, told how WordNet relates each pair of words; from scratch."""
import collections
import json

import numpy as np
import torch
from torch import nn

RELATIONS, FLAGS = 12, 5


class Pairs:
    """The arrays that dump.ts wrote for one set."""

    def __init__(self, cache, name):
        self.lengths = np.fromfile(f'{cache}/{name}/lengths.i32', '<i4').reshape(-1, 2)
        tokens, cells = self.lengths.sum(1), self.lengths.prod(1)
        self.token_at = np.concatenate([[0], np.cumsum(tokens)])
        self.cell_at = np.concatenate([[0], np.cumsum(cells)])
        self.ids = np.fromfile(f'{cache}/{name}/ids.i32', '<i4')
        self.flags = np.fromfile(f'{cache}/{name}/flags.u8', 'u1')
        self.relations = np.fromfile(f'{cache}/{name}/relations.i32', '<i4')
        rows = [json.loads(line) for line in open(f'{cache}/{name}.jsonl')]
        self.y = np.array([row['label'] for row in rows])
        self.source = np.array([row['source'] for row in rows])
        self.group = np.array([row['group'] for row in rows])
        width = len(json.load(open(f'{cache}/{name}/names.json'))['features'])
        self.x = np.fromfile(f'{cache}/{name}/features.f32', '<f4').reshape(-1, width)

    def __len__(self):
        return len(self.y)

    def batch(self, rows):
        n, m = (max(1, int(self.lengths[rows, side].max())) for side in (0, 1))
        p, h = np.zeros((len(rows), n), np.int64), np.zeros((len(rows), m), np.int64)
        pf, hf = np.zeros((len(rows), n), np.uint8), np.zeros((len(rows), m), np.uint8)
        pm, hm = np.zeros((len(rows), n), bool), np.zeros((len(rows), m), bool)
        cells = np.zeros((len(rows), n, m), np.int64)
        for k, row in enumerate(rows):
            a, b = self.lengths[row]
            at = self.token_at[row]
            p[k, :a], h[k, :b] = self.ids[at:at + a], self.ids[at + a:at + a + b]
            pf[k, :a], hf[k, :b] = self.flags[at:at + a], self.flags[at + a:at + a + b]
            pm[k, :a], hm[k, :b] = True, True
            cells[k, :a, :b] = self.relations[self.cell_at[row]:self.cell_at[row + 1]].reshape(a, b)
        return [torch.from_numpy(array) for array in (p, h, pf, hf, pm, hm, cells)]


def bits(flags):
    return torch.stack([(flags >> k) & 1 for k in range(FLAGS)], -1).float()


class Network(nn.Module):
    def __init__(self, vectors, own_row, own_words, categories, category_count, features, size=64, hidden=64, drop=0.25):
        super().__init__()
        self.vectors, self.own_row = vectors, own_row
        self.project = nn.Linear(256 + 1 + FLAGS, size)
        self.own = nn.Embedding(own_words + 1, size)
        nn.init.normal_(self.own.weight, std=0.05)
        self.categories = categories
        self.category = nn.EmbeddingBag(category_count + 1, size, mode='sum', padding_idx=0)
        nn.init.normal_(self.category.weight, std=0.05)
        self.left, self.right = nn.Linear(size, size, bias=False), nn.Linear(size, size, bias=False)
        self.attend = nn.Linear(size, size)
        self.relate = nn.Linear(RELATIONS, 1)
        with torch.no_grad():
            self.relate.weight[:] = torch.tensor([3., 2, 1.5, 1.5, 1.5, .5, .7, 1, .5, 1.5, .2, 1])
        self.none = nn.Parameter(torch.zeros(1))
        compare = 4 * size + 2 * RELATIONS + 2 * FLAGS
        self.compare_h, self.compare_p = nn.Linear(compare, hidden), nn.Linear(compare, hidden)
        self.join = nn.Linear(4 * hidden + features, hidden)
        self.out = nn.Linear(hidden, 3)
        self.drop = nn.Dropout(drop)

    def encode(self, ids, flags, mask):
        x = torch.cat([self.vectors[ids], bits(flags)], -1)
        distinct, where = torch.unique(ids, return_inverse=True)
        x = torch.tanh(self.project(x) + self.own(self.own_row[ids]) + self.category(self.categories[distinct])[where])
        x = self.drop(x) * mask[..., None]
        before = torch.cat([torch.zeros_like(x[:, :1]), x[:, :-1]], 1)
        after = torch.cat([x[:, 1:], torch.zeros_like(x[:, :1])], 1)
        return x, (x + torch.tanh(self.left(before) + self.right(after))) * mask[..., None]

    def side(self, mine, my_flags, other, other_flags, scores, other_mask, relations, layer):
        """scores (batch, mine, other), relations (batch, mine, other, R)."""
        scores = scores.masked_fill(~other_mask[:, None, :], -1e4)
        alpha = torch.softmax(torch.cat([scores, self.none.expand(scores.shape[0], scores.shape[1], 1)], -1), -1)[..., :-1]
        seen = alpha @ other
        soft = (alpha[..., None] * relations).sum(2)
        hard = relations.max(2).values.clamp(min=0)
        return torch.relu(layer(self.drop(torch.cat([mine, seen, (mine - seen).abs(), mine * seen, soft, hard, my_flags, alpha @ other_flags], -1))))

    def forward(self, p, h, pf, hf, pm, hm, relations, features):
        px, pc = self.encode(p, pf, pm)
        hx, hc = self.encode(h, hf, hm)
        scores = self.attend(hc) @ self.attend(pc).transpose(1, 2) / 8 + self.relate(relations)[..., 0].transpose(1, 2)
        by_h = relations.transpose(1, 2)
        ch = self.side(hc, bits(hf), pc, bits(pf), scores, pm, by_h, self.compare_h)
        cp = self.side(pc, bits(pf), hc, bits(hf), scores.transpose(1, 2), hm, relations, self.compare_p)

        def pool(values, mask):
            values = values * mask[..., None]
            return [values.sum(1) / mask.sum(1, keepdim=True).clamp(min=1), values.max(1).values]
        joined = torch.cat(pool(ch, hm) + pool(cp, pm) + [features], -1)
        return self.out(self.drop(torch.relu(self.join(self.drop(joined)))))


def own_words(pairs, rows, size, limit):
    """Rows of the learned table for the words most pairs have; 0 for the rest."""
    counts = collections.Counter()
    for row in rows:
        counts.update(set(pairs.ids[pairs.token_at[row]:pairs.token_at[row + 1]].tolist()))
    table = np.zeros(size, np.int64)
    for at, (word, _) in enumerate(sorted(((w, c) for w, c in counts.items() if c >= 8), key=lambda item: (-item[1], item[0]))[:limit]):
        table[word] = at + 1
    return torch.from_numpy(table)


CATEGORY_LIMIT = 40


def category_rows(pairs, rows, categories, limit, fewest=12):
    """Padded category rows of every word, and the synset of each row: senses above at least `fewest` words of these pairs, but no third of them."""
    words = np.unique(np.concatenate([pairs.ids[pairs.token_at[row]:pairs.token_at[row + 1]] for row in rows]))
    counts = collections.Counter(sense for word in words for sense in categories[word])
    known = [sense for sense, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])) if fewest <= count <= len(words) / 3][:limit]
    row_of = {sense: at + 1 for at, sense in enumerate(known)}
    table = np.zeros((len(categories), CATEGORY_LIMIT), np.int64)
    for word, senses in enumerate(categories):
        mine = [row_of[sense] for sense in senses if sense in row_of][:CATEGORY_LIMIT]
        table[word, :len(mine)] = mine
    return torch.from_numpy(table), known


class Inputs:
    def __init__(self, cache):
        vectors = np.fromfile(f'{cache}/vectors.f32', '<f4').reshape(-1, 257)
        vectors[:, :256] *= 4
        vectors[:, 256] /= 4
        self.vectors = torch.from_numpy(vectors)
        self.categories = json.load(open(f'{cache}/categories.json'))
        self.relations = torch.from_numpy(np.fromfile(f'{cache}/relations.i8', 'i1').reshape(-1, RELATIONS))


def run(model, inputs, pairs, rows, mean, scale):
    p, h, pf, hf, pm, hm, cells = pairs.batch(rows)
    features = torch.from_numpy(((pairs.x[rows] - mean) / scale).clip(-4, 4))
    return model(p, h, pf, hf, pm, hm, inputs.relations[cells].float() / 127, features)


def predict(model, inputs, pairs, mean, scale, rows=None):
    model.eval()
    rows = np.arange(len(pairs)) if rows is None else rows
    order = rows[np.argsort(pairs.lengths[rows].prod(1), kind='stable')]
    out = np.zeros((len(pairs), 3), np.float32)
    with torch.no_grad():
        for at in range(0, len(order), 128):
            out[order[at:at + 128]] = run(model, inputs, pairs, order[at:at + 128], mean, scale).numpy()
    return out[rows]


def train(inputs, pairs, rows, weight, seed, epochs=8, rate=2e-3, size=56, hidden=56, drop=0.25, own=2500, categories=800, decay=1e-4, use_features=True, report=None):
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    mean, scale = pairs.x[rows].mean(0), pairs.x[rows].std(0) + 1e-3
    if not use_features:
        scale = scale * 1e9
    table = own_words(pairs, rows, len(inputs.vectors), own)
    category_table, known = category_rows(pairs, rows, inputs.categories, categories)
    model = Network(inputs.vectors, table, int(table.max()), category_table, len(known), pairs.x.shape[1], size, hidden, drop)
    optimiser = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=decay)
    batch = 64
    steps = epochs * (len(rows) // batch)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: min(1, (step + 1) / 100) * max(0.02, 1 - step / steps))
    for epoch in range(epochs):
        model.train()
        shuffled = rng.permutation(rows)
        chunks = []
        for at in range(0, len(shuffled), batch * 50):
            part = shuffled[at:at + batch * 50]
            part = part[np.argsort(pairs.lengths[part].prod(1), kind='stable')]
            chunks += [part[k:k + batch] for k in range(0, len(part), batch)]
        rng.shuffle(chunks)
        for chunk in chunks:
            logits = run(model, inputs, pairs, chunk, mean, scale)
            loss = nn.functional.cross_entropy(logits, torch.from_numpy(pairs.y[chunk]), reduction='none', label_smoothing=0.05)
            w = torch.from_numpy(weight[chunk]).float()
            loss = (loss * w).sum() / w.sum()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 2.0)
            optimiser.step()
            schedule.step()
        if report is not None:
            report(epoch, model, mean, scale)
    model.known = known
    return model, mean, scale
