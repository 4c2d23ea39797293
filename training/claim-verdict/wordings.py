"""python3 wordings.py OUT [PAIRS]: claims about single sentences (training/neural-entailment/pairs.jsonl; the tenth of the sentences that the network was not trained on) as sentences.ts writes claims: each beside its own sentence and the five of other lines that are most like it."""
import json
import os
import sys
import zlib

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer

BESIDE = 5


def sentence(lines, at, gold):
    title, _, heading = (part.strip() for part in lines[at]['h'].partition(':'))
    return {'text': lines[at]['s'], 'kind': 'text', 'headings': [heading] if heading else [], 'document': [title, f'{at:04}.md'], 'beside': [], 'elsewhere': [], 'gold': gold}


def main():
    out = sys.argv[1]
    path = sys.argv[2] if len(sys.argv) > 2 else os.path.join(os.path.dirname(os.path.abspath(__file__)), '../neural-entailment/pairs.jsonl')
    lines = [json.loads(line) for line in open(path)]
    words = TfidfVectorizer(sublinear_tf=True, stop_words='english').fit([line['s'] for line in lines])
    known = words.transform([line['s'] for line in lines])
    with open(out, 'w') as file:
        for at, line in enumerate(lines):
            if zlib.crc32(line['s'].encode()) % 10 != 0:
                continue
            own = [(claim, 'supported') for claim in line['t']] + [(claim, 'refuted') for _, claim in line['f']] + [(claim, 'uncovered') for claim in line['n']]
            for number, (claim, label) in enumerate(own):
                like = np.asarray((words.transform([claim]) @ known.T).todense())[0]
                like[at] = -1
                others = np.argsort(-like, kind='stable')[:BESIDE]
                file.write(json.dumps({
                    'claim': {'id': f'wd-{at:04}-{number}', 'workspace': 'office', 'claim': claim, 'label': label, 'kind': label, 'gold': []},
                    'elsewhere': {},
                    'sentences': [sentence(lines, at, label != 'uncovered')] + [sentence(lines, other, False) for other in others],
                }, ensure_ascii=False) + '\n')


main()
