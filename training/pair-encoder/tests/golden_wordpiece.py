"""Writes test/fixtures/wordpiece.json, which this recipe and src/inference/wordpiece.ts are both held to.

usage, from training/pair-encoder: python3 -m tests.golden_wordpiece VOCABULARY
  VOCABULARY  BERT's 30,522 uncased pieces, one a line (models/judge/vocab.txt) or MPNet's list

Each entry: text, ids, starts, ends; offsets in UTF-16 units, as JavaScript counts.
"""

import json
import os
import sys

from tests import tiny

from wordpiece import WordPiece

GOLDEN = os.path.join(tiny.PROJECT, "test", "fixtures", "wordpiece.json")
TEXTS = [
    "",
    "   \t\n ",
    "The tenant shall pay the deposit within 30 days.",
    "What's the shortest password people may choose for themselves?",
    "UPPER lower MiXeD",
    "non-self-propelled trailers (twenty-four (24) hours)",
    "Der Mieter muss die Kaution innerhalb von 30 Tagen überweisen.",
    "Straße, Größe, Fußgängerübergang; ÄÖÜ und ẞ",
    "Donaudampfschifffahrtsgesellschaftskapitän",
    "Grundstücksverkehrsgenehmigungszuständigkeitsübertragungsverordnung",
    "café naïve résumé crème brûlée",
    "cafe\u0301 in two characters, and A\u030a\u0301 in three",
    "İstanbul'da ılık çay; Łódź; Đà Nẵng; Škoda",
    "ΣΊΣΥΦΟΣ και Οδυσσεύς",
    "Привет, мир! Ёлка",
    "東京都の条例 第12条",
    "한국어 문장 하나",
    "नमस्ते दुनिया",
    "العربية: السَّلَامُ عَلَيْكُم",
    "שָׁלוֹם עולם",
    "ภาษาไทย",
    "👍 approved 🎉🎉 by the board",
    "👩‍👩‍👧 family of emoji, flag 🇩🇪, skin 👍🏽, heart ❤️",
    "𝐁𝐨𝐥𝐝 letters and 𝒸𝓊𝓇𝓈𝒾𝓋𝑒 after 😀 it",
    "https://www.example.org/a/b-c_d?x=1&y=%20#frag",
    "Write to first.last+tag@mail.example.co.uk, or see ftp://10.0.0.1:8080/",
    "snake_case __init__ CamelCase kebab-case $var @decorator #hashtag",
    "£35, €1.500,00, $2,000.50, ¥100, 25 %, ½, ², №5, Ⅷ",
    "§ 12 Abs. 3 Satz 1 Nr. 2 BGB; Art. 6(1)(f) GDPR",
    "15:00, 3 pm, 2024-11-05, 05.11.2024, 10–12 °C, ±5, ≤ 30, 5×5",
    "“Quoted” ‘single’ «guillemets» „unten“ … — – ‑ •",
    "| round | clubs | £ |",
    "no\u00a0break\u2009thin\u3000wide\ufeffmark\u200bzero\u00adsoft",
    "control\x00and\x1funit\x7fdelete\x85next",
    "x" * 100 + " and " + "y" * 101,
    "antidisestablishmentarianism pneumonoultramicroscopicsilicovolcanoconiosis",
    "[CLS] [SEP] [MASK] [UNK] <s> ##ing",
    "don't can't I'll we've o'clock rock'n'roll",
    "ﬁne ﬂow ligatures, ĳ, ǆ, ŉ, ß",
    "a\u0301\u0302\u0303 e\u20dd keycap 1\ufe0f\u20e3 \u0301alone",
]


def utf16_places(text):
    """Of each character of the text, and of its end, the UTF-16 unit that it starts at."""
    places = [0]
    for character in text:
        places.append(places[-1] + (2 if ord(character) > 0xFFFF else 1))
    return places


def entry(wordpiece, text):
    ids, starts, ends = wordpiece.encode(text)
    places = utf16_places(text)
    return {"text": text, "ids": ids, "starts": [places[at] for at in starts], "ends": [places[at] for at in ends]}


def main(vocabulary):
    wordpiece = WordPiece(vocabulary)
    lines = ",\n".join("  " + json.dumps(entry(wordpiece, text)) for text in TEXTS)
    with open(GOLDEN, "w", encoding="utf-8") as file:
        file.write(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main(sys.argv[1])
