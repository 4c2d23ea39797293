import contextlib
import gzip
import io
import json
import os
import pickle
import tempfile
import unittest

from tests import tiny

from build import OWN_DATA, PUBLIC, main
from sources import written
from sources.collection import Collection, span_of
from sources.entailment import is_held_back
from sources.reading import sentences_with_starts
from sources.search import Search

RULES = """# Rules
## Fees
The fee is £3 a copy. It is due at once. Nobody is refunded a fee.
## Hours
The office opens at nine. It closes at noon on Fridays.
## Parking
Visitors park behind the hall and pay a fee of £2.
"""
QUOTE = [[{"path": "rules.md", "quote": "The fee is £3  a copy."}]]
QUESTION = {"id": "q1", "workspace": "reports", "question": "What does a copy cost as a fee?", "form": "number", "answerable": True, "answers": ["£3"], "gold": QUOTE}
OPEN = {"id": "q2", "workspace": "reports", "question": "Who sets the fee?", "form": "entity", "answerable": False, "answers": [], "gold": []}
CLAIM = {"id": "c1", "workspace": "reports", "claim": "Copies are free of any fee.", "label": "refuted", "kind": "negation", "gold": QUOTE}


class Build(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.project, self.data, self.items = (os.path.join(folder.name, name) for name in ("project", "data", "items"))

    def write(self, path, *rows):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        text = rows[0] if isinstance(rows[0], str) else "".join(json.dumps(row) + "\n" for row in rows)
        with gzip.open(path, "wt", encoding="utf-8") if path.endswith(".gz") else open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def write_bed(self, bed, questions=(), claims=()):
        beds = f"{self.project}/evaluation/beds"
        self.write(f"{beds}/documents/{bed}/reports/rules.md", RULES)
        for kind, found in (("questions", questions), ("claims", claims)):
            if found:
                self.write(f"{beds}/{kind}/{bed}.jsonl", *found)

    def build(self):
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as said:
            main([self.project, self.data, self.items])
        self.said = said.getvalue()
        found = []
        for name in ("train", "test"):
            with open(f"{self.items}/{name}.pkl", "rb") as file:
                found.append(pickle.load(file))
        return found

    def of(self, items, source):
        return [item for item in items if item["src"] == source]

    def test_questions_and_claims_of_a_bed(self):
        self.write_bed("fitting", [QUESTION, OPEN], [CLAIM])
        train, test = self.build()
        self.assertEqual(test, [])
        [whole] = self.of(train, "bed:number")
        self.assertEqual((whole["head"], whole["gold"], whole["rel"], whole["kind"]), ("Rules > Fees", [0], 1, 0))
        sentence, start, end = whole["span"]
        self.assertEqual(whole["sents"][sentence][start:end], "£3")
        [only] = self.of(train, "bed-only")
        self.assertEqual(only["sents"], ["The fee is £3 a copy."])
        [rest] = self.of(train, "bed-rest")
        self.assertEqual((rest["sents"], rest["rel"], rest["gold"]), (["It is due at once.", "Nobody is refunded a fee."], 0, []))
        self.assertEqual([item["head"] for item in self.of(train, "bed-neg")], ["Rules > Parking"])
        self.assertEqual({item["head"] for item in self.of(train, "bed-none")}, {"Rules > Fees", "Rules > Parking"})
        [claim] = self.of(train, "bedc:negation")
        self.assertEqual((claim["nli"], claim["gold"]), (2, [0]))
        self.assertEqual([item["nli"] for item in self.of(train, "bedc-rest") + self.of(train, "bedc-neg")], [1, 1])

    def test_beds_that_are_held_back(self):
        for bed in ("eighth", "calibrating"):
            self.write_bed(bed, [QUESTION])
        train, test = self.build()
        self.assertEqual(train, [])
        # Of the calibrating bed nothing; and no parts of passages where nothing is fitted.
        self.assertEqual([item["src"] for item in test], ["bed:number", "bed-neg"])

    def test_quotes_that_are_nowhere_are_counted(self):
        self.write_bed("fitting", [QUESTION | {"gold": [[{"path": "rules.md", "quote": "Not there."}]]}])
        train, _ = self.build()
        self.assertEqual(train, [])
        self.assertIn("not found: 1", self.said)

    def test_audit_and_what_it_keeps(self):
        self.write(f"{self.data}/audit/docs/rules.md", RULES)
        self.write(f"{self.data}/audit/questions.jsonl", QUESTION, QUESTION | {"id": "kept"})
        self.write(f"{self.data}/audit/claims.jsonl", CLAIM)
        self.write(f"{self.data}/audit/keep.txt", "kept\n")
        self.write(f"{self.data}/audit/pairs.jsonl", {"h": "H", "s": "S.", "t": ["yes"], "f": [["number", "no"]], "n": []})
        train, test = self.build()
        self.assertEqual((len(self.of(train, "audit:number")), len(self.of(test, "audit:number"))), (1, 1))
        self.assertEqual(len(self.of(train, "auditc-only")), 1)
        self.assertEqual([item["nli"] for item in self.of(train, "auditp")], [0, 2])

    def test_the_projects_own_data(self):
        own = f"{self.project}/{OWN_DATA}"
        pair = {"path": "a.md", "h": "Head", "s": "The fee is £3.", "t": ["It costs."], "f": [["number", "It is £4."]], "n": ["It rises."]}
        passage = {
            "h": "Head",
            "s": ["The fee is £3.", "It may be waived.", "Ask."],
            "q": [[[0], "How much?", "£3"], [1, "Waivable?", "Yes."], [[0, 1, 2], "Tell me all.", ""]],
            "no": ["Since when?"],
        }
        match = {"t": "Title", "s": ["The fee is £3.", "Ask."], "q": [[0, "How much?", "£3"], [[], "Since when?"]]}
        self.write(f"{own}/clinics-pairs.jsonl", pair)
        self.write(f"{own}/neural-entailment-pairs-2.jsonl", pair)
        self.write(f"{own}/neural-entailment-handmade.jsonl", {"premise": "not read"})
        self.write(f"{own}/clinics-passages-2.jsonl", passage)
        self.write(f"{own}/question-match-pairs.jsonl", match)
        self.write(f"{own}/sentence-choice-pairs.jsonl", match)
        train, _ = self.build()
        self.assertEqual([(item["nli"], item["gold"]) for item in self.of(train, "auditp")], [(0, [0]), (2, [0]), (1, [])])
        self.assertEqual(len(self.of(train, "pair")), 2)
        self.assertEqual(len(self.of(train, "pair:number")), 1)
        asked = self.of(train, "auditq")
        self.assertEqual([(item["kind"], item["span"]) for item in asked], [(0, (0, 11, 13)), (1, None), (-1, None)])
        # Of a question that needs every sentence nothing is left.
        self.assertEqual([item["sents"] for item in self.of(train, "auditq-rest")], [passage["s"][1:], [passage["s"][0], passage["s"][2]]])
        self.assertEqual(len(self.of(train, "auditq-none")), 1)
        self.assertEqual([(item["rel"], item["kind"]) for item in self.of(train, "match")], [(1, 0), (0, -1)] * 2)

    def test_public_sets(self):
        reading, nli = f"{self.data}/reading", f"{self.data}/nli"
        context = "Adam lives in Rome. He paints."
        answer = {"text": "Rome", "start": 14}
        self.write(f"{reading}/policyqa.jsonl.gz", {"title": "t", "context": context, "question": "Where?", "answers": [answer]})
        self.write(
            f"{reading}/sharc.jsonl.gz",
            *({"context": context, "question": "May he?", "answer": said} for said in ("yes", "depends", "unanswerable")),
        )
        self.write(f"{reading}/sharc-heldback.jsonl.gz", {"context": context, "question": "May he?", "answer": "no"})
        self.write(f"{nli}/med.jsonl.gz", {"premise": context, "hypothesis": "Adam is in Rome.", "label": "not_entailment"})
        self.write(f"{nli}/pairs.jsonl.gz", {"premise": "A.", "hypothesis": "B.", "label": "neutral", "set": "conjnli-dev"})
        train, test = self.build()
        [item] = self.of(train, "policyqa")
        self.assertEqual((item["span"], item["gold"]), ((0, 14, 18), [0]))
        self.assertEqual([(item["rel"], item["kind"]) for item in self.of(train, "sharc")], [(1, 1), (-1, -1), (0, -1)])
        self.assertEqual([item["nli"] for item in self.of(train, "med")], [3])
        self.assertEqual(sorted(item["src"] for item in test), ["conj", "sharc-heldback"])
        self.assertIn("absent", self.said)

    def test_every_own_file_is_read(self):
        folder = os.path.join(tiny.PROJECT, OWN_DATA)
        if not os.path.isdir(folder):
            self.skipTest("no data here")
        collection = Collection()
        written.add_own(collection, folder)
        sources = {item["src"].split(":")[0] for item in collection.train}
        self.assertLessEqual({"pair", "match"}, sources)

    def test_the_same_data_give_the_same_items(self):
        self.write_bed("fitting", [QUESTION, OPEN], [CLAIM])
        self.assertEqual(self.build(), self.build())
        self.assertEqual(len(PUBLIC), len(set(PUBLIC)))


class Parts(unittest.TestCase):
    def test_whole_groups_are_held_back(self):
        rows = [{"group": f"g{at}", "premise": str(at)} for at in range(400)]
        held = {row["group"] for row in rows if is_held_back(row, "vitaminc", [])}
        self.assertTrue(2 < len(held) < 25)
        self.assertFalse(any(is_held_back(row, "wiki-split", []) for row in rows))
        self.assertTrue(is_held_back(rows[0], "contract-nli-heldback", []))

    def test_spans_are_sought_in_needed_sentences(self):
        self.assertEqual(span_of(["Five men.", "five  women"], [1], ["six", "FIVE"]), (1, 0, 4))
        self.assertIsNone(span_of(["Five men."], [], ["five"]))

    def test_search_puts_rare_words_first(self):
        search = Search(["the fee of copies", "the fee of parking", "fee fee", "nothing"])
        self.assertEqual(search.top("What parking fee?", 2), [1, 2])
        self.assertEqual(search.top("unheard", 2), [])

    def test_starts_of_sentences(self):
        self.assertEqual(sentences_with_starts("A one.  A two. End."), [(0, "A one."), (8, "A two."), (15, "End.")])


if __name__ == "__main__":
    unittest.main()
