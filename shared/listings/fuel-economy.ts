import type { FuelEconomyUnit } from "./listing.ts";

const mpgUkPerMpgUs = 1.20095;
const litersPer100KmAtOneMpgUk = 282.481;

/** A fuel economy, more than 0, in miles per UK gallon. */
export function inMpgUk(economy: number, unit: FuelEconomyUnit): number {
  if (unit === "mpg_us") return economy * mpgUkPerMpgUs;
  return unit === "l_100km" ? litersPer100KmAtOneMpgUk / economy : economy;
}
