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
