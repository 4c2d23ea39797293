import glob
import json
import os
import tempfile
import unittest

from tests import tiny
from tests.golden_wordpiece import GOLDEN, entry

from wordpiece import WordPiece, fold, read_vocabulary


def bert_vocabulary():
    """A file of BERT's uncased pieces: the shipped one, or that of the base weights."""
    shipped = [os.path.join(tiny.PROJECT, "models", name, "vocab.txt") for name in ("judge", "sentence-encoder")]
    return next(filter(os.path.exists, [*shipped, os.path.join(tiny.MPNET, "vocab.txt")]), None)


@unittest.skipUnless(bert_vocabulary(), "no vocabulary of BERT's here")
class Golden(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.wordpiece = WordPiece(bert_vocabulary())

    def test_cuts_as_the_product_does(self):
        with open(GOLDEN, encoding="utf-8") as file:
            golden = json.load(file)
        self.assertGreaterEqual(len(golden), 40)
        for expected in golden:
            self.assertEqual(entry(self.wordpiece, expected["text"]), expected)

    def test_offsets_are_of_the_text(self):
        text = "👍 Überweisung"
        _, starts, ends = self.wordpiece.encode(text)
        self.assertEqual(text[starts[0] : ends[0]], "👍")
        self.assertEqual(text[starts[1] : ends[-1]], "Überweisung")

    @unittest.skipUnless(os.path.exists(os.path.join(tiny.MPNET, "vocab.txt")), "no MPNet list here")
    def test_mpnets_list_gives_berts_ids(self):
        mpnet = WordPiece(os.path.join(tiny.MPNET, "vocab.txt"))
        self.assertEqual((mpnet.pad, mpnet.unk, mpnet.cls, mpnet.sep), (0, 100, 101, 102))
        self.assertEqual(mpnet.encode("Straße 12"), self.wordpiece.encode("Straße 12"))


class Small(unittest.TestCase):
    def wordpiece(self, pieces):
        with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8", delete=False) as file:
            file.write("\n".join(["[PAD]", "[UNK]", "[CLS]", "[SEP]", *pieces]) + "\n")
        self.addCleanup(os.remove, file.name)
        return WordPiece(file.name)

    def test_longest_piece_first(self):
        wordpiece = self.wordpiece(["un", "##known", "unk", "##nown"])
        self.assertEqual(wordpiece.encode("un Unknown"), ([4, 6, 7], [0, 3, 6], [2, 6, 10]))

    def test_a_word_with_an_unknown_part_is_unknown_as_a_whole(self):
        wordpiece = self.wordpiece(["un", "##known"])
        self.assertEqual(wordpiece.encode("un unknowns"), ([4, wordpiece.unk], [0, 3], [2, 11]))

    def test_a_word_that_is_too_long_is_unknown(self):
        wordpiece = self.wordpiece(["a", "##a"])
        self.assertEqual(len(wordpiece.encode("a" * 100)[0]), 100)
        self.assertEqual(wordpiece.encode("a" * 101), ([wordpiece.unk], [0], [101]))

    def test_folding_keeps_the_length(self):
        for text in ("İstanbul", "e\u0301", "Straße", "한국어"):
            self.assertEqual(len(fold(text)), len(text))

    def test_mpnets_marks_are_skipped(self):
        with tempfile.NamedTemporaryFile("w", suffix=".txt", delete=False) as file:
            file.write("<s>\n<pad>\n</s>\n<unk>\n[PAD]\nword\n")
        self.addCleanup(os.remove, file.name)
        self.assertEqual(read_vocabulary(file.name), {"[PAD]": 0, "word": 1})


if __name__ == "__main__":
    unittest.main()
