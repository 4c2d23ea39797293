"""Figures on items that were held back, by source.

`nli acc`      three-way verdict               `s/r acc`     supports against refutes
`rel acc`      the passage answers or not      `yes/no acc`  of the questions that have it
`span F1`, `span EM`  of the best span         `evid top1`   the token most likely needed is in a needed sentence
`rel bed AUC`, `rel pub AUC`  questions of the project's own, and of public sets: passages that answer before those that do not
"""

import collections

import numpy as np
import torch

from items import batch
from losses import outside_passage

AT_ONCE = 32
LONGEST_SPAN = 30


def best_span(start, end):
    """First and last token of the likeliest span of logits [n] each, at most LONGEST_SPAN tokens long."""
    count = len(start)
    allowed = torch.triu(torch.ones(count, count)) * torch.tril(torch.ones(count, count), LONGEST_SPAN - 1)
    scores = (start[:, None] + end[None, :]).masked_fill(allowed == 0, -torch.inf)
    return divmod(int(scores.argmax()), count)


def overlap(found, gold):
    """F1 of two spans by their tokens; (first, last) each"""
    common = max(0, min(found[1], gold[1]) - max(found[0], gold[0]) + 1)
    return 2 * common / (found[1] - found[0] + gold[1] - gold[0] + 2)


def is_evidence_known(item):
    needed = item["ev"][item["n0"] : -1]
    return item["ev"].any() and (item["rel"] == 1 or item["nli"] in (0, 2)) and not needed.all()


def judged(item, nli, rel, kind, start, end, evid):
    """(what, right) of one item, by its logits: nli [3], rel [], kind [3]; start, end, evid [t], start and end with the query ruled out"""
    if item["nli"] in (0, 1, 2):
        yield "nli acc", int(nli.argmax()) == item["nli"]
    if item["nli"] in (0, 2):
        yield "s/r acc", bool(nli[0] > nli[2]) == (item["nli"] == 0)
    if item["rel"] >= 0:
        yield "rel acc", bool(rel > 0) == bool(item["rel"])
    if item["kind"] > 0:
        yield "yes/no acc", bool(kind[1] > kind[2]) == (item["kind"] == 1)
    count, query = len(item["ids"]), item["n0"]
    if item["st"] >= 0:
        span, gold = best_span(start[:count], end[:count]), (item["st"], item["en"])
        yield "span F1", overlap(span, gold)
        yield "span EM", span == gold
    if is_evidence_known(item):
        yield "evid top1", bool(item["ev"][query + int(evid[query : count - 1].argmax())])


def area(scored):
    """Area under the curve of [(score, 0 or 1)]: how often one that is right comes before one that is not; None without both kinds."""
    ordered = sorted(scored)
    right = sum(label for _, label in ordered)
    wrong = len(ordered) - right
    ranks = sum(rank for rank, (_, label) in enumerate(ordered, 1) if label)
    return (ranks - right * (right + 1) / 2) / (right * wrong) if right and wrong else None


@torch.no_grad()
def measure(model, items, device, autocast):
    """'source figure' -> (value, how many items). `autocast` makes the context that the model is run in."""
    was_training = model.training
    model.eval()
    results, scored = collections.defaultdict(list), collections.defaultdict(list)
    ordered = sorted(items, key=lambda item: len(item["ids"]))
    for at in range(0, len(ordered), AT_ONCE):
        rows = ordered[at : at + AT_ONCE]
        b = batch(rows)
        with autocast():
            outputs = model(*(b[name].to(device) for name in ("ids", "seg", "mask")))
        nli, rel, kind, span, evid = (output.cpu() for output in outputs)
        span = span + outside_passage(b)[:, :, None]
        for row, item in enumerate(rows):
            source = item["src"].split(":")[0]
            for what, right in judged(item, nli[row], rel[row], kind[row], span[row, :, 0], span[row, :, 1], evid[row]):
                results[f"{source} {what}"].append(right)
            if item["rel"] >= 0:
                scored["rel bed AUC" if source.startswith("bed") else "rel pub AUC"].append((rel[row].item(), item["rel"]))
    model.train(was_training)
    areas = {name: (area(pairs), len(pairs)) for name, pairs in scored.items()}
    figures = {name: (float(np.mean(values)), len(values)) for name, values in results.items()}
    return dict(sorted(figures.items())) | {name: figure for name, figure in sorted(areas.items()) if figure[0] is not None}


def said(figures):
    return "; ".join(f"{name} {value:.3f} ({count})" for name, (value, count) in figures.items())
