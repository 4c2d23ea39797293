"""Items as tokens: [CLS] question or claim [SEP] heading : sentences [SEP].

An item as text is a dict (build.py writes them); as tokens it is a dict of
  ids  int32 [n]   BERT's ids
  n0               how many of them are the question with its two marks
  ev   int8 [n]    1 for tokens of a sentence that is needed
  st, en           first and last token of the answer, -1 where there is none
  nli              0 supports, 1 neutral, 2 refutes, 3 does not support, -1 nothing is known
  rel              1 the passage answers the question, 0 it does not, -1 nothing is known
  kind             0 span, 1 yes, 2 no, -1 nothing is known
  src              source
"""

import numpy as np
import torch

QUERY_TOKENS = 64
HEADING_TOKENS = 24


def opening(wordpiece, item):
    """Ids before the passage, and how many of them are the query's."""
    query = wordpiece.encode(item["q"])[0][:QUERY_TOKENS]
    ids = [wordpiece.cls, *query, wordpiece.sep]
    count = len(ids)
    if item["head"]:
        ids += [*wordpiece.encode(item["head"])[0][-HEADING_TOKENS:], wordpiece.vocab[":"]]
    return ids, count


def tokens_within(starts, ends, start, end):
    """First and last of the tokens that overlap the characters [start, end), or None."""
    inside = [at for at in range(len(starts)) if ends[at] > start and starts[at] < end]
    return (inside[0], inside[-1]) if inside else None


def encode(wordpiece, item, most):
    """The item in at most `most` tokens. What was cut off is not asked for: an answer, or a label whose needed sentences are all gone."""
    ids, query_count = opening(wordpiece, item)
    needed = [0] * len(ids)
    first = last = -1
    for at, sentence in enumerate(item["sents"]):
        pieces, starts, ends = wordpiece.encode(sentence)
        if item.get("span") and item["span"][0] == at:
            within = tokens_within(starts, ends, *item["span"][1:])
            if within:
                first, last = (len(ids) + place for place in within)
        ids += pieces
        needed += [int(at in item["gold"])] * len(pieces)
    room = most - 1
    is_cut = len(ids) > room
    if is_cut and last >= room:
        first = last = -1
    ids, needed = [*ids[:room], wordpiece.sep], [*needed[:room], 0]
    nli, rel, kind = (item.get(label, -1) for label in ("nli", "rel", "kind"))
    if is_cut and item["gold"] and not any(needed):
        nli, rel, kind, first, last = (-1 if nli in (0, 2) else nli), -1, -1, -1, -1
    return {
        "ids": np.array(ids, np.int32),
        "n0": query_count,
        "ev": np.array(needed, np.int8),
        "st": first,
        "en": last,
        "nli": nli,
        "rel": rel,
        "kind": kind,
        "src": item["src"],
    }


def batch(items, pad=0):
    """Items as tensors, padded to the longest: ids, seg, mask [b,t] whole numbers; ev, body (1 for the passage's tokens) [b,t] floats; the
    labels st, en, nli, rel, kind [b]."""
    shape = (len(items), max(len(item["ids"]) for item in items))
    ids = np.full(shape, pad, np.int64)
    seg, mask = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    needed, body = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
    for row, item in enumerate(items):
        start, count = item["n0"], len(item["ids"])
        ids[row, :count] = item["ids"]
        mask[row, :count] = 1
        seg[row, start:count] = 1
        needed[row, :count] = item["ev"]
        body[row, start : count - 1] = 1
    arrays = {"ids": ids, "seg": seg, "mask": mask, "ev": needed, "body": body}
    labels = {label: torch.tensor([item[label] for item in items]) for label in ("st", "en", "nli", "rel", "kind")}
    return {name: torch.from_numpy(array) for name, array in arrays.items()} | labels
