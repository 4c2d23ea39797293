"""Documents as sentences under headings, and passages as runs of them. Rough on purpose: for fitting and for trials, not for the product."""

import os
import re

SENTENCE_END = re.compile(r'(?<=[.!?])["\')\]]*\s+(?=["\'(\[]?[A-Z0-9£$€`*])')
ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|etc|No|Nos|Dr|Mr|Mrs|Ms|St|vs|Fig|cf|p|pp|Art|Sec|approx|Inc|Ltd|Co)\.$")
HEADING = re.compile(r"(#{1,6})\s+(.*)")
LIST_ITEM = re.compile(r"([-*+]|\d+[.)]|\([a-z0-9]+\))\s+")
TABLE_RULE = re.compile(r"^[|\s:\-]+$")
ENDINGS = (".md", ".txt", ".rst")
# Words a passage has at most, unless one sentence alone has more.
PASSAGE_WORDS = 110


def sentences(paragraph):
    """The paragraph's sentences, trimmed, none of them empty."""
    found, start = [], 0
    for end in SENTENCE_END.finditer(paragraph):
        sentence = paragraph[start : end.start()]
        if ABBREVIATION.search(sentence):
            continue
        found.append(sentence.strip())
        start = end.end()
    found.append(paragraph[start:].strip())
    return [sentence for sentence in found if sentence]


class Outline:
    """Collects a document's sentences, each with the headings that it stands under."""

    def __init__(self):
        self.found, self._headings, self._open = [], [], []

    def heading(self, level, title):
        self.close()
        above = self._headings[: level - 1]
        self._headings = above + [""] * (level - 1 - len(above)) + [title]

    def line(self, text):
        self._open.append(text)

    def whole(self, text):
        """A line that is a sentence by itself."""
        self.close()
        self._add(text)

    def close(self):
        """Ends the paragraph that is open."""
        for sentence in sentences(" ".join(self._open)):
            self._add(sentence)
        self._open = []

    def _add(self, sentence):
        self.found.append((" > ".join(filter(None, self._headings)), sentence))


def read_text(text):
    """[(heading path, sentence)]; each list item starts anew, each table row is a sentence."""
    outline = Outline()
    for line in (line.strip() for line in text.split("\n")):
        heading = HEADING.match(line)
        if heading:
            outline.heading(len(heading.group(1)), heading.group(2).strip("# "))
        elif line.startswith("|"):
            if TABLE_RULE.match(line):
                outline.close()
            else:
                outline.whole(line)
        else:
            if not line or LIST_ITEM.match(line):
                outline.close()
            if line:
                outline.line(line)
    outline.close()
    return outline.found


def text_of(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def read(path):
    """[(heading path, sentence)] of a file."""
    return read_text(text_of(path))


def passages(read_sentences, words=PASSAGE_WORDS):
    """[(heading path, [sentences])]: runs of sentences under one heading path."""
    found, count = [], 0
    for heading, sentence in read_sentences:
        length = len(sentence.split())
        if not found or found[-1][0] != heading or count + length > words:
            found.append((heading, []))
            count = 0
        found[-1][1].append(sentence)
        count += length
    return found


def files(folder):
    """Paths of the folder's texts, in the order of their names."""
    for parent, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            if name.endswith(ENDINGS):
                yield os.path.join(parent, name)
