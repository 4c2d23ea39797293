import contextlib
import io
import json
import os
import random
import signal
import tempfile
import unittest
from unittest import mock

import torch

from tests import tiny

import options as options_module
import train
from model import load_base
from passes import Store, plan
from train import cosine, freeze, groups_of, main
from wordpiece import WordPiece

SETTINGS = "--tokens-in-all 6000 --tokens 120 --lr 1e-3 --decay .9 --heads 3 --most 48 --evals 2 --report 2 --threads 1 --device cpu --share made1=.5"


class Training(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        tiny.write_base(self.at("base"))
        tiny.write_items(self.at("items"))

    def at(self, *names):
        return os.path.join(self.folder.name, *names)

    def fit(self, out, more=""):
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            code = main([self.at("base"), self.at("items"), self.at(out), *SETTINGS.split(), *more.split()])
        return code, said.getvalue()

    def weights(self, out):
        return torch.load(self.at(out, "model.pt"))

    def assert_same_weights(self, one, other):
        one, other = self.weights(one), self.weights(other)
        self.assertEqual(one.keys(), other.keys())
        for name in one:
            self.assertTrue(torch.equal(one[name], other[name]), name)

    def progress(self, out):
        with open(self.at(out, "progress.json"), encoding="utf-8") as file:
            return json.load(file)

    def fit_until_signal(self, out, steps):
        take_step = train.Run.take_step

        def stopping(run, done):
            take_step(run, done)
            if run.step == steps:
                signal.raise_signal(signal.SIGTERM)

        with mock.patch.object(train.Run, "take_step", stopping):
            return self.fit(out)

    def test_a_run_that_a_signal_ended_and_went_on_equals_one_that_did_not_stop(self):
        self.fit("whole")
        # Within the first pass, and within the second.
        steps = self.progress("whole")["step"]
        self.assertGreater(self.progress("whole")["passes"], 1)
        for at in (7, steps - 5):
            code, _ = self.fit_until_signal("parts", at)
            self.assertEqual(code, 128 + signal.SIGTERM)
            self.assertEqual(self.progress("parts")["step"], at)
        code, said = self.fit("parts")
        self.assertEqual(code, 0)
        self.assertIn(f"goes on at step {steps - 5}", said)
        self.assert_same_weights("whole", "parts")
        for name in ("tokens", "step", "passes"):
            self.assertEqual(self.progress("whole")[name], self.progress("parts")[name], name)
        self.assertFalse([name for name in os.listdir(self.at("parts")) if name.endswith(".part")])

    def test_a_run_of_steps_goes_on_too(self):
        self.fit("whole", "--steps 9")
        self.fit("parts", "--steps 4")
        self.fit("parts", "--steps 9")
        self.assert_same_weights("whole", "parts")

    def test_the_state_is_written_every_so_often(self):
        with mock.patch.object(train.Run, "save_state", autospec=True) as save_state:
            self.fit("often", "--steps 5 --save 0")
        self.assertEqual(save_state.call_count, 6)

    def test_changed_items_are_taken_up_at_the_next_pass(self):
        take_step = train.Run.take_step

        def changing(run, done):
            if run.step == 2:
                tiny.write_items(self.at("items"), 60)
                # Later by the clock of files, however coarse that is.
                os.utime(self.at("items", "train.pkl"), (2e9, 2e9))
            take_step(run, done)

        with mock.patch.object(train.Run, "take_step", changing):
            _, said = self.fit("changed")
        self.assertIn("items again 60", said)

    def test_tokens_seen_are_counted_from_checkpoint_to_checkpoint(self):
        self.fit("first", "--steps 5")
        first = self.progress("first")
        self.assertEqual(first["tokensInAll"], first["tokens"])
        self.fit("second", "--steps 5 --init " + self.at("first", "model.pt"))
        second = self.progress("second")
        self.assertEqual(second["tokensBefore"], first["tokens"])
        self.assertEqual(second["tokensInAll"], first["tokens"] + second["tokens"])
        self.fit("third", "--steps 2 --seen 9300000 --init " + self.at("first", "model.pt"))
        self.assertEqual(self.progress("third")["tokensBefore"], 9_300_000)

    def test_frozen_layers_stay_as_they_are(self):
        self.fit("frozen", "--steps 5 --freeze 1")
        base, fitted = load_base(self.at("base"), 0.0).state_dict(), self.weights("frozen")
        for name in base:
            is_frozen = name.split(".")[0] in ("w", "pos", "n", "seg") or name.startswith("layers.0.")
            self.assertEqual(torch.equal(base[name], fitted[name]), is_frozen, name)

    def test_only_measuring_writes_nothing(self):
        code, said = self.fit("measured", "--tokens-in-all 0 --minutes 0")
        self.assertEqual(code, 0)
        self.assertIn("made0 nli acc", said)
        self.assertEqual(os.listdir(self.at("measured")), [])

    def test_rates_fall_from_layer_to_layer(self):
        model = load_base(self.at("base"), 0.0)
        rates = [group["base"] for group in groups_of(model, 1.0, 0.5, 3.0)]
        self.assertEqual(rates, [0.25, 0.5, 1.0, 3.0])
        count = sum(value.numel() for group in groups_of(model, 1.0, 0.5, 3.0) for value in group["params"])
        self.assertEqual(count, sum(value.numel() for value in model.parameters()))
        freeze(model, 2)
        self.assertEqual(len(groups_of(model, 1.0, 0.5, 3.0)), 2)

    def test_batches_keep_to_their_tokens(self):
        with contextlib.redirect_stdout(io.StringIO()):
            items = Store(self.at("items"), WordPiece(self.at("base", "vocab.txt")), 48).read()[0]
        batches = plan(items, {"made2": 0}, 120, random.Random(1))
        self.assertEqual(sum(map(len, batches)), 80)
        for rows in batches:
            self.assertTrue(len(rows) == 1 or len(rows) * max(len(item["ids"]) for item in rows) <= 120)


class Settings(unittest.TestCase):
    def test_the_rate_rises_and_falls(self):
        self.assertEqual(cosine(0, 0.1), 0)
        self.assertAlmostEqual(cosine(0.05, 0.1), 1)
        self.assertAlmostEqual(cosine(1, 0.1), 0.1)
        self.assertGreater(cosine(0.3, 0.1), cosine(0.6, 0.1))

    def test_a_stage_gives_settings_and_the_command_counts_before_it(self):
        chosen = options_module.options_of("base items out --stage 4 --lr 1e-5 --share audit=.25".split(), "")
        self.assertEqual((chosen.tokens, chosen.freeze, chosen.floor, chosen.lr), (1600, 4, 0.05, 1e-5))
        self.assertEqual((chosen.shares["audit"], chosen.shares["auditc"], chosen.shares["match"]), (0.25, 0.9, 0))
        self.assertEqual(chosen.shares["monli"], 0.05)

    def test_every_stage_is_one_that_train_can_read(self):
        seen = 0
        for name, stage in options_module.read_plan()["stages"].items():
            chosen = options_module.options_of(["base", "items", "out", "--stage", name], "")
            for setting, value in stage["settings"].items():
                self.assertEqual(getattr(chosen, setting), value)
            self.assertEqual(stage["tokensBefore"], seen)
            seen += stage.get("tokensInStage", 0)
            self.assertTrue(all(0 <= share <= 1 for share in stage["shares"].values()))


if __name__ == "__main__":
    unittest.main()
