"""Fits the sentence encoder to find passages for questions and claims in an auditor's own words.

usage: fit.py BASE ITEMS DATA OUT [--minutes 30]
  BASE   folder of all-MiniLM-L6-v2 (config.json, model.safetensors, vocab.txt)
  ITEMS  what training/pair-encoder/build.py wrote (train.pkl)
  DATA   shared data folder; audit-dev in it is what the figures are measured on
  OUT    folder that export.py takes: model.safetensors, config.json, vocab.txt

InfoNCE over the batch (van den Oord et al. 2018): a query is to be nearest to its own passage, among the other passages of the
batch and one hard negative each, a passage that shares its words and does not answer. Passages with the same text never count as
each other's negatives. One epoch, no dropout.
"""

import argparse
import collections
import html
import json
import math
import os
import pickle
import random
import re
import shutil
import struct
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "pair-encoder"))
import docs
from model import load_base
from wordpiece import WordPiece

# How many of each source's positives an epoch takes: the questions and claims in free wording first.
TAKE = {
    "audit": 1.0, "auditq": 1.0, "auditc": 1.0, "auditp": 0.5, "bed": 0.5, "bedc": 0.3, "squadshifts": 0.08, "policyqa": 0.15,
    "nq": 0.5, "qed": 0.7, "feverous": 0.3, "fm2": 0.3, "hotpot": 1.0, "selqa": 0.2,
}
LONGEST = {"query": 64, "passage": 200}


def text_of(item):
    """As src/index encodes a passage: its last headings, then its sentences."""
    heads = [part for part in item["head"].split(" > ") if part]
    return "\n".join(heads[-3:] + item["sents"])


def examples(items, seed):
    """[(query, passage, hard negative or None)]"""
    rnd = random.Random(seed)
    negatives = collections.defaultdict(list)
    for x in items:
        source = x["src"].split(":")[0]
        if source.endswith(("-neg", "-none")) and source.split("-")[0] in ("audit", "auditc", "bed", "bedc", "hotpot", "squadshifts", "policyqa", "fm2"):
            negatives[x["q"]].append(text_of(x))
    out = []
    for x in items:
        source = x["src"].split(":")[0]
        if source not in TAKE or not x["gold"] or (x.get("rel") == 0) or x.get("nli") in (1, 3) or rnd.random() > TAKE[source]:
            continue
        hard = negatives.get(x["q"])
        out.append((x["q"], text_of(x), rnd.choice(hard) if hard else None))
    rnd.shuffle(out)
    return out


def embed(model, tokens, texts, longest, device="cpu"):
    ids = [[tokens.cls] + tokens.encode(t)[0][: longest - 2] + [tokens.sep] for t in texts]
    width = max(map(len, ids))
    rows = np.zeros((len(ids), width), np.int64)
    mask = np.zeros((len(ids), width), np.int64)
    for at, row in enumerate(ids):
        rows[at, : len(row)] = row
        mask[at, : len(row)] = 1
    rows, mask = torch.from_numpy(rows).to(device), torch.from_numpy(mask).to(device)
    x = model.trunk(rows, torch.zeros_like(rows), mask).float()
    w = mask[:, :, None].float()
    return F.normalize((x * w).sum(1) / w.sum(1), dim=-1)


def dev_set(data):
    """[(query, [passage texts], indices of passages that hold a gold string)] of audit-dev"""
    norm = lambda s: re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", s))).strip().lower()
    spaces, out = {}, []
    for item in json.load(open(os.path.join(data, "audit-dev", "items.json"))):
        if not item["gold"]:
            continue
        if item["ws"] not in spaces:
            texts = []
            for file in docs.files(os.path.join(data, "audit-dev", item["ws"])):
                name = os.path.splitext(os.path.basename(file))[0]
                for head, sents in docs.passages(docs.read(file)):
                    texts.append("\n".join([name] + [h for h in head.split(" > ") if h][-3:] + sents))
            spaces[item["ws"]] = (texts, [norm(t) for t in texts])
        texts, low = spaces[item["ws"]]
        wanted = [norm(g) for gold in item["gold"] for g in ([gold] if gold.startswith("|") else gold.split("|"))]
        hits = [at for at, t in enumerate(low) if any(g and g in t for g in wanted)]
        if hits:
            out.append((item["q"], item["ws"], hits))
    return spaces, out


@torch.no_grad()
def recall(model, tokens, spaces, asked):
    model.eval()
    found = collections.Counter()
    vectors = {}
    for name, (texts, _) in spaces.items():
        order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
        parts = [None] * len(texts)
        for at in range(0, len(order), 64):
            chunk = order[at : at + 64]
            with torch.autocast("cpu", dtype=torch.bfloat16):
                for place, vector in zip(chunk, embed(model, tokens, [texts[i] for i in chunk], 256)):
                    parts[place] = vector
        vectors[name] = torch.stack(parts)
    for query, name, hits in asked:
        score = vectors[name] @ embed(model, tokens, [query], 64)[0]
        rank = int((score > score[hits].max()).sum())
        for k in (1, 5, 6, 20, 40):
            found[k] += rank < k
    model.train()
    return " ".join(f"in {k}: {found[k]}" for k in (40, 20, 6, 5, 1)) + f" of {len(asked)}"


def published_names(state):
    """The trunk's weights under the names of the published model."""
    out = {}
    for name, value in state.items():
        parts = name.split(".")
        if parts[0] != "layers":
            first = {"w": "word_embeddings", "pos": "position_embeddings", "seg": "token_type_embeddings", "n": "LayerNorm"}[parts[0]]
            out[f"embeddings.{first}.{parts[-1]}"] = value
            continue
        prefix = f"encoder.layer.{parts[1]}."
        if parts[2] == "qkv":
            for which, piece in zip(("query", "key", "value"), value.chunk(3)):
                out[f"{prefix}attention.self.{which}.{parts[-1]}"] = piece
            continue
        place = {"o": "attention.output.dense", "n1": "attention.output.LayerNorm", "i": "intermediate.dense", "u": "output.dense", "n2": "output.LayerNorm"}
        out[f"{prefix}{place[parts[2]]}.{parts[-1]}"] = value
    return out


def write_safetensors(path, tensors):
    head, data, at = {}, [], 0
    for name, value in sorted(tensors.items()):
        raw = value.float().contiguous().numpy().tobytes()
        head[name] = {"dtype": "F32", "shape": list(value.shape), "data_offsets": [at, at + len(raw)]}
        data.append(raw)
        at += len(raw)
    text = json.dumps(head).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + b"".join(data))


def save(base, state, out):
    write_safetensors(os.path.join(out, "model.safetensors"), published_names(state))
    for name in ("config.json", "vocab.txt"):
        shutil.copy(os.path.join(base, name), os.path.join(out, name))


def main():
    ap = argparse.ArgumentParser()
    for name in ("base", "items", "data", "out"):
        ap.add_argument(name)
    ap.add_argument("--minutes", type=float, default=30)
    ap.add_argument("--batch", type=int, default=48)
    ap.add_argument("--lr", type=float, default=2e-5)
    ap.add_argument("--scale", type=float, default=20)
    ap.add_argument("--threads", type=int, default=2)
    ap.add_argument("--seed", type=int, default=1)
    o = ap.parse_args()
    torch.manual_seed(o.seed)
    torch.set_num_threads(o.threads)
    os.makedirs(o.out, exist_ok=True)
    tokens = WordPiece(os.path.join(o.base, "vocab.txt"))
    model = load_base(o.base, 0.0)
    base = {name: value.clone() for name, value in model.state_dict().items()}
    spaces, asked = dev_set(o.data)
    print("audit-dev as it comes:", recall(model, tokens, spaces, asked), flush=True)
    data = examples(pickle.load(open(os.path.join(o.items, "train.pkl"), "rb")), o.seed)
    print("examples", len(data), "with a hard negative", sum(h is not None for _, _, h in data), flush=True)
    names = [n for n, _ in model.named_parameters() if n.split(".")[0] in ("w", "pos", "seg", "n", "layers")]
    params = [p for n, p in model.named_parameters() if n in names]
    optimiser = torch.optim.AdamW(params, lr=o.lr, weight_decay=0.01, betas=(0.9, 0.98), eps=1e-6)
    total = len(data) // o.batch
    started, lost, seen = time.time(), 0.0, 0
    model.train()
    for step in range(total):
        part = data[step * o.batch : (step + 1) * o.batch]
        done = max(step / total, (time.time() - started) / (o.minutes * 60))
        if done >= 1:
            break
        rate = min(1, done / 0.1) * 0.5 * (1 + math.cos(math.pi * done))
        for group in optimiser.param_groups:
            group["lr"] = o.lr * rate
        queries = [q for q, _, _ in part]
        passages = [p for _, p, _ in part] + [h for _, _, h in part if h is not None]
        with torch.autocast("cpu", dtype=torch.bfloat16):
            a = embed(model, tokens, queries, LONGEST["query"])
            b = embed(model, tokens, passages, LONGEST["passage"])
        logits = o.scale * a @ b.T
        same = torch.tensor([[i != j and passages[i] == passages[j] for j in range(len(passages))] for i in range(len(part))])
        loss = F.cross_entropy(logits.masked_fill(same, -1e4), torch.arange(len(part)))
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(params, 1.0)
        optimiser.step()
        lost += float(loss)
        seen += 1
        if seen % 25 == 0:
            print(f"{step + 1}/{total} {time.time() - started:.0f}s loss {lost / 25:.3f}", flush=True)
            lost = 0.0
        if seen % 100 == 0:
            print("audit-dev", recall(model, tokens, spaces, asked), flush=True)
    state = {n: v.detach() for n, v in model.state_dict().items() if n.split(".")[0] in ("w", "pos", "seg", "n", "layers")}
    save(o.base, state, o.out)
    print("audit-dev fitted:", recall(model, tokens, spaces, asked), flush=True)
    # Weights between the base and the fitted ones often keep more of what the base knows (Wortsman et al. 2022).
    for share in (0.25, 0.5, 0.75):
        model.load_state_dict({n: base[n] + share * (v - base[n]) if v.is_floating_point() else v for n, v in state.items()}, strict=False)
        print(f"audit-dev {share} of the way:", recall(model, tokens, spaces, asked), flush=True)


main()
