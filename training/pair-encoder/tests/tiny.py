"""A base and items so small that a test runs in seconds."""

import contextlib
import io
import json
import os
import pickle
import random
import struct
import sys

import torch

HERE = os.path.dirname(os.path.abspath(__file__))
RECIPE = os.path.dirname(HERE)
PROJECT = os.path.dirname(os.path.dirname(RECIPE))
if RECIPE not in sys.path:
    sys.path.insert(0, RECIPE)

# Where the real weights are looked for; tests that need them are skipped without them.
MPNET = os.environ.get("PAIR_ENCODER_BASE", "/tmp/train/mpnetx/all-mpnet-base-v2")
CHECKPOINT = os.environ.get("PAIR_ENCODER_CHECKPOINT", "/tmp/train/judge0.pt")

WORDS = "the a fee is due notice days month court board must may not pay yes no who when file rent late open closed green".split()
# BERT's list has its marks at these places.
MARKS = {0: "[PAD]", 100: "[UNK]", 101: "[CLS]", 102: "[SEP]"}


def vocabulary():
    pieces = [MARKS.get(at, f"[unused{at}]") for at in range(110)]
    return [*pieces, ":", ".", *WORDS]


def write_safetensors(path, tensors):
    head, data = {}, b""
    for name, value in tensors.items():
        raw = value.numpy().tobytes()
        head[name] = {"dtype": "F32", "shape": list(value.shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(head).encode()
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


def write_base(folder, layers=2, width=16, inner=32):
    """A BERT of random weights, as sentence-transformers writes one."""
    pieces = vocabulary()
    config = {
        "model_type": "bert",
        "vocab_size": len(pieces),
        "hidden_size": width,
        "num_hidden_layers": layers,
        "num_attention_heads": 4,
        "intermediate_size": inner,
        "max_position_embeddings": 64,
    }
    chance = torch.Generator().manual_seed(3)
    draw = lambda *shape: torch.randn(*shape, generator=chance) * 0.1
    tensors = {
        "embeddings.word_embeddings.weight": draw(len(pieces), width),
        "embeddings.position_embeddings.weight": draw(64, width),
        "embeddings.token_type_embeddings.weight": draw(2, width),
        "embeddings.LayerNorm.weight": 1 + draw(width),
        "embeddings.LayerNorm.bias": draw(width),
    }
    square, norm = (width, width), None
    shapes = {f"attention.self.{part}": square for part in ("query", "key", "value")} | {
        "attention.output.dense": square,
        "attention.output.LayerNorm": norm,
        "intermediate.dense": (inner, width),
        "output.dense": (width, inner),
        "output.LayerNorm": norm,
    }
    for layer in range(layers):
        for name, shape in shapes.items():
            place = f"encoder.layer.{layer}.{name}"
            tensors[f"{place}.weight"] = draw(*shape) if shape else 1 + draw(width)
            tensors[f"{place}.bias"] = draw(shape[0] if shape else width)
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "config.json"), "w", encoding="utf-8") as file:
        json.dump(config, file)
    with open(os.path.join(folder, "vocab.txt"), "w", encoding="utf-8") as file:
        file.write("\n".join(pieces) + "\n")
    write_safetensors(os.path.join(folder, "model.safetensors"), tensors)


def some_items(count, seed):
    """Items of all kinds, of random words."""
    chance = random.Random(seed)
    words = lambda most: " ".join(chance.choices(WORDS, k=chance.randint(3, most)))
    found = []
    for at in range(count):
        item = {"q": words(6), "head": words(4) if at % 2 else "", "sents": [words(8) + "." for _ in range(3)], "gold": [1], "src": f"made{at % 3}"}
        if at % 3 == 0:
            item |= {"nli": at // 3 % 4}
        elif at % 3 == 1:
            item |= {"rel": 1, "kind": 0, "span": (1, 0, 5)}
        else:
            item |= {"rel": 0, "kind": -1, "span": None, "gold": []}
        found.append(item)
    return found


def write_items(folder, count=120):
    os.makedirs(folder, exist_ok=True)
    for name, size, seed in (("train", count, 1), ("test", 20, 2)):
        with open(os.path.join(folder, f"{name}.pkl"), "wb") as file:
            pickle.dump(some_items(size, seed), file)


def quiet():
    """A context in which nothing is printed."""
    return contextlib.redirect_stdout(io.StringIO())
