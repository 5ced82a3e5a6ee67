import { at, type Vec2 } from "./vector.ts";

/** Points of a curve or outline from its coordinates, listed separately. Throws RangeError if `values` is shorter. */
export const points = (along: readonly number[], values: readonly number[]): Vec2[] =>
  along.map((u, i) => [u, at(values, i)]);

/** The same points, `by` meters higher. */
export const raised = (drawn: readonly Vec2[], by: number): Vec2[] =>
  drawn.map(([u, z]) => [u, z + by]);
