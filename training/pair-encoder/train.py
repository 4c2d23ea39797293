"""Fits the pair encoder.

usage: train.py BASE ITEMS OUT [--stage N] [--init CHECKPOINT] [--tokens-in-all N | --minutes M] ...
  BASE   folder of the base weights (config.json, model.safetensors, vocab.txt)
  ITEMS  what build.py wrote; its tokens are kept there, and changed items are taken up at the next pass
  OUT    folder: model.pt (weights), state.pt (what a later run goes on from), progress.json

bf16 throughout; a lower rate for lower layers; one cosine over --tokens-in-all, or over --minutes. On a processor dropout costs a third of the
time, and one pass needs none. The same command again goes on where the last run ended, be it by SIGTERM, by a crash or by --steps; then --init
is not read. --minutes 0 only measures the items that were held back. --stage takes shares and settings from shares.json; what the command
names counts before them.
"""

import collections
import json
import math
import os
import pickle
import random
import signal
import sys
import time

import torch

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from losses import losses
from measure import measure, said
from model import EMBEDDINGS, load_base
from options import chooser, options_of, tokens_seen_by
from passes import Passes, Store
from wordpiece import WordPiece

# Share of a run that the rate rises over.
WARMING = 0.05
# Parts of the embeddings that --freeze leaves as they are; sides and relative positions are still fitted.
FROZEN_PARTS = ("w", "pos", "n")


def part_of(name):
    return name.split(".")[0]


def layer_of(name):
    """Index of the layer that a parameter belongs to, or None."""
    return int(name.split(".")[1]) if part_of(name) == "layers" else None


def freeze(model, count):
    model.frozen = count
    for name, value in model.named_parameters():
        layer = layer_of(name)
        if count and (part_of(name) in FROZEN_PARTS or (layer is not None and layer < count)):
            value.requires_grad_(False)


def groups_of(model, rate, decay, heads):
    """Groups of the optimiser: embeddings, each layer, heads, `base` being the rate at the top of the cosine."""
    layers = len(model.layers)

    def level(name):
        if part_of(name) in EMBEDDINGS:
            return 0
        layer = layer_of(name)
        return layers + 1 if layer is None else layer + 1

    by_level = collections.defaultdict(list)
    for name, value in model.named_parameters():
        if value.requires_grad:
            by_level[level(name)].append(value)
    rates = {at: rate * (decay ** (layers - at) if at <= layers else heads) for at in by_level}
    return [{"params": by_level[at], "lr": rates[at], "base": rates[at]} for at in sorted(by_level)]


def cosine(done, floor):
    """Share of the top rate when `done` of the run is done: up over WARMING, then a cosine down to floor."""
    rest = max(0, done - WARMING) / (1 - WARMING)
    return min(1, done / WARMING) * (0.5 * (1 + math.cos(math.pi * rest)) * (1 - floor) + floor)


def replace(path, write):
    """Writes the file whole or not at all."""
    write(path + ".part")
    os.replace(path + ".part", path)


def write_json(path, value):
    def write(part):
        with open(part, "w", encoding="utf-8") as file:
            json.dump(value, file, indent=1)
            file.write("\n")

    replace(path, write)


class Run:
    """`tokens`, `step`, `seconds`: what this run has done, over all its parts; `before`: tokens that its first weights had seen."""

    def __init__(self, options):
        self.options, self.device = options, options.device
        self.model = load_base(options.base, 0.0)
        self.tokens, self.step, self.seconds, self.looked = 0, 0, 0.0, 0
        self.figures, self.ended_by = {}, None
        self._state_path = os.path.join(options.out, "state.pt")
        self._is_resumed = not options.only_measures and os.path.exists(self._state_path)
        if options.init and not self._is_resumed:
            self.model.load_state_dict(torch.load(options.init, map_location="cpu"), strict=False)
        freeze(self.model, options.freeze)
        self.model.to(self.device)
        store = Store(options.items, WordPiece(os.path.join(options.base, "vocab.txt")), options.most)
        self.passes = Passes(store, options.shares, options.tokens, options.seed, chooser(options.only, options.drop))
        self.looked_at = self._kept()
        self.before = tokens_seen_by(options)
        groups = groups_of(self.model, options.lr, options.decay, options.heads)
        self.optimiser = torch.optim.AdamW(groups, weight_decay=0.01, betas=(0.9, 0.98), eps=1e-6, fused=True)
        self._losses, self._counts, self.last_losses = collections.Counter(), collections.Counter(), {}
        if self._is_resumed:
            self._resume()
        self._earlier, self._began = self.seconds, time.time()

    def _kept(self):
        """The held-back items that are looked at: strat.pkl where there is one, else a sample; all sources, but where only figures are asked for."""
        choose = chooser(self.options.only if self.options.only_measures else "", "")
        path = os.path.join(self.options.items, "strat.pkl")
        if os.path.exists(path):
            with open(path, "rb") as file:
                return choose(pickle.load(file))
        return choose(random.Random(1).sample(self.passes.test, min(len(self.passes.test), self.options.sample)))

    def _resume(self):
        state = torch.load(self._state_path, map_location=self.device)
        self.model.load_state_dict(state["model"])
        bases = [group["base"] for group in self.optimiser.param_groups]
        self.optimiser.load_state_dict(state["optimiser"])
        for group, base in zip(self.optimiser.param_groups, bases):
            group["base"] = base
        for name in ("tokens", "step", "seconds", "looked", "before", "figures"):
            setattr(self, name, state[name])
        self.passes.resume(state["passes"])
        print(f"goes on at step {self.step}, {self.tokens} tokens", flush=True)

    def autocast(self):
        return torch.autocast(torch.device(self.device).type, dtype=torch.bfloat16)

    def done(self):
        """How much of the run is done, 0 to 1."""
        self.seconds = self._earlier + time.time() - self._began
        if self.options.tokens_in_all:
            return self.tokens / self.options.tokens_in_all
        return self.seconds / (self.options.minutes * 60)

    def is_over(self, done):
        return done >= 1 or bool(self.options.steps and self.step >= self.options.steps)

    def take_step(self, done):
        rate = cosine(done, self.options.floor)
        for group in self.optimiser.param_groups:
            group["lr"] = group["base"] * rate
        batch = {name: value.to(self.device, non_blocking=True) for name, value in self.passes.next().items()}
        with self.autocast():
            found = losses(self.model, batch)
            loss = sum(found.values())
        self.optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimiser.step()
        self.step += 1
        self.tokens += int(batch["mask"].sum())
        for name, value in found.items():
            self._losses[name] += float(value.detach())
            self._counts[name] += 1

    def report(self):
        self.last_losses = {name: round(self._losses[name] / self._counts[name], 4) for name in sorted(self._losses)}
        self._losses.clear()
        self._counts.clear()
        said_losses = " ".join(f"{name} {value:.3f}" for name, value in self.last_losses.items())
        print(f"{self.step} {self.seconds:.0f}s {self.tokens / max(self.seconds, 1e-9):.0f} tok/s {said_losses}", flush=True)
        self.write_progress()

    def write_progress(self):
        o = self.options
        progress = {
            "stage": o.stage,
            "init": o.init,
            "step": self.step,
            "tokens": self.tokens,
            "tokensBefore": self.before,
            "tokensInAll": self.before + self.tokens,
            "minutes": round(self.seconds / 60, 2),
            "done": round(min(1, self.done()), 4),
            "passes": self.passes.count,
            "items": len(self.passes.items),
            "losses": self.last_losses,
            "figures": self.figures,
        }
        write_json(os.path.join(o.out, "progress.json"), progress)

    def save_state(self):
        names = ("tokens", "step", "seconds", "looked", "before", "figures")
        state = {name: getattr(self, name) for name in names} | {
            "model": self.model.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "passes": self.passes.state(),
        }
        replace(self._state_path, lambda part: torch.save(state, part))
        self.write_progress()

    def save_model(self):
        weights = {name: value.cpu() for name, value in self.model.state_dict().items()}
        replace(os.path.join(self.options.out, "model.pt"), lambda part: torch.save(weights, part))

    def measure(self):
        return measure(self.model, self.looked_at, self.device, self.autocast)

    def look(self, name):
        self.save_model()
        found = self.measure()
        self.figures = {figure: [round(value, 4), count] for figure, (value, count) in found.items()}
        print(name, said(found), flush=True)

    def go(self):
        """Until the run is over or a signal ends it; the state is saved in both cases."""
        o = self.options
        self.model.train()
        print("parameters", sum(value.numel() for value in self.model.parameters()), "items", len(self.passes.items), flush=True)
        saved = time.time()
        while not self.ended_by:
            done = self.done()
            if self.is_over(done):
                break
            if int(done * o.evals) > self.looked:
                self.looked = int(done * o.evals)
                self.look("EVAL")
            self.take_step(done)
            if self.step % o.report == 0:
                self.report()
            if time.time() - saved > o.save * 60:
                self.save_state()
                saved = time.time()
        if self.ended_by:
            self.save_state()
            self.save_model()
        else:
            self.look("FINAL")
            self.save_state()

    def end_by(self, number, _frame):
        self.ended_by = number


def main(arguments=None):
    options = options_of(arguments, __doc__)
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    os.makedirs(options.out, exist_ok=True)
    run = Run(options)
    if options.only_measures:
        print(said(run.measure()))
        return 0
    before = {number: signal.signal(number, run.end_by) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        run.go()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if run.ended_by:
        print("ended by a signal; the same command goes on", flush=True)
        return 128 + run.ended_by
    return 0


if __name__ == "__main__":
    sys.exit(main())
