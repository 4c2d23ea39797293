"""WORK=... python3 match.py FOLDER MODEL OUT [--minutes M] [--net K]: the network of pairs that tells whether a sentence answers a question, trained on from the entailment network's weights (MODEL: models/neural-entailment).

FOLDER: what askings.py wrote, dumped by ../neural-entailment/dump.ts with TAG=ask (names askheld ask), and the positions of MODEL. PYTHONPATH: ../neural-entailment and ../neural-reader.
Loss: a softmax over the sentences of an asking, and a binary term for each. What is read is the first output less the second. The passages that are kept apart are printed now and then; nothing is chosen by them.
"""
import argparse
import os
import time

os.environ.setdefault('OMP_NUM_THREADS', '1')
os.environ.setdefault('OPENBLAS_NUM_THREADS', '1')
import numpy as np
import torch
import torch.nn.functional as F

from net import Cfg
from pairsets import Pairs
from weights import File, settings

MOST_ROWS = 64


def askings(data):
    """Rows of each asking."""
    rows = {}
    for row in data.ok:
        rows.setdefault(data.rows[row]['group'], []).append(row)
    return [np.array(each) for each in rows.values()]


def batches(data, groups, cap, rng):
    """Askings of about the same length, `cap` words at most."""
    length = np.array([data.len[rows].max(0).sum() for rows in groups])
    out, own, longest, count = [], [], 0, 0
    for at in np.argsort(length + rng.random(len(groups)) * 6, kind='stable'):
        size, most = len(groups[at]), max(longest, length[at])
        if own and (most * (count + size) > cap or count + size > MOST_ROWS):
            out.append(own)
            own, count, most = [], 0, length[at]
        own.append(at)
        count += size
        longest = most
    out.append(own)
    rng.shuffle(out)
    return out


def odds(net, data, mean, std):
    net.eval()
    out = np.zeros(len(data.len), np.float32)
    with torch.no_grad():
        for rows in data.batches(data.ok, 4000):
            said = net(*data.get(rows, mean, std)).numpy()
            out[rows] = said[:, 0] - said[:, 1]
    return out


def described(net, data, mean, std):
    """How often the best sentence of a passage answers, and how well the best one tells answerable questions from the others (area under the curve)."""
    said, hit, top, answerable = odds(net, data, mean, std), [], [], []
    for rows in askings(data):
        right = data.y[rows] == 0
        top.append(said[rows].max())
        answerable.append(right.any())
        if right.any():
            hit.append(right[said[rows].argmax()])
    top, answerable = np.array(top), np.array(answerable)
    area = (top[answerable][:, None] > top[~answerable][None]).mean()
    return f'first right {np.mean(hit):.3f} of {len(hit)}, answerable or not {area:.3f} of {len(top)}'


def losses(said, right, groups):
    """Binary, each right sentence counting two and a half times; and of the askings that have a right one, the softmax."""
    binary = F.binary_cross_entropy_with_logits(said, right, weight=1 + 1.5 * right)
    of = torch.from_numpy(np.repeat(np.arange(len(groups)), [len(rows) for rows in groups]))
    column = torch.from_numpy(np.concatenate([np.arange(len(rows)) for rows in groups]))
    shape = (len(groups), max(len(rows) for rows in groups))
    table = torch.full(shape, -1e9).index_put((of, column), said)
    good = torch.zeros(shape).index_put((of, column), right)
    has = good.sum(1) > 0
    whole = torch.logsumexp(table, 1) - torch.logsumexp(table.masked_fill(good == 0, -1e9), 1)
    return binary, whole[has].mean() if has.any() else torch.zeros(())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('folder')
    parser.add_argument('model')
    parser.add_argument('out')
    parser.add_argument('--start', help='a state to go on from')
    parser.add_argument('--minutes', type=float, default=12, help='of the processor')
    parser.add_argument('--net', type=int, default=0)
    parser.add_argument('--rate', type=float, default=7e-4)
    parser.add_argument('--repeat', type=int, default=3, help='how often a question of the test bed comes in one round')
    parser.add_argument('--without', type=int, help='leave out the questions of the test bed of this fold')
    parser.add_argument('--cap', type=int, default=3000)
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(5)
    Cfg.DROP = 0.25
    own, mean, std, _ = settings(options.model)
    net = File(f'{options.model}/entailment.onnx').nets()[options.net]
    if options.start:
        net.load_state_dict(torch.load(options.start))
    data, apart = (Pairs(options.folder, name, 'ask', own) for name in ('ask', 'askheld'))
    groups = askings(data)
    of_bed = lambda rows: data.rows[rows[0]]['source'] == 'bed'
    if options.without is not None:
        groups = [rows for rows in groups if not (of_bed(rows) and data.rows[rows[0]]['fold'] == options.without)]
    beds = [rows for rows in groups if of_bed(rows)]
    groups += beds * (options.repeat - 1)
    print(len(groups), 'askings,', len(beds), 'of the test bed, each', options.repeat, 'times')
    print('before', described(net, apart, mean, std), flush=True)
    rng, values = np.random.default_rng(3), list(net.parameters())
    optimiser = torch.optim.AdamW(values, lr=options.rate, betas=(0.9, 0.98), weight_decay=0.01, foreach=True)
    average, step, told, length = [value.detach().clone() for value in values], 0, 0.0, 60 * options.minutes
    began = time.process_time()
    spent = lambda: time.process_time() - began
    while spent() < length:
        for batch in batches(data, groups, options.cap, rng):
            for group in optimiser.param_groups:
                group['lr'] = options.rate * min(1.0, (step + 1) / 60) * (0.02 + 0.49 * (1 + np.cos(np.pi * min(1, spent() / length))))
            net.train()
            chosen = [groups[at] for at in batch]
            rows = np.concatenate(chosen)
            said = net(*data.get(rows, mean, std))
            loss = sum(losses(said[:, 0] - said[:, 1], torch.from_numpy((data.y[rows] == 0).astype(np.float32)), chosen))
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            if torch.isfinite(torch.nn.utils.clip_grad_norm_(values, 3.0)):
                optimiser.step()
            step += 1
            decay = min(0.995, (1 + step) / (10 + step))
            with torch.no_grad():
                torch._foreach_mul_(average, decay)
                torch._foreach_add_(average, [value.detach() for value in values], alpha=1 - decay)
            if spent() - told > 120 or spent() > length:
                told = spent()
                kept = [value.detach().clone() for value in values]
                for value, mean_of in zip(values, average):
                    value.data.copy_(mean_of)
                torch.save(net.state_dict(), options.out)
                print('step', step, 'loss', round(float(loss), 3), described(net, apart, mean, std), flush=True)
                for value, own_value in zip(values, kept):
                    value.data.copy_(own_value)
            if spent() > length:
                break


if __name__ == "__main__":
    main()
