"""Fine-tunes the sentence choice on questions in people's own words over documents of offices, and scores the ones that were kept aside. Environment as in run.sh; WORK has what checkpoint.py and sbuild.py wrote.

python3 own.py train PASSAGES.jsonl [...] --init CK.pt --out OUT.pt --minutes M [--fold K] [--pairs PAIRS.jsonl ...]
python3 own.py score PASSAGES.jsonl [...] --checkpoints A.pt B.pt --out SCORES.jsonl      (each question by the network that was not trained on its document)
python3 own.py mean A.pt B.pt --out OUT.pt                                                (what is shipped)
python3 own.py export CK.pt --out FOLDER

PASSAGES: what passages.ts writes. PAIRS: lines of {t: title, s: sentences, q: [[place of the sentence that answers, or -1, question]]}.
"""
import argparse
import collections
import json
import math
import random
import sys
import time

from learning import learn
from strain import *
from sbuild import *
from sexport import Shipped, inputs, NAMES

FOLDS = 2
# The shipped table is what the projection made of the fixed one.
Cfg.IN = 128
PIECE, PIECE_WORDS, READ_WORDS = 40, 300, 1200


def raw_table():
    return np.load(WORK + '/raw.npy')


def words(text, most=200, known={}):
    if (text, most) not in known:
        known[text, most] = [word for word, _, _ in tokenize(text)][:most]
    return known[text, most]


def read(paths):
    questions = []
    for path in paths:
        for line in open(path):
            entry = json.loads(line)
            entry['place'] = f"{entry['workspace']}/{entry['document']}" if entry['document'] else 'none-' + entry['id'].rstrip('abc')
            questions.append(entry)
    return questions


def folds_of(questions):
    """Documents in folds of about as many questions each."""
    counts = collections.Counter(entry['place'] for entry in questions)
    load, fold = [0] * FOLDS, {}
    for place in sorted(counts, key=lambda name: (-counts[name], name)):
        fold[place] = int(np.argmin(load))
        load[fold[place]] += counts[place]
    return [fold[entry['place']] for entry in questions]


def pieces(passage, most):
    """Places of sentences that are read together."""
    out, size = [[]], 0
    for at, text in enumerate(passage['sentences']):
        count = len(words(text))
        if count and out[-1] and (len(out[-1]) >= PIECE or size + count > most):
            out.append([])
            size = 0
        if count:
            out[-1].append(at)
            size += count
    return [part for part in out if part]


def pack_questions(questions, rng, others=5):
    """The passages with a right sentence, and five of the others that stand high; in one of four askings a word that the right sentence shares is left out."""
    pack, group, facts = Pack(), 0, collections.Counter(entry['id'].rstrip('abc') for entry in questions)
    for entry in questions:
        asked = words(entry['question'], 64)
        parts = [(passage, places) for passage in sorted(entry['passages'], key=lambda passage: passage['order']) for places in pieces(passage, PIECE_WORDS)]
        right = [part for part in parts if any(part[0]['right'][at] for at in part[1])]
        wrong = [part for part in parts if part not in right][: 2 * others]
        rng.shuffle(wrong)
        if right and rng.random() < 0.25:
            shared = {stem for passage, places in right for at in places if passage['right'][at] for stem in stems(words(passage['sentences'][at]))}
            at = [place for place, each in enumerate(asked) if word(each).content and word(each).stem in shared]
            if len(at) > 1:
                out = rng.choice(at)
                asked = asked[:out] + asked[out + 1 :]
        added = [
            pack.add(asked, [] if rng.random() < 0.1 else words(passage['title'], 24), [words(passage['sentences'][at]) for at in places], {row for row, at in enumerate(places) if passage['right'][at]}, group, facts[entry['id'].rstrip('abc')] ** -0.5)
            for passage, places in right[:3] + wrong[:others]
        ]
        group += any(added)
    return pack.dict()


def pack_pairs(pairs, rng):
    """Each asking with its passage and one of the next passages."""
    pack, group = Pack(), 0
    for place, pair in enumerate(pairs):
        near = [other for other in range(max(0, place - 6), min(len(pairs), place + 7)) if other != place]
        for right, question in pair['q']:
            other = pairs[rng.choice(near)]
            if pack.add(words(question, 64), words(pair['t'], 24) if rng.random() < 0.8 else [], [words(text) for text in pair['s']], {right} - {-1}, group):
                pack.add(words(question, 64), words(other['t'], 24), [words(text) for text in other['s']], set(), group)
                group += 1
    return pack.dict()


def network(path):
    net = Choice()
    net.load_state_dict(torch.load(path), strict=False)
    return net


def train(options):
    questions = read(options.files)
    if options.fold is not None:
        questions = [entry for entry, fold in zip(questions, folds_of(questions)) if fold != options.fold]
    pairs = [json.loads(line) for path in options.pairs for line in open(path)]
    torch.manual_seed(3)
    Cfg.DROP = 0.25
    net, table, dmap, rng = network(options.files_init), raw_table(), np.load(WORK + '/dmap.npy'), random.Random(5)
    public = Data(np.load(WORK + '/tr.npz'), table, dmap)
    replay = iter(())
    head = [value for name, value in net.named_parameters() if name.split('.')[0] in ('gp', 'ga', 'ga1', 'gu', 'h1', 'h2', 'lin', 'nl', 'b0')]
    body = [value for value in net.parameters() if all(value is not each for each in head)]
    optimiser = torch.optim.AdamW([dict(params=body, base=2e-4), dict(params=head, base=5e-4)], betas=(0.9, 0.98), weight_decay=0.01, foreach=True)
    mean, step, epoch, began, length = {name: value.clone() for name, value in net.state_dict().items()}, 0, 0, time.process_time(), 60 * options.minutes
    net.train()
    while time.process_time() - began < length:
        sets = [Data(pack_questions(questions, rng), table, dmap)] + ([Data(pack_pairs(pairs, rng), table, dmap)] if pairs else [])
        batches = [(data, rows) for data in sets for rows in data.batches(np.random.default_rng(9 + epoch), 4500)]
        rng.shuffle(batches)
        for data, rows in batches:
            work = [(data, rows)]
            # What was learnt before is read again beside every second batch.
            if rng.random() < 0.5:
                rows = next(replay, None)
                if rows is None:
                    replay = iter(public.batches(np.random.default_rng(17 + epoch), 4500))
                    rows = next(replay)
                work.append((public, rows))
            for data, rows in work:
                part = min(1, (time.process_time() - began) / length)
                for group in optimiser.param_groups:
                    group['lr'] = group['base'] * min(1, (step + 1) / 40) * (0.02 + 0.49 * (1 + math.cos(math.pi * part)))
                batch = data.get(rows)
                passage, whole, sentence = loss(data.run(net, batch), batch, net)
                step = learn(0.7 * passage + 0.8 * whole + 0.5 * sentence, net, optimiser, mean, step)
            if time.process_time() - began > length:
                break
        epoch += 1
    torch.save(mean, options.out)
    print('epochs', epoch, 'steps', step)


def scored(net, questions):
    """For each question, each passage: the signs that `networkFeatures` reads of a passage, as src/models/bundled/sentence-choice works them out."""
    table, dmap, pack, rows = raw_table(), np.load(WORK + '/dmap.npy'), Pack(), []
    for place, entry in enumerate(questions):
        for at, passage in enumerate(entry['passages']):
            for places in pieces(passage, READ_WORDS):
                if pack.add(words(entry['question'], 64), words(passage['title'], 24), [words(passage['sentences'][each]) for each in places], set(), len(rows)):
                    rows.append((place, at, places))
    data = Data(pack.dict(), table, dmap)
    net.eval()
    out = [[{'score': [0.0] * len(passage['sentences']), 'probability': [0.0] * len(passage['sentences']), 'share': [0.0] * len(passage['sentences']), 'none': 1.0} for passage in entry['passages']] for entry in questions]
    order = np.argsort(data.meta[:, 1], kind='stable')
    with torch.no_grad():
        for start in range(0, len(order), 24):
            chosen = [int(row) for row in order[start : start + 24]]
            batch = data.get(chosen)
            logits, none, *_ = data.run(net, batch)
            of = batch['srow'].numpy()
            for number, row in enumerate(chosen):
                values = logits.numpy()[of == number]
                top = max(float(none[number]), values.max())
                powers, rest = np.exp(values - top), math.exp(float(none[number]) - top)
                place, at, places = rows[row]
                said = out[place][at]
                said['none'] = min(said['none'], rest / (rest + powers.sum()))
                for each, power, value in zip(places, powers, values):
                    probability, share = 1 / (1 + math.exp(float(net.b0) - value)), power / (rest + powers.sum())
                    said['probability'][each], said['share'][each], said['score'][each] = probability, share, math.sqrt(probability * share)
    return out


def hits(questions, said):
    places = []
    for entry, passages in zip(questions, said):
        if entry['answerable']:
            values = [value * math.exp(-0.03 * passage['order']) for passage, each in zip(entry['passages'], passages) for value in each['score']]
            right = [value for passage in entry['passages'] for value in passage['right']]
            places.append(int(np.argmax(np.array(right)[np.argsort(-np.array(values), kind='stable')])) if any(right) else 10**6)
    places = np.array(places)
    return f'n = {len(places)}: ' + ', '.join(f'@{depth} {(places < depth).mean():.3f}' for depth in (1, 3, 5, 10))


def score(options):
    questions = read(options.files)
    fold = folds_of(questions)
    said = [None] * len(questions)
    for number, path in enumerate(options.checkpoints):
        own = [place for place in range(len(questions)) if len(options.checkpoints) == 1 or fold[place] == number]
        for place, passages in zip(own, scored(network(path), [questions[place] for place in own])):
            said[place] = passages
    for path in options.files:
        ids = {json.loads(line)['id'] for line in open(path)}
        own = [place for place, entry in enumerate(questions) if entry['id'] in ids]
        print(path, hits([questions[place] for place in own], [said[place] for place in own]))
    with open(options.out, 'w') as file:
        for entry, passages in zip(questions, said):
            file.write(json.dumps({'id': entry['id'], 'passages': [{'order': passage['order'], **each} for passage, each in zip(entry['passages'], passages)]}) + '\n')


def export(options):
    table, dmap, net = raw_table(), np.load(WORK + '/dmap.npy'), network(options.files[0])
    net.eval()
    shipped = Shipped(net, table, dmap).eval()
    old = json.load(open(options.golden))
    examples = []
    with torch.no_grad():
        for entry in old['examples']:
            title = words(entry['title'], 24)
            sentences = [words(text) for text in entry['sentences']]
            x = inputs(words(entry['question'], 64), title, sentences)
            if not examples:
                torch.onnx.export(shipped, tuple(x[name] for name in NAMES), options.out + '/choice.onnx', opset_version=17, input_names=NAMES, output_names=['sentence', 'none'], dynamic_axes={'c_ids': {1: 'T'}, 'c_feat': {1: 'T'}, 'q_ids': {1: 'Q'}, 'q_feat': {1: 'Q'}, 'span': {1: 'T'}, 'idx': {0: 'S', 1: 'W'}, 's_feat': {0: 'S'}, 'sentence': {0: 'S'}}, do_constant_folding=True)
            logits, none = shipped(*[x[name] for name in NAMES])
            examples.append({**entry, 'logit': [round(float(value), 4) for value in logits], 'none': round(float(none[0]), 4)})
    json.dump(dict(bias=round(float(net.b0), 4), examples=examples), open(options.out + '/golden.json', 'w'), ensure_ascii=False, separators=(',', ':'))
    print('bias', round(float(net.b0), 4))


def mean(options):
    states = [torch.load(path) for path in options.files]
    torch.save({name: sum(state[name].float() for state in states) / len(states) for name in states[0]}, options.out)


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('what', choices=('train', 'score', 'mean', 'export'))
    parser.add_argument('files', nargs='+')
    parser.add_argument('--init', dest='files_init')
    parser.add_argument('--out', required=True)
    parser.add_argument('--minutes', type=float, default=9)
    parser.add_argument('--fold', type=int)
    parser.add_argument('--pairs', nargs='*', default=[])
    parser.add_argument('--checkpoints', nargs='+')
    parser.add_argument('--golden', default='models/sentence-choice/golden.json')
    options = parser.parse_args()
    load_vocab()
    torch.set_num_threads(1)
    {'train': train, 'score': score, 'mean': mean, 'export': export}[options.what](options)
