"""Items for fitting, as text.

usage: build.py PROJECT SHARED_DATA ITEMS
  PROJECT      this repository: evaluation/beds and training/pair-encoder/data are read
  SHARED_DATA  the shared data folder (its README says what may ship)
  ITEMS        folder: train.pkl and test.pkl (held back), lists of the dicts that sources/collection.py describes

A set of the shared data that is not there is named and left out. A run of train.py takes up
a new train.pkl at its next pass.
"""

import argparse
import collections
import os
import pickle
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from sources import beds, entailment, reading, written
from sources.collection import Collection

OWN_DATA = "training/pair-encoder/data"
# In the order that they draw samples in.
PUBLIC = (
    reading.add_with_offsets,
    reading.add_by_sentence,
    reading.add_hotpot,
    entailment.add_edited,
    entailment.add_fool_me_twice,
    entailment.add_fever,
    entailment.add_small_sets,
    entailment.add_health,
    entailment.add_feverous,
    entailment.add_one_form,
    reading.add_with_kinds,
)


def build(project, data):
    collection = Collection()
    beds.add_beds(collection, project, data)
    beds.add_audit(collection, data)
    written.add_audit_written(collection, data)
    written.add_own(collection, os.path.join(project, OWN_DATA))
    for add in PUBLIC:
        add(collection, data)
    return collection


def write(collection, folder):
    os.makedirs(folder, exist_ok=True)
    for name, part in (("test", collection.test), ("train", collection.train)):
        path = os.path.join(folder, f"{name}.pkl")
        with open(path + ".part", "wb") as file:
            pickle.dump(list(part), file)
        os.replace(path + ".part", path)
        counts = collections.Counter(item["src"].split(":")[0] for item in part)
        print(name, len(part), ", ".join(f"{source} {count}" for source, count in counts.most_common()))


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("project", "data", "items"):
        parser.add_argument(name)
    options = parser.parse_args(arguments)
    collection = build(options.project, options.data)
    print("items of beds whose quotes were not found:", collection.lost, file=sys.stderr)
    write(collection, options.items)


if __name__ == "__main__":
    main()
