"""BM25 over a few passages, for passages that share words with a question and do not answer it."""

import collections
import math
import re

WORD = re.compile(r"\w+")
STOP_WORDS = frozenset(
    "the a an of to in on at for and or is are was be been by with that this it as from do does did i you we they my your what which who when how can"
    " may must not no if".split()
)
K1, B = 1.2, 0.25


def words_of(text):
    return [word.rstrip("s") for word in WORD.findall(text.lower()) if word not in STOP_WORDS]


class Search:
    def __init__(self, texts):
        self._counts = [collections.Counter(words_of(text)) for text in texts]
        self._lengths = [sum(count.values()) for count in self._counts]
        self._mean_length = sum(self._lengths) / max(1, len(self._lengths))
        self._places = collections.defaultdict(list)
        for at, count in enumerate(self._counts):
            for word in count:
                self._places[word].append(at)
        total = len(self._counts)
        self._rarity = {word: math.log(1 + (total - len(at) + 0.5) / (len(at) + 0.5)) for word, at in self._places.items()}

    def top(self, query, most):
        """Indices of the texts that share words with the query, the best first; equal ones in the order of their words in the query."""
        scores = collections.defaultdict(float)
        for word in dict.fromkeys(words_of(query)):
            for at in self._places.get(word, ()):
                scores[at] += self._rarity[word] * self._weight(word, at)
        return sorted(scores, key=lambda at: -scores[at])[:most]

    def _weight(self, word, at):
        count = self._counts[at][word]
        return count * (K1 + 1) / (count + K1 * (B + (1 - B) * self._lengths[at] / self._mean_length))
