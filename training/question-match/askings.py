"""python3 askings.py FOLDER PAIRS [PAIRS ...]: the askings of passages as pairs of a sentence and a question.

PAIRS: lines of {t: title, s: sentences, q: [[places of the sentences that answer, question, short answer]]} (pairs.jsonl here), or with one place or -1 (../sentence-choice/pairs.jsonl).
FOLDER/ask.jsonl: of each asking one sentence that answers and three of the same passage that do not; FOLDER/askheld.jsonl: all sentences of 50 passages that are kept apart.
"""
import json
import random
import sys

KEPT_APART, OTHERS = 50, 3


def read(paths):
    passages = [json.loads(line) for path in paths for line in open(path)]
    for passage in passages:
        passage['q'] = [[right if isinstance(right, list) else [at for at in [right] if at >= 0], question] for right, question, *_ in passage['q']]
    return passages


def row(passage, at, question, right, group):
    return {'premise': passage['s'][at], 'hypothesis': question, 'context': passage['t'], 'source': 'ask', 'label': 0 if at in right else 1, 'group': group}


def main():
    folder, first, *others = sys.argv[1:]
    rng = random.Random(11)
    own = read([first])
    rng.shuffle(own)
    held, fit = own[:KEPT_APART], own[KEPT_APART:] + read(others)
    for name, passages in (('askheld', held), ('ask', fit)):
        group = 0
        with open(f'{folder}/{name}.jsonl', 'w') as file:
            for passage in passages:
                for right, question in passage['q']:
                    places = range(len(passage['s']))
                    if name == 'ask':
                        wrong = [at for at in places if at not in right]
                        places = ([rng.choice(right)] if right else []) + rng.sample(wrong, min(len(wrong), OTHERS))
                    for at in places:
                        file.write(json.dumps(row(passage, at, question, right, group)) + '\n')
                    group += 1
        print(name, len(passages), 'passages', group, 'askings')


main()
