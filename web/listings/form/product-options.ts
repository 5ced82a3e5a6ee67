import { bodyNames } from "#shared/listings/body-names.ts";
import { bodyTypes } from "#shared/makes/body-type.ts";
import { capitalised } from "../card/car-facts.ts";

/** Values as options of a field. */
export const asOptions = (values: readonly string[]) =>
  values.map((value) => ({ value, label: capitalised(value) ?? value }));

/** Body types as buyers see them. */
export const bodyOptions = bodyTypes.map((value) => ({ value, label: bodyNames[value] }));

export const mileageUnits = [
  { value: "mi", label: "miles" },
  { value: "km", label: "kilometers" },
];
