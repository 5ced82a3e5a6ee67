import type { Make } from "#shared/makes/all-makes.ts";
import { isSoldMake } from "#shared/makes/sold-makes.ts";

/** Why a car of this make cannot go back on sale; null if the shop sells it. With one, the shop would not start again. */
export const whyMakeNotSold = (make: Make): string | null =>
  isSoldMake(make) ? null : `This shop no longer sells ${make}.`;
