#!/bin/sh
# The order of things as it was run, one thread. Debian: python3-torch 1.13, python3-numpy, python3-scipy, libopenblas0-pthread, gcc; node with onnxruntime-node.
# DATA: folder with reading/ and qa/; EMBEDDER: the static embedder's folder; WORK: room for 1 GB, with pos.npy and dmap.npy of the reader's recipe (posvec.py, dmap.py)
# READER: the reader's float checkpoint (its recipe's m2.pt)
set -e
# Tokens, features, data and the encoder are the reader's.
export PYTHONPATH="../neural-reader"
export EMBEDDER DATA WORK OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1
python3 sbuild.py train "$WORK/tr.npz"
python3 sbuild.py dev "$WORK/dev.pkl"
python3 strain.py "$WORK/tr.npz" --init "$READER" --out "$WORK/s1.pt" --minutes 22
python3 sevals.py base "$READER"
python3 sevals.py "$WORK/s1.pt"
python3 spairs.py
python3 sexport.py "$WORK/s1.pt" out        # then put the bias that it prints into src/models/bundled/sentence-choice/chooser.ts
# out/choice.onnx and out/golden.json go to models/sentence-choice; test/unit/models/bundled/sentence-choice compares them with the product.

# Then, on questions in people's own words (node, from the project's root, for each of fitting, tuning, fresh, unseen and offices-fitting, with DATA as above):
#   node --import tsx training/sentence-choice/passages.ts "$WORK/p-HALF.jsonl" HALF "$DATA"
python3 checkpoint.py CHOICE.onnx "$WORK/s0.pt"     # the network of the lines above, as it was shipped
P="$WORK/p-fitting.jsonl $WORK/p-tuning.jsonl $WORK/p-fresh.jsonl $WORK/p-unseen.jsonl $WORK/p-offices-fitting.jsonl"
for fold in 0 1; do
  python3 own.py train $P --init "$WORK/s0.pt" --out "$WORK/t1-$fold.pt" --minutes 9 --fold $fold
  python3 own.py train $P --init "$WORK/t1-$fold.pt" --out "$WORK/t2-$fold.pt" --minutes 9 --fold $fold --pairs pairs.jsonl
done
python3 own.py score $P --checkpoints "$WORK/t2-0.pt" "$WORK/t2-1.pt" --out "$WORK/scores.jsonl"
python3 own.py mean "$WORK/t2-0.pt" "$WORK/t2-1.pt" --out "$WORK/t2.pt"
python3 own.py export "$WORK/t2.pt" --out out --golden ../../models/sentence-choice/golden.json
# training/sentence-ranking/fit.py --scores "$WORK/scores.jsonl" takes the scores of questions that each network had not seen.
