import { dateFormat } from "#shared/dates/date-format.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import type { CarFlagAnswer } from "./car-history-contract.ts";

type Reading = CarFlagAnswer["after"];

// In UTC, so that server and browser render the same.
const day = dateFormat({ dateStyle: "medium", timeZone: "UTC" });

const mileageOf = ({ mileage, mileageUnit }: Reading) =>
  `${formatNumber(mileage)} ${mileageUnit === "km" ? "km" : "miles"}`;
const carOf = ({ year, make }: Reading) => `${year === null ? "" : `${year} `}${make}`;

/** What does not fit an earlier listing of a car, in a sentence. */
export function flagWords({ kind, before, after }: Omit<CarFlagAnswer, "text">): string {
  return kind === "mileage"
    ? `The mileage went down: ${mileageOf(before)} on ${day(before.at)}, ${mileageOf(after)} on ${day(after.at)}.`
    : `This VIN was listed for another car, a ${carOf(before)}, on ${day(before.at)}.`;
}

/** Which of a car's photos are another car's, in a sentence. */
export function photoFlagWords(photos: number): string {
  const which = photos === 1 ? "A photo looks" : `${formatNumber(photos)} photos look`;
  return `${which} like ${photos === 1 ? "one" : "those"} of another seller's car.`;
}
