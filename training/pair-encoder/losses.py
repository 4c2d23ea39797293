"""What each head is fitted to. Shapes: b pairs, t tokens; `batch` is what items.batch makes, on the model's device."""

import torch
import torch.nn.functional as F

from model import ABSENT

SMOOTHING = 0.03
# Weights of the losses; that of `nli` and `rel` is one.
NOT_SUPPORTED, KIND, SPAN, EVIDENCE = 0.7, 0.5, 0.5, 0.5
# The label of claims of which only this is known: the sentences do not support them.
NOT_SUPPORTS = 3


def outside_passage(batch):
    """[b,t]: what is added to the scores of tokens that no answer may start or end at"""
    return (1 - batch["body"]) * ABSENT


def of_verdict(nli, labels):
    return F.cross_entropy(nli, labels, label_smoothing=SMOOTHING)


def of_not_supported(nli):
    return NOT_SUPPORTED * -torch.log1p(-nli.softmax(-1)[:, 0].clamp(max=0.999)).mean()


def of_span(span, outside, start, end):
    return SPAN * (F.cross_entropy(span[:, :, 0] + outside, start) + F.cross_entropy(span[:, :, 1] + outside, end))


def of_evidence(evid, needed, body):
    """The mean over the tokens of all passages"""
    each = F.binary_cross_entropy_with_logits(evid, needed, reduction="none")
    return EVIDENCE * (each * body).sum() / body.sum()


def with_evidence(batch):
    """[b]: pairs of which it is known which sentences are needed: some and not all, or none"""
    needed, passage = batch["ev"].sum(1), batch["body"].sum(1)
    return (needed > 0) & (needed < passage) | (batch["rel"] == 0) | (batch["nli"] == 1)


def losses(model, batch):
    """name -> loss, of the heads that the batch has labels for; what is fitted is their sum"""
    nli, rel, kind, span, evid = model(batch["ids"], batch["seg"], batch["mask"])
    labels = batch["nli"]
    found = {}

    def add(name, chosen, loss):
        if chosen.any():
            found[name] = loss(chosen)

    add("nli", (labels >= 0) & (labels < NOT_SUPPORTS), lambda at: of_verdict(nli[at], labels[at]))
    add("not", labels == NOT_SUPPORTS, lambda at: of_not_supported(nli[at]))
    add("rel", batch["rel"] >= 0, lambda at: F.binary_cross_entropy_with_logits(rel[at], batch["rel"][at].float()))
    add("kind", batch["kind"] >= 0, lambda at: KIND * F.cross_entropy(kind[at], batch["kind"][at]))
    outside = outside_passage(batch)
    add("span", batch["st"] >= 0, lambda at: of_span(span[at], outside[at], batch["st"][at], batch["en"][at]))
    add("evid", with_evidence(batch), lambda at: of_evidence(evid[at], batch["ev"][at], batch["body"][at]))
    return found
