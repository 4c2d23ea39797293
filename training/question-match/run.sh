#!/bin/sh
# The order of things, one thread, from this folder. Debian: python3-torch 1.13, python3-numpy, libopenblas0-pthread, gcc; node from the project's root.
# WORK: room for 300 MB.
set -e
export WORK OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 PYTHONPATH="../neural-entailment:../neural-reader"
MODEL=../../models/neural-entailment
python3 askings.py "$WORK" pairs.jsonl ../sentence-choice/pairs.jsonl
cp "$MODEL"/positions.* "$WORK"
(cd ../.. && TAG=ask node --import tsx training/neural-entailment/dump.ts "$WORK" askheld ask)
python3 match.py "$WORK" "$MODEL" "$WORK/match.pt" --minutes 12
python3 release.py "$WORK" "$MODEL" "$WORK/match.pt" ../../models/question-match
