import { wordsPerSet } from "./trees.ts";

export type GrowOptions = {
  leaves: number;
  fewestPerLeaf: number;
  /** Added to the count of a leaf, so that leaves of few cars stay near 0. */
  shrink: number;
  /** The same for the order and the gain of categories. */
  shrinkCategories: number;
};

export type Split = { gain: number; feature: number; threshold: number; set: Uint32Array | null };

type Layout = {
  binCounts: readonly number[];
  /** Where each feature's bins begin in a histogram, with a sum and a count each. */
  offsets: readonly number[];
  isCategory: readonly boolean[];
  options: GrowOptions;
};

type Sums = { sum: number; count: number };

/** Finds the split of a node that reduces the squared error most, from its histogram. */
export function splitFinder({ binCounts, offsets, isCategory, options }: Layout) {
  const { fewestPerLeaf, shrink, shrinkCategories } = options;
  const natural = Uint16Array.from({ length: 256 }, (_, bin) => bin);
  const order = new Uint16Array(256);
  const rank = new Float64Array(256);

  /** Orders the categories that the node has by their mean. */
  function orderBins(histogram: Float64Array, feature: number): Uint16Array {
    let present = 0;
    for (let bin = 0; bin < binCounts[feature]!; bin += 1) {
      const cell = offsets[feature]! + 2 * bin;
      if (histogram[cell + 1] === 0) continue;
      rank[bin] = histogram[cell]! / (histogram[cell + 1]! + shrinkCategories);
      order[present++] = bin;
    }
    return order.subarray(0, present).sort((a, b) => rank[a]! - rank[b]! || a - b);
  }

  function splitOf(node: Sums, histogram: Float64Array, feature: number): Split | null {
    const offset = offsets[feature]!;
    if (!isCategory[feature]) {
      const bins = natural.subarray(0, binCounts[feature]);
      const cut = bestCut(node, { histogram, offset, bins }, fewestPerLeaf, shrink);
      return cut && { gain: cut.gain, feature, threshold: cut.cut - 1, set: null };
    }
    const bins = orderBins(histogram, feature);
    const more = shrink + shrinkCategories;
    const cut = bestCut(node, { histogram, offset, bins }, fewestPerLeaf, more);
    if (!cut) return null;
    const set = new Uint32Array(wordsPerSet);
    for (const bin of bins.subarray(0, cut.cut)) set[bin >> 5] = set[bin >> 5]! | (1 << (bin & 31));
    return { gain: cut.gain, feature, threshold: 0, set };
  }

  return (node: Sums, histogram: Float64Array, allowed: readonly number[]): Split | null => {
    if (node.count < 2 * fewestPerLeaf) return null;
    let best: Split | null = null;
    for (const feature of allowed) {
      const candidate = splitOf(node, histogram, feature);
      if (candidate && candidate.gain > (best?.gain ?? 1e-12)) best = candidate;
    }
    return best;
  };
}

/** Where to cut a feature's bins, in the given order, into left and right. */
function bestCut(
  { sum, count }: Sums,
  { histogram, offset, bins }: { histogram: Float64Array; offset: number; bins: Uint16Array },
  fewestPerLeaf: number,
  shrink: number,
): { gain: number; cut: number } | null {
  const whole = (sum * sum) / (count + shrink);
  let best = 0;
  let cut = 0;
  let leftSum = 0;
  let leftCount = 0;
  for (let at = 0; at < bins.length - 1; at += 1) {
    const cell = offset + 2 * bins[at]!;
    if (histogram[cell + 1] === 0) continue;
    leftSum += histogram[cell]!;
    leftCount += histogram[cell + 1]!;
    if (leftCount < fewestPerLeaf) continue;
    if (count - leftCount < fewestPerLeaf) break;
    const rightSum = sum - leftSum;
    const gain =
      (leftSum * leftSum) / (leftCount + shrink) +
      (rightSum * rightSum) / (count - leftCount + shrink) -
      whole;
    if (gain > best) {
      best = gain;
      cut = at + 1;
    }
  }
  return cut === 0 ? null : { gain: best, cut };
}
