"""Options of train.py, and what shares.json says of its stages."""

import argparse
import json
import os

import torch

HERE = os.path.dirname(os.path.abspath(__file__))


def options_of(arguments, about):
    """The command line's options; also `shares` (source -> how often), `stage_seen` (tokens before the stage) and `only_measures`."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    for name in ("base", "items", "out"):
        add(name)
    add("--stage", default="", help="a stage of shares.json")
    add("--init", default="", help="checkpoint to start from")
    add("--seen", type=float, default=None, help="tokens that --init has seen (else from progress.json beside it, or the stage)")
    add("--tokens-in-all", type=float, default=0, help="length of the run in tokens")
    add("--minutes", type=float, default=60, help="length of the run where --tokens-in-all is not given")
    add("--steps", type=int, default=0, help="end after so many steps of the whole run, without shortening the cosine")
    add("--save", type=float, default=10, help="minutes between states")
    add("--evals", type=int, default=4, help="how often the held-back items are looked at")
    add("--sample", type=int, default=3000, help="how many of them, where ITEMS has no strat.pkl")
    add("--report", type=int, default=50, help="steps between lines")
    add("--tokens", type=int, default=6000, help="tokens a batch, with its padding")
    add("--most", type=int, default=224, help="tokens an item")
    add("--lr", type=float, default=1e-4)
    add("--decay", type=float, default=0.85, help="rate of a layer by that of the one above")
    add("--heads", type=float, default=2.0, help="rate of the heads by --lr")
    add("--floor", type=float, default=0.02, help="rate at the end by that at the top")
    add("--freeze", type=int, default=0, help="so many of the lower layers stay as they are, and the embeddings")
    add("--share", default="", help="source=often,...")
    add("--only", default="", help="sources by their beginnings")
    add("--drop", default="", help="sources by their beginnings")
    add("--seed", type=int, default=1)
    add("--threads", type=int, default=2)
    add("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    stage = parser.parse_known_args(arguments)[0].stage
    plan = read_plan()
    if stage and stage not in plan["stages"]:
        parser.error(f"shares.json has no stage {stage}")
    chosen = plan["stages"].get(stage, {})
    parser.set_defaults(**chosen.get("settings", {}))
    options = parser.parse_args(arguments)
    named = (pair.split("=") for pair in filter(None, options.share.split(",")))
    options.shares = plan["always"] | chosen.get("shares", {}) | {source: float(often) for source, often in named}
    options.stage_seen = chosen.get("tokensBefore", 0)
    options.only_measures = options.minutes == 0 and not options.tokens_in_all
    return options


def read_plan():
    with open(os.path.join(HERE, "shares.json"), encoding="utf-8") as file:
        return json.load(file)


def chooser(only, drop):
    """items -> those whose sources begin as asked for"""
    only, drop = (tuple(filter(None, names.split(","))) for names in (only, drop))
    if not only and not drop:
        return lambda items: items
    is_chosen = lambda source: (not only or source.startswith(only)) and not (drop and source.startswith(drop))
    return lambda items: [item for item in items if is_chosen(item["src"])]


def tokens_seen_by(options):
    """Tokens that the weights which the run starts from have seen."""
    if options.seen is not None:
        return int(options.seen)
    beside = os.path.join(os.path.dirname(options.init), "progress.json") if options.init else ""
    if beside and os.path.exists(beside):
        with open(beside, encoding="utf-8") as file:
            return json.load(file)["tokensInAll"]
    return options.stage_seen if options.init else 0
