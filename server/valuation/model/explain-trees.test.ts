import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { atOnce } from "#server/platform/in-steps.ts";
import { unknownBin } from "./bin-features.ts";
import { prepareTreeExplainer } from "./explain-trees.ts";
import { goesLeft, sumOfLeaves, wordsPerSet, type Trees } from "./trees.ts";

const binsPerFeature = 4;
const featureCount = 6;
// Features 0 and 1 belong to the same player. Feature 1 is a category.
const playerOf = Uint8Array.of(0, 0, 1, 2, 3, 4);
const isCategory = Uint8Array.of(0, 1, 0, 0, 0, 0);

type Shape =
  | { value: number; cover: number }
  | { feature: number; threshold: number; set: number; left: Shape; right: Shape };

const leaf = fc.record({
  value: fc.double({ min: -1, max: 1, noNaN: true }),
  cover: fc.integer({ min: 1, max: 50 }),
});
const shape = fc.letrec<{ tree: Shape }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, depthSize: "large" },
    leaf,
    fc.record({
      feature: fc.integer({ min: 0, max: featureCount - 1 }),
      threshold: fc.integer({ min: 0, max: binsPerFeature - 2 }),
      set: fc.integer({ min: 1, max: 2 ** binsPerFeature - 2 }),
      left: tie("tree"),
      right: tie("tree"),
    }),
  ),
})).tree;
const anyBin = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: binsPerFeature - 1 }) },
  { weight: 1, arbitrary: fc.constant(unknownBin) },
);
const anyRow = fc.array(anyBin, {
  minLength: featureCount,
  maxLength: featureCount,
});

/** Writes trees in the flat form. */
function flatten(shapes: Shape[]): Trees {
  const nodes: {
    feature: number;
    threshold: number;
    right: number;
    cover: number;
    value: number;
  }[] = [];
  const sets: number[] = [];
  const starts = [0];
  const append = (shape: Shape, start: number): number => {
    const node = { feature: 0, threshold: 0, right: 0, cover: 0, value: 0 };
    const at = nodes.push(node) - 1;
    if ("value" in shape) {
      node.value = Math.fround(shape.value);
      node.cover = shape.cover;
      return node.cover;
    }
    node.feature = shape.feature;
    node.threshold = isCategory[shape.feature] ? sets.length / wordsPerSet : shape.threshold;
    if (isCategory[shape.feature]) sets.push(shape.set, ...Array<number>(wordsPerSet - 1).fill(0));
    node.cover = append(shape.left, start);
    nodes[at]!.right = nodes.length - start;
    return (node.cover += append(shape.right, start));
  };
  for (const shape of shapes) {
    append(shape, nodes.length);
    starts.push(nodes.length);
  }
  return {
    starts: Uint32Array.from(starts),
    feature: Uint8Array.from(nodes, ({ feature }) => feature),
    threshold: Uint16Array.from(nodes, ({ threshold }) => threshold),
    right: Uint16Array.from(nodes, ({ right }) => right),
    cover: Uint32Array.from(nodes, ({ cover }) => cover),
    value: Float32Array.from(nodes, ({ value }) => value),
    sets: Uint32Array.from(sets),
    isCategory,
  };
}

/** What a coalition of players is worth: outside it, or by an unknown value, a car falls into both halves of a split. */
function worth(trees: Trees, row: Uint8Array, coalition: number): number {
  const below = (start: number, node: number): number => {
    if (trees.right[node] === 0) return trees.value[node]!;
    const left = node + 1;
    const right = start + trees.right[node]!;
    const feature = trees.feature[node]!;
    const isKnown = row[feature] !== unknownBin;
    if (isKnown && (coalition >> playerOf[feature]!) & 1)
      return below(start, goesLeft(trees, node, row[feature]!) ? left : right);
    const share = trees.cover[left]! / trees.cover[node]!;
    return share * below(start, left) + (1 - share) * below(start, right);
  };
  return [...trees.starts].slice(0, -1).reduce((sum, start) => sum + below(start, start), 0);
}

/** Shapley values by their definition: the mean over all orders in which players can join. */
function shapleyByDefinition(trees: Trees, row: Uint8Array): number[] {
  const players = 5;
  const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));
  return Array.from({ length: players }, (_, player) => {
    let value = 0;
    for (let coalition = 0; coalition < 2 ** players; coalition += 1) {
      if ((coalition >> player) & 1) continue;
      const size = coalition.toString(2).replaceAll("0", "").length;
      const weight = (factorial(size) * factorial(players - size - 1)) / factorial(players);
      value +=
        weight * (worth(trees, row, coalition | (1 << player)) - worth(trees, row, coalition));
    }
    return value;
  });
}

describe("explaining a sum of trees", () => {
  it("gives the Shapley values that all coalitions give, and they add up to the estimate", () => {
    fc.assert(
      fc.property(fc.array(shape, { minLength: 1, maxLength: 3 }), anyRow, (shapes, cells) => {
        const trees = flatten(shapes);
        const row = Uint8Array.from(cells);
        const { explain, typical } = atOnce(prepareTreeExplainer(trees, playerOf));
        const values = new Float64Array(5);
        explain(row, values);
        for (const [player, value] of shapleyByDefinition(trees, row).entries())
          expect(values[player]).toBeCloseTo(value, 10);
        const sum = values.reduce((total, value) => total + value, typical);
        expect(sum).toBeCloseTo(sumOfLeaves(trees, row), 10);
      }),
      { numRuns: 500 },
    );
  });
});
