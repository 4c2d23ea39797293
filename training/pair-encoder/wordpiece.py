"""Uncased BERT WordPiece with the place of each piece in the text.

It cuts as src/inference/wordpiece.ts does, piece for piece: what the product reads is what the encoder was fitted on. The two are held
together by test/fixtures/wordpiece.json. Offsets are of Python's characters here, and of UTF-16 units there.
"""

import re
import unicodedata

LONGEST_WORD = 100
# What JavaScript calls white space; Python's \s has other control characters and no byte order mark.
SPACES = r"\t-\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
# Words, and each mark by itself.
WORDS = re.compile(rf"[^\W_]+|_|[^\w{SPACES}]")
# An MPNet list has four marks of its own before BERT's pieces.
MPNET_MARKS = 4


class Folding(dict):
    """For str.translate: code point -> its lower-case letter without accents, one for one; a mark that stands alone becomes a space."""

    def __missing__(self, code):
        parts = unicodedata.normalize("NFD", chr(code).lower())
        self[code] = next((part for part in parts if not unicodedata.category(part).startswith("M")), " ")
        return self[code]


FOLDING = Folding()


def fold(text):
    """Lower case without accents, as many characters as the text has."""
    return text.lower() if text.isascii() else text.translate(FOLDING)


def read_vocabulary(path):
    """piece -> BERT's id, from a file of one piece a line (BERT's list or MPNet's)."""
    with open(path, encoding="utf-8", newline="\n") as file:
        pieces = [line.rstrip("\r\n") for line in file]
    moved = MPNET_MARKS if "<s>" in pieces[:MPNET_MARKS] else 0
    return {piece: at - moved for at, piece in enumerate(pieces) if at >= moved}


class WordPiece:
    """Attributes: vocab (piece -> id), and the ids cls, sep, pad, unk."""

    def __init__(self, path):
        self.vocab = read_vocabulary(path)
        self.cls, self.sep, self.pad, self.unk = (self.vocab[mark] for mark in ("[CLS]", "[SEP]", "[PAD]", "[UNK]"))
        self._words = {}

    def encode(self, text):
        """Three lists of one length: ids, and where each piece starts and ends in the text (characters)."""
        ids, starts, ends = [], [], []
        for match in WORDS.finditer(fold(text)):
            at = match.start()
            for piece, start, end in self._pieces_of(match.group()):
                ids.append(piece)
                starts.append(at + start)
                ends.append(at + end)
        return ids, starts, ends

    def _pieces_of(self, word):
        found = self._words.get(word)
        if found is None:
            found = self._words[word] = self._cut(word)
        return found

    def _cut(self, word):
        """[(id, start, end)] within the word: the longest known piece first; the whole word is unknown where a part of it is."""
        whole = [(self.unk, 0, len(word))]
        if len(word) > LONGEST_WORD:
            return whole
        pieces, start = [], 0
        while start < len(word):
            piece = self._longest_from(word, start)
            if piece is None:
                return whole
            pieces.append(piece)
            start = piece[2]
        return pieces

    def _longest_from(self, word, start):
        before = "##" if start else ""
        for end in range(len(word), start, -1):
            known = self.vocab.get(before + word[start:end])
            if known is not None:
                return known, start, end
        return None
