"""A checkpoint as a small file: its difference from the base weights, in whole numbers of 8 or 4 bits.

usage: difference.py save BASE CHECKPOINT OUT.npz [--bits 8|4]
       difference.py load BASE IN.npz CHECKPOINT

Of each matrix NAME of a layer the file holds rows of whole numbers (NAME#q, or NAME#h with two of 4 bits to a byte, the first in the lower
half) and a scale a row (NAME#s); of everything else that changed, the floats themselves. At 4 bits a row is cut off where that loses least.
"""

import argparse
import os
import sys

import numpy as np
import torch

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from model import load_base

GREATEST = {8: 127, 4: 7}
# Shares of a row's greatest value that it may be cut off at.
CUTS = {8: (1.0,), 4: (0.4, 0.5, 0.6, 0.7, 0.85, 1.0)}


def rounded(matrix, bits):
    """[n,k] floats -> whole numbers int8 [n,k] and scales float32 [n,1] with the least squared error a row; of equal ones the first cut's."""
    greatest = GREATEST[bits]
    top = np.abs(matrix).max(1, keepdims=True) + 1e-12
    whole, scale, error = None, None, None
    for cut in CUTS[bits]:
        new_scale = top * cut / greatest
        new_whole = np.clip(np.round(matrix / new_scale), -greatest, greatest)
        new_error = ((new_whole * new_scale - matrix) ** 2).sum(1, keepdims=True)
        if whole is None:
            whole, scale, error = new_whole, new_scale, new_error
        else:
            is_less = new_error < error
            whole, scale, error = np.where(is_less, new_whole, whole), np.where(is_less, new_scale, scale), np.minimum(new_error, error)
    return whole.astype(np.int8), scale.astype(np.float32)


def packed(whole):
    """[n,k] of -8..7 -> bytes [n,k/2]"""
    shifted = (whole + 8).astype(np.uint8)
    return shifted[:, ::2] | shifted[:, 1::2] << 4


def unpacked(halves):
    whole = np.empty((halves.shape[0], 2 * halves.shape[1]), np.float32)
    whole[:, ::2], whole[:, 1::2] = halves & 15, halves >> 4
    return whole - 8


def difference_of(base, trained, bits=8):
    """name -> array, of two state dicts; and the share of the difference that rounding lost (by its root mean square)."""
    arrays, lost, whole_difference = {}, 0.0, 0.0
    for name, value in trained.items():
        value, before = value.float().numpy(), base[name].float().numpy()
        if np.array_equal(before, value):
            continue
        if value.ndim != 2 or not name.startswith("layers."):
            arrays[name] = value.astype(np.float32)
            continue
        change = value - before
        whole, scale = rounded(change, bits)
        lost += float(((whole * scale - change) ** 2).sum())
        whole_difference += float((change**2).sum())
        arrays[name + "#s"] = scale
        arrays[name + ("#q" if bits == 8 else "#h")] = whole if bits == 8 else packed(whole)
    return arrays, (lost / max(whole_difference, 1e-30)) ** 0.5


def applied(base, arrays):
    """The state dict that the difference makes of the base's."""
    state = dict(base)
    for key in arrays:
        name, _, kind = key.partition("#")
        if kind == "q":
            state[name] = base[name] + torch.from_numpy(arrays[key].astype(np.float32) * arrays[name + "#s"])
        elif kind == "h":
            state[name] = base[name] + torch.from_numpy(unpacked(arrays[key]) * arrays[name + "#s"])
        elif not kind:
            state[name] = torch.from_numpy(arrays[key])
    return state


def save(base, checkpoint, out, bits):
    arrays, lost = difference_of(base, torch.load(checkpoint, map_location="cpu"), bits)
    np.savez_compressed(out, **arrays)
    print(len(arrays), "arrays", round(os.path.getsize(out) / 1e6, 1), "MB; of the difference lost", round(lost, 4))


def load(base, file, checkpoint):
    with np.load(file) as arrays:
        torch.save(applied(base, {key: arrays[key] for key in arrays.files}), checkpoint)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("save", "load"))
    for name in ("base", "source", "out"):
        parser.add_argument(name)
    parser.add_argument("--bits", type=int, choices=(8, 4), default=8)
    options = parser.parse_args(arguments)
    base = load_base(options.base, 0.0).state_dict()
    if options.what == "save":
        save(base, options.source, options.out, options.bits)
    else:
        load(base, options.source, options.out)


if __name__ == "__main__":
    main()
