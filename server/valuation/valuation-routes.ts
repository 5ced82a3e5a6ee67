import { idParams, modifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { estimateAnswer, estimateQuery } from "#shared/valuation/estimate-contract.ts";
import { priceModelAnswer } from "#shared/valuation/price-model-contract.ts";
import { valuationAnswer } from "#shared/valuation/valuation-contract.ts";
import type { Deps } from "#server/deps.ts";
import { exampleListing, listingId, noSuchListing, requireShown } from "#server/listings/public.ts";
import type { CallExamples } from "#server/platform/http/api-docs.ts";
import { viewerOf, type App } from "#server/platform/http/app-instance.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import { estimatePrice } from "./estimate-price.ts";
import { readPriceModel } from "./read-price-model.ts";
import { requestTraining } from "./request-training.ts";
import { readUnseenFacts } from "./valuation-store.ts";
import { valueListing } from "./value-listing.ts";

/** How a car's price compares with similar cars, and why; what a car would be offered for; for admins, the price model. */
export function valuationRoutes(
  app: App,
  deps: Pick<Deps, "catalogue" | "config" | "db" | "jobs" | "valuation">,
): void {
  app.get(
    "/api/listings/:id/valuation",
    {
      schema: {
        summary: "Compare a car's price with similar cars, and explain it",
        params: idParams,
        response: { 200: valuationAnswer },
      },
      config: { refusals: [410], examples: valuationExamples },
    },
    async (request) => {
      const id = requireShown(deps.catalogue, request.params.id, new Date());
      return valueListing(deps, deps.catalogue.findAny(id)!.listing);
    },
  );

  app.get(
    "/api/valuation/estimate",
    {
      schema: {
        summary: "Estimate what a car would be offered for here, as its owner describes it",
        querystring: estimateQuery,
        response: { 200: estimateAnswer },
      },
      config: {
        priority: "optional",
        rateLimit: limits.priceEstimate,
        examples: { ...estimateExamples, parameters: exampleCar },
      },
    },
    (request) => estimatePrice(deps, request.query),
  );

  app.get(
    "/api/products/:id/estimate",
    {
      schema: {
        summary: "Estimate the price of your car as you are changing it",
        params: idParams,
        querystring: estimateQuery,
        response: { 200: estimateAnswer },
      },
      config: {
        examples: { ...estimateExamples, parameters: { id: exampleListing._id, ...exampleCar } },
      },
    },
    async (request) => {
      const car = { id: listingId(request.params.id), sellerId: viewerOf(request).accountId };
      const unseen = await readUnseenFacts(deps.db, car);
      if (!unseen) throw noSuchListing();
      return estimatePrice(deps, request.query, unseen);
    },
  );

  app.get(
    "/api/valuation/model",
    {
      schema: {
        summary: "Read the price model, its errors and its trainings",
        response: { 200: priceModelAnswer },
      },
      config: { examples: modelExamples },
    },
    () => readPriceModel(deps),
  );

  app.post(
    "/api/valuation/model/train",
    {
      schema: { summary: "Train the price model now", response: { 200: modifiedAnswer } },
      config: {
        examples: {
          answers: {
            200: {
              "The training is queued": { modifiedCount: 1 },
              "One is running": {
                modifiedCount: 0,
                message: "The model is already being trained.",
              },
            },
          },
        },
      },
    },
    (request) => requestTraining(deps, viewerOf(request)),
  );
}

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
  limits: [13_900, 14_750, 15_840, 16_480],
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

const valuationExamples: CallExamples = {
  parameters: { id: exampleListing._id },
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
        limits: null,
        noLabel: "There are too few Audi cars here to say whether this is a good price.",
        basis: { level: "market", cars: 1_322 },
        fewComparables: "No other Audi TT of similar age and mileage is on sale here.",
        version: { ...valuation.version, medianError: 0.118 },
      },
      "A car that cannot be rated": unrated,
    },
  },
};

const exampleCar = { make: "Mercedes-Benz", model: "C Class", year: "2017", mileage: "42000" };
const estimateExamples: CallExamples = {
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
      "A model with few cars": {
        isEstimated: false,
        reason: "There are too few BMW i8 cars here to compare with.",
      },
    },
  },
};

const modelExamples: CallExamples = {
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
};
