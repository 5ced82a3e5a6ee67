import { bodyNames } from "#shared/listings/body-names.ts";
import { fuelLabels, transmissionLabels } from "#shared/search/filter-labels.ts";

const labels: Record<string, Record<string, string>> = {
  fuel: fuelLabels,
  transmission: transmissionLabels,
  bodyType: bodyNames,
  drive: {
    "front-wheel": "Front-wheel drive",
    "rear-wheel": "Rear-wheel drive",
    "all-wheel": "All-wheel drive",
  },
  serviceHistory: { full: "Full", partial: "Partial", available: "Available", none: "None" },
  condition: { damaged: "Damaged, not listed" },
  mileageUnit: { mi: "Miles", km: "Kilometers" },
};

/** A value of the shop as sellers call it: `estate` as a body type is "Station wagon". */
export const valueWord = (field: string, value: string): string => labels[field]?.[value] ?? value;
