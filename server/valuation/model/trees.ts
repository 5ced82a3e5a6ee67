import { unknownBin } from "./bin-features.ts";

/** The words of 32 bits that a set of up to 256 bins takes. */
export const wordsPerSet = 8;

/**
 * Trees in flat arrays, each in preorder: the left child of a node follows it, `right` says where the right one is
 * (0 in a leaf). A node sends a bin to the left if it is at most `threshold`, or, with a category, if the set of that
 * number contains it.
 */
export type Trees = {
  /** Where each tree begins; the last entry is the number of nodes. */
  starts: Uint32Array;
  feature: Uint8Array;
  /** A bin, or the number of a set. */
  threshold: Uint16Array;
  right: Uint16Array;
  /** The number of cars that reached the node in training. */
  cover: Uint32Array;
  /** The value of a leaf. */
  value: Float32Array;
  sets: Uint32Array;
  /** Which features are categories. */
  isCategory: Uint8Array;
};

/** Their sum is 0 for every car. */
export const noTrees: Trees = {
  starts: Uint32Array.of(0),
  feature: new Uint8Array(),
  threshold: new Uint16Array(),
  right: new Uint16Array(),
  cover: new Uint32Array(),
  value: new Float32Array(),
  sets: new Uint32Array(),
  isCategory: new Uint8Array(),
};

export function goesLeft(trees: Trees, node: number, bin: number): boolean {
  const threshold = trees.threshold[node]!;
  if (trees.isCategory[trees.feature[node]!] === 0) return bin <= threshold;
  return ((trees.sets[threshold * wordsPerSet + (bin >> 5)]! >>> (bin & 31)) & 1) === 1;
}

/** The share of a node's cars that are in one of its halves. */
export const shareOf = ({ cover }: Trees, node: number, half: number) =>
  cover[half]! / cover[node]!;

/** The sum of the leaves that a car reaches. Where a split is by an unknown value, both halves count by their cars. */
export function sumOfLeaves(trees: Trees, row: Uint8Array): number {
  if (row.includes(unknownBin)) return expectedSum(trees, row);
  let sum = 0;
  for (let tree = 0; tree < trees.starts.length - 1; tree += 1) {
    const start = trees.starts[tree]!;
    let node = start;
    while (trees.right[node] !== 0)
      node = goesLeft(trees, node, row[trees.feature[node]!]!)
        ? node + 1
        : start + trees.right[node]!;
    sum += trees.value[node]!;
  }
  return sum;
}

function expectedSum(trees: Trees, row: Uint8Array): number {
  function expected(start: number, node: number): number {
    if (trees.right[node] === 0) return trees.value[node]!;
    const left = node + 1;
    const right = start + trees.right[node]!;
    const bin = row[trees.feature[node]!]!;
    if (bin !== unknownBin) return expected(start, goesLeft(trees, node, bin) ? left : right);
    return (
      shareOf(trees, node, left) * expected(start, left) +
      shareOf(trees, node, right) * expected(start, right)
    );
  }
  let sum = 0;
  for (let tree = 0; tree < trees.starts.length - 1; tree += 1)
    sum += expected(trees.starts[tree]!, trees.starts[tree]!);
  return sum;
}
