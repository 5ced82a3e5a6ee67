import type { CallExamples } from "#server/platform/http/api-docs.ts";
import { listed } from "./example-car.ts";

const moved = "410 cars match now, not 412. Nothing was changed.";
const requestId = "4b0a3c53-2f58-4a38-8e7f-0d8c8f6f5a10";

/** Examples of calls that change many cars, for the API documentation. */
export const bulkExamples: Record<string, CallExamples> = {
  "POST /api/products/bulk": {
    body: {
      "Five percent less": {
        action: "price",
        change: { kind: "percent", by: -5, roundTo: 100 },
        cars: [{ _id: listed._id, from: listed.resalePrice }],
      },
    },
    answers: {
      200: {
        "Reported for each car": {
          doneCount: 0,
          cars: [
            {
              _id: listed._id,
              name: listed.name,
              isDone: false,
              message: "A buyer has reserved this car. You can edit it when the reservation ends.",
              before: listed.resalePrice,
              after: 14_200,
            },
          ],
        },
      },
    },
  },
  "POST /api/products/bulk/matching": {
    body: {
      "Take every Audi below 20,000 off sale": {
        action: "withdraw",
        filter: { status: "available", make: "Audi", priceMax: 20_000 },
        count: 412,
      },
      "What five percent less would be": {
        action: "price",
        change: { kind: "percent", by: -5, roundTo: 100 },
        filter: {},
        preview: true,
      },
    },
    answers: {
      200: {
        "Changed, apart from one": {
          total: 412,
          doneCount: 411,
          refusedCount: 1,
          refusals: [
            {
              message: "A buyer holds this car. It can be taken off sale when the hold ends.",
              count: 1,
              names: [listed.name],
            },
          ],
          next: null,
          cars: [],
          asOf: null,
        },
      },
      409: {
        "Another number of cars": {
          error: { code: "conflict", message: moved, fields: { count: moved }, requestId },
          message: moved,
        },
      },
    },
  },
};
