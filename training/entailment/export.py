"""Networks in the form that src/models/bundled/entailment-network.ts reads."""
import base64
import json

import numpy as np


def packed(array, dtype='<f4'):
    return base64.b64encode(np.ascontiguousarray(array, dtype).tobytes()).decode()


def matrix(layer):
    weight = layer.weight.detach().numpy()
    out = {'rows': weight.shape[0], 'columns': weight.shape[1], 'data': packed(weight)}
    if layer.bias is not None:
        out['bias'] = packed(layer.bias.detach().numpy())
    return out


def quantise(rows):
    scales = np.maximum(np.abs(rows).max(1), 1e-8) / 127
    return np.round(rows / scales[:, None]), scales


def table(rows):
    whole, scales = quantise(rows)
    return {'rows': rows.shape[0], 'columns': rows.shape[1], 'data': packed(whole, 'i1'), 'scales': packed(scales)}


def export_network(model, mean, scale, cache):
    words = json.load(open(f'{cache}/words.json'))
    rows = model.own_row.numpy()
    own = [''] * int(rows.max())
    for word, row in zip(words, rows):
        if row > 0:
            own[row - 1] = word
    # Row 0 stands for all words without a row: it goes into the projection's bias, and the others keep their difference.
    own_rows = model.own.weight.detach().numpy()
    project = matrix(model.project)
    project['bias'] = packed(model.project.bias.detach().numpy() + own_rows[0])
    return {
        'size': model.project.weight.shape[0], 'hidden': model.out.weight.shape[1], 'none': float(model.none.detach()),
        'words': own, 'own': table(own_rows[1:] - own_rows[0]), 'synsets': model.known, 'category': table(model.category.weight.detach().numpy()[1:]),
        'project': project, 'left': matrix(model.left), 'right': matrix(model.right), 'attend': matrix(model.attend), 'relate': matrix(model.relate),
        'compareHypothesis': matrix(model.compare_h), 'comparePremise': matrix(model.compare_p), 'join': matrix(model.join), 'out': matrix(model.out),
        'mean': packed(mean), 'scale': packed(scale),
    }
