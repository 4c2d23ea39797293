import json
import os
import tempfile
import unittest

import torch

from tests import tiny

from items import batch, encode
from measure import area, best_span, measure, overlap
from losses import losses
from model import attend_by_products, bucket, load_base, mpnet_ids, read_safetensors
from wordpiece import WordPiece

NAMES = ("nli", "rel", "kind", "span", "evid")
# Three items and what the reference implementation makes of them with the shared checkpoint of 9.3 M tokens, in float.
GOLDEN = os.path.join(tiny.HERE, "golden_outputs.json")


def read_golden():
    with open(GOLDEN, encoding="utf-8") as file:
        return json.load(file)


def run(model, b):
    with torch.no_grad():
        return dict(zip(NAMES, model(b["ids"], b["seg"], b["mask"])))


@unittest.skipUnless(os.path.isdir(tiny.MPNET) and os.path.exists(tiny.CHECKPOINT), "the base weights or the checkpoint are not here")
class Reference(unittest.TestCase):
    def test_outputs_are_the_references(self):
        golden = read_golden()
        model = load_base(tiny.MPNET, 0.0)
        model.load_state_dict(torch.load(tiny.CHECKPOINT, map_location="cpu"))
        model.eval()
        wordpiece = WordPiece(os.path.join(tiny.MPNET, "vocab.txt"))
        b = batch([encode(wordpiece, item, 224) for item in golden["items"]])
        self.assertEqual(b["ids"].tolist(), golden["ids"])
        for name, output in run(model, b).items():
            # Of the tokens that only fill up a row nothing is asked.
            there = b["mask"].bool() if output.shape[:2] == b["ids"].shape else slice(None)
            torch.testing.assert_close(output[there], torch.tensor(golden[name])[there], rtol=1e-3, atol=1e-3)


class Tiny(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        tiny.write_base(cls.folder.name)
        torch.manual_seed(1)
        cls.model = load_base(cls.folder.name, 0.0)
        wordpiece = WordPiece(os.path.join(cls.folder.name, "vocab.txt"))
        cls.items = [encode(wordpiece, item, 60) for item in tiny.some_items(12, 4)]
        cls.batch = batch(cls.items)

    def test_names_are_those_of_the_checkpoints(self):
        parts = ("qkv", "o", "n1", "i", "u", "n2")
        expected = {f"layers.{at}.{part}.{kind}" for at in range(2) for part in parts for kind in ("weight", "bias")}
        expected |= {f"{head}.{kind}" for head in ("c", "nli", "rel", "kind", "span", "evid", "n") for kind in ("weight", "bias")}
        expected |= {"w.weight", "pos.weight", "seg.weight", "cp.weight"}
        self.assertEqual(set(self.model.state_dict()), expected)

    def test_the_base_is_read_whole(self):
        tensors = read_safetensors(os.path.join(self.folder.name, "model.safetensors"))
        layer, place = self.model.layers[1], "encoder.layer.1."
        width = layer.o.out_features
        self.assertTrue(torch.equal(layer.qkv.weight[width : 2 * width], tensors[place + "attention.self.key.weight"]))
        self.assertTrue(torch.equal(layer.n1.bias, tensors[place + "attention.output.LayerNorm.bias"]))
        self.assertTrue(torch.equal(layer.u.weight, tensors[place + "output.dense.weight"]))

    def test_fitting_and_measuring_see_the_same_numbers(self):
        self.model.train()
        fitting = run(self.model, self.batch)
        self.model.eval()
        for name, output in run(self.model, self.batch).items():
            torch.testing.assert_close(output, fitting[name], rtol=1e-4, atol=1e-5)

    def test_what_is_beside_an_item_changes_nothing(self):
        self.model.eval()
        together = run(self.model, self.batch)
        for row in (0, 5):
            alone = run(self.model, batch([self.items[row]]))
            count = len(self.items[row]["ids"])
            for name, output in alone.items():
                other = together[name][row : row + 1]
                torch.testing.assert_close(output, other[:, :count] if name in ("span", "evid") else other, rtol=1e-4, atol=1e-5)

    def test_products_are_attention(self):
        torch.manual_seed(2)
        q, k, v = (torch.randn(2, 3, 5, 4) for _ in range(3))
        bias = torch.randn(2, 1, 1, 5)
        expected = torch.nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=bias)
        torch.testing.assert_close(attend_by_products(q, k, v, bias), expected)

    def test_buckets_of_distances(self):
        distances = torch.tensor([0, -1, -7, -8, -20, -127, -500, 1, 7, 20, 500])
        self.assertEqual(bucket(distances, 32).tolist(), [0, 1, 7, 8, 10, 15, 15, 17, 23, 26, 31])

    def test_mpnets_ids(self):
        self.assertEqual(mpnet_ids(torch.tensor([101, 2054, 102, 0])).tolist(), [0, 2058, 2, 1])

    def test_every_label_has_its_loss(self):
        self.model.train()
        self.assertEqual(set(losses(self.model, self.batch)), {"nli", "not", "rel", "kind", "span", "evid"})
        only_refused = batch([item for item in self.items if item["rel"] == 0])
        self.assertEqual(set(losses(self.model, only_refused)), {"rel", "evid"})

    def test_figures(self):
        found = measure(self.model, self.items, "cpu", lambda: torch.autocast("cpu", enabled=False))
        self.assertEqual(found["made1 span F1"][1], 4)
        self.assertEqual(found["made2 rel acc"][1], 4)
        self.assertEqual(found["rel pub AUC"][1], 8)
        self.assertEqual(area([(0.1, 0), (0.4, 1), (0.3, 0), (0.2, 1)]), 0.75)
        self.assertIsNone(area([(0.1, 1)]))

    def test_the_best_span_is_in_order_and_short(self):
        start, end = torch.zeros(60), torch.zeros(60)
        start[5], end[2], end[8] = 5, 9, 6
        self.assertEqual(best_span(start, end), (5, 8))
        start[:], end[:] = 0, 0
        start[0], end[59], end[29] = 9, 9, 1
        self.assertEqual(best_span(start, end), (0, 29))
        self.assertEqual(overlap((0, 3), (2, 5)), 0.5)
        self.assertEqual(overlap((0, 1), (2, 5)), 0)


if __name__ == "__main__":
    unittest.main()
