"""Writes models/sentence-encoder/encoder.onnx from a BERT-shaped sentence encoder, and says how far it is from the float model.

usage: export.py MODEL_FOLDER OUT.onnx [--texts FILE] [--bench]

MODEL_FOLDER holds config.json, model.safetensors and vocab.txt as sentence-transformers writes them (all-MiniLM-L6-v2, or a fine-tuned one
of the same shape). The vector is the mean of the last layer's tokens, of length one.

The graph is written by hand, with the operators that onnxruntime runs fastest on a processor:
- Weights have eight bits with a scale a column, and of the 127 steps of a side 64 are used: processors without VNNI add two products of
  eight bits in sixteen, and more would be cut off in silence. Activations are rounded to eight bits with a scale for each *token*. So a
  row never depends on another row, as it does with `DynamicQuantizeLinear`, which takes one scale for the whole batch.
- The embedding of words is eight bits with a scale for each word.
- Attention, skip with layer norm, and GELU are the fused operators.

--texts gives a file of one text a line for the check; without it built-in ones are taken. The check fails below a mean cosine of 0.995, or
where a text's vector differs by more than 2e-3 in any place when it is encoded beside others.
Needs torch, onnx, onnxruntime, numpy; safetensors is not needed.
"""

import argparse, json, os, struct, sys, time

import numpy as np
import onnx
# It sends what it is used for to its maker otherwise.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
import onnxruntime as ort
import torch
import torch.nn.functional as F
from onnx import TensorProto, helper, numpy_helper

LEAST_COSINE, MOST_DRIFT = 0.995, 2e-3
WEIGHT_STEPS = 64


def read_safetensors(path):
    with open(path, "rb") as file:
        head_length = struct.unpack("<Q", file.read(8))[0]
        head = json.loads(file.read(head_length))
        data = file.read()
    kinds = {"F32": np.float32, "F16": np.float16}
    found = {}
    for name, entry in head.items():
        if name == "__metadata__" or entry["dtype"] not in kinds:
            continue
        start, end = entry["data_offsets"]
        values = np.frombuffer(data[start:end], kinds[entry["dtype"]]).reshape(entry["shape"])
        found[name.removeprefix("bert.")] = values.astype(np.float32)
    return found


def float_vectors(weights, config, ids, mask):
    """The float model: what the exported one is measured by."""
    t = {name: torch.from_numpy(values) for name, values in weights.items()}
    heads, eps = config["num_attention_heads"], config["layer_norm_eps"]
    ids, mask = torch.from_numpy(ids).long(), torch.from_numpy(mask).float()
    rows, length = ids.shape
    e = "embeddings."
    x = t[e + "word_embeddings.weight"][ids] + t[e + "position_embeddings.weight"][:length] + t[e + "token_type_embeddings.weight"][0]
    width = x.shape[-1]
    norm = lambda x, name: F.layer_norm(x, (width,), t[name + ".weight"], t[name + ".bias"], eps)
    linear = lambda x, name: F.linear(x, t[name + ".weight"], t[name + ".bias"])
    split = lambda x: x.view(rows, length, heads, width // heads).transpose(1, 2)
    x = norm(x, e + "LayerNorm")
    for layer in range(config["num_hidden_layers"]):
        b = f"encoder.layer.{layer}."
        q, k, v = (split(linear(x, f"{b}attention.self.{part}")) for part in ("query", "key", "value"))
        a = F.scaled_dot_product_attention(q, k, v, attn_mask=((1 - mask) * -1e4)[:, None, None, :])
        x = norm(x + linear(a.transpose(1, 2).reshape(rows, length, width), f"{b}attention.output.dense"), f"{b}attention.output.LayerNorm")
        x = norm(x + linear(F.gelu(linear(x, f"{b}intermediate.dense")), f"{b}output.dense"), f"{b}output.LayerNorm")
    w = mask[:, :, None]
    return F.normalize((x * w).sum(1) / w.sum(1).clamp(min=1), dim=-1).numpy()


def quantised(weight):
    """A weight [out, in] as signed bytes [in, out] with a scale for each output."""
    scales = np.abs(weight).max(-1) / WEIGHT_STEPS
    scales[scales == 0] = 1
    return np.clip(np.rint(weight / scales[:, None]), -WEIGHT_STEPS, WEIGHT_STEPS).astype(np.int8).T, scales.astype(np.float32)


def graph_of(weights, config):
    nodes, initials = [], []

    def constant(name, values):
        initials.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def node(kind, inputs, output, domain="", **attributes):
        nodes.append(helper.make_node(kind, inputs, [output] if isinstance(output, str) else output, domain=domain, **attributes))
        return output

    microsoft = "com.microsoft"
    constant("last", np.array([-1]))
    constant("by.127", np.array(1 / 127, np.float32))
    constant("tiny", np.array(1e-9, np.float32))
    constant("unit", np.array(1, np.float32))
    constant("middle", np.array(128, np.uint8))

    def rounded_rows(x, name):
        """Activations as bytes, and each row's scale."""
        most = node("ReduceMax", [node("Abs", [x], f"{name}.abs"), "last"], f"{name}.most", keepdims=1)
        scale = node("Add", [node("Mul", [most, "by.127"], f"{name}.part"), "tiny"], f"{name}.scale")
        spread = node("Div", [x, scale], f"{name}.spread")
        return node("QuantizeLinear", [spread, "unit", "middle"], f"{name}.bytes"), scale

    def linear(x, name, weight, bias):
        values, columns = quantised(weight)
        bytes_, scale = rounded_rows(x, name)
        product = node(
            "MatMulIntegerToFloat",
            [bytes_, constant(f"{name}.q", values), "unit", constant(f"{name}.s", columns), "middle", constant(f"{name}.z", np.zeros(len(columns), np.int8))],
            f"{name}.product",
            microsoft,
        )
        scaled = node("Mul", [product, scale], f"{name}.scaled")
        return scaled if bias is None else node("Add", [scaled, constant(f"{name}.b", bias)], f"{name}.sum")

    heads, eps = config["num_attention_heads"], config["layer_norm_eps"]
    e = "embeddings."
    words = weights[e + "word_embeddings.weight"]
    scales = np.abs(words).max(-1, keepdims=True) / 127
    scales[scales == 0] = 1
    rounded = node("Gather", [constant("words.q", np.clip(np.rint(words / scales), -127, 127).astype(np.int8)), "ids"], "words.rounded")
    scaled = node(
        "Mul",
        [
            node("Cast", [rounded], "words.float", to=TensorProto.FLOAT),
            node("Gather", [constant("words.s", scales.astype(np.float32)), "ids"], "words.scale"),
        ],
        "words",
    )
    places = weights[e + "position_embeddings.weight"] + weights[e + "token_type_embeddings.weight"][0]
    shape = node("Shape", ["ids"], "shape")
    length = node("Slice", [shape, constant("one", np.array([1])), constant("two", np.array([2]))], "length")
    used = node("Slice", [constant("places", places), constant("zero", np.array([0])), length, constant("axis", np.array([0]))], "places.used")
    x = node(
        "LayerNormalization",
        [node("Add", [scaled, used], "embedded"), constant("n.w", weights[e + "LayerNorm.weight"]), constant("n.b", weights[e + "LayerNorm.bias"])],
        "x0",
        axis=-1,
        epsilon=eps,
    )
    for layer in range(config["num_hidden_layers"]):
        b, p = f"encoder.layer.{layer}.", f"l{layer}."
        parts = ("query", "key", "value")
        weight = np.concatenate([weights[f"{b}attention.self.{part}.weight"] for part in parts])
        bias = np.concatenate([weights[f"{b}attention.self.{part}.bias"] for part in parts])
        q, k, v = node("Split", [linear(x, f"{p}qkv", weight, bias)], [f"{p}q", f"{p}k", f"{p}v"], axis=-1, num_outputs=3)
        a = node("MultiHeadAttention", [q, k, v, "", "mask"], f"{p}a", microsoft, num_heads=heads)
        o = linear(a, f"{p}o", weights[f"{b}attention.output.dense.weight"], None)
        skip = lambda name, output, y, dense: node(
            "SkipLayerNormalization",
            [
                y,
                x,
                constant(f"{p}{name}.w", weights[f"{b}{name}.LayerNorm.weight"]),
                constant(f"{p}{name}.nb", weights[f"{b}{name}.LayerNorm.bias"]),
                constant(f"{p}{name}.db", weights[f"{b}{dense}.bias"]),
            ],
            output,
            microsoft,
            epsilon=eps,
        )
        x = skip("attention.output", f"{p}x", o, "attention.output.dense")
        i = linear(x, f"{p}i", weights[f"{b}intermediate.dense.weight"], None)
        g = node("BiasGelu", [i, constant(f"{p}i.b", weights[f"{b}intermediate.dense.bias"])], f"{p}g", microsoft)
        u = linear(g, f"{p}u", weights[f"{b}output.dense.weight"], None)
        x = skip("output", f"x{layer + 1}", u, "output.dense")
    w = node("Unsqueeze", [node("Cast", ["mask"], "mask.float", to=TensorProto.FLOAT), "last"], "w")
    total = node("ReduceSum", [node("Mul", [x, w], "xw"), constant("tokens", np.array([1]))], "total", keepdims=0)
    # The mean only differs in length from the sum.
    node("LpNormalization", [total], "vector", axis=-1, p=2)
    ints = lambda name: helper.make_tensor_value_info(name, TensorProto.INT32, ["batch", "tokens"])
    return helper.make_graph(
        nodes,
        "sentence-encoder",
        [ints("ids"), ints("mask")],
        [helper.make_tensor_value_info("vector", TensorProto.FLOAT, ["batch", config["hidden_size"]])],
        initials,
    )


def session(path, threads=2):
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    return ort.InferenceSession(path, options, providers=["CPUExecutionProvider"])


def padded(lists):
    width = max(map(len, lists))
    ids = np.zeros((len(lists), width), np.int32)
    mask = np.zeros((len(lists), width), np.int32)
    for at, each in enumerate(lists):
        ids[at, : len(each)] = each
        mask[at, : len(each)] = 1
    return ids, mask


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("model")
    parser.add_argument("out")
    parser.add_argument("--texts", default="")
    parser.add_argument("--bench", action="store_true")
    chosen = parser.parse_args()
    with open(os.path.join(chosen.model, "config.json")) as file:
        config = json.load(file)
    weights = read_safetensors(os.path.join(chosen.model, "model.safetensors"))
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid("com.microsoft", 1)]
    model = helper.make_model(graph_of(weights, config), opset_imports=opsets, ir_version=9, producer_name="linchpin")
    onnx.save(model, chosen.out)
    print(f"{chosen.out}: {os.path.getsize(chosen.out) / 1e6:.1f} MB")

    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "pair-encoder"))
    from wordpiece import WordPiece

    tokens = WordPiece(os.path.join(chosen.model, "vocab.txt"))
    if chosen.texts:
        with open(chosen.texts, encoding="utf-8") as file:
            texts = [line.strip() for line in file if line.strip()]
    else:
        texts = [line for doc in (__doc__, parser.__doc__ or "") for line in doc.split("\n") if line.strip()]
    lists = [[tokens.cls, *tokens.encode(text)[0][:254], tokens.sep] for text in texts]
    run = session(chosen.out)
    cosines, drift = [], 0.0
    order = sorted(range(len(lists)), key=lambda at: len(lists[at]))
    for start in range(0, len(order), 16):
        some = [lists[at] for at in order[start : start + 16]]
        ids, mask = padded(some)
        exact = float_vectors(weights, config, ids, mask)
        (together,) = run.run(None, {"ids": ids, "mask": mask})
        cosines += list((exact * together).sum(-1))
        for at, each in enumerate(some):
            ids, mask = padded([each])
            (alone,) = run.run(None, {"ids": ids, "mask": mask})
            drift = max(drift, float(np.abs(alone[0] - together[at]).max()))
    cosines = np.array(cosines)
    print(f"cosine to float, n = {len(cosines)}: mean {cosines.mean():.5f}, least {cosines.min():.5f}")
    print(f"most that a place of a vector changes beside other texts: {drift:.2e}")
    if chosen.bench:
        for length, rows in ((16, 1), (64, 16), (128, 1), (128, 16), (256, 8)):
            ids = np.random.default_rng(1).integers(1000, 20000, (rows, length), dtype=np.int32)
            feed = {"ids": ids, "mask": np.ones_like(ids)}
            run.run(None, feed)
            times = []
            for _ in range(8):
                start = time.perf_counter()
                run.run(None, feed)
                times.append(time.perf_counter() - start)
            print(f"{rows} of {length} tokens: {np.median(times) / rows * 1e3:.2f} ms each, {rows / np.median(times):.0f} a second")
    if cosines.mean() < LEAST_COSINE or drift > MOST_DRIFT:
        sys.exit("the exported model is too far from the float one")


if __name__ == "__main__":
    main()
