import tempfile
import os
import unittest

from tests import tiny

from items import batch, encode
from wordpiece import WordPiece


class Items(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            tiny.write_base(folder)
            cls.wordpiece = WordPiece(os.path.join(folder, "vocab.txt"))

    def item(self, **fields):
        whole = {"q": "when is rent due", "head": "court", "sents": ["the fee.", "rent is due.", "closed."], "gold": [1], "src": "made"}
        return encode(self.wordpiece, whole | fields, fields.pop("most", 224))

    def words(self, ids):
        names = {at: piece for piece, at in self.wordpiece.vocab.items()}
        return " ".join(names[at] for at in ids)

    def test_layout(self):
        item = self.item(rel=1, kind=0, span=(1, 8, 11))
        self.assertEqual(self.words(item["ids"]), "[CLS] when is rent due [SEP] court : the fee . rent is due . closed . [SEP]")
        self.assertEqual(item["n0"], 6)
        self.assertEqual(self.words(item["ids"][item["ev"] == 1]), "rent is due .")
        self.assertEqual(self.words(item["ids"][item["st"] : item["en"] + 1]), "due")
        self.assertEqual((item["nli"], item["rel"], item["kind"]), (-1, 1, 0))

    def test_the_query_and_the_heading_are_cut_apart(self):
        item = self.item(q="rent " * 80, head="a " + "court " * 30, sents=["closed."], gold=[])
        self.assertEqual(item["n0"], 66)
        self.assertEqual(len(item["ids"]), 66 + 24 + 1 + 2 + 1)
        self.assertNotIn(self.wordpiece.vocab["a"], item["ids"])

    def test_what_is_cut_off_is_not_asked_for(self):
        # Room for the first sentence and no further.
        item = self.item(most=12, rel=1, kind=0, span=(1, 0, 4))
        self.assertEqual(len(item["ids"]), 12)
        self.assertEqual((item["rel"], item["kind"], item["st"], item["en"]), (-1, -1, -1, -1))
        self.assertEqual(self.item(most=12, nli=0)["nli"], -1)
        # Neutral stays neutral, and a label whose evidence is there stays.
        self.assertEqual(self.item(most=12, nli=1)["nli"], 1)
        self.assertEqual(self.item(most=12, nli=0, gold=[0])["nli"], 0)
        # Of the answer only its end is cut off.
        part = self.item(most=14, rel=1, kind=0, span=(1, 0, 11))
        self.assertEqual((part["rel"], part["st"]), (1, -1))

    def test_a_batch_is_padded(self):
        short, long = self.item(sents=["fee."], gold=[0], nli=2), self.item(rel=0)
        b = batch([short, long])
        count = len(short["ids"])
        self.assertEqual(b["ids"].shape, (2, len(long["ids"])))
        self.assertEqual(b["mask"].sum(1).tolist(), [count, len(long["ids"])])
        self.assertEqual(b["seg"][0].tolist(), [0] * 6 + [1] * (count - 6) + [0] * (len(long["ids"]) - count))
        # The last mark is no token that an answer may stand at.
        self.assertEqual(b["body"][0].sum().item(), count - 7)
        self.assertEqual(b["nli"].tolist(), [2, -1])


if __name__ == "__main__":
    unittest.main()
