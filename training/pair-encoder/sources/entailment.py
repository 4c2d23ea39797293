"""Public entailment sets: claims with the sentences that support or refute them, or leave them open."""

import collections
import csv
import json
import re
import zlib

import docs

from .collection import LABELS, NEUTRAL, REFUTES, SUPPORTS, is_there, public_rows

# Sets of one form in nli/NAME.jsonl.gz, in the order that samples are drawn in; and how many of some are taken.
ONE_FORM = (
    "vitaminc",
    "mnli-snli-dev",
    "infotabs",
    "tabfact",
    "contract-nli",
    "med",
    "entailment-bank",
    "wiki-split",
    "contract-nli-heldback",
)
MOST = {"mnli-snli-dev": 26000, "wiki-split": 8000, "tabfact": 9000, "vitaminc": 40000}
# Of these one group in forty is held back.
HELD_BACK_GROUPS, ONE_IN = ("vitaminc", "infotabs", "tabfact", "mnli-snli-dev"), 40
MOST_OF_SMALL_SETS = 3000
FEVEROUS_LINES = 8
WIKI_LINK = re.compile(r"\[\[(?:[^\]|]*\|)?([^\]]*)\]\]")


def table(path, **format):
    if not is_there(path):
        return []
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, **format))


def add_edited(collection, data):
    """CAD (counterfactually edited NLI) and FEVER-symmetric."""
    for split, part in (("train", collection.train), ("dev", collection.test)):
        for row in table(f"{data}/claims/cad-nli/{split}.tsv", delimiter="\t", quoting=csv.QUOTE_NONE):
            part.claim("cad", row["sentence2"], [row["sentence1"]], [0], LABELS[row["gold_label"]])
    for row in public_rows(f"{data}/claims/fever-symmetric/fever_symmetric_dev.jsonl"):
        collection.test.claim("feversym", row["claim"], [row["evidence"]], [0], LABELS[row["gold_label"]])


def add_fool_me_twice(collection, data):
    """Each fifth claim is held back; of the others also two sentences that were retrieved and are not evidence."""
    for at, row in enumerate(public_rows(f"{data}/nli/fool-me-twice.jsonl.gz")):
        is_held = at % 5 == 0
        part = collection.test if is_held else collection.train
        gold = [evidence["text"] for evidence in row["gold"]]
        part.claim("fm2", row["claim"], gold, range(len(gold)), LABELS[row["label"]], head=row["title"])
        others = [evidence["text"] for evidence in row["retrieved"] if evidence["text"] not in gold][:2]
        if others and not is_held:
            part.claim("fm2-neg", row["claim"], others, [], NEUTRAL, head=row["title"])


def add_fever(collection, data):
    for row in public_rows(f"{data}/nli/fever-dev-pairs.jsonl.gz"):
        collection.train.claim("fever", row["claim"], [row["evidence"]], [0], LABELS[row["label"]])


def add_small_sets(collection, data):
    """ConjNLI, MoNLI, HELP, Breaking NLI; ConjNLI's dev part is held back."""
    found = public_rows(f"{data}/nli/pairs.jsonl.gz")
    collection.chance.shuffle(found)
    taken = collections.Counter()
    for row in found:
        taken[row["set"]] += 1
        is_held = row["set"] == "conjnli-dev"
        if is_held or taken[row["set"]] <= MOST_OF_SMALL_SETS:
            part = collection.test if is_held else collection.train
            part.claim("conj" if is_held else row["set"], row["hypothesis"], [row["premise"]], [0], LABELS[row["label"]])


def add_health(collection, data):
    """HealthVer states no licence: only to look at."""
    labels = {"supports": SUPPORTS, "neutral": NEUTRAL, "refutes": REFUTES}
    for row in table(f"{data}/claims/healthver/healthver_dev.csv"):
        collection.test.claim("healthver", row["claim"], docs.sentences(row["evidence"]), [0], labels[row["label"].lower()])


def add_feverous(collection, data):
    path = f"{data}/claims/feverous/dev.json"
    if not is_there(path):
        return
    with open(path, encoding="utf-8") as file:
        found = json.load(file)
    for row in found:
        text = str(row.get("evidence") or row.get("gold_evidence") or [])
        lines = [WIKI_LINK.sub(r"\1", line.replace("\t", ": ")) for line in text.split("\n") if line.strip()][:FEVEROUS_LINES]
        label = LABELS.get(str(row.get("label", "")).upper())
        if lines and label is not None:
            collection.train.claim("feverous", row["claim"], lines, range(len(lines)), label)


def premises_of(row, name):
    if row.get("premises"):
        return row["premises"]
    return [line for line in row["premise"].split("\n") if line.strip()] if name == "tabfact" else docs.sentences(row["premise"])


def is_held_back(row, name, premises):
    group = str(row.get("group", row.get("premise", premises)))
    return name.endswith("heldback") or (name in HELD_BACK_GROUPS and zlib.crc32(group.encode()) % ONE_IN == 0)


def add_one_form(collection, data):
    for name in ONE_FORM:
        found = public_rows(f"{data}/nli/{name}.jsonl.gz")
        collection.chance.shuffle(found)
        for row in found[: MOST.get(name)]:
            premises = premises_of(row, name)
            part = collection.test if is_held_back(row, name, premises) else collection.train
            gold = row.get("gold")
            if gold is None:
                gold = [] if row["label"] == "neutral" else range(len(premises))
            part.claim(name, row["hypothesis"], premises, gold, LABELS[row["label"]], head=row.get("heading", ""))
