import { fromNumeral } from "#shared/text/text.ts";
import { detailRules } from "./car-details.ts";
import { changeable, optional } from "./form-fields.ts";

// Forms send numbers as texts.
const fields = {
  ...detailRules,
  powerKw: fromNumeral(detailRules.powerKw).describe("Power in kilowatts"),
  doors: fromNumeral(detailRules.doors),
  seats: fromNumeral(detailRules.seats),
  previousKeepers: fromNumeral(detailRules.previousKeepers),
};

/** The details of a new listing. */
export const givenDetails = {
  powerKw: optional(fields.powerKw),
  drive: optional(fields.drive),
  doors: optional(fields.doors),
  seats: optional(fields.seats),
  trim: optional(fields.trim),
  firstRegistration: optional(fields.firstRegistration),
  previousKeepers: optional(fields.previousKeepers),
  serviceHistory: optional(fields.serviceHistory),
  options: optional(fields.options),
  advertUrl: optional(fields.advertUrl),
};

/** Changes of a listing's details. `options` replaces the whole list. */
export const changedDetails = {
  powerKw: changeable(fields.powerKw),
  drive: changeable(fields.drive),
  doors: changeable(fields.doors),
  seats: changeable(fields.seats),
  trim: changeable(fields.trim),
  firstRegistration: changeable(fields.firstRegistration),
  previousKeepers: changeable(fields.previousKeepers),
  serviceHistory: changeable(fields.serviceHistory),
  options: changeable(fields.options),
  advertUrl: changeable(fields.advertUrl),
};
