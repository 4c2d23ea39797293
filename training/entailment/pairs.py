"""Labelled pairs for the entailment scorer, from the sets that may be fitted on and shipped.

    /usr/bin/python3 training/entailment/pairs.py --data ../shared/data --out .cache/entailment

Writes train.jsonl (source, group, premise, hypothesis, context, label) and one file a development set. `group` keeps
pairs of one origin on one side of every split. Labels: 0 entail, 1 neutral, 2 contradict.
"""
import argparse
import collections
import csv
import gzip
import json
import os
import random
import re

ENTAIL, NEUTRAL, CONTRADICT = 0, 1, 2
CAD = {'entailment': ENTAIL, 'neutral': NEUTRAL, 'contradiction': CONTRADICT}
AUXILIARY = re.compile(r'\b(is|was|are|were|has|have|had|can|could|will|would|must|should|may|shall)\b(?! not)', re.I)
YEAR = re.compile(r'\b(1[0-9]{3}|20[0-2][0-9])\b')
NUMBER = re.compile(r'(?<![\w.,-])\d+(?:[.,]\d+)*(?![\w-])')
NAME = re.compile(r"(?<![.!?] )(?<!^)\b[A-Z][\w'’.-]+(?: (?:of |the |and |de )?[A-Z][\w'’.-]+)*")
MONTHS = 'January February March April May June July August September October November December'.split()
PRONOUN = re.compile(r'^(He|She|It|They|The (?:film|album|song|book|series|band|company|city|town|show|novel|team|club|group|school|game|event|building|village|river|species))\b(?! (?:and|or)\b)')
COMMON = {'man': 'woman', 'first': 'second', 'second': 'third', 'largest': 'smallest', 'north': 'south', 'northern': 'southern', 'east': 'west', 'eastern': 'western', 'male': 'female', 'before': 'after', 'after': 'before', 'more': 'fewer', 'won': 'lost',
          'increased': 'decreased', 'highest': 'lowest', 'older': 'younger', 'father': 'mother', 'son': 'daughter', 'brother': 'sister', 'actor': 'singer', 'film': 'novel', 'album': 'film', 'football': 'basketball', 'American': 'British', 'British': 'Canadian',
          'English': 'French', 'Australian': 'Irish', 'German': 'Italian', 'novel': 'album', 'singer': 'politician', 'politician': 'musician', 'writer': 'painter', 'city': 'river', 'village': 'mountain', 'band': 'company', 'company': 'university', 'television': 'radio',
          'born': 'died', 'founded': 'closed', 'best': 'worst', 'early': 'late', 'public': 'private', 'professional': 'amateur', 'former': 'current', 'always': 'never', 'all': 'none', 'most': 'least', 'comedy': 'drama', 'rock': 'jazz', 'beginning': 'end', 'opened': 'closed', 'allowed': 'forbidden', 'required': 'optional', 'successful': 'unsuccessful', 'known': 'unknown', 'common': 'rare'}


def clean(text):
    text = re.sub(r'\[\[[^\]|]*\|([^\]]*)\]\]', r'\1', text)
    text = re.sub(r'\[\[([^\]]*)\]\]', r'\1', text)
    return re.sub(r'\s+', ' ', text).strip()


def split_sentences(text):
    return [part.strip() for part in re.split(r'(?<=[.!?])\s+(?=[A-Z"“0-9])', text) if len(part.split()) >= 4]


def paragraphs(data):
    """(title, sentences) of Wikipedia: HotpotQA train contexts, Natural Questions passages, FEVEROUS evidence."""
    for line in open(f'{data}/qa/hotpotqa/train.jsonl'):
        context = json.loads(line)['context']
        for title, sentences in zip(context['title'], context['sentences']):
            yield title, [clean(sentence) for sentence in sentences if len(sentence.split()) >= 4]
    for line in gzip.open(f'{data}/qa/nq-open-oracle/nq-open-oracle.jsonl.gz', 'rt'):
        for passage in json.loads(line)['ctxs']:
            yield passage['title'], split_sentences(clean(passage['text']))
    for item in json.load(open(f'{data}/claims/feverous/dev.json')):
        by_title = collections.OrderedDict()
        for row in item['evidence'].split('\n'):
            title, _, sentence = row.partition('\t')
            if len(sentence.split()) >= 4:
                by_title.setdefault(title, []).append(clean(sentence))
        yield from by_title.items()


def plain_title(title):
    return re.sub(r' \([^)]*\)$', '', title)


def named_subject(sentence, title):
    """The sentence about its title by name, or None."""
    match = PRONOUN.match(sentence)
    if match:
        return plain_title(title) + sentence[match.end():]
    if sentence.startswith(plain_title(title)):
        return sentence
    return None


def shorten(sentence, rng):
    """Something that the sentence says: parentheses and trailing clauses off."""
    text = re.sub(r' ?\([^)]*\)', '', sentence)
    text = re.sub(r'(?<=\w), (?:also|better|formerly|officially|sometimes) known as [^,]*,', '', text)
    tail = re.search(r', (?:which|who|where|when|and|but|including|with|although|while|after|before|as|making|where)\b', text)
    if tail and len(text[:tail.start()].split()) >= 6 and rng.random() < 0.8:
        text = text[:tail.start()]
    tail = re.search(r' and (?:was|is|has|had|were|are|can|will|did|then|also|later|became)\b', text)
    if tail and len(text[:tail.start()].split()) >= 5 and rng.random() < 0.7:
        text = text[:tail.start()]
    if rng.random() < 0.4:
        text = re.sub(r'^(?:In|On|During|After|Since|By) [^,]{3,40}, (\w)', lambda match: match.group(1).upper(), text)
    if rng.random() < 0.4:
        cut = [match.start() for match in re.finditer(r' (?:in|on|at|for|from|during|with|by|as|after) ', text) if len(text[:match.start()].split()) >= 6]
        if cut:
            text = text[:rng.choice(cut)]
    text = text.strip(' ,;.')
    return text + '.'


def negate(text):
    match = AUXILIARY.search(text)
    return text[:match.end()] + ' not' + text[match.end():] if match else None


def change_number(text, rng):
    years, numbers = list(YEAR.finditer(text)), [match for match in NUMBER.finditer(text) if not YEAR.fullmatch(match.group())]
    spots = years + numbers
    if not spots:
        months = [match for month in MONTHS for match in re.finditer(rf'\b{month}\b', text)]
        if not months:
            return None
        spot = rng.choice(months)
        return text[:spot.start()] + rng.choice([month for month in MONTHS if month != spot.group()]) + text[spot.end():]
    spot = rng.choice(spots)
    old = spot.group()
    if spot in years:
        new = str(int(old) + rng.choice([-30, -11, -7, -4, -3, -2, -1, 1, 2, 3, 5, 8, 12, 20]))
    else:
        digits = old.replace(',', '')
        try:
            value = float(digits)
        except ValueError:
            return None
        changed = value + rng.choice([1, 2, 3, 5]) * (1 if value < 20 else max(1, round(value * 0.15))) * rng.choice([1, -1 if value > 12 else 1])
        new = f'{changed:,.1f}' if '.' in digits else f'{int(changed):,}'
    return text[:spot.start()] + new + text[spot.end():]


def bound_number(text, rng):
    """(a looser statement that still holds, one that does not) for a plain number, or None."""
    spots = [match for match in re.finditer(r'(?<![\w.,$€£-])\d[\d,]*(?= [a-z])', text) if not YEAR.fullmatch(match.group()) and int(match.group().replace(',', '')) > 2]
    if not spots:
        return None
    spot = rng.choice(spots)
    value = int(spot.group().replace(',', ''))
    low, high = max(1, int(value * rng.uniform(0.5, 0.9))), int(value * rng.uniform(1.15, 2)) + 1
    over, under = rng.choice(['more than', 'over', 'at least']), rng.choice(['fewer than', 'less than', 'under'])
    said = lambda words, number: text[:spot.start()] + f'{words} {number:,}' + text[spot.end():]
    return (said(over, low), said(over, high)) if rng.random() < 0.6 else (said(under, high), said(under, low))


def change_name(text, title, others, rng):
    spots = [match for match in NAME.finditer(text) if match.group() not in title and match.group() not in MONTHS and match.start() > 0]
    pool = [other for other in others if other not in text]
    if not spots or not pool:
        return None
    spot = rng.choice(spots)
    words = len(spot.group().split())
    near = [other for other in pool if len(other.split()) == words] or pool
    return text[:spot.start()] + rng.choice(near) + text[spot.end():]


def change_word(text, rng):
    spots = [match for match in re.finditer(r'\b[A-Za-z]+\b', text) if match.group() in COMMON and match.start() > 0]
    if not spots:
        return None
    spot = rng.choice(spots)
    return text[:spot.start()] + COMMON[spot.group()] + text[spot.end():]


def from_wikipedia(data, rng, limit):
    all_paragraphs = [(title, sentences) for title, sentences in paragraphs(data) if sentences]
    names_at = [[match.group() for sentence in sentences for match in NAME.finditer(sentence)] for _, sentences in all_paragraphs]
    order = list(range(len(all_paragraphs)))
    rng.shuffle(order)
    made = 0
    for at in order:
        if made >= limit:
            return
        title, sentences = all_paragraphs[at]
        usable = [k for k, sentence in enumerate(sentences) if 6 <= len(sentence.split()) <= 50]
        if not usable:
            continue
        k = rng.choice(usable)
        sentence = sentences[k]
        named = named_subject(sentence, title)
        base = named if named is not None else sentence
        short = shorten(base, rng)
        if len(short.split()) < 4 or (named is None and not re.match(r"[A-Z]", short)):
            continue
        around = rng.random()
        premise = sentence if around < 0.5 else ' '.join(sentences[max(0, k - 1):k + 2]) if around < 0.8 else ' '.join(sentences[:8])
        context = title if rng.random() < 0.7 or named is not None and named != sentence else ''
        group = f'w{at}'

        def pair(premise, hypothesis, label, kind):
            return dict(source=kind, group=group, premise=premise, hypothesis=hypothesis, context=context, label=label)

        yield pair(premise, short, ENTAIL, 'wiki-short')
        others = names_at[at] + names_at[rng.choice(order)]
        kinds = [('number', lambda: change_number(short, rng)), ('name', lambda: change_name(short, title, others, rng)), ('word', lambda: change_word(short, rng)), ('not', lambda: negate(short))]
        rng.shuffle(kinds)
        wanted = 1
        for kind, change in kinds:
            changed = change()
            if changed is None or changed == short:
                continue
            yield pair(premise, changed, CONTRADICT, f'wiki-{kind}')
            if kind == 'not' and rng.random() < 0.7:
                yield pair(premise.replace(sentence, negate(sentence) or sentence), short, CONTRADICT if negate(sentence) else ENTAIL, 'wiki-not')
                if negate(sentence) and rng.random() < 0.5:
                    yield pair(premise.replace(sentence, negate(sentence)), changed, ENTAIL, 'wiki-not')
            wanted -= 1
            if wanted == 0:
                break
        rest = [other for j, other in enumerate(sentences) if j != k]
        if rest:
            yield pair(rng.choice(rest) if rng.random() < 0.6 else ' '.join(rest[:6]), short, NEUTRAL, 'wiki-beside')
        else:
            other = all_paragraphs[order[(made * 7 + 3) % len(order)]]
            yield dict(source='wiki-other', group=group, premise=' '.join(other[1][:rng.choice([1, 2, 4])]), hypothesis=short, context=other[0], label=NEUTRAL)
        if rest and rng.random() < 0.4:
            yield dict(source='wiki-plain', group=group, premise=shorten(rng.choice(rest), rng), hypothesis=short, context='', label=NEUTRAL)
        if rng.random() < 0.6:
            other = all_paragraphs[rng.choice(order)]
            yield dict(source='wiki-plain', group=group, premise=shorten(rng.choice(other[1]), rng), hypothesis=short, context='', label=NEUTRAL)
        bounds = bound_number(short, rng)
        if bounds is not None:
            yield pair(premise, bounds[0], ENTAIL, 'wiki-bound')
            yield pair(premise, bounds[1], CONTRADICT, 'wiki-bound')
        if rng.random() < 0.2:
            other = all_paragraphs[rng.choice(order)]
            yield dict(source='wiki-other', group=group, premise=' '.join(other[1][:rng.choice([1, 2, 4])]), hypothesis=short, context=other[0], label=NEUTRAL)
        made += 1


def statement(question, answer):
    """A plain declarative sentence for simple questions, or None."""
    question = question.strip().rstrip('?').strip()
    rules = [
        (r'(?:who|which \w+|what) ((?:is|was|are|were|wrote|won|played|plays|sang|sings|invented|discovered|founded|directed|became|made|has|had|said|started|created|got|built|owns|does|did)\b.*)', '{a} {1}'),
        (r'(?:when|what year|in what year) (is|was|were|are) (.*?) (born|released|founded|built|made|published|established|formed|created|signed|written|invented|opened|introduced|discovered|abolished|elected)\b(.*)', '{2} {1} {3}{4} in {a}'),
        (r'(?:when|what year) did (.*)', '{1} in {a}'),
        (r'where (?:is|was) (.*?)(?: located| situated)?$', '{1} is in {a}'),
        (r'where (?:is|was) (.*?) (born|filmed|held|made|found|buried)(.*)', '{1} was {2}{3} in {a}'),
        (r'where (?:does|do|did) (.*)', '{1} in {a}'),
        (r'how many (\w+) (.*)', '{a} {1} {2}'),
        (r'what is the name of (.*)', '{a} is the name of {1}'),
        (r'who (\w+ed\b.*)', '{a} {1}'),
    ]
    for pattern, form in rules:
        match = re.fullmatch(pattern, question, re.I)
        if match:
            text = form.replace('{a}', answer)
            for k in range(1, (match.re.groups or 0) + 1):
                text = text.replace('{%d}' % k, match.group(k) or '')
            return text[0].upper() + text[1:] + '.'
    return None


def kind_of(text):
    return 'year' if YEAR.search(text) else 'number' if re.search(r'\d', text) else 'name' if text[:1].isupper() else 'word'


def from_questions(data, rng):
    items = []
    for at, line in enumerate(gzip.open(f'{data}/qa/nq-open-oracle/nq-open-oracle.jsonl.gz', 'rt')):
        item = json.loads(line)
        gold = next((passage for passage in item['ctxs'] if passage.get('isgold')), item['ctxs'][0])
        items.append((f'n{at}', item['question'], item['answers'], gold['title'], split_sentences(clean(gold['text']))))
    for at, line in enumerate(open(f'{data}/qa/hotpotqa/train.jsonl')):
        item = json.loads(line)
        context = dict(zip(item['context']['title'], item['context']['sentences']))
        gold = [clean(context[title][k]) for title, k in zip(item['supporting_facts']['title'], item['supporting_facts']['sent_id']) if k < len(context.get(title, []))]
        items.append((f'h{at}', item['question'], [item['answer']], ' > '.join(dict.fromkeys(item['supporting_facts']['title'])), gold))
    answers = collections.defaultdict(list)
    for _, _, options, _, _ in items:
        answers[kind_of(options[0])].append(options[0])
    for group, question, options, title, sentences in items:
        said = statement(question, options[0])
        if said is None or not sentences:
            continue
        holding = [k for k, sentence in enumerate(sentences) if options[0].lower() in sentence.lower()]
        if not holding:
            continue
        premise = sentences[holding[0]] if group[0] == 'n' and rng.random() < 0.6 else ' '.join(sentences[:8])
        yield dict(source='qa-right', group=group, premise=premise, hypothesis=said, context=title, label=ENTAIL)
        wrong = rng.choice([other for other in answers[kind_of(options[0])] if other.lower() not in premise.lower()] or ['nobody'])
        yield dict(source='qa-wrong', group=group, premise=premise, hypothesis=statement(question, wrong), context=title, label=CONTRADICT)
        rest = [sentence for k, sentence in enumerate(sentences) if k not in holding]
        if rest:
            yield dict(source='qa-beside', group=group, premise=rng.choice(rest), hypothesis=said, context=title, label=NEUTRAL)


def words_of(text):
    return {word for word in re.findall(r'[a-z0-9]{3,}', text.lower())}


def from_feverous(data, rng):
    items = json.load(open(f'{data}/claims/feverous/dev.json'))
    close = list(nearest([item['evidence'] for item in items]))
    for at, item in enumerate(items):
        rows = [row.partition('\t') for row in item['evidence'].split('\n')]
        sentences = [clean(sentence) for _, _, sentence in rows if sentence.strip()]
        context = ' > '.join(dict.fromkeys(plain_title(title) for title, _, _ in rows)) if rng.random() < 0.7 else ''
        label = ENTAIL if item['label'] == 'supports' else CONTRADICT
        group = f'f{at}'
        yield dict(source='feverous', group=group, premise=' '.join(sentences), hypothesis=item['claim'], context=context, label=label)
        near = close[at]
        if near and rng.random() < 0.5:
            other = items[rng.choice(near)]['evidence'].split('\n')
            take = other[:rng.choice([1, 2, 4])]
            yield dict(source='feverous-near', group=group, premise=' '.join(clean(row.partition('\t')[2]) for row in take), hypothesis=item['claim'], context=context and take[0].partition('\t')[0], label=NEUTRAL)


def nearest(texts, fewest=60):
    """For each text the five others that share most of its rarer words."""
    bags = [words_of(text) for text in texts]
    frequency = collections.Counter(word for bag in bags for word in bag)
    holders = collections.defaultdict(list)
    for at, bag in enumerate(bags):
        for word in bag:
            if frequency[word] <= fewest:
                holders[word].append(at)
    for at, bag in enumerate(bags):
        score = collections.Counter(other for word in sorted(bag) for other in holders.get(word, []) if other != at)
        yield [other for other, _ in sorted(score.items(), key=lambda pair: (-pair[1], pair[0]))[:5]]


def yes_statement(question):
    """'Did the Huns invade Rome?' as 'The Huns did invade Rome.': the auxiliary goes behind the first noun phrase, roughly."""
    match = re.fullmatch(r"(Is|Are|Was|Were|Do|Does|Did|Can|Could|Has|Have|Had|Will|Would|Should|Might) (.*?)\??", question.strip())
    if match is None:
        return None
    words = match.group(2).split()
    known = [k for k, word in enumerate(words) if k > 0 and (word.endswith(('ed', 'ing')) or word in ('be', 'have', 'a', 'an', 'in', 'on', 'at', 'more', 'less', 'ever', 'likely', 'able', 'need', 'use', 'eat', 'own', 'play', 'win', 'get', 'make', 'fit', 'enjoy', 'know', 'like', 'find', 'take', 'see', 'live', 'hold', 'visit', 'survive'))]
    at = known[0] if known else min(2, len(words) - 1)
    auxiliary = match.group(1).lower()
    said = words[:at] + ([] if auxiliary in ('do', 'does', 'did') else [auxiliary]) + words[at:]
    text = ' '.join(said)
    return text[:1].upper() + text[1:] + '.'


def from_strategy(data, rng):
    items = json.load(open(f'{data}/qa/strategyqa/train.json'))
    near = list(nearest([item['question'] + ' ' + item['term'] for item in items]))
    for at, item in enumerate(items):
        said = yes_statement(item['question'])
        if said is None or not item['facts']:
            continue
        group = f's{at}'
        yield dict(source='strategy', group=group, premise=' '.join(item['facts']), hypothesis=said, context=item['term'] if rng.random() < 0.5 else '', label=ENTAIL if item['answer'] else CONTRADICT)
        if near[at]:
            yield dict(source='strategy-near', group=group, premise=' '.join(items[rng.choice(near[at])]['facts']), hypothesis=said, context='', label=NEUTRAL)


def from_cad(path, rng, extra):
    rows = list(csv.DictReader(open(path), delimiter='\t', quoting=csv.QUOTE_NONE))
    for at, row in enumerate(rows):
        pair = dict(source='cad', group=f'c{at // 5}', premise=row['sentence1'], hypothesis=row['sentence2'], context='', label=CAD[row['gold_label']])
        yield pair
        if not extra:
            continue
        if pair['label'] == CONTRADICT:
            yield dict(pair, source='cad-swap', premise=row['sentence2'], hypothesis=row['sentence1'])
        if rng.random() < 0.05:
            yield dict(pair, source='cad-same', hypothesis=row['sentence1'], label=ENTAIL)

def write(path, rows):
    rows = [row for row in rows if row['premise'].strip() and row['hypothesis'].strip()]
    with open(path, 'w') as file:
        for row in rows:
            file.write(json.dumps(row) + '\n')
    print(path, len(rows), dict(collections.Counter(row['source'] for row in rows)), dict(collections.Counter(row['label'] for row in rows)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--data', default='../shared/data')
    parser.add_argument('--out', default='.cache/entailment')
    parser.add_argument('--wikipedia', type=int, default=4000)
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    rng = random.Random(7)
    data = options.data
    train = list(from_cad(f'{data}/claims/cad-nli/train.tsv', rng, True)) + list(from_feverous(data, rng)) + list(from_wikipedia(data, rng, options.wikipedia)) + list(from_questions(data, rng)) + list(from_strategy(data, rng))
    write(f'{options.out}/train.jsonl', train)
    write(f'{options.out}/cad-dev.jsonl', list(from_cad(f'{data}/claims/cad-nli/dev.tsv', rng, False)))
    symmetric = map(json.loads, open(f'{data}/claims/fever-symmetric/fever_symmetric_dev.jsonl'))
    write(f'{options.out}/fever-symmetric.jsonl', [dict(source='fever-symmetric', group='', premise=item['evidence'], hypothesis=item['claim'], context='', label={'SUPPORTS': ENTAIL, 'REFUTES': CONTRADICT}[item['gold_label']]) for item in symmetric])
    health = csv.DictReader(open(f'{data}/claims/healthver/healthver_dev.csv'))
    write(f'{options.out}/healthver.jsonl', [dict(source='healthver', group='', premise=item['evidence'], hypothesis=item['claim'], context='', label={'Supports': ENTAIL, 'Neutral': NEUTRAL, 'Refutes': CONTRADICT}[item['label']]) for item in health])


main()
