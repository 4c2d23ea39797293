"""Fine-tunes the shipped reader on questions that people ask of offices' documents, beside what it was trained on. Environment as in run.sh; WORK has what ../sentence-choice/checkpoint.py wrote of reader.onnx.

python3 own.py replay OUT.npz                                                      (examples of the sets of before)
python3 own.py train REPLAY.npz --init CK.pt --out OUT.pt --minutes M --pairs PAIRS.jsonl [...]
python3 own.py score QUESTIONS.jsonl [...] --init CK.pt                            (QUESTIONS: what evaluation/beds has of short answers, with their sentences)
python3 own.py mean A.pt B.pt --weights 0.35 0.65 --out OUT.pt
python3 own.py export CK.pt --out FOLDER --golden ../../models/neural-reader/golden.json

PAIRS: lines of {t: title, s: sentences, q: [[places of the sentences that answer, question, short answer as it stands in one of them, or "yes", "no", ""]]}.
"""
import argparse
import json
import random
import sys
import time

from train import *
from build import Packer, choose, mine
from evals import f1, predict
from feats import load_vocab, tokenize
from items import load, make_docs
from learning import learn

# The shipped table is what the projection made of the fixed one.
Cfg.IN = 128
LONGEST = 12


def raw_table():
    return np.load(WORK + '/raw.npy')


def words(text):
    return [word for word, _, _ in tokenize(text)]


def replay(options):
    train = load()[0]
    random.Random(7).shuffle(train)
    train = train[:30000]
    near, rng, pack = mine(train, []), random.Random(8), Packer()
    for place, item in enumerate(train):
        if item.set == 'policyqa' and min(span[3] - span[2] for span in item.ans) > 25:
            continue
        for _ in range(4 if item.set == 'hotpot' else 1):
            made = choose(item, near.get(place, []), rng)
            if made is not None:
                pack.add(item.q, made[0], made[1], made[2])
    pack.save(options.files[0])
    print(len(pack.meta))


def span_of(sentence, answer):
    """First and last word of the answer in the sentence; None where it is not there or long."""
    at = sentence.lower().find(answer.lower())
    if not answer or at < 0:
        return None
    inside = [place for place, (_, start, end) in enumerate(tokenize(sentence)) if start < at + len(answer) and end > at]
    return (inside[0], inside[-1]) if inside and inside[-1] - inside[0] < LONGEST else None


def pack_pairs(pairs, rng):
    """Each asking with its passage, a part of it, or beside sentences of a passage near by."""
    pack = Packer()
    for place, pair in enumerate(pairs):
        sentences, title = [words(text) for text in pair['s']], words(pair['t'])[:24]
        for right, question, *short in pair['q']:
            right = right if isinstance(right, list) else [at for at in [right] if at >= 0]
            short = short[0] if short else ''
            keep, whole = list(range(len(sentences))), rng.random()
            if whole > 0.5 and right:
                centre = rng.choice(right)
                low, high = max(0, centre - rng.randint(0, 2)), centre + 1 + rng.randint(0, 2)
                keep = sorted({*range(low, min(high, len(sentences))), *right})
            elif whole > 0.8:
                keep = sorted(rng.sample(keep, max(1, len(keep) // 2)))
            elif right and whole < 0.12 and len(sentences) > len(right) + 1:
                # The same passage without what answers.
                keep, right = [at for at in keep if at not in right], []
            docs = [(title if rng.random() < 0.85 else [], [sentences[at] for at in keep])]
            own = 0
            if rng.random() < 0.3:
                other = pairs[max(0, min(len(pairs) - 1, place + rng.choice((-3, -2, -1, 1, 2, 3))))]
                some = [words(text) for text in other['s']]
                docs.append((words(other['t'])[:24], rng.sample(some, min(len(some), rng.randint(1, 3)))))
                if rng.random() < 0.5:
                    docs.reverse()
                    own = 1
            spans = []
            for at in right:
                found = span_of(pair['s'][at], '' if short.lower() in ('yes', 'no') else short)
                spans.append((own, keep.index(at), *(found or (-1, -1))))
            if any(span[2] >= 0 for span in spans):
                spans = [span for span in spans if span[2] >= 0]
            pack.add(words(question)[:64], docs, spans, bool(right))
    return pack


def in_memory(pack, table, dmap):
    path = f'{WORK}/pairs-{os.getpid()}.npz'
    pack.save(path)
    data = Data(path, table, dmap)
    os.unlink(path)
    return data


def network(path):
    net = Reader()
    missing = net.load_state_dict(torch.load(path), strict=False)
    assert all(name.startswith('scale') for name in missing.missing_keys), missing
    return net


def train(options):
    pairs = [json.loads(line) for path in options.pairs for line in open(path)]
    torch.manual_seed(3)
    Cfg.DROP = 0.25
    net, table, dmap, rng = network(options.init), raw_table(), np.load(WORK + '/dmap.npy'), random.Random(5)
    public, old = Data(options.files[0], table, dmap), iter(())
    optimiser = torch.optim.AdamW(net.parameters(), lr=options.rate, betas=(0.9, 0.98), weight_decay=0.01, foreach=True)
    mean, step, epoch, began, length = {name: value.clone() for name, value in net.state_dict().items()}, 0, 0, time.process_time(), 60 * options.minutes
    net.train()
    while time.process_time() - began < length:
        own = in_memory(pack_pairs(pairs, rng), table, dmap)
        for rows in own.batches(np.random.default_rng(9 + epoch), 4500):
            work = [(own, rows)]
            if rng.random() < options.share:
                again = next(old, None)
                if again is None:
                    old = iter(public.batches(np.random.default_rng(17 + epoch), 4500))
                    again = next(old)
                work.append((public, again))
            for data, ix in work:
                part = min(1, (time.process_time() - began) / length)
                for group in optimiser.param_groups:
                    group['lr'] = options.rate * min(1, (step + 1) / 40) * (0.02 + 0.49 * (1 + math.cos(math.pi * part)))
                batch = data.get(ix)
                span, answerable = loss(data.run(net, batch), batch)
                step = learn(span + 0.7 * answerable, net, optimiser, mean, step)
            if time.process_time() - began > length:
                break
        epoch += 1
    torch.save(mean, options.out)
    print('epochs', epoch, 'steps', step)


def export(options):
    from export import Shipped, inputs

    table, dmap, net = raw_table(), np.load(WORK + '/dmap.npy'), network(options.files[0])
    net.eval()
    shipped, names, examples = Shipped(net, table, dmap).eval(), ['c_ids', 'c_feat', 'q_ids', 'q_feat', 'span'], []
    with torch.no_grad():
        for entry in json.load(open(options.golden)):
            docs, asked = make_docs([(doc['title'], doc['sentences']) for doc in entry['docs']]), words(entry['question'])
            x, at = inputs(asked, [(doc[0], doc[1]) for doc in docs])
            assert x['c_ids'][0].tolist() == entry['c_ids'] and x['q_ids'][0].tolist() == entry['q_ids']
            if not examples:
                axes = {'c_ids': {1: 'T'}, 'c_feat': {1: 'T'}, 'q_ids': {1: 'Q'}, 'q_feat': {1: 'Q'}, 'span': {1: 'T'}, 'start': {1: 'T'}, 'end': {1: 'T'}}
                torch.onnx.export(shipped, tuple(x[name] for name in names), options.out + '/reader.onnx', opset_version=17, input_names=names, output_names=['start', 'end', 'answerable'], dynamic_axes=axes, do_constant_folding=True)
            start, end, answerable = shipped(*[x[name] for name in names])
            sentence, last, number = [], None, -1
            for place in at:
                number += place[:2] != last
                last = place[:2]
                sentence.append(-1 if place[1] < 0 else number)
            probability, first, final = decode(start[0].numpy(), end[0].numpy(), sentence)
            doc, row, word = at[first]
            spans = docs[doc][3][row]
            said = predict(net, table, dmap, [(asked, docs)])[0]
            rounded = {'start': [round(float(value), 4) for value in start[0]], 'end': [round(float(value), 4) for value in end[0]], 'answerable': round(float(answerable[0]), 4)}
            examples.append({**entry, **rounded, 'answer': docs[doc][2][row][spans[word][0] : spans[at[final][2]][1]], 'probability': round(probability, 5), 'float_answer': said[0], 'float_answerable': round(said[2], 4)})
    json.dump(examples, open(options.out + '/golden.json', 'w'), ensure_ascii=False, separators=(',', ':'))


def mean(options):
    states = [torch.load(path) for path in options.files]
    weights = options.weights or [1 / len(states)] * len(states)
    torch.save({name: sum(weight * state[name].float() for weight, state in zip(weights, states)) for name in states[-1] if all(name in state for state in states)}, options.out)


def plain(text):
    return ' '.join(words(text.lower()))


def score(options):
    """Of the passage that holds a gold sentence, and of that sentence with its title alone: is the read span the answer?"""
    net, table, dmap = network(options.init), raw_table(), np.load(WORK + '/dmap.npy')
    for path in options.files:
        entries = [json.loads(line) for line in open(path)]
        for name in ('passage', 'sentence'):
            given = [(words(entry['question'])[:64], make_docs([(entry['title'], entry[name])])) for entry in entries]
            said = predict(net, table, dmap, given)
            hit = [any(f' {plain(answer)} ' in f' {plain(text[0])} ' for answer in entry['answers']) for entry, text in zip(entries, said)]
            close = [max(f1(text[0], answer) for answer in entry['answers']) for entry, text in zip(entries, said)]
            print(path, name, 'n', len(hit), 'holds an answer %.3f' % np.mean(hit), 'F1 %.3f' % np.mean(close), flush=True)


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('what', choices=('replay', 'train', 'score', 'mean', 'export'))
    parser.add_argument('files', nargs='+')
    parser.add_argument('--init')
    parser.add_argument('--out')
    parser.add_argument('--minutes', type=float, default=10)
    parser.add_argument('--rate', type=float, default=2e-4)
    parser.add_argument('--share', type=float, default=0.6)
    parser.add_argument('--pairs', nargs='*', default=[])
    parser.add_argument('--weights', nargs='*', type=float)
    parser.add_argument('--golden', default='models/neural-reader/golden.json')
    options = parser.parse_args()
    load_vocab()
    torch.set_num_threads(1)
    {'replay': replay, 'train': train, 'score': score, 'mean': mean, 'export': export}[options.what](options)
