"""Folders of documents that questions and claims are asked of, as passages that quotes can be found in."""

import collections
import os

import docs

from .collection import plain, public_rows
from .search import Search

# Shorter sentences are no evidence for holding a part of a quote.
LEAST_PART = 25
# Workspaces that lie in the shared data.
SHARED = {"nist": "workspaces/nist-800-63-3", "rfcs": "workspaces/rust-rfcs", "papers": "evidence/evidence-inference/papers"}


class Passage:
    def __init__(self, path, head, sentences):
        self.path, self.head, self.sentences = path, head, sentences
        self.plain = [plain(sentence) for sentence in sentences]


class Workspace:
    def __init__(self, texts):
        """texts: [(path, text)]"""
        self.passages = [Passage(path, *passage) for path, text in texts for passage in docs.passages(docs.read_text(text))]
        self._search = Search([passage.head + " " + " ".join(passage.sentences) for passage in self.passages])

    def near(self, query, most=8):
        """Indices of passages that share words with the query."""
        return self._search.top(query, most)

    def locate(self, path, quote):
        """(passage, [sentences]) that hold the quote, by their indices, or None."""
        quote = plain(quote)
        for at, passage in enumerate(self.passages):
            if passage.path == path:
                hits = [place for place, text in enumerate(passage.plain) if quote in text or (len(text) > LEAST_PART and text in quote)]
                if hits:
                    return at, hits
        return None


def read_folder(folder):
    return Workspace([(os.path.relpath(path, folder), docs.text_of(path)) for path in docs.files(folder)])


def read_policies(data):
    """PolicyQA's policies, each a text of its passages."""
    contexts = collections.defaultdict(dict)
    for row in public_rows(f"{data}/reading/policyqa.jsonl.gz"):
        contexts[row["title"]][row["context"]] = True
    return Workspace([(f"{title}.txt", "\n\n".join(contexts[title])) for title in sorted(contexts, key=lambda title: f"{title}.txt")])


class Workspaces:
    """Opens each workspace once."""

    def __init__(self, project, data):
        self._project, self._data, self._open = project, data, {}

    def of(self, name, bed):
        """The workspace of that name as the bed sees it; None where it is absent."""
        key = self._folder(name, bed)
        if key not in self._open:
            if name == "policies":
                self._open[key] = read_policies(self._data)
            else:
                self._open[key] = read_folder(key) if os.path.isdir(key) else None
        return self._open[key]

    def _folder(self, name, bed):
        if name == "policies":
            return name
        if name in SHARED:
            return f"{self._data}/{SHARED[name]}"
        # The questions on terms are about the documents of the second fitting half.
        return f"{self._project}/evaluation/beds/documents/{'second-fitting' if bed == 'terms-fitting' else bed}/{name}"
