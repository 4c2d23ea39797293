import os
import tempfile
import unittest

import numpy as np
import torch

from tests import tiny

from difference import applied, difference_of, main, packed, unpacked
from model import load_base


class Difference(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        tiny.write_base(self.at("base"))
        torch.manual_seed(1)
        self.base = load_base(self.at("base"), 0.0).state_dict()
        self.trained = {name: value + 0.01 * torch.randn_like(value) for name, value in self.base.items()}
        self.trained["w.weight"] = self.base["w.weight"].clone()

    def at(self, *names):
        return os.path.join(self.folder.name, *names)

    def test_halves_of_a_byte_come_back(self):
        whole = np.random.default_rng(1).integers(-7, 8, (5, 6)).astype(np.int8)
        self.assertTrue((unpacked(packed(whole)) == whole).all())

    def test_what_comes_back_is_near_what_was_fitted(self):
        for bits, most in ((8, 0.01), (4, 0.15)):
            arrays, lost = difference_of(self.base, self.trained, bits)
            self.assertLess(lost, most)
            back = applied(self.base, arrays)
            for name, value in self.trained.items():
                if name.startswith("layers.") and value.ndim == 2:
                    change = (value - self.base[name]).norm()
                    self.assertLess(((back[name] - value).norm() / change).item(), most, name)
                else:
                    self.assertTrue(torch.equal(back[name], value), name)
            self.assertNotIn("w.weight", arrays)

    def test_saves_and_loads(self):
        torch.save(self.trained, self.at("model.pt"))
        for bits in ("8", "4"):
            with tiny.quiet():
                main(["save", self.at("base"), self.at("model.pt"), self.at("small.npz"), "--bits", bits])
            main(["load", self.at("base"), self.at("small.npz"), self.at("again.pt")])
            expected = applied(self.base, difference_of(self.base, self.trained, int(bits))[0])
            again = torch.load(self.at("again.pt"))
            # The heads of a base are drawn anew each time; those of a checkpoint are whole in the file.
            self.assertEqual(again.keys(), expected.keys())
            for name in again:
                self.assertTrue(torch.equal(again[name], expected[name]), name)


if __name__ == "__main__":
    unittest.main()
