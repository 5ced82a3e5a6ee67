import type { CallExamples } from "#server/platform/http/api-docs.ts";
import { listed } from "./example-car.ts";

const unrated = {
  isRated: false,
  reason: "The listing does not state the car's mileage.",
};
const valuation = {
  isRated: true,
  label: "good",
  price: 14_500,
  estimate: 15_220,
  difference: -720,
  low: 13_900,
  high: 16_480,
  base: 20_100,
  adjustments: [
    { attribute: "model", amount: 1_830 },
    { attribute: "year", amount: -4_950 },
    { attribute: "mileage", amount: -1_760 },
  ],
  basis: { level: "model", cars: 212 },
  comparables: [],
  fewComparables:
    "No other Mercedes-Benz C Class cars of similar age and mileage are on sale here.",
  currency: "USD",
  version: { id: 12, trainedAt: "2026-11-22T03:17:04.000Z", cars: 1_345, medianError: 0.051 },
};

/** Examples of calls about the price of a car and its history, for the API documentation. */
export const priceExamples: Record<string, CallExamples> = {
  "GET /api/listings/:id/history": {
    parameters: { id: listed._id },
    answers: {
      200: {
        "A car whose price fell": {
          flags: [],
          daysOnMarket: 12,
          events: [
            {
              kind: "listed",
              price: 15_400,
              at: "2026-11-01T09:30:00.000Z",
              isEarlierListing: false,
            },
            {
              kind: "price",
              price: 14_200,
              at: "2026-11-08T10:00:00.000Z",
              isEarlierListing: false,
            },
          ],
        },
      },
    },
  },
  "GET /api/history/head": {
    answers: {
      200: {
        "The end of the chain": {
          position: 41_207,
          hash: "9f2c8b64f6f0d3a1c1be5b9a7f0e4c1d2a3b4c5d6e7f8091a2b3c4d5e6f70819",
        },
      },
    },
  },
  "GET /api/listings/:id/valuation": {
    parameters: { id: listed._id },
    answers: { 200: { "A rated car": valuation, "A car that cannot be rated": unrated } },
  },
};
