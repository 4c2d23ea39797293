"""Which items are seen when: passes over samples of the sources, in batches of like lengths; and the file that the items are read from."""

import os
import pickle
import random
import time

from items import batch, encode

PASS_ITEMS, BLOCK_ITEMS = 8192, 4096


class Store:
    """The items of a folder as tokens: train.pkl and test.pkl of build.py, cut once into tok-MOST.pkl (a minute in plain Python)."""

    def __init__(self, folder, wordpiece, most):
        self._folder, self._wordpiece, self._most = folder, wordpiece, most
        self._tokens = os.path.join(folder, f"tok-{most}.pkl")
        self._texts = os.path.join(folder, "train.pkl")
        self._stamp = None

    def read(self):
        """(train, test), cut anew where the texts are newer than the tokens."""
        if self._is_stale():
            self._cut()
        self._stamp = self._stamp_now()
        with open(self._tokens, "rb") as file:
            return pickle.load(file)

    def has_changed(self):
        """There are other items than those that were read last."""
        return self._stamp_now() != self._stamp

    def _is_stale(self):
        if not os.path.exists(self._tokens):
            return True
        return os.path.exists(self._texts) and os.path.getmtime(self._texts) > os.path.getmtime(self._tokens)

    def _stamp_now(self):
        return [os.stat(path).st_mtime_ns if os.path.exists(path) else 0 for path in (self._texts, self._tokens)]

    def _cut(self):
        began = time.time()
        parts = []
        for name in ("train", "test"):
            with open(os.path.join(self._folder, f"{name}.pkl"), "rb") as file:
                parts.append([encode(self._wordpiece, item, self._most) for item in pickle.load(file)])
        with open(self._tokens + ".part", "wb") as file:
            pickle.dump(tuple(parts), file)
        os.replace(self._tokens + ".part", self._tokens)
        print("encoded", *map(len, parts), round(time.time() - began), "s", flush=True)


def source_of(item):
    return item["src"].split(":")[0]


def plan(items, shares, tokens, chance):
    """The batches of one pass, as lists of items: each item as often as its source's share says, at most `tokens` a batch with its padding."""
    taken = [item for item in items if chance.random() < shares.get(source_of(item), 1)]
    chance.shuffle(taken)
    batches = []
    for start in range(0, min(len(taken), PASS_ITEMS), BLOCK_ITEMS):
        block = taken[start : min(start + BLOCK_ITEMS, PASS_ITEMS)]
        # Equal lengths in an order of their own.
        block.sort(key=lambda item: len(item["ids"]) + chance.random())
        batches += shuffled(by_tokens(block, tokens), chance)
    return batches


def by_tokens(ordered, tokens):
    batches = [[]]
    for item in ordered:
        if batches[-1] and (len(batches[-1]) + 1) * len(item["ids"]) > tokens:
            batches.append([])
        batches[-1].append(item)
    return batches


def shuffled(values, chance):
    chance.shuffle(values)
    return values


class Passes:
    """Endless batches that a later run can take up in the middle of a pass.

    `choose` says which of the items that were read are used at all; changed items are taken up at the next pass."""

    def __init__(self, store, shares, tokens, seed, choose=lambda items: items):
        self._store, self._shares, self._tokens, self._choose = store, shares, tokens, choose
        self._chance = random.Random(seed)
        self._batches, self._taken, self._start = [], 0, self._chance.getstate()
        self.count = 0
        train, self.test = store.read()
        self.items = choose(train)

    def next(self):
        while self._taken >= len(self._batches):
            self._begin()
        self._taken += 1
        return batch(self._batches[self._taken - 1])

    def _begin(self):
        if self._store.has_changed():
            self.items = self._choose(self._store.read()[0])
            print("items again", len(self.items), flush=True)
        self._start = self._chance.getstate()
        self._plan()
        self.count += 1
        print("pass of", sum(map(len, self._batches)), "items", sum(len(item["ids"]) for b in self._batches for item in b), "tokens", flush=True)

    def _plan(self):
        self._batches, self._taken = plan(self.items, self._shares, self._tokens, self._chance), 0
        if not self._batches:
            raise SystemExit("no items: every share is nothing, or the folder is empty")

    def _mark(self):
        """What a pass is made from but for chance; where it differs, the pass that was begun cannot be gone on with."""
        return [len(self.items), sum(len(item["ids"]) for item in self.items), self._tokens, sorted(self._shares.items())]

    def state(self):
        return {"start": self._start, "taken": self._taken, "passes": self.count, "mark": self._mark()}

    def resume(self, state):
        """Goes on after the batches that were taken; with other items or shares from a new pass on."""
        self.count = state["passes"]
        self._chance.setstate(state["start"])
        self._start = state["start"]
        if self.count and state["mark"] == self._mark():
            self._plan()
            self._taken = state["taken"]
        else:
            self._batches, self._taken = [], 0
