"""Trains the causal reranker (CER sec. 3.3, 3.4, 3.7) and its simple counterpart without the graph, on CPU.

    node --import tsx training/reranker/dump.ts
    python3 training/reranker/train.py            # both arms, or one: simple, graph; --without=FEATURE leaves one out. Prints, writes models/reranker

Stage 1 warms the span encoder up on plain membership in a gold set. Stage 2 fits the conditional contribution of a span given the
spans chosen so far: Huber + 0.3 x margin. Stage 3 freezes the encoder and trains graph layers and FiLM, with the graph loss; then
all is tuned together at a lower rate. Contribution (eq. 5-7) is that of the gold set: 1 for a span that a gold set still lacks, as
without it the set is not enough and no replacement is in the gold set either; 0 for any other.
"""

import json
import pathlib
import sys

import numpy as np
import torch
from torch import nn

root = pathlib.Path(__file__).resolve().parents[2]
cache = root / ".cache" / "reranker"
names = json.loads((cache / "names.json").read_text())
relations, hidden = 4, 32
torch.set_num_threads(1)


def load(name):
    without = [names["features"].index(part[10:]) for part in sys.argv if part.startswith("--without=")]
    pools = []
    for row in json.loads((cache / f"{name}.json").read_text()):
        n = len(row["nodes"])
        if n < 2 or not any(row["gold"]):
            continue
        for values in row["nodes"]:
            for column in without:
                values[column] = 0.0
        adjacency = torch.zeros(relations, n, n)
        for a, b, *weights in row["edges"]:
            for relation, weight in enumerate(weights):
                if weight > 0:
                    adjacency[relation, a, b] = adjacency[relation, b, a] = weight
        pools.append({
            "nodes": torch.tensor(row["nodes"], dtype=torch.float32),
            "adjacency": adjacency / adjacency.sum(2, keepdim=True).clamp(min=1e-6),
            "centrality": torch.tensor(row["centrality"], dtype=torch.float32),
            "gold": [set(gold) for gold in row["gold"]],
            "sizes": row["goldSizes"],
            "contexts": [(set(c["chosen"]), torch.tensor(c["features"], dtype=torch.float32)) for c in row["contexts"]],
        })
    return pools


class Reranker(nn.Module):
    def __init__(self, features, context, graph):
        super().__init__()
        self.graph = graph
        self.encode = nn.Linear(features + context, hidden)
        self.dropout = nn.Dropout(0.2)
        self.deep = nn.Linear(hidden, hidden)
        self.head = nn.Linear(hidden, 1)
        if graph:
            self.enter = nn.Linear(features, hidden)
            self.relation = nn.ParameterList([nn.Parameter(torch.randn(relations, hidden, hidden) * 0.1) for _ in range(3)])
            self.own = nn.ModuleList([nn.Linear(hidden, hidden) for _ in range(3)])
            self.join = nn.Linear(hidden + 2, hidden)
            self.film = nn.Linear(hidden, 2 * hidden)
            nn.init.zeros_(self.film.weight)
            nn.init.zeros_(self.film.bias)

    def nodes(self, pool, standard):
        h = torch.relu(self.enter((pool["nodes"] - standard[0]) / standard[1]))
        for relation, own in zip(self.relation, self.own):
            h = torch.relu(own(h) + torch.einsum("rij,jh,rhk->ik", pool["adjacency"], h, relation))
        return torch.relu(self.join(torch.cat([h, pool["centrality"]], 1)))

    def forward(self, pool, context, standard, graph_nodes=None):
        x = torch.cat([(pool["nodes"] - standard[0]) / standard[1], (context - standard[2]) / standard[3]], 1)
        h = self.dropout(torch.relu(self.encode(x)))
        if self.graph and graph_nodes is not None:
            scale, shift = self.film(graph_nodes).chunk(2, 1)
            h = h * (1 + scale) + shift
        h = self.dropout(torch.relu(self.deep(h)))
        return self.head(h).squeeze(1)


def wanted(pool, chosen):
    """1 for each span that the gold set closest to the chosen spans still lacks."""
    gold = max(pool["gold"], key=lambda g: len(g & chosen) / max(1, len(g)))
    return torch.tensor([1.0 if i in gold and i not in chosen else 0.0 for i in range(len(pool["nodes"]))])


def margin(scores, target, mask):
    positive, negative = scores[(target > 0) & mask], scores[(target == 0) & mask]
    if len(positive) == 0 or len(negative) == 0:
        return scores.sum() * 0
    return torch.relu(negative[None, :] - positive[:, None] + 0.5).mean()


def graph_loss(model, pool, h):
    linked = pool["adjacency"].sum(0)
    has = linked.sum(1) > 0
    if not has.any():
        return h.sum() * 0
    around = (linked / linked.sum(1, keepdim=True).clamp(min=1e-6)) @ h
    return nn.functional.cross_entropy((around @ h.T / hidden ** 0.5)[has], torch.arange(len(h))[has])


def train(pools, standard, graph, seed):
    torch.manual_seed(seed)
    model = Reranker(pools[0]["nodes"].shape[1], pools[0]["contexts"][0][1].shape[1], graph)
    order = np.random.default_rng(seed)

    def run(epochs, rate, loss_of, parameters):
        optimiser = torch.optim.AdamW(parameters, lr=rate, weight_decay=1e-2)
        model.train()
        for _ in range(epochs):
            picked = order.permutation(len(pools))
            for start in range(0, len(picked), 16):
                optimiser.zero_grad()
                loss = sum(loss_of(pools[i]) for i in picked[start:start + 16]) / 16
                loss.backward()
                optimiser.step()

    def membership(pool):
        chosen, context = pool["contexts"][0]
        return nn.functional.binary_cross_entropy_with_logits(model(pool, context, standard), wanted(pool, chosen))

    def contribution(pool, with_graph):
        h = model.nodes(pool, standard) if with_graph else None
        loss = 0
        for chosen, context in pool["contexts"]:
            mask = torch.tensor([i not in chosen for i in range(len(pool["nodes"]))])
            target, scores = wanted(pool, chosen), model(pool, context, standard, h)
            loss = loss + nn.functional.huber_loss(scores[mask], target[mask]) + 0.3 * margin(scores, target, mask)
        loss = loss / len(pool["contexts"])
        return loss + 0.1 * graph_loss(model, pool, h) if with_graph else loss

    run(10, 3e-3, membership, model.parameters())
    run(25, 2e-3, lambda pool: contribution(pool, False), model.parameters())
    if graph:
        plain = {id(p) for part in (model.encode, model.deep, model.head) for p in part.parameters()}
        run(10, 2e-3, lambda pool: contribution(pool, True), [p for p in model.parameters() if id(p) not in plain])
        run(3, 3e-4, lambda pool: contribution(pool, True), model.parameters())
    return model.eval()


def measure(model, pools, standard):
    """Best-match F1 of the two and three best spans with nothing chosen, and how often the best next span given gold is gold."""
    top2, top3, following, error = [], [], [], []
    with torch.no_grad():
        for pool in pools:
            h = model.nodes(pool, standard) if model.graph else None
            for chosen, context in pool["contexts"]:
                scores = model(pool, context, standard, h).numpy().copy()
                target = wanted(pool, chosen).numpy()
                free = [i for i in range(len(scores)) if i not in chosen]
                error.append(np.abs(scores[free] - target[free]).mean())
                if not chosen:
                    for k, results in ((2, top2), (3, top3)):
                        best = set(np.argsort(-scores)[:k])
                        results.append(max(2 * len(best & g) / (k + size) for g, size in zip(pool["gold"], pool["sizes"])))
                elif target.sum() > 0:
                    scores[list(chosen)] = -9
                    following.append(target[int(np.argmax(scores))])
    return {"top2": round(float(np.mean(top2)), 3), "top3": round(float(np.mean(top3)), 3), "next": round(float(np.mean(following)), 3), "mae": round(float(np.mean(error)), 3)}


def main():
    fitted = load("train") + load("claims")
    dev, wice = load("dev"), load("wice")
    nodes = torch.cat([p["nodes"] for p in fitted])
    contexts = torch.cat([c for p in fitted for _, c in p["contexts"]])
    standard = (nodes.mean(0), nodes.std(0).clamp(min=0.05), contexts.mean(0), contexts.std(0).clamp(min=0.05))
    target = root / "models" / "reranker"
    target.mkdir(parents=True, exist_ok=True)
    arms = [arm for arm in ("simple", "graph") if arm in sys.argv or not {"simple", "graph"} & set(sys.argv)]
    for arm in arms:
        model = train(fitted, standard, arm == "graph", 0)
        print(arm, "hotpotqa dev", measure(model, dev, standard), "wice dev", measure(model, wice, standard), flush=True)
        values = {key: [round(v, 5) for v in tensor.flatten().tolist()] for key, tensor in model.state_dict().items()}
        row = {"version": 1, **names, "hidden": hidden, "dropout": 0.2, "standard": [[round(v, 5) for v in part.tolist()] for part in standard], "weights": values}
        (target / ("weights.json" if arm == "simple" else "graph-weights.json")).write_text(json.dumps(row) + "\n")


if __name__ == "__main__":
    main()
