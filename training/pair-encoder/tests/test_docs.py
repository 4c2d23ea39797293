import os
import tempfile
import unittest

from tests import tiny  # noqa: F401 (the recipe's folder is put on the path)

import docs

TEXT = """# Rules
## Fees
The fee is £3, e.g. for a
copy. It is due at once.

- a first thing. And more
- a second
| a | b |
|---|---|
| 1 | 2 |
# Other
No. 5 applies."""


class Documents(unittest.TestCase):
    def test_sentences_stand_under_their_headings(self):
        fees = "Rules > Fees"
        expected = [
            (fees, "The fee is £3, e.g. for a copy."),
            (fees, "It is due at once."),
            (fees, "- a first thing."),
            (fees, "And more"),
            (fees, "- a second"),
            (fees, "| a | b |"),
            (fees, "| 1 | 2 |"),
            ("Other", "No. 5 applies."),
        ]
        self.assertEqual(docs.read_text(TEXT), expected)

    def test_passages_end_at_headings_and_at_their_words(self):
        long = "word " * 60
        found = docs.passages([("a", long), ("a", long), ("a", "short"), ("b", "short")])
        self.assertEqual(found, [("a", [long]), ("a", [long, "short"]), ("b", ["short"])])

    def test_files_come_in_order(self):
        with tempfile.TemporaryDirectory() as folder:
            os.makedirs(os.path.join(folder, "b"))
            os.makedirs(os.path.join(folder, "a"))
            for name in ("b/x.md", "a/z.txt", "a/y.rst", "top.md", "a/no.json"):
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write("Text.")
            found = [os.path.relpath(path, folder) for path in docs.files(folder)]
        self.assertEqual(found, ["top.md", "a/y.rst", "a/z.txt", "b/x.md"])


if __name__ == "__main__":
    unittest.main()
