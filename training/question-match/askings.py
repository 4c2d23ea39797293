"""python3 askings.py FOLDER PAIRS [PAIRS ...] [--new FILE] [--share S]: the askings of passages as pairs of a sentence and a question.

PAIRS: lines of {t: title, s: sentences, q: [[places of the sentences that answer, question, short answer]]} (pairs.jsonl and pairs-2.jsonl here), or with one place or -1 (../sentence-choice/pairs.jsonl).
FOLDER/ask.jsonl: of each asking one sentence that answers, three of the same passage that do not, and to most one of another passage that is like the question;
--new: passages that are all taken, beside a share of those of PAIRS.
FOLDER/askheld.jsonl: all sentences of the first 50 passages of the first PAIRS, which are kept apart.
"""
import argparse
import json
import random

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer

KEPT_APART, OTHERS = 50, 3
# The share of askings beside which a sentence of another passage stands, and of how many likest ones it is drawn.
FAR, LIKEST = 0.6, 5


def read(paths):
    passages = [json.loads(line) for path in paths for line in open(path)]
    for passage in passages:
        passage['q'] = [[right if isinstance(right, list) else [at for at in [right] if at >= 0], question] for right, question, *_ in passage['q']]
    return passages


def row(passage, at, question, right, group):
    return {'premise': passage['s'][at], 'hypothesis': question, 'context': passage['t'], 'source': 'ask', 'label': 0 if at in right else 1, 'group': group}


class Far:
    """Sentences of all passages, by how like a question they are."""

    def __init__(self, passages):
        self.sentences = sorted({(sentence, passage['t']) for passage in passages for sentence in passage['s']})
        self.words = TfidfVectorizer(sublinear_tf=True, stop_words='english')
        self.matrix = self.words.fit_transform([f'{title} {sentence}' for sentence, title in self.sentences])

    def likest(self, questions, titles):
        """Of each question the likest sentences under another title."""
        like = np.asarray((self.words.transform(questions) @ self.matrix.T).todense())
        return [[self.sentences[at] for at in np.argsort(-own)[:12] if own[at] > 0.05 and self.sentences[at][1] != title][:LIKEST] for own, title in zip(like, titles)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('folder')
    parser.add_argument('pairs', nargs='+')
    parser.add_argument('--new')
    parser.add_argument('--share', type=float, default=1)
    options = parser.parse_args()
    folder = options.folder
    rng = random.Random(11)
    own = read(options.pairs[:1])
    before = own[KEPT_APART:] + read(options.pairs[1:])
    held, fit = own[:KEPT_APART], rng.sample(before, int(options.share * len(before))) + (read([options.new]) if options.new else [])
    far = Far(fit)
    for name, passages in (('askheld', held), ('ask', fit)):
        group = 0
        with open(f'{folder}/{name}.jsonl', 'w') as file:
            for passage in passages:
                likest = far.likest([question for _, question in passage['q']], [passage['t']] * len(passage['q'])) if name == 'ask' else []
                for number, (right, question) in enumerate(passage['q']):
                    places = range(len(passage['s']))
                    if name == 'ask':
                        wrong = [at for at in places if at not in right]
                        places = ([rng.choice(right)] if right else []) + rng.sample(wrong, min(len(wrong), OTHERS))
                    rows = [row(passage, at, question, right, group) for at in places]
                    if name == 'ask' and likest[number] and rng.random() < FAR:
                        sentence, title = rng.choice(likest[number])
                        rows.append({**rows[0], 'premise': sentence, 'context': title, 'source': 'far', 'label': 1})
                    for each in rows:
                        file.write(json.dumps(each) + '\n')
                    group += 1
        print(name, len(passages), 'passages', group, 'askings')


main()
