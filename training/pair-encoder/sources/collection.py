"""Items as text, and what all sources need.

A question's item: q, head, sents, gold (indices of the sentences that are needed), span (sentence, start, end; characters) or None, rel 1 the
passage answers it, 0 it does not, -1 nobody knows, kind 0 span, 1 yes, 2 no, -1 nobody knows, src.
A claim's item: q (the claim), head, sents, gold, nli 0 supports, 1 neutral, 2 refutes, 3 does not support, src.
src is the source; what follows a colon in it is only for looking at.
"""

import gzip
import json
import os
import random
import re
import sys

SUPPORTS, NEUTRAL, REFUTES, NOT_SUPPORTS = range(4)
SPAN, YES, NO, UNKNOWN = 0, 1, 2, -1
LABELS = {
    "entailment": SUPPORTS,
    "neutral": NEUTRAL,
    "contradiction": REFUTES,
    "not_entailment": NOT_SUPPORTS,
    "SUPPORTS": SUPPORTS,
    "NOT ENOUGH INFO": NEUTRAL,
    "REFUTES": REFUTES,
}
KINDS = {"yes": YES, "no": NO}


class Part(list):
    """Items for fitting, or items held back."""

    def question(self, source, question, sentences, gold=(), *, head="", span=None, answered=1, kind=UNKNOWN):
        self.append(
            {
                "q": question,
                "head": head or "",
                "sents": list(sentences),
                "gold": list(gold),
                "span": span,
                "rel": answered,
                "kind": kind,
                "src": source,
            }
        )

    def unanswered(self, source, question, sentences, head=""):
        """The passage does not answer the question."""
        self.question(source, question, sentences, head=head, answered=0)

    def claim(self, source, claim, sentences, gold, label, *, head=""):
        self.append({"q": claim, "head": head or "", "sents": list(sentences), "gold": list(gold), "nli": label, "src": source})


class Collection:
    """train and test (held back), and the chance that samples are drawn with: the same data give the same items in the same order."""

    def __init__(self, seed=7):
        self.train, self.test, self.chance = Part(), Part(), random.Random(seed)
        # Questions and claims of beds whose quotes are not in their documents.
        self.lost = 0


def rows(path):
    """The objects of a JSON-lines file, gzipped or not."""
    with gzip.open(path, "rt", encoding="utf-8") if str(path).endswith(".gz") else open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def is_there(path):
    """Says which public set is absent: items are built of what there is."""
    if os.path.exists(path):
        return True
    print("absent", path, file=sys.stderr)
    return False


def public_rows(path):
    return rows(path) if is_there(path) else []


def plain(text):
    """Lower case, white space as one space."""
    return re.sub(r"\s+", " ", text).strip().lower()


def span_of(sentences, gold, answers):
    """(sentence, start, end) of the first answer that stands in a needed sentence, or None."""
    for answer in map(plain, answers):
        for at in gold:
            start = sentences[at].lower().find(answer)
            if start >= 0:
                return at, start, start + len(answer)
    return None


def listed(value):
    return value if isinstance(value, list) else [value]
