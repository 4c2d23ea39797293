"""python3 claims.py FOLDER NAME SIGNS... [--rows] [--apart AUTHORS]: NAME.jsonl, the pairs of claims of the test beds with the sentences that search finds for them (SIGNS: as training/claim-verdict/signs.ts writes them).

To train on: a gold sentence supports or refutes, of several that only together decide each with less weight; the next four sentences are neutral. With --rows: every sentence of the claims that are kept apart (fold 1), to be judged.
Apart are whole documents, and all of an author's claims where a set has documents of its own. --apart: which authors of the second fitting set (letters, as its ids begin, with commas).
"""
import collections, json, sys, zlib
LABEL = {'supported': 0, 'uncovered': 1, 'refuted': 2}
# Authors by how their ids begin: draft-fresh and the fresh set, offices b, d, e and f, the seventh set and the third fitting set are kept apart.
APART, TRAINED = ('fr', 'rf', 'fb', 'fd', 'fe', 'ff', 's7', 'gg'), ('cs', 'ct', 'rt', 'fa', 'fc')
SECOND = ('ga', 'gb', 'gc', 'gd', 'ge', 'gf')
# Of the fitting set the network saw the first 664 claims, less a third of their documents.
SEEN = 664
def document(claim):
    """the document that a claim is about; what nothing covers has the one that its note names, or none"""
    if claim['gold']: return claim['gold'][0][0]['path']
    if claim.get('note', '').endswith(('.md', '.txt')): return claim['note']
    return claim['id'].rsplit('-', 1)[0]
def start(claim): return claim['id'][:2] if claim['id'][2:3] == '-' else ''
def folds(claims, apart=()):
    taken = {document(c): int(start(c) in APART) for c in claims if start(c) in APART + TRAINED}; out = []; fitting = 0
    for c in claims:
        if start(c) in SECOND: out.append(int(start(c) in apart)); continue
        # The fifth and the sixth set were never trained on.
        if c['id'].startswith('cs6-') or c['id'].startswith('cf2-') and c['workspace'] == 'office': out.append(1); continue
        if start(c) in APART + TRAINED: out.append(int(start(c) in APART)); continue
        fitting += 1; out.append(1 if fitting > SEEN else taken.get(document(c), int(zlib.crc32(document(c).encode()) % 3 == 1)))
    return out
if __name__ == '__main__':
    given = sys.argv[1:]; apart = given.pop(given.index('--apart') + 1).split(',') if '--apart' in given else []
    rows = '--rows' in given; folder, name, *paths = [a for a in given if not a.startswith('--')]; claims = [json.loads(l) for p in paths for l in open(p) if l.strip()]; out = []
    for c, fold in zip(claims, folds(claims, apart)):
        gold = sum(r['gold'] for r in c['rows']); parts = min((len(g) for g in c['gold']), default=1); beside = 0
        for r in c['rows']:
            if r['gold']: label, weight = LABEL[c['label']], 2.0 / gold if parts == 1 else 0.5
            else: label, weight = 1, (0.45 if beside < 3 else 0.25) if beside < 4 else 0.0; beside += 1
            if (fold == 1) if rows else weight > 0: out.append(dict(source='claim', group=document(c), fold=fold, id=c['id'], premise=r['text'], hypothesis=c['claim'], context=r['context'], label=label, weight=weight))
    with open(f'{folder}/{name}.jsonl', 'w') as f:
        for r in out: f.write(json.dumps(r, ensure_ascii=False) + '\n')
    print(len(claims), 'claims', len(out), 'pairs', collections.Counter((r['fold'], r['label']) for r in out))
