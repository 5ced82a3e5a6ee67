import type { CallExamples } from "#server/platform/http/api-docs.ts";
import { listed } from "./example-car.ts";

const unrated = {
  isRated: false,
  reason: "The listing does not state the car's mileage.",
};
const valuation = {
  isRated: true,
  label: "good",
  title: "Good price",
  difference: -720,
  text: "≈ $700 below similar cars",
  price: 14_500,
  estimate: 15_220,
  low: 13_900,
  high: 16_480,
  base: 20_100,
  adjustments: [
    { attribute: "model", amount: 1_830 },
    { attribute: "year", amount: -4_950 },
    { attribute: "mileage", amount: -1_760 },
  ],
  noLabel: null,
  basis: { level: "model", cars: 212 },
  comparables: [],
  fewComparables: "No other Mercedes-Benz C Class of similar age and mileage is on sale here.",
  currency: "USD",
  version: { id: 12, trainedAt: "2026-11-22T03:17:04.000Z", cars: 1_345, medianError: 0.051 },
};

const version = {
  id: 12,
  trainedAt: "2026-11-22T03:17:04.000Z",
  isUsed: true,
  listings: 1_498,
  trainedOn: 1_345,
  outliers: 4,
  heldOut: 149,
  heldOutOutliers: 1,
  medianError: 0.051,
  errorBefore: 0.053,
  bands: [
    { from: 0, cars: 75, medianError: 0.048, coverage: 0.787 },
    { from: 21_500, cars: 74, medianError: 0.057, coverage: 0.811 },
  ],
  market: [{ make: "Audi", cars: 23, others: 1_322, medianError: 0.118 }],
  stock: { sold: 312, from: "2026-03-02T09:00:00.000Z", to: "2026-11-22T18:00:00.000Z" },
  note: null,
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
              isLaterListing: false,
            },
            {
              kind: "price",
              price: 14_200,
              at: "2026-11-08T10:00:00.000Z",
              isEarlierListing: false,
              isLaterListing: false,
            },
          ],
        },
      },
    },
  },
  "GET /api/listings/:id/history/seals": {
    parameters: { id: listed._id },
    answers: {
      200: {
        "A price of a car without a VIN": {
          events: [
            {
              position: 41_207,
              text: "41207|5b0f2b7e-1c57-4ad2-9d6d-3f7c2a9a1e10||price|1420000|1793872800000",
              hash: "50160271792e8727a33c90044b5f42ee2e54627f9295f6792c5768c46de4c494",
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
  "GET /api/valuation/estimate": {
    parameters: { make: "Mercedes-Benz", model: "C Class", year: "2017", mileage: "42000" },
    answers: {
      200: {
        "A price range": {
          isEstimated: true,
          estimate: 15_220,
          low: 13_900,
          high: 16_480,
          basis: { level: "model", cars: 212 },
          currency: "USD",
        },
        "A car of a make with few cars": {
          isEstimated: true,
          estimate: 15_220,
          low: 12_050,
          high: 19_380,
          basis: { level: "market", cars: 1_322 },
          currency: "USD",
        },
        "A car without a year": {
          isEstimated: false,
          reason: "Fill in year to see what similar cars cost.",
        },
      },
    },
  },
  "GET /api/valuation/model": {
    answers: {
      200: {
        "A model in use": {
          current: version,
          versions: [version],
          training: {
            state: "done",
            at: "2026-11-22T03:17:04.000Z",
            outcome: "The last training made version 12, which is in use.",
          },
          coverage: {
            cars: 1_498,
            labels: [
              { label: "great", cars: 131 },
              { label: "good", cars: 302 },
              { label: "fair", cars: 604 },
              { label: "high", cars: 297 },
              { label: "very_high", cars: 148 },
            ],
          },
          currency: "USD",
        },
      },
    },
  },
  "POST /api/valuation/model/train": {
    answers: {
      200: {
        "The training is queued": { modifiedCount: 1 },
        "One is running": { modifiedCount: 0, message: "The model is already being trained." },
      },
    },
  },
  "GET /api/listings/:id/valuation": {
    parameters: { id: listed._id },
    answers: {
      200: {
        "A rated car": valuation,
        "A price below half of the estimate": {
          ...valuation,
          label: null,
          title: "Unusually low price",
          price: 6_950,
          difference: -8_270,
          text: "≈ $8,300 below similar cars",
          noLabel:
            "A price below half of the estimate can be a mistake or a fraud. See the car and its papers before you pay.",
        },
        "A car of a make with few cars": {
          ...valuation,
          label: null,
          title: "Rough estimate",
          text: "≈ $700 below similar cars of other makes",
          low: 12_050,
          high: 19_380,
          noLabel: "There are too few Audi cars here to say whether this is a good price.",
          basis: { level: "market", cars: 1_322 },
          fewComparables: "No other Audi TT of similar age and mileage is on sale here.",
          version: { ...valuation.version, medianError: 0.118 },
        },
        "A car that cannot be rated": unrated,
      },
    },
  },
};
