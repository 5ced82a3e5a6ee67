import { binCount, type Bins } from "./bin-features.ts";
import type { GrowOptions } from "./find-split.ts";
import { treeGrower, type GrownNode } from "./grow-tree.ts";
import { wordsPerSet, type Trees } from "./trees.ts";

export type BoostOptions = GrowOptions & {
  trees: number;
  rate: number;
  /** The share of the cars, and of the features, that each tree sees. */
  carShare: number;
  featureShare: number;
  /** Residuals beyond this quantile pull only as strongly as one at the quantile (Huber loss). */
  clipAt: number;
  seed: number;
};

/** A small generator of numbers from 0 to 1 (mulberry32), the same in every run. @internal */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The value below which a share of the values lie. Sorts them. */
export function quantile(values: Float64Array, share: number): number {
  if (values.length === 0) return NaN;
  const sorted = values.sort();
  const position = share * (sorted.length - 1);
  const low = sorted[Math.floor(position)]!;
  const high = sorted[Math.ceil(position)]!;
  return low + (high - low) * (position - Math.floor(position));
}

/** Fits trees to the targets, tree by tree to what is left. */
export function boostTrees(
  bins: Bins,
  columns: readonly Uint8Array[],
  targets: Float64Array,
  options: BoostOptions,
  onTree?: (tree: number) => void,
): { start: number; trees: Trees } {
  const count = targets.length;
  const start = quantile(targets.slice(), 0.5);
  const isCategory = bins.map((binning) => "categories" in binning);
  const grow = treeGrower(columns, bins.map(binCount), isCategory, options);
  const fitted = new Float64Array(count).fill(start);
  const pulls = new Float64Array(count);
  const random = randomNumbers(options.seed);
  const writer = treeWriter(isCategory);
  const row = new Uint8Array(columns.length);
  let limit = Infinity;
  for (let tree = 0; tree < options.trees; tree += 1) {
    for (let car = 0; car < count; car += 1) pulls[car] = targets[car]! - fitted[car]!;
    if (tree % 10 === 0) limit = quantile(pulls.map(Math.abs), options.clipAt);
    for (let car = 0; car < count; car += 1)
      pulls[car] = Math.max(-limit, Math.min(limit, pulls[car]!));
    const cars = someOf(count, options.carShare, random);
    const some = [...someOf(columns.length, options.featureShare, random)];
    const root = grow(pulls, cars, some);
    const trees = writer.write(
      root,
      (node) => (options.rate * node.sum) / (node.count + options.shrink),
    );
    for (let car = 0; car < count; car += 1) {
      for (let feature = 0; feature < row.length; feature += 1)
        row[feature] = columns[feature]![car]!;
      fitted[car] = fitted[car]! + trees(row);
    }
    onTree?.(tree);
  }
  return { start, trees: writer.finish() };
}

/** A sorted sample without repeats. */
function someOf(count: number, share: number, random: () => number): Uint32Array {
  let left = Math.max(1, Math.round(count * share));
  const chosen = new Uint32Array(left);
  let at = 0;
  for (let index = 0; index < count && left > 0; index += 1)
    if (random() * (count - index) < left) {
      chosen[at++] = index;
      left -= 1;
    }
  return chosen;
}

/** Appends grown trees to flat arrays. */
function treeWriter(isCategory: readonly boolean[]) {
  const starts = [0];
  const feature: number[] = [];
  const threshold: number[] = [];
  const right: number[] = [];
  const cover: number[] = [];
  const value: number[] = [];
  const sets: number[] = [];

  function append(node: GrownNode, start: number, leafValue: (leaf: GrownNode) => number) {
    const at = feature.length;
    feature.push(node.feature);
    threshold.push(node.set ? sets.length / wordsPerSet : node.threshold);
    if (node.set) sets.push(...node.set);
    right.push(0);
    cover.push(node.count);
    value.push(node.left ? 0 : Math.fround(leafValue(node)));
    if (!node.left || !node.right) return;
    append(node.left, start, leafValue);
    right[at] = feature.length - start;
    append(node.right, start, leafValue);
  }
  const categories = Uint8Array.from(isCategory, Number);
  return {
    /** Appends a tree; returns what gives its value for a row. */
    write(root: GrownNode, leafValue: (leaf: GrownNode) => number) {
      const start = feature.length;
      append(root, start, leafValue);
      starts.push(feature.length);
      return (row: Uint8Array) => {
        let node = start;
        while (right[node] !== 0) {
          const bin = row[feature[node]!]!;
          const isLeft =
            categories[feature[node]!] === 0
              ? bin <= threshold[node]!
              : ((sets[threshold[node]! * wordsPerSet + (bin >> 5)]! >>> (bin & 31)) & 1) === 1;
          node = isLeft ? node + 1 : start + right[node]!;
        }
        return value[node]!;
      };
    },
    finish: (): Trees => ({
      starts: Uint32Array.from(starts),
      feature: Uint8Array.from(feature),
      threshold: Uint16Array.from(threshold),
      right: Uint16Array.from(right),
      cover: Uint32Array.from(cover),
      value: Float32Array.from(value),
      sets: Uint32Array.from(sets),
      isCategory: categories,
    }),
  };
}
