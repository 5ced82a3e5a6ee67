import { unknownBin } from "./bin-features.ts";
import { goesLeft, shareOf, type Trees } from "./trees.ts";

/**
 * Explains sums of trees by exact Shapley values, where a player is an attribute that one or more features belong to.
 * The game is the one of path-dependent TreeSHAP (Lundberg et al. 2020): a player outside a coalition lets the car fall
 * into both halves of a split, in proportion to the cars in them.
 *
 * In that game a leaf is worth its value times one factor per player, `o` in a coalition and `z` outside it. The Shapley
 * value of a player is then the integral over t from 0 to 1 of `value · (o − z) · Π (t·o' + (1 − t)·z')`, the product
 * being over the other players. The integrand is a polynomial of a degree below the number of players, for which Gauss's
 * quadrature with half as many points is exact. One pass down and one up give the values for all leaves (as in Linear
 * TreeSHAP, Yu et al. 2022). Prepared in parts, one for each tree.
 */
export function* prepareTreeExplainer(trees: Trees, playerOf: Uint8Array) {
  const layout = yield* layOut(trees, playerOf);
  const { parent, previous, share, player, sizes } = layout;
  const rules = Array.from({ length: Math.max(...sizes) + 1 }, (_, size) => gaussPoints(size));
  const nodeWeights = new Float64Array(trees.feature.length);
  // Memory for one tree, which stays in the processor's cache.
  const products = new Float64Array(layout.largestTree);
  const inverses = new Float64Array(layout.largestTree);
  const sums = new Float64Array(layout.largestTree);

  /**
   * Finds the nodes whose conditions the car satisfies, as far as they concern the node's own player. By an unknown value,
   * it satisfies them in part, as it does outside a coalition.
   */
  function weigh(row: Uint8Array) {
    const { feature, starts } = trees;
    for (let tree = 0; tree < sizes.length; tree += 1) {
      const start = starts[tree]!;
      nodeWeights[start] = 1;
      for (let node = start + 1; node < starts[tree + 1]!; node += 1) {
        const up = start + parent[node]!;
        const bin = row[feature[up]!]!;
        const fits = Number(goesLeft(trees, up, bin) === (node === up + 1));
        const part = bin === unknownBin ? shareOf(trees, up, node) : fits;
        nodeWeights[node] = part * nodeWeights[start + previous[node]!]!;
      }
    }
  }

  /** Adds what one tree's integrand is at the point `t`. Has no branches, which would be hard to predict. */
  function addPoint(start: number, end: number, t: number, weight: number, into: Float64Array) {
    const { value } = trees;
    const size = end - start;
    products[0] = 1;
    inverses[0] = 1;
    for (let at = 1; at < size; at += 1) {
      const node = start + at;
      const factor = (1 - t) * share[node]! + t * nodeWeights[node]!;
      inverses[at] = 1 / factor;
      const product = products[parent[node]!]! * inverses[previous[node]!]! * factor;
      products[at] = product;
      sums[at] = value[node]! * product;
    }
    for (let at = size - 1; at > 0; at -= 1) {
      const node = start + at;
      const up = parent[node]!;
      const before = previous[node]!;
      const sum = sums[at]!;
      sums[up] = sums[up]! + sum;
      const pull =
        (nodeWeights[node]! - share[node]!) * inverses[at]! -
        (nodeWeights[start + before]! - share[start + before]!) * inverses[before]!;
      const to = player[node]!;
      into[to] = into[to]! + weight * sum * pull;
    }
  }

  /** Adds each player's value to `into`. The sum of all values is the trees' sum less `typical`. */
  function explain(row: Uint8Array, into: Float64Array): void {
    weigh(row);
    for (let tree = 0; tree < sizes.length; tree += 1) {
      const { points, weights } = rules[sizes[tree]!]!;
      const start = trees.starts[tree]!;
      const end = trees.starts[tree + 1]!;
      for (let at = 0; at < points.length; at += 1)
        addPoint(start, end, points[at]!, weights[at]!, into);
    }
  }

  return { explain, typical: layout.typical };
}

/** What does not depend on the car. Positions of nodes are relative to the tree's root. */
function* layOut(trees: Trees, playerOf: Uint8Array) {
  const nodes = trees.feature.length;
  const parent = new Uint16Array(nodes);
  /** The last node above with the same player, or the root. */
  const previous = new Uint16Array(nodes);
  /** The share of cars that the player's splits let through from the root to here. */
  const share = new Float64Array(nodes).fill(1);
  const player = new Uint8Array(nodes);
  const playersAbove = new Uint8Array(nodes);
  /** The number of points that each tree needs: half the number of players above its leaves. */
  const sizes = new Uint8Array(trees.starts.length - 1);
  let largestTree = 1;
  let typical = 0;
  for (let tree = 0; tree < sizes.length; tree += 1) {
    const start = trees.starts[tree]!;
    largestTree = Math.max(largestTree, trees.starts[tree + 1]! - start);
    for (let node = start; node < trees.starts[tree + 1]!; node += 1) {
      if (node > start) {
        const up = start + parent[node]!;
        player[node] = playerOf[trees.feature[up]!]!;
        let above = up;
        while (above > start && player[above] !== player[node]) above = start + parent[above]!;
        previous[node] = above - start;
        share[node] = (share[above]! * trees.cover[node]!) / trees.cover[up]!;
        const players = playersAbove[up]! + (above > start ? 0 : 1);
        playersAbove[node] = players;
        sizes[tree] = Math.max(sizes[tree]!, Math.ceil(players / 2));
      }
      const right = trees.right[node]!;
      if (right === 0) {
        typical += (trees.value[node]! * trees.cover[node]!) / trees.cover[start]!;
        continue;
      }
      parent[node + 1] = node - start;
      parent[start + right] = node - start;
    }
    yield;
  }
  return { parent, previous, share, player, sizes, largestTree, typical };
}

/** Points and weights of Gauss–Legendre quadrature between 0 and 1, found by Newton's method. */
function gaussPoints(size: number): { points: Float64Array; weights: Float64Array } {
  const points = new Float64Array(size);
  const weights = new Float64Array(size);
  for (let at = 0; at < size; at += 1) {
    let x = Math.cos((Math.PI * (at + 0.75)) / (size + 0.5));
    let slope = 1;
    for (let step = 0; step < 50; step += 1) {
      let before = 0;
      let now = 1;
      for (let degree = 1; degree <= size; degree += 1)
        [before, now] = [now, ((2 * degree - 1) * x * now - (degree - 1) * before) / degree];
      slope = (size * (x * now - before)) / (x * x - 1);
      x -= now / slope;
      if (Math.abs(now / slope) < 1e-16) break;
    }
    points[at] = (1 - x) / 2;
    weights[at] = 1 / ((1 - x * x) * slope * slope);
  }
  return { points, weights };
}
