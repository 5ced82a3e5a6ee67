import { splitFinder, type GrowOptions, type Split } from "./find-split.ts";

export type GrownNode = {
  feature: number;
  threshold: number;
  set: Uint32Array | null;
  left: GrownNode | null;
  right: GrownNode | null;
  sum: number;
  count: number;
  /** The node's cars: a range of the grower's rows. */
  begin: number;
};

type Open = { node: GrownNode; histogram: Float64Array; split: Split | null };

/** Grows regression trees on binned columns, best leaf first. Reuses its memory from tree to tree. */
export function treeGrower(
  columns: readonly Uint8Array[],
  binCounts: readonly number[],
  isCategory: readonly boolean[],
  options: GrowOptions,
) {
  const carCount = columns[0]?.length ?? 0;
  const offsets = binCounts.map((_, feature) => cellsOf(binCounts.slice(0, feature)));
  const width = cellsOf(binCounts);
  const bestSplit = splitFinder({ binCounts, offsets, isCategory, options });
  const rows = new Uint32Array(carCount);
  const spare = new Uint32Array(carCount);
  const ordered = new Float64Array(carCount);
  const pool: Float64Array[] = [];
  let allowed: readonly number[] = [];

  const takeHistogram = () => pool.pop()?.fill(0) ?? new Float64Array(width);

  function fill(histogram: Float64Array, targets: Float64Array, begin: number, count: number) {
    for (let at = 0; at < count; at += 1) ordered[at] = targets[rows[begin + at]!]!;
    for (const feature of allowed) {
      const column = columns[feature]!;
      const offset = offsets[feature]!;
      for (let at = 0; at < count; at += 1) {
        const cell = offset + 2 * column[rows[begin + at]!]!;
        histogram[cell] = histogram[cell]! + ordered[at]!;
        histogram[cell + 1] = histogram[cell + 1]! + 1;
      }
    }
  }

  const open = (node: GrownNode, histogram: Float64Array): Open => ({
    node,
    histogram,
    split: bestSplit(node, histogram, allowed),
  });

  /** Splits a leaf. The histogram of the larger half is the parent's less that of the smaller half. */
  function divide({ node, histogram, split }: Open, targets: Float64Array): [Open, Open] {
    const leftCount = partition(node, split!, { rows, spare, column: columns[split!.feature]! });
    let leftSum = 0;
    for (let at = node.begin; at < node.begin + leftCount; at += 1) leftSum += targets[rows[at]!]!;
    Object.assign(node, { feature: split!.feature, threshold: split!.threshold, set: split!.set });
    node.left = newNode(node.begin, leftCount, leftSum);
    node.right = newNode(node.begin + leftCount, node.count - leftCount, node.sum - leftSum);
    const isLeftSmall = leftCount * 2 <= node.count;
    const { begin, count } = isLeftSmall ? node.left : node.right;
    const smallHistogram = takeHistogram();
    fill(smallHistogram, targets, begin, count);
    for (let cell = 0; cell < width; cell += 1)
      histogram[cell] = histogram[cell]! - smallHistogram[cell]!;
    return [
      open(node.left, isLeftSmall ? smallHistogram : histogram),
      open(node.right, isLeftSmall ? histogram : smallHistogram),
    ];
  }

  /** Grows one tree from the given cars and features. */
  function grow(targets: Float64Array, cars: Uint32Array, someFeatures: readonly number[]) {
    allowed = someFeatures;
    rows.set(cars);
    let sum = 0;
    for (let at = 0; at < cars.length; at += 1) sum += targets[cars[at]!]!;
    const root = newNode(0, cars.length, sum);
    const histogram = takeHistogram();
    fill(histogram, targets, 0, cars.length);
    const leaves = [open(root, histogram)];
    while (leaves.length < options.leaves) {
      const best = bestOf(leaves);
      if (best < 0) break;
      leaves.push(...divide(leaves.splice(best, 1)[0]!, targets));
    }
    pool.push(...leaves.map((leaf) => leaf.histogram));
    return root;
  }

  return grow;
}

const newNode = (begin: number, count: number, sum: number): GrownNode => ({
  feature: 0,
  threshold: 0,
  set: null,
  left: null,
  right: null,
  sum,
  count,
  begin,
});

/** The index of the leaf whose split gains most; -1 if no leaf can be split. */
function bestOf(leaves: readonly Open[]): number {
  let best = -1;
  for (const [at, { split }] of leaves.entries())
    if (split && (best < 0 || split.gain > leaves[best]!.split!.gain)) best = at;
  return best;
}

/** Cells of the histograms of features: a sum and a count per bin. */
const cellsOf = (binCounts: readonly number[]) =>
  binCounts.reduce((sum, count) => sum + 2 * count, 0);

/** Moves the cars that go left to the front of the node's range; returns their number. */
function partition(
  { begin, count }: GrownNode,
  { threshold, set }: Split,
  { rows, spare, column }: { rows: Uint32Array; spare: Uint32Array; column: Uint8Array },
): number {
  let left = begin;
  let right = 0;
  for (let at = begin; at < begin + count; at += 1) {
    const row = rows[at]!;
    const bin = column[row]!;
    const isLeft = set ? ((set[bin >> 5]! >>> (bin & 31)) & 1) === 1 : bin <= threshold;
    if (isLeft) rows[left++] = row;
    else spare[right++] = row;
  }
  rows.set(spare.subarray(0, right), left);
  return left - begin;
}
