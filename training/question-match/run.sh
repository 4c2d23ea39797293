#!/bin/sh
# The order of things, one thread, from this folder. Debian: python3-torch 1.13, python3-numpy, python3-sklearn, libopenblas0-pthread, gcc; node from the project's root.
# WORK: room for 400 MB. MODEL: the entailment network that this one goes on from: models/neural-entailment as of commit d027845, before it was trained on with single sentences and claims.
# FOLDS: matches.json, question of the test bed to the fold of its document (of second-fitting: of its author), 0 or 1; what is fitted on the test bed afterwards uses the networks that are left there (by-fold.ts).
set -e
export WORK OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 PYTHONPATH="../neural-entailment:../neural-reader"
MODEL="${MODEL:-../../models/neural-entailment}"
cp "$MODEL"/positions.* "$WORK"
dump() { (cd ../.. && TAG=ask PHRASES=all node --import tsx training/neural-entailment/dump.ts "$WORK" askheld ask); }
python3 askings.py "$WORK" pairs.jsonl ../sentence-choice/pairs.jsonl
dump
python3 match.py "$WORK" "$MODEL" "$WORK/first.pt" --minutes 12
# Then with the later askings, a first part of them (551 passages) and all.
head -n 551 pairs-2.jsonl >"$WORK/part.jsonl"
python3 askings.py "$WORK" pairs.jsonl ../sentence-choice/pairs.jsonl --new "$WORK/part.jsonl"
dump
python3 match.py "$WORK" "$MODEL" "$WORK/second.pt" --start "$WORK/first.pt" --rate 5e-4 --minutes 11
python3 askings.py "$WORK" pairs.jsonl ../sentence-choice/pairs.jsonl --new pairs-2.jsonl --share 0.25
(cd ../.. && node --import tsx training/question-match/beds.ts "$WORK/beds.jsonl" "$FOLDS/matches.json")
cat "$WORK/beds.jsonl" >>"$WORK/ask.jsonl"
dump
for fold in 0 1; do
  python3 match.py "$WORK" "$MODEL" "$WORK/match-$fold.pt" --start "$WORK/second.pt" --rate 4e-4 --minutes 11 --repeat 2 --without $fold
  python3 release.py "$WORK" "$MODEL" "$WORK/match-$fold.pt" "$FOLDS/match-$fold/question-match"
  mkdir -p "$FOLDS/match-$fold/neural-entailment"
  cp "$MODEL"/positions.* "$FOLDS/match-$fold/neural-entailment"
done
python3 ../neural-reader/average.py "$WORK/match-0.pt" "$WORK/match-1.pt" "$WORK/match.pt"
python3 match.py "$WORK" "$MODEL" "$WORK/match.pt" --start "$WORK/match.pt" --minutes 0     # only prints what the mean tells of the passages kept apart
python3 release.py "$WORK" "$MODEL" "$WORK/match.pt" ../../models/question-match
