"""python3 wordings.py FOLDER NAME [PAIRS]: NAME.jsonl, the pairs of PAIRS (default: pairs.jsonl beside this file, a sentence a line with true, false and neither claims in people's own words) to train on; fold 1 is a tenth of the sentences, kept apart.

Every second true or false claim beside the sentence most like it of another line is neutral. True claims are longer than false ones and farther from the sentence in the first 768 lines; `weight` is one over the chance that length and nearness give the label, so that they tell nothing.
"""
import collections, json, os, re, sys, zlib, numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
def words(text): return re.findall(r'[a-z0-9]+', text.lower())
def near(claim, sentence): own, other = words(claim), set(words(sentence)); return [len(own), len(claim), sum(w in other for w in own) / max(1, len(own)), len(other)]
if __name__ == '__main__':
    folder, name = sys.argv[1:3]; path = sys.argv[3] if len(sys.argv) > 3 else f'{os.path.dirname(os.path.abspath(__file__))}/pairs.jsonl'; lines = [json.loads(l) for l in open(path)]; out = []
    for at, l in enumerate(lines):
        fold = int(zlib.crc32(l['s'].encode()) % 10 == 0); add = lambda claim, label, weight: out.append(dict(source='wording', group=l['h'].split(':')[0], fold=fold, id=f'{at:04}', premise=l['s'], hypothesis=claim, context=' > '.join(p.strip() for p in l['h'].split(':', 1)), label=label, weight=weight))
        for c in l['t']: add(c, 0, 1.0)
        for _, c in l['f']: add(c, 2, 1.0)
        for c in l['n']: add(c, 1, 1.0 if len(l['n']) > 1 else 1.6)
    for part in (0, 1):
        own = [r for r in out if r['label'] != 1 and r['fold'] == part]; x = np.array([near(r['hypothesis'], r['premise']) for r in own], float); y = np.array([r['label'] == 0 for r in own]); x = (x - x.mean(0)) / x.std(0); chance = LogisticRegression().fit(x, y).predict_proba(x)[np.arange(len(y)), y.astype(int)]
        for r, p in zip(own, chance): r['weight'] = round(float(np.clip(0.5 / p, 0.3, 3)), 3)
    v = TfidfVectorizer(sublinear_tf=True, stop_words='english', min_df=1).fit([l['s'] for l in lines]); S = v.transform([l['s'] for l in lines])
    for r in [r for r in out if r['label'] != 1 and zlib.crc32(r['hypothesis'].encode()) % 2]:
        like = np.asarray((v.transform([r['hypothesis'] + ' ' + r['premise']]) @ S.T).todense())[0]; like[int(r['id'])] = -1; l = lines[int(np.argmax(like))]
        out.append(dict(r, source='beside', premise=l['s'], context=' > '.join(p.strip() for p in l['h'].split(':', 1)), label=1, weight=0.5))
    with open(f'{folder}/{name}.jsonl', 'w') as f:
        for r in out: f.write(json.dumps(r, ensure_ascii=False) + '\n')
    print(len(lines), 'sentences', len(out), 'pairs', collections.Counter((r['fold'], r['source'], r['label']) for r in out))
