"""Items written sentence by sentence: the shared data's audit/pairs.jsonl and audit/passages.jsonl, and the project's own in training/pair-encoder/data.

`*pairs*.jsonl`     {path?, h, s, t, f, n}: heading, sentence, claims that it supports, [kind, claim] that it refutes, claims that it leaves open
`*passages*.jsonl`  {h, s, q, no}: heading, sentences, [needed sentence or sentences, question, answer], questions that it does not answer
The older kinds, by their names: neural-entailment-pairs* are pairs; question-match-pairs* and sentence-choice-pairs* are {t, s, q}: title,
sentences, [needed sentence or sentences (none: nothing answers), question, answer?]. Other files there are not read.
"""

import glob
import os

from .collection import KINDS, NEUTRAL, REFUTES, SPAN, SUPPORTS, UNKNOWN, listed, rows, span_of

OLD_PAIRS = "neural-entailment-pairs"
OLD_MATCHES = ("question-match-pairs", "sentence-choice-pairs")


def add_pairs(part, pairs, tag, names_kind=False):
    for row in pairs:
        for claim in row["t"]:
            part.claim(tag, claim, [row["s"]], [0], SUPPORTS, head=row["h"])
        for kind, claim in row["f"]:
            part.claim(f"{tag}:{kind}" if names_kind else tag, claim, [row["s"]], [0], REFUTES, head=row["h"])
        for claim in row["n"]:
            part.claim(tag, claim, [row["s"]], [], NEUTRAL, head=row["h"])


def add_passages(part, passages, tag):
    for row in passages:
        sentences, head = row["s"], row["h"]
        for needed, question, answer in row["q"]:
            gold = listed(needed)
            kind = KINDS.get(answer.strip().rstrip(".").lower(), SPAN)
            span = span_of(sentences, gold, [answer]) if answer.strip() and kind == SPAN else None
            known = kind if kind != SPAN or span else UNKNOWN
            part.question(tag, question, sentences, gold, head=head, span=span, kind=known)
            rest = [sentence for at, sentence in enumerate(sentences) if at not in gold]
            if rest:
                part.unanswered(f"{tag}-rest", question, rest, head)
        for question in row["no"]:
            part.unanswered(f"{tag}-none", question, sentences, head)


def add_matches(part, texts):
    for row in texts:
        for needed, question, *answers in row["q"]:
            gold = listed(needed)
            span = span_of(row["s"], gold, answers[:1]) if answers and answers[0] else None
            kind = SPAN if span else UNKNOWN
            part.question("match", question, row["s"], gold, head=row["t"], span=span, answered=int(bool(gold)), kind=kind)


def add_audit_written(collection, data):
    for name, add, tag in (("passages", add_passages, "auditq"), ("pairs", add_pairs, "auditp")):
        path = f"{data}/audit/{name}.jsonl"
        if os.path.exists(path):
            add(collection.train, rows(path), tag)


def add_own(collection, folder):
    for path in sorted(glob.glob(f"{folder}/*.jsonl")):
        name = os.path.basename(path)
        if name.startswith(OLD_PAIRS):
            add_pairs(collection.train, rows(path), "pair", names_kind=True)
        elif name.startswith(OLD_MATCHES):
            add_matches(collection.train, rows(path))
        elif "passages" in name:
            add_passages(collection.train, rows(path), "auditq")
        elif "pairs" in name:
            add_pairs(collection.train, rows(path), "auditp")
