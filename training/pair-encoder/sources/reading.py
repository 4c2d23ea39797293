"""Public reading sets: questions with a passage, and which sentence and words answer."""

import collections

import docs

from .collection import KINDS, SPAN, UNKNOWN, public_rows, span_of
from .search import Search

# Sets with answers by their offsets, and how many of each are taken.
WITH_OFFSETS = {"squadshifts": 27575, "policyqa": 7960, "qamr": 12000, "qed": 1305}
# Articles of Wikipedia in SQuADShifts that are held back.
HELD_BACK_ARTICLES = 15
# A passage of the same text that does not answer is sought for so many of the questions, where the text has so many passages.
OTHER_PASSAGE, LEAST_PASSAGES = 0.45, 4
HOTPOT_OTHER = 0.3
WITH_KINDS = ("sharc", "sharc-heldback", "condaqa", "boolq-dev", "qnli-dev")
UNANSWERABLE, DEPENDS = ("unanswerable", "none", "irrelevant"), ("depends", "more")


def sentences_with_starts(context):
    """[(start, sentence)]"""
    found, at = [], 0
    for sentence in docs.sentences(context):
        start = context.find(sentence[:40], at)
        start = at if start < 0 else start
        found.append((start, sentence))
        at = start + len(sentence)
    return found


def commonest(answers):
    """The answer that most people gave, and where it starts."""
    text = collections.Counter(answer["text"] for answer in answers).most_common(1)[0][0]
    return text, next(answer["start"] for answer in answers if answer["text"] == text)


def add_with_offsets(collection, data):
    asked = collections.defaultdict(list)
    for name, most in WITH_OFFSETS.items():
        found = public_rows(f"{data}/reading/{name}.jsonl.gz")
        collection.chance.shuffle(found)
        kept = ()
        if name == "squadshifts":
            kept = sorted({row["title"] for row in found if row["set"] == "new_wiki"})[:HELD_BACK_ARTICLES]
        for row in found[:most]:
            part = collection.test if row["title"] in kept else collection.train
            answer = add_with_offset(part, row, name)
            asked[name, row.get("title", "")].append((part, row["question"], row["context"], answer))
    for (name, title), questions in asked.items():
        if title:
            add_other_passages(collection.chance, f"{name}-neg", title, questions)


def add_with_offset(part, row, name):
    answer, start = commonest(row["answers"])
    places = sentences_with_starts(row["context"])
    needed = max([at for at, (place, _) in enumerate(places) if place <= start] or [0])
    within = places[needed][1].lower().find(answer.lower())
    span = (needed, within, within + len(answer)) if within >= 0 else None
    part.question(name, row["question"], [sentence for _, sentence in places], [needed], head=row.get("title", ""), span=span, kind=SPAN)
    return answer


def add_other_passages(chance, source, title, questions):
    """For some of the questions on a text, its passage that shares most words with the question and does not hold the answer."""
    contexts = list(dict.fromkeys(context for _, _, context, _ in questions))
    if len(contexts) < LEAST_PASSAGES:
        return
    search = Search(contexts)
    for part, question, context, answer in questions:
        if chance.random() > OTHER_PASSAGE:
            continue
        near = (contexts[at] for at in search.top(question, 4))
        other = next((text for text in near if text != context and answer.lower() not in text.lower()), None)
        if other is not None:
            part.unanswered(source, question, docs.sentences(other), title)


def add_by_sentence(collection, data):
    train = collection.train
    for row in public_rows(f"{data}/reading/selqa.jsonl.gz"):
        head, gold = row["title"] + " > " + row["section"], row["gold"]
        train.question("selqa", row["question"], row["sentences"], gold, head=head, answered=int(bool(gold)))
    for row in public_rows(f"{data}/reading/pubmedqa.jsonl.gz"):
        if row["answer"] in KINDS:
            conclusion = docs.sentences(row.get("long_answer") or row.get("conclusion") or row["contexts"][-1])
            train.question("pubmedqa", row["question"], conclusion, range(len(conclusion)), kind=KINDS[row["answer"]])
    for row in public_rows(f"{data}/qa/nq-open-oracle/nq-open-oracle.jsonl.gz"):
        context, answers = row["ctxs"][0], row["answers"]
        sentences = docs.sentences(context["text"])
        gold = [at for at, sentence in enumerate(sentences) if any(answer.lower() in sentence.lower() for answer in answers)][:1]
        if gold:
            span = span_of(sentences, gold, answers)
            train.question("nq", row["question"], sentences, gold, head=context["title"], span=span, kind=SPAN)


def add_hotpot(collection, data):
    """The gold paragraphs one after another, each sentence with its title; some of the others as paragraphs that do not answer."""
    for split, part in (("train", collection.train), ("dev", collection.test)):
        for row in public_rows(f"{data}/qa/hotpotqa/{split}.jsonl"):
            paragraphs = list(zip(row["context"]["title"], row["context"]["sentences"]))
            facts = set(zip(row["supporting_facts"]["title"], row["supporting_facts"]["sent_id"]))
            titles = {title for title, _ in facts}
            sentences, gold = [], []
            for title, lines in paragraphs:
                for at, line in enumerate(lines if title in titles else ()):
                    if (title, at) in facts:
                        gold.append(len(sentences))
                    sentences.append(f"{title}: {line.strip()}")
            kind = KINDS.get(row["answer"].lower(), SPAN)
            span = span_of(sentences, gold, [row["answer"]]) if kind == SPAN else None
            part.question("hotpot", row["question"], sentences, gold, span=span, kind=kind)
            for title, lines in paragraphs:
                if title not in titles and collection.chance.random() < HOTPOT_OTHER:
                    part.unanswered("hotpot-neg", row["question"], [line.strip() for line in lines], title)


def add_with_kinds(collection, data):
    """Yes, no, depends, unanswerable."""
    for name in WITH_KINDS:
        part = collection.test if name.endswith("heldback") else collection.train
        for row in public_rows(f"{data}/reading/{name}.jsonl.gz"):
            context = row.get("context") or row.get("passage") or row.get("sentence") or ""
            sentences = context if isinstance(context, list) else docs.sentences(context)
            if sentences:
                question = " ".join(filter(None, (row.get("scenario"), row["question"])))
                add = add_one_sentence if name == "qnli-dev" else add_with_kind
                add(part, name, row, question, sentences)


def add_one_sentence(part, name, row, question, sentences):
    is_answered = row.get("answer", row.get("label")) in (True, "entailment", "yes", 1)
    part.question(name, question, sentences, [0] if is_answered else [], answered=int(is_answered))


def add_with_kind(part, name, row, question, sentences):
    answer, head, everything = row.get("answer", row.get("label")), row.get("title", ""), range(len(sentences))
    said = str(answer).lower()
    if said in KINDS:
        part.question(name, question, sentences, everything, head=head, kind=KINDS[said])
    elif said in UNANSWERABLE:
        part.unanswered(name, question, sentences, head)
    elif said in DEPENDS:
        part.question(name, question, sentences, everything, head=head, answered=UNKNOWN)
    else:
        texts = [found["text"] if isinstance(found, dict) else found for found in row.get("answers", [answer])]
        span = span_of(sentences, everything, filter(None, texts))
        known = {"answered": 1, "kind": SPAN} if span else {"answered": UNKNOWN, "kind": UNKNOWN}
        part.question(name, question, sentences, [span[0]] if span else [], head=head, span=span, **known)
