"""python3 checkpoint.py CHOICE.onnx OUT.pt: reads a shipped network (the neural reader too) back, for training to go on from it. Writes the folded word table to WORK/raw.npy and the numbers of own vectors to WORK/dmap.npy.

The table is what the first projection made of the pieces' vectors, so the projection starts as the identity; the table's rows are 8-bit with a scale each.
"""
import json
import os
import sys

import numpy as np
import torch

TYPES = {1: '<f4', 3: 'i1', 6: '<i4', 7: '<i8'}


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def fields(data):
    """(number, value) of a protobuf message: whole numbers, and bytes of everything else."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
        else:
            size, at = varint(data, at) if key & 7 == 2 else (8 if key & 7 == 1 else 4, at)
            value, at = data[at : at + size], at + size
        yield key >> 3, value


def tensor(data):
    shape, kind, name, raw = [], None, '', b''
    for number, value in fields(data):
        if number == 1:
            shape.append(value)
        elif number == 2:
            kind = value
        elif number == 8:
            name = value.decode()
        elif number == 9:
            raw = value
    return name, np.frombuffer(raw, TYPES[kind]).reshape(shape)


def read(path):
    """Initialisers by name, and (kind, name, inputs, outputs) of each node."""
    graph = next(value for number, value in fields(open(path, 'rb').read()) if number == 7)
    initialisers = dict(tensor(value) for number, value in fields(graph) if number == 5)
    nodes = []
    for number, value in fields(graph):
        if number == 1:
            parts = list(fields(value))
            text = lambda wanted: [part.decode() for at, part in parts if at == wanted]
            nodes.append((text(4)[0], (text(3) or [''])[0], text(1), text(2)))
    return initialisers, nodes


def gates(values):
    """From ONNX's order of an LSTM's gates (input, output, forget, cell) to torch's (input, forget, cell, output)."""
    i, o, f, c = np.split(values, 4)
    return np.concatenate([i, f, c, o])


def state(initialisers, nodes):
    to = {name[4:]: np.array(values) for name, values in initialisers.items() if name.startswith('net.')}
    to['proj.weight'], to['proj.bias'] = np.eye(128, dtype=np.float32), np.zeros(128, np.float32)
    to['delta.weight'] = initialisers['dq'].astype(np.float32) * initialisers['ds']
    # The exporter keeps the same numbers once.
    for kind, _, inputs, outputs in nodes:
        if kind == 'Identity' and outputs[0].startswith('net.'):
            to[outputs[0][4:]] = np.array(initialisers[inputs[0]])
    for kind, name, inputs, _ in nodes:
        part = name.strip('/').split('/')
        if kind == 'MatMul' and inputs[1] in initialisers:
            to[f'{part[-2]}.weight'] = initialisers[inputs[1]].T.copy()
        elif kind == 'LSTM':
            weights, recurrent, bias = (initialisers[name] for name in inputs[1:4])
            for way, suffix in enumerate(('', '_reverse')):
                half = bias.shape[1] // 2
                to[f'{part[-3]}.l.weight_ih_l0{suffix}'] = gates(weights[way])
                to[f'{part[-3]}.l.weight_hh_l0{suffix}'] = gates(recurrent[way])
                to[f'{part[-3]}.l.bias_ih_l0{suffix}'] = gates(bias[way][:half])
                to[f'{part[-3]}.l.bias_hh_l0{suffix}'] = gates(bias[way][half:])
    return {name: torch.from_numpy(np.ascontiguousarray(values)) for name, values in to.items()}


if __name__ == '__main__':
    initialisers, nodes = read(sys.argv[1])
    work = os.environ['WORK']
    np.save(f'{work}/raw.npy', (initialisers['table'].astype(np.float32) * initialisers['sc'])[1:])
    np.save(f'{work}/dmap.npy', initialisers['dmap'][1:].astype(np.int64))
    # Not in the graph: the bias of the sentence's own probability, as the sentence choice's golden.json has it; the reader has none.
    golden = json.load(open(os.path.join(os.path.dirname(sys.argv[1]), 'golden.json')))
    bias = {'b0': torch.tensor([golden['bias']])} if isinstance(golden, dict) else {}
    torch.save({**state(initialisers, nodes), **bias}, sys.argv[2])
