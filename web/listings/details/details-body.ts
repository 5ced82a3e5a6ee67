import type { OwnListingDetail } from "#shared/listings/listing-detail.ts";
import { readNumber } from "#shared/text/read-number.ts";

/** Initial values of the form's details, for a new car. */
export const emptyDetails = {
  powerKw: "",
  powerUnit: "hp",
  drive: "",
  doors: "",
  seats: "",
  trim: "",
  firstRegistration: "",
  previousKeepers: "",
  serviceHistory: "",
  stockNumber: "",
  registration: "",
  /** One in each line. */
  options: "",
  advertUrl: "",
};
type DetailsForm = typeof emptyDetails;
export const detailFields = Object.keys(emptyDetails) as (keyof DetailsForm)[];

const kilowattsPerHorsepower = 0.745_7;

/** A power in kilowatts; what cannot be read as it was typed, for the server to reject. */
export function kilowattsOf(typed: string, unit: string): string {
  const power = readNumber(typed);
  if (power === null) return typed.trim();
  return String(unit === "hp" ? Math.round(power * kilowattsPerHorsepower) : power);
}

/** The options that were typed, one in each line. */
export function optionsOf(typed: string): string[] {
  return typed
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** The form's values for the details of a car that is being changed. */
export function detailsFormOf(details: OwnListingDetail): DetailsForm {
  const text = (value: string | number | null) => (value === null ? "" : String(value));
  return {
    powerKw: text(details.powerKw),
    // The stored unit, so that a power that is not changed stays as it is.
    powerUnit: details.powerKw === null ? emptyDetails.powerUnit : "kW",
    drive: text(details.drive),
    doors: text(details.doors),
    seats: text(details.seats),
    trim: text(details.trim),
    firstRegistration: text(details.firstRegistration),
    previousKeepers: text(details.previousKeepers),
    serviceHistory: text(details.serviceHistory),
    stockNumber: text(details.stockNumber),
    registration: text(details.registration),
    options: details.options.join("\n"),
    advertUrl: text(details.advertUrl),
  };
}
