"""The pair encoder: a BERT or MPNet trunk in plain PyTorch with five heads, and its base weights as sentence-transformers publishes them.

Names of parameters are those of the checkpoints: w, pos, seg (embeddings), n (their norm), rp (MPNet's relative positions),
layers.N.{qkv,o,n1,i,u,n2}, c and cp (what the three heads of a pair sit on), nli, rel, kind, span, evid.
Shapes: b pairs, t tokens, d width, h attention heads.
"""

import json
import math
import os
import re
import struct

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

BERT_PAD, BERT_CLS, BERT_SEP = 0, 101, 102
MPNET_CLS, MPNET_PAD, MPNET_SEP, MPNET_SHIFT = 0, 1, 2, 4
# MPNet counts its positions from here on.
MPNET_FIRST_POSITION = 2
# Distances beyond are one bucket.
FARTHEST = 128
# What is added to the scores of tokens that are not there.
ABSENT = -1e4
HEADS = ("c", "cp", "nli", "rel", "kind", "span", "evid")
EMBEDDINGS = ("w", "pos", "seg", "n", "rp")


class Layer(nn.Module):
    """Attention and feed-forward, each with its residual and the norm after it. `h` is the number of attention heads."""

    def __init__(self, width, heads, inner, dropout, eps):
        super().__init__()
        self.h, self.dropout = heads, dropout
        self.qkv = nn.Linear(width, 3 * width)
        self.o = nn.Linear(width, width)
        self.n1 = nn.LayerNorm(width, eps=eps)
        self.i = nn.Linear(width, inner)
        self.u = nn.Linear(inner, width)
        self.n2 = nn.LayerNorm(width, eps=eps)

    def forward(self, x, bias):
        """x [b,t,d]; bias [b or 1, h or 1, t or 1, t] is added to the scores of attention."""
        drop = lambda value: F.dropout(value, self.dropout, self.training)
        x = self.n1(x + drop(self.o(self.attend(x, bias))))
        return self.n2(x + drop(self.u(F.gelu(self.i(x)))))

    def attend(self, x, bias):
        rows, length, width = x.shape
        q, k, v = self.qkv(x).view(rows, length, 3, self.h, width // self.h).permute(2, 0, 3, 1, 4)
        bias = bias.to(q.dtype)
        if x.is_cuda or not self.training:
            mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=bias, dropout_p=self.dropout if self.training else 0.0)
        else:
            mixed = attend_by_products(q, k, v, bias)
        return mixed.transpose(1, 2).reshape(rows, length, width)


def attend_by_products(q, k, v, bias):
    """Attention as two products of matrices [b,h,t,d/h], without dropout: on a processor the backward pass of PyTorch's own is very slow."""
    rows, heads, length, size = q.shape
    flat = lambda value: value.reshape(rows * heads, length, size)
    spread = bias.expand(rows, heads, -1, length).reshape(rows * heads, -1, length)
    scores = torch.baddbmm(spread, flat(q), flat(k).transpose(1, 2), alpha=1 / math.sqrt(size))
    return torch.bmm(scores.softmax(-1, dtype=scores.dtype), flat(v)).view(rows, heads, length, size)


class Encoder(nn.Module):
    """`frozen`: how many of the lower layers run without gradients. `rp` is None but in an MPNet trunk."""

    def __init__(self, vocabulary, width, layers, heads, inner, positions, dropout=0.1, buckets=0):
        super().__init__()
        self.frozen, self.dropout = 0, dropout
        eps = 1e-5 if buckets else 1e-12
        self.rp = nn.Embedding(buckets, heads) if buckets else None
        self.w = nn.Embedding(vocabulary, width)
        self.pos = nn.Embedding(positions, width)
        self.seg = nn.Embedding(2, width)
        self.n = nn.LayerNorm(width, eps=eps)
        self.layers = nn.ModuleList(Layer(width, heads, inner, dropout, eps) for _ in range(layers))
        self.c = nn.Linear(width, width)
        self.cp = nn.Linear(3 * width, width, bias=False)
        self.nli = nn.Linear(width, 3)
        self.rel = nn.Linear(width, 1)
        self.kind = nn.Linear(width, 3)
        self.span = nn.Linear(width, 2)
        self.evid = nn.Linear(width, 1)
        self._start_heads()

    def _start_heads(self):
        nn.init.zeros_(self.cp.weight)
        for head in (self.c, self.nli, self.rel, self.kind, self.span, self.evid):
            nn.init.normal_(head.weight, std=0.02)
            nn.init.zeros_(head.bias)

    def trunk(self, ids, seg, mask):
        """[b,t] each: BERT's ids, 0 for the query and 1 for the rest, 1 for tokens that are there -> [b,t,d]"""
        places = torch.arange(ids.shape[1], device=ids.device)
        bias = ((1 - mask.float()) * ABSENT)[:, None, None, :]
        start = 0
        if self.rp is not None:
            ids, start = mpnet_ids(ids), MPNET_FIRST_POSITION
            bias = bias + self.rp(bucket(places[None] - places[:, None], self.rp.num_embeddings)).permute(2, 0, 1)[None]
        x = self.n(self.w(ids) + self.pos(places + start)[None] + self.seg(seg))
        x = F.dropout(x, self.dropout, self.training)
        for at, layer in enumerate(self.layers):
            if at < self.frozen:
                with torch.no_grad():
                    x = layer(x, bias)
            else:
                x = layer(x, bias)
        return x

    def forward(self, ids, seg, mask):
        """Logits, float: nli [b,3] supports, neutral, refutes; rel [b] answered here; kind [b,3] span, yes, no; span [b,t,2] start and end;
        evid [b,t] of a sentence that is needed."""
        x = self.trunk(ids, seg, mask)
        query, passage = (mean(x, mask * (seg == side)) for side in (0, 1))
        means = torch.cat([query, passage, (query - passage).abs()], -1)
        pair = F.dropout(torch.tanh(self.c(x[:, 0]) + self.cp(means)), self.dropout, self.training)
        outputs = self.nli(pair), self.rel(pair)[:, 0], self.kind(pair), self.span(x), self.evid(x)[:, :, 0]
        return tuple(output.float() for output in outputs)


def mean(x, mask):
    """[b,t,d], [b,t] -> [b,d]: the mean of the tokens that the mask names, zero where it names none."""
    weights = mask.to(x.dtype)[:, :, None]
    return (x * weights).sum(1) / weights.sum(1).clamp(min=1)


def mpnet_ids(ids):
    """BERT's ids as MPNet's: its own marks, the pieces four further on."""
    mapped = ids + MPNET_SHIFT
    for bert, mpnet in ((BERT_CLS, MPNET_CLS), (BERT_SEP, MPNET_SEP), (BERT_PAD, MPNET_PAD)):
        mapped = torch.where(ids == bert, mpnet, mapped)
    return mapped


def bucket(distances, count):
    """Distances (key - query, tokens) as one of `count` buckets, as MPNet and T5: half of them for each side, exact up to a quarter of count,
    then by logarithm up to FARTHEST."""
    side = count // 2
    exact = side // 2
    far = distances.abs()
    logarithm = torch.log(far.clamp(min=1).float() / exact) / math.log(FARTHEST / exact)
    coarse = (exact + (logarithm * (side - exact)).long()).clamp(max=side - 1)
    return (distances > 0).long() * side + torch.where(far < exact, far, coarse)


def read_safetensors(path):
    """name -> tensor"""
    kinds = {"F32": np.float32, "F16": np.float16, "I64": np.int64}
    with open(path, "rb") as file:
        head = json.loads(file.read(struct.unpack("<Q", file.read(8))[0]))
        data = file.read()
    found = {}
    for name, entry in head.items():
        if name != "__metadata__":
            start, end = entry["data_offsets"]
            values = np.frombuffer(data[start:end], kinds[entry["dtype"]])
            found[name] = torch.from_numpy(values.reshape(entry["shape"]).copy())
    return found


def read_weights(folder):
    """The published weights as floats, names without the trunk's own."""
    safe = os.path.join(folder, "model.safetensors")
    weights = read_safetensors(safe) if os.path.exists(safe) else torch.load(os.path.join(folder, "pytorch_model.bin"), map_location="cpu")
    return {re.sub(r"^(bert|mpnet)\.", "", name): value.float() for name, value in weights.items()}


# What each part of a layer is called in the published weights.
BERT_LAYER = {
    "qkv": [f"attention.self.{part}" for part in ("query", "key", "value")],
    "o": ["attention.output.dense"],
    "n1": ["attention.output.LayerNorm"],
    "i": ["intermediate.dense"],
    "u": ["output.dense"],
    "n2": ["output.LayerNorm"],
}
MPNET_LAYER = BERT_LAYER | {
    "qkv": [f"attention.attn.{part}" for part in ("q", "k", "v")],
    "o": ["attention.attn.o"],
    "n1": ["attention.LayerNorm"],
}


def load_base(folder, dropout=0.1):
    """An Encoder with the trunk of a folder (config.json, model.safetensors or pytorch_model.bin) and heads that know nothing yet."""
    with open(os.path.join(folder, "config.json"), encoding="utf-8") as file:
        config = json.load(file)
    is_mpnet = config["model_type"] == "mpnet"
    sizes = ("vocab_size", "hidden_size", "num_hidden_layers", "num_attention_heads", "intermediate_size", "max_position_embeddings")
    buckets = config["relative_attention_num_buckets"] if is_mpnet else 0
    model = Encoder(*(config[size] for size in sizes), dropout, buckets)
    with torch.no_grad():
        fill(model, read_weights(folder), is_mpnet)
    return model


def fill(model, weights, is_mpnet):
    model.w.weight.copy_(weights["embeddings.word_embeddings.weight"])
    model.pos.weight.copy_(weights["embeddings.position_embeddings.weight"])
    if is_mpnet:
        # MPNet has no sides: they start from nothing.
        model.seg.weight.zero_()
        model.rp.weight.copy_(weights["encoder.relative_attention_bias.weight"])
    else:
        model.seg.weight.copy_(weights["embeddings.token_type_embeddings.weight"])
    for kind in ("weight", "bias"):
        getattr(model.n, kind).copy_(weights[f"embeddings.LayerNorm.{kind}"])
        for at, layer in enumerate(model.layers):
            for part, names in (MPNET_LAYER if is_mpnet else BERT_LAYER).items():
                pieces = [weights[f"encoder.layer.{at}.{name}.{kind}"] for name in names]
                getattr(getattr(layer, part), kind).copy_(torch.cat(pieces))
