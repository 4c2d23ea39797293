/** Mean of the recalls of the classes that occur in `gold`; 0.5 is chance for two. */
export function balancedAccuracy(predicted: readonly string[], gold: readonly string[]): number {
  const recalls = [...new Set(gold)].sort().map((label) => {
    const places = gold.flatMap((entry, index) => (entry === label ? [index] : []));
    return places.filter((index) => predicted[index] === label).length / places.length;
  });
  return recalls.length === 0 ? 0 : recalls.reduce((sum, value) => sum + value, 0) / recalls.length;
}

/** Expected calibration error over equal-width bins: |confidence - accuracy| weighted by the bins' shares. */
export function expectedCalibrationError(confidences: readonly number[], correct: readonly boolean[], bins = 10): number {
  const totals = Array.from({ length: bins }, () => ({ n: 0, confidence: 0, correct: 0 }));
  confidences.forEach((confidence, index) => {
    const bin = totals[Math.min(bins - 1, Math.max(0, Math.floor(confidence * bins)))];
    if (bin === undefined) return;
    bin.n += 1;
    bin.confidence += confidence;
    bin.correct += correct[index] === true ? 1 : 0;
  });
  return totals.reduce((sum, bin) => sum + Math.abs(bin.confidence - bin.correct), 0) / Math.max(1, confidences.length);
}

/** Area under the ROC curve by ranks, ties counted half; null when one class is missing. */
export function areaUnderCurve(scores: readonly number[], positive: readonly boolean[]): number | null {
  const order = scores.map((score, index) => ({ score, positive: positive[index] === true })).sort((a, b) => a.score - b.score);
  const positives = order.filter((entry) => entry.positive).length;
  const negatives = order.length - positives;
  if (positives === 0 || negatives === 0) return null;
  let rankSum = 0;
  for (let from = 0; from < order.length;) {
    let to = from;
    while (to < order.length && order[to]?.score === order[from]?.score) to += 1;
    const rank = (from + 1 + to) / 2;
    for (let index = from; index < to; index += 1) if (order[index]?.positive === true) rankSum += rank;
    from = to;
  }
  return (rankSum - (positives * (positives + 1)) / 2) / (positives * negatives);
}
