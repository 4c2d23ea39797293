"""Packs what the product uses of WordNet 3.x into models/lexicon/lexicon.txt.gz.

    /usr/bin/python3 training/lexicon/build.py [--wordnet /usr/share/wordnet]

Debian's package `wordnet-base` has the database. The output's format is in models/lexicon/README.md; the same input
gives the same bytes.
"""
import argparse
import gzip
import os
import re

FILES = [('noun', 'n'), ('verb', 'v'), ('adj', 'a'), ('adv', 'r')]
SENSES_KEPT = 4
WORD = re.compile(r"^[a-z][a-z'-]*[a-z]$")


def read_data(folder):
    """(pos, offset) -> (lexicographer file, words, pointers), in file order."""
    synsets = {}
    for name, pos in FILES:
        with open(f'{folder}/data.{name}', encoding='latin-1') as lines:
            for line in lines:
                if line.startswith(' '):
                    continue
                part = line.split(' | ')[0].split()
                count = int(part[3], 16)
                words = [re.sub(r'\(.*\)$', '', part[4 + 2 * k]).lower() for k in range(count)]
                at = 4 + 2 * count
                pointers = []
                for k in range(int(part[at])):
                    symbol, offset, target_pos, where = part[at + 1 + 4 * k: at + 5 + 4 * k]
                    pointers.append((symbol, (target_pos.replace('s', 'a'), int(offset)), int(where[:2], 16), int(where[2:], 16)))
                synsets[(pos, int(part[0]))] = (int(part[1]), words, pointers)
    return synsets


def read_index(folder):
    """lemma -> pos -> synset keys, commonest sense first."""
    lemmas = {}
    for name, pos in FILES:
        with open(f'{folder}/index.{name}', encoding='latin-1') as lines:
            for line in lines:
                if line.startswith(' '):
                    continue
                part = line.split()
                pointer_kinds = int(part[3])
                offsets = [int(text) for text in part[6 + pointer_kinds:]]
                lemmas.setdefault(part[0], {})[pos] = ([(pos, offset) for offset in offsets], int(part[5 + pointer_kinds]))
    return lemmas


def wanted(lemma, entry):
    if not WORD.match(lemma):
        return False
    tagged = any(count > 0 for _, count in entry.values())
    return tagged or len(lemma) <= 12


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--wordnet', default='/usr/share/wordnet')
    parser.add_argument('--out', default='models/lexicon/lexicon.txt.gz')
    options = parser.parse_args()
    synsets, index = read_data(options.wordnet), read_index(options.wordnet)

    words = {lemma: {pos: keys[:SENSES_KEPT] for pos, (keys, _) in entry.items()} for lemma, entry in index.items() if wanted(lemma, entry)}
    keep, stack = set(), [key for entry in words.values() for keys in entry.values() for key in keys]
    while stack:
        key = stack.pop()
        if key in keep:
            continue
        keep.add(key)
        stack += [target for symbol, target, _, _ in synsets[key][2] if symbol in ('@', '@i', '&')]
    number = {key: at for at, key in enumerate(sorted(keep, key=lambda key: ('nvar'.index(key[0]), key[1])))}

    opposite, derived = {}, {}
    for key in number:
        _, names, pointers = synsets[key]
        for symbol, target, source_at, target_at in pointers:
            if target not in synsets or source_at == 0 or symbol not in ('!', '+', '\\', '<'):
                continue
            a, b = names[source_at - 1], synsets[target][1][target_at - 1]
            if a != b and a in words and b in words:
                table = opposite if symbol == '!' else derived
                table.setdefault(a, set()).add(b)

    lines = ['linchpin-lexicon 1']
    lines.append(str(len(number)))
    for key in number:
        lexfile, _, pointers = synsets[key]
        up = [number[target] for symbol, target, _, _ in pointers if symbol in ('@', '@i') and target in number]
        near = [number[target] for symbol, target, _, _ in pointers if symbol == '&' and target in number]
        lines.append(f"{lexfile} {','.join(map(str, up))} {','.join(map(str, near))}".rstrip())
    lines.append(str(len(words)))
    for lemma in sorted(words):
        senses = '\t'.join(','.join(str(number[key]) for key in words[lemma].get(pos, [])) for _, pos in FILES)
        lines.append(f"{lemma}\t{senses}\t{','.join(sorted(opposite.get(lemma, [])))}\t{','.join(sorted(derived.get(lemma, [])))}".rstrip('\t'))
    irregular = {}
    for name, _ in FILES:
        with open(f'{options.wordnet}/{name}.exc', encoding='latin-1') as source:
            for line in source:
                form, *bases = line.split()
                bases = [base for base in bases if base in words and base != form]
                if WORD.match(form) and bases:
                    irregular.setdefault(form, [])
                    irregular[form] += [base for base in bases if base not in irregular[form]]
    lines.append(str(len(irregular)))
    lines += [f"{form} {' '.join(irregular[form])}" for form in sorted(irregular)]
    os.makedirs(os.path.dirname(options.out), exist_ok=True)
    with open(options.out, 'wb') as file, gzip.GzipFile(filename='', mode='wb', fileobj=file, compresslevel=9, mtime=0) as packed:
        packed.write(('\n'.join(lines) + '\n').encode())
    print(f'{len(number)} synsets, {len(words)} words, {len(irregular)} irregular forms, {os.path.getsize(options.out)} bytes')


main()
