"""The fitted judge as an ONNX graph of 8-bit weights.

usage: export.py BASE CHECKPOINT OUT [--smooth ITEMS]
  writes OUT/judge.onnx, OUT/weights-1.bin, OUT/weights-2.bin and OUT/vocab.txt

The graph is written node by node, so that it holds what the runtime runs fastest and nothing else. Matrices have 8-bit weights with a
scale a column; their inputs are rounded to 8 bits with a scale a *token*. So a text's numbers do not depend on what is run beside it,
and one token's outliers cost no other token its precision (one scale a text changes one verdict in five). Channels that are outliers within
a token are smoothed into the weights first (SmoothQuant, Xiao et al. 2022), by the greatest inputs seen on real items.

Inputs, int32: ids [b,t] (BERT's vocabulary), seg [b,t] (0 question, 1 the rest), mask [b,t]. Outputs, float: nli [b,3] supports, neutral,
refutes; rel [b]; kind [b,3] span, yes, no; all probabilities; span [b,t,2] logits of start and end; evid [b,t] probabilities.
"""

import argparse
import os
import pickle
import random
import sys

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from model import bucket, load_base

MICROSOFT = "com.microsoft"
LONGEST = 512
BERT_WORDS = 30522
# Processors without VNNI add two products of 8 bits in 16: 2 x 255 x 64 is the most that fits, more would be cut off in silence.
WEIGHT_STEPS = 64
# Files over 95 MB are refused by hosts.
PARTS = 2


class Graph:
    def __init__(self):
        self.nodes, self.weights = [], {}

    def const(self, name, value):
        if name not in self.weights:
            self.weights[name] = numpy_helper.from_array(np.ascontiguousarray(value), name)
        return name

    def add(self, op, inputs, output, domain="", **attributes):
        outputs = [output] if isinstance(output, str) else output
        self.nodes.append(helper.make_node(op, inputs, outputs, name=outputs[0], domain=domain, **attributes))
        return outputs[0] if isinstance(output, str) else outputs

    def linear(self, x, weight, bias, name, smooth=None):
        """x [b,t,k] times weight [n,k] in 8 bits, plus bias [n] where there is one"""
        weight = weight.astype(np.float64)
        if smooth is not None:
            weight = weight * smooth
            x = self.add("Mul", [x, self.const(name + ".smooth", (1 / smooth).astype(np.float32))], name + ".smoothed")
        scale = np.maximum(np.abs(weight).max(1), 1e-9) / WEIGHT_STEPS
        rounded = np.clip(np.round(weight / scale[:, None]), -WEIGHT_STEPS, WEIGHT_STEPS).astype(np.int8)
        last = self.const("last", np.array([-1], np.int64))
        unit = self.const("unit", np.array(1, np.float32))
        middle = self.const("middle", np.array(128, np.uint8))
        most = self.add("ReduceMax", [self.add("Abs", [x], name + ".abs"), last], name + ".most", keepdims=1)
        part = self.add("Mul", [most, self.const("by.127", np.array([1 / 127], np.float32))], name + ".part")
        row = self.add("Add", [part, self.const("tiny", np.array([1e-9], np.float32))], name + ".scale")
        spread = self.add("Div", [x, row], name + ".spread")
        small = self.add("QuantizeLinear", [spread, unit, middle], name + ".bytes")
        product = self.add(
            "MatMulIntegerToFloat",
            [small, self.const(name + ".q", rounded.T), unit, self.const(name + ".s", scale.astype(np.float32)), middle],
            name + ".product",
            MICROSOFT,
        )
        scaled = self.add("Mul", [product, row], name + ".scaled")
        return scaled if bias is None else self.add("Add", [scaled, self.const(name + ".b", bias)], name + ".sum")

    def norm(self, x, residual, layer, name, eps):
        return self.add(
            "SkipLayerNormalization",
            [x, residual, self.const(name + ".w", layer.weight.detach().numpy()), self.const(name + ".nb", layer.bias.detach().numpy())],
            name,
            MICROSOFT,
            epsilon=eps,
        )


def greatest_inputs(model, items, most=200):
    """Of each matrix of each layer, the greatest absolute input of each channel over real items."""
    from items import batch

    seen = {}

    def watch(name):
        def see(module, inputs, output):
            top = inputs[0].detach().abs().amax((0, 1)).float()
            seen[name] = torch.maximum(seen[name], top) if name in seen else top

        return see

    hooks = [
        getattr(layer, kind).register_forward_hook(watch(f"l{at}.{kind}")) for at, layer in enumerate(model.layers) for kind in ("qkv", "o", "i", "u")
    ]
    chosen = random.Random(5).sample(items, most)
    with torch.no_grad():
        for at in range(0, most, 8):
            b = batch(chosen[at : at + 8])
            model(b["ids"], b["seg"], b["mask"])
    for hook in hooks:
        hook.remove()
    return {name: value.numpy() for name, value in seen.items()}


def smoothed(weight, top):
    """SmoothQuant, alpha 0.5: what the channels of the input are divided by, and those of the weights multiplied with; mean 1 by logarithm"""
    factor = np.sqrt(np.maximum(top, 1e-4) / np.maximum(np.abs(weight).max(0), 1e-4))
    factor = np.clip(factor / np.exp(np.log(factor).mean()), 1e-2, 1e2)
    return factor


def build(model, greatest):
    g = Graph()
    eps = model.n.eps
    dim, heads = model.w.embedding_dim, model.layers[0].h
    words = model.w.weight.detach().numpy()
    is_mpnet = model.rp is not None
    if is_mpnet:  # rows in the order of BERT's ids, as Encoder.trunk maps them
        ids = np.arange(words.shape[0])
        mapped = np.where(ids == 101, 0, np.where(ids == 102, 2, np.where(ids == 0, 1, np.minimum(ids + 4, words.shape[0] - 1))))
        words = words[mapped][:BERT_WORDS]
    scale = np.maximum(np.abs(words).max(1, keepdims=True), 1e-9) / 127
    g.const("words.q", np.round(words / scale).astype(np.int8))
    g.const("words.s", scale.astype(np.float32))
    rounded = g.add("Cast", [g.add("Gather", ["words.q", "ids"], "words.rounded")], "words.float", to=TensorProto.FLOAT)
    x = g.add("Mul", [rounded, g.add("Gather", ["words.s", "ids"], "words.scale")], "words")
    start = 2 if is_mpnet else 0
    g.const("places", model.pos.weight.detach().numpy()[start : start + LONGEST])
    for name, value in (("zero", [0]), ("one", [1]), ("two", [2])):
        g.const(name, np.array(value, np.int64))
    g.add("Shape", ["ids"], "shape")
    length = g.add("Slice", ["shape", "one", "two"], "length")
    places = g.add("Slice", ["places", "zero", length, "zero"], "places.used")
    sides = g.add("Gather", [g.const("sides", model.seg.weight.detach().numpy()), "seg"], "sides.used")
    summed = g.add("Add", [g.add("Add", [x, places], "placed"), sides], "embedded")
    x = g.add(
        "LayerNormalization",
        [summed, g.const("n.w", model.n.weight.detach().numpy()), g.const("n.b", model.n.bias.detach().numpy())],
        "x0",
        axis=-1,
        epsilon=eps,
    )
    bias = []
    if is_mpnet:
        # One value a head for each distance of two tokens, laid out as [1, heads, t, t].
        relative = torch.arange(-(LONGEST - 1), LONGEST)
        table = model.rp.weight.detach()[bucket(relative, model.rp.num_embeddings)].numpy()
        g.const("distances", table.T.copy())
        count = g.add("Squeeze", [length, "zero"], "count")
        at = g.add("Range", [g.const("from", np.array(0, np.int64)), count, g.const("step", np.array(1, np.int64))], "at")
        column = g.add("Unsqueeze", [at, g.const("axis1", np.array([1], np.int64))], "column")
        apart = g.add("Add", [g.add("Sub", [at, column], "apart"), g.const("shift", np.array(LONGEST - 1, np.int64))], "distance")
        shared = g.add("Gather", ["distances", apart], "distance.values", axis=1)
        bias = [g.add("Unsqueeze", [shared, "zero"], "distance.bias")]
    for i, layer in enumerate(model.layers):
        n = f"l{i}"


        def linear(kind, value, with_bias=True):
            m = getattr(layer, kind)
            weight = m.weight.detach().numpy()
            top = greatest.get(f"{n}.{kind}")
            return g.linear(
                value, weight, m.bias.detach().numpy() if with_bias else None, f"{n}.{kind}", None if top is None else smoothed(weight, top)
            )

        qkv = linear("qkv", x)
        q, k, v = g.add("Split", [qkv], [n + ".q", n + ".k", n + ".v"], axis=-1, num_outputs=3)
        mixed = g.add("MultiHeadAttention", [q, k, v, "", "mask", *bias], n + ".a", MICROSOFT, num_heads=heads)
        x = g.norm(linear("o", mixed), x, layer.n1, n + ".n1", layer.n1.eps)
        bias_of_first = g.const(n + ".i.b", layer.i.bias.detach().numpy())
        inner = g.add("BiasGelu", [linear("i", x, False), bias_of_first], n + ".gelu", MICROSOFT)
        x = g.norm(linear("u", inner), x, layer.n2, n + ".n2", layer.n2.eps)
    heads_of(g, model, x, dim)
    return g


def heads_of(g, model, x, dim):
    """Encoder.forward after its trunk, in float: small, and where the probabilities come from"""
    dense = lambda value, m, name, bias=True: (
        g.add("Add", [g.add("MatMul", [value, g.const(name + ".w", m.weight.detach().numpy().T)], name + ".product"), g.const(name + ".b", m.bias.detach().numpy())], name)
        if bias
        else g.add("MatMul", [value, g.const(name + ".w", m.weight.detach().numpy().T)], name)
    )
    one = g.const("unit32", np.array(1, np.int32))
    inner = g.add("Mul", ["mask", "seg"], "side.1")
    outer = g.add("Mul", ["mask", g.add("Sub", [one, "seg"], "side.not")], "side.0")
    means = []
    for name, side in (("mean.0", outer), ("mean.1", inner)):
        weight = g.add("Unsqueeze", [g.add("Cast", [side], name + ".weight", to=TensorProto.FLOAT), g.const("axis2", np.array([2], np.int64))], name + ".weights")
        total = g.add("ReduceSum", [g.add("Mul", [x, weight], name + ".weighted"), "one"], name + ".total", keepdims=0)
        count = g.add("Max", [g.add("ReduceSum", [weight, "one"], name + ".count", keepdims=0), "unit"], name + ".least")
        means.append(g.add("Div", [total, count], name))
    difference = g.add("Abs", [g.add("Sub", means, "mean.difference")], "mean.apart")
    joined = g.add("Concat", [*means, difference], "mean.all", axis=-1)
    first = g.add("Gather", [x, g.const("first", np.array(0, np.int64))], "x.first", axis=1)
    c = g.add("Tanh", [g.add("Add", [dense(first, model.c, "c"), dense(joined, model.cp, "cp", False)], "c.sum")], "c.tanh")
    g.add("Softmax", [dense(c, model.nli, "nli.logits")], "nli", axis=-1)
    g.add("Softmax", [dense(c, model.kind, "kind.logits")], "kind", axis=-1)
    g.add("Sigmoid", [g.add("Squeeze", [dense(c, model.rel, "rel.logits"), "one"], "rel.logit")], "rel")
    g.add("Identity", [dense(x, model.span, "span.logits")], "span")
    g.add("Sigmoid", [g.add("Squeeze", [dense(x, model.evid, "evid.logits"), g.const("axis2", np.array([2], np.int64))], "evid.logit")], "evid")


def save(g, out):
    tensor = lambda name, kind, *shape: helper.make_tensor_value_info(name, kind, shape)
    whole, floats = TensorProto.INT32, TensorProto.FLOAT
    graph = helper.make_graph(
        g.nodes,
        "judge",
        [tensor(n, whole, "batch", "tokens") for n in ("ids", "seg", "mask")],
        [
            tensor("nli", floats, "batch", 3),
            tensor("rel", floats, "batch"),
            tensor("kind", floats, "batch", 3),
            tensor("span", floats, "batch", "tokens", 2),
            tensor("evid", floats, "batch", "tokens"),
        ],
        list(g.weights.values()),
    )
    # Large tensors lie in files beside the graph, filled in turn.
    large = [t for t in graph.initializer if len(t.raw_data) >= 4096]
    total = sum(len(t.raw_data) for t in large)
    done, part, file = 0, 1, open(os.path.join(out, "weights-1.bin"), "wb")
    for t in large:
        if part < PARTS and done >= total * part / PARTS:
            file.close()
            part += 1
            file = open(os.path.join(out, f"weights-{part}.bin"), "wb")
        offset, data = file.tell(), t.raw_data
        file.write(data)
        done += len(data)
        t.ClearField("raw_data")
        t.data_location = TensorProto.EXTERNAL
        for key, value in (("location", f"weights-{part}.bin"), ("offset", str(offset)), ("length", str(len(data)))):
            entry = t.external_data.add()
            entry.key, entry.value = key, value
    file.close()
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18), helper.make_opsetid(MICROSOFT, 1)], producer_name="linchpin", ir_version=9)
    onnx.save(model, os.path.join(out, "judge.onnx"))
    for name in sorted(os.listdir(out)):
        print(name, round(os.path.getsize(os.path.join(out, name)) / 1e6, 1), "MB")


def main():
    ap = argparse.ArgumentParser()
    for name in ("base", "checkpoint", "out"):
        ap.add_argument(name)
    ap.add_argument("--smooth", default="", help="folder of items that the matrices' inputs are looked at on")
    o = ap.parse_args()
    os.makedirs(o.out, exist_ok=True)
    model = load_base(o.base, 0.0)
    model.load_state_dict(torch.load(o.checkpoint, map_location="cpu"), strict=False)
    model.eval()
    greatest = {}
    if o.smooth:
        greatest = greatest_inputs(model, pickle.load(open(os.path.join(o.smooth, "tok-224.pkl"), "rb"))[0])
    save(build(model, greatest), o.out)
    pieces = open(os.path.join(o.base, "vocab.txt"), encoding="utf-8").read().split("\n")
    # MPNet's list is BERT's behind four marks of its own.
    start = 4 if pieces[0] == "<s>" else 0
    with open(os.path.join(o.out, "vocab.txt"), "w", encoding="utf-8") as file:
        file.write("\n".join(pieces[start : start + BERT_WORDS]) + "\n")


if __name__ == "__main__":
    main()
