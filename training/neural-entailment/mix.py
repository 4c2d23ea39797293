"""python3 mix.py FOLDER MODEL: mix.jsonl, a sample of what the network was made from (fit.jsonl and fit3.jsonl of data.py and pubmed.py), mostly pairs that people wrote, less the held-out tenth; and golden.jsonl, the golden examples' texts"""
import collections, json, random, sys, zlib
TAKE = {'cad': 3600, 'cad-swap': 500, 'cad-same': 100, 'fever': 2200, 'fm2': 2000, 'fm2-mix': 900, 'fm2-other': 500, 'feverous': 1500, 'feverous-near': 500, 'conjnli': 1500, 'help': 250, 'monli': 250, 'breaking-nli': 300, 'strategy': 500, 'pubmed': 500, 'pubmed-not': 150, 'pubmed-background': 150}
def most(source): return TAKE.get(source, 220 if source.startswith('norm') else 70 if source.startswith('rule') else 250 if source.startswith('qa') else 150)
if __name__ == '__main__':
    folder, model = sys.argv[1:]; rng = random.Random(11); by = collections.defaultdict(list); out = []
    for name in ('fit', 'fit3'):
        for line in open(f'{folder}/{name}.jsonl'):
            row = json.loads(line)
            if zlib.crc32(row['group'].encode()) % 10: by[row['source']].append(row)
    for source, rows in by.items(): rng.shuffle(rows); out += rows[:most(source)]
    rng.shuffle(out)
    open(f'{folder}/mix.jsonl', 'w').write(''.join(json.dumps(r, ensure_ascii=False) + '\n' for r in out)); print(len(out), 'pairs')
    open(f'{folder}/golden.jsonl', 'w').write(''.join(json.dumps(dict(r, source='golden', group='', weight=1)) + '\n' for r in json.load(open(f'{model}/golden.json'))))
