"""Questions and claims with quotes: the project's beds, and the shared data's `audit`.

Of each the passage with its needed sentences marked; for fitting also the needed sentences alone (-only) and the passage without them (-rest);
passages that share words with it and do not answer it (-neg; -none where nothing does).
"""

import collections
import glob
import os
import re

from .collection import NEUTRAL, NO, REFUTES, SPAN, SUPPORTS, YES, plain, rows, span_of
from .workspaces import Workspaces, read_folder

# Beds that are held back: the held-out items are made of them.
HELD_BACK = ("eighth", "ninth", "tenth", "eleventh")
# The set that probabilities are calibrated on, and the sealed ones: seen by neither half.
CALIBRATING = ("calibrating", "twelfth", "thirteenth", "fourteenth")


class Evidence:
    """Where the quotes of a question or claim stand."""

    def __init__(self, workspace, gold):
        """gold: alternatives, each the quotes that are needed together"""
        located = [[workspace.locate(quote["path"], quote["quote"]) for quote in alternative] for alternative in gold]
        self.passages = {place[0] for alternative in located for place in alternative if place}
        whole = [alternative for alternative in located if all(alternative)]
        self.is_found = bool(whole)
        if whole:
            self._join(workspace, whole[0])

    def _join(self, workspace, places):
        """The passages of the first alternative that is found whole, one after another."""
        self.sentences, self.gold = [], []
        passages = sorted({at for at, _ in places})
        self.head = workspace.passages[passages[0]].head
        for passage in passages:
            needed = {sentence for at, sentences in places if at == passage for sentence in sentences}
            for at, sentence in enumerate(workspace.passages[passage].sentences):
                if at in needed:
                    self.gold.append(len(self.sentences))
                self.sentences.append(sentence)

    def only(self):
        return [self.sentences[at] for at in self.gold]

    def rest(self):
        return [sentence for at, sentence in enumerate(self.sentences) if at not in self.gold]


def kind_of(question):
    """Yes or no where that is the first answer; `no` only of what may be done: elsewhere it may begin another answer."""
    first = plain(question["answers"][0]) if question["answers"] else ""
    if re.match(r"yes\b", first):
        return YES
    return NO if re.match(r"no\b", first) and question["form"] == "permission" else SPAN


def answered(question, evidence, part, tag, is_fitted):
    text, head, kind = question["question"], evidence.head, kind_of(question)
    span_in = lambda sentences, gold: span_of(sentences, gold, question["answers"] or []) if kind == SPAN else None
    part.question(
        f"{tag}:{question['form']}",
        text,
        evidence.sentences,
        evidence.gold,
        head=head,
        span=span_in(evidence.sentences, evidence.gold),
        kind=kind,
    )
    if is_fitted:
        only = evidence.only()
        part.question(f"{tag}-only", text, only, range(len(only)), head=head, span=span_in(only, range(len(only))), kind=kind)
        rest = evidence.rest()
        if rest:
            part.unanswered(f"{tag}-rest", text, rest, head)


def add_questions(collection, questions, workspace, part, tag):
    for question in questions:
        evidence = Evidence(workspace, question["gold"])
        is_answerable = question["answerable"]
        if is_answerable:
            if not evidence.is_found:
                collection.lost += 1
                continue
            answered(question, evidence, part, tag, part is collection.train)
        quotes = {plain(quote["quote"]) for alternative in question["gold"] for quote in alternative}
        states = lambda at: at in evidence.passages or any(quote in " ".join(workspace.passages[at].plain) for quote in quotes)
        others = [at for at in workspace.near(question["question"]) if not states(at)]
        for at in others[: 2 if is_answerable else 3]:
            passage = workspace.passages[at]
            part.unanswered(tag + ("-neg" if is_answerable else "-none"), question["question"], passage.sentences, passage.head)


def decided(claim, evidence, part, tag, is_fitted):
    text, head = claim["claim"], evidence.head
    label = SUPPORTS if claim["label"] == "supported" else REFUTES
    part.claim(f"{tag}:{claim['kind']}", text, evidence.sentences, evidence.gold, label, head=head)
    if is_fitted:
        only = evidence.only()
        part.claim(f"{tag}-only", text, only, range(len(only)), label, head=head)
        rest = evidence.rest()
        if rest:
            part.claim(f"{tag}-rest", text, rest, [], NEUTRAL, head=head)


def add_claims(collection, claims, workspace, part, tag):
    for claim in claims:
        evidence = Evidence(workspace, claim["gold"])
        is_covered = claim["label"] != "uncovered"
        if is_covered:
            if not evidence.is_found:
                collection.lost += 1
                continue
            decided(claim, evidence, part, tag, part is collection.train)
        others = [at for at in workspace.near(claim["claim"]) if at not in evidence.passages]
        for at in others[: 1 if is_covered else 3]:
            passage = workspace.passages[at]
            part.claim(tag + ("-neg" if is_covered else "-none"), claim["claim"], passage.sentences, [], NEUTRAL, head=passage.head)


KINDS_OF_BED = (("questions", add_questions, "bed", "audit"), ("claims", add_claims, "bedc", "auditc"))


def add_beds(collection, project, data):
    workspaces = Workspaces(project, data)
    for kind, add, tag, _ in KINDS_OF_BED:
        for path in sorted(glob.glob(f"{project}/evaluation/beds/{kind}/*.jsonl")):
            bed = os.path.basename(path).removesuffix(".jsonl")
            if bed in CALIBRATING:
                continue
            part = collection.test if bed in HELD_BACK else collection.train
            # Several files of questions are about the documents of the fitting half.
            half = "fitting" if kind == "questions" and bed.startswith("fitting") else bed
            by_workspace = collections.defaultdict(list)
            for row in rows(path):
                by_workspace[row["workspace"]].append(row)
            for name, asked in by_workspace.items():
                workspace = workspaces.of(name, half)
                if workspace:
                    add(collection, asked, workspace, part, tag)


def add_audit(collection, data):
    """DATA/audit; its keep.txt, where there is one, names the items that are held back."""
    folder = f"{data}/audit"
    if not os.path.isdir(folder):
        return
    workspace = read_folder(f"{folder}/docs")
    kept = set()
    if os.path.exists(f"{folder}/keep.txt"):
        with open(f"{folder}/keep.txt", encoding="utf-8") as file:
            kept = set(file.read().split())
    for kind, add, _, tag in KINDS_OF_BED:
        asked = rows(f"{folder}/{kind}.jsonl")
        add(collection, [row for row in asked if row["id"] not in kept], workspace, collection.train, tag)
        add(collection, [row for row in asked if row["id"] in kept], workspace, collection.test, tag)
