import { z } from "zod";
import {
  carHistoryAnswer,
  carSealsAnswer,
  dismissFlagBody,
  flaggedCar,
  flaggedCarsQuery,
  historyChainAnswer,
  historyChainQuery,
  historyHeadAnswer,
} from "#shared/car-history/car-history-contract.ts";
import { idParams, modifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import type { Deps } from "#server/deps.ts";
import { exampleListing, requireShown } from "#server/listings/public.ts";
import type { CallExamples } from "#server/platform/http/api-docs.ts";
import { viewerOf, type App } from "#server/platform/http/app-instance.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import { sendPage } from "#server/platform/http/paging.ts";
import { dismissFlag } from "./dismiss-flag.ts";
import { listFlaggedCars } from "./list-flagged-cars.ts";
import { readHead } from "./car-history-store.ts";
import { readCarHistory } from "./read-car-history.ts";
import { readCarSeals, readChain } from "./read-seals.ts";

/** What happened to a car, the end of the chain of all cars' events, and for admins the cars whose past does not fit. */
export function carHistoryRoutes(
  app: App,
  deps: Pick<Deps, "db" | "visitors" | "config" | "catalogue">,
): void {
  app.get(
    "/api/listings/:id/history",
    {
      schema: {
        summary: "Read what happened to a car: prices, reservations, sales",
        params: idParams,
        response: { 200: carHistoryAnswer },
      },
      config: {
        priority: "optional",
        waits: "visitors",
        refusals: [410],
        examples: historyExamples,
      },
    },
    async (request) => {
      const now = new Date();
      const id = requireShown(deps.catalogue, request.params.id, now);
      return deps.visitors.read((db) => readCarHistory({ db, config: deps.config }, id, now));
    },
  );

  app.get(
    "/api/listings/:id/history/seals",
    {
      schema: {
        summary: "Read a car's events as they were hashed, with their positions in the chain",
        params: idParams,
        response: { 200: carSealsAnswer },
      },
      config: { priority: "optional", waits: "visitors", refusals: [410], examples: sealExamples },
    },
    async (request) => {
      const id = requireShown(deps.catalogue, request.params.id, new Date());
      return deps.visitors.read((db) => readCarSeals(db, id));
    },
  );

  app.get(
    "/api/history/chain",
    {
      schema: {
        summary: "Read the chain of all cars' events: a hash and a seal for each",
        querystring: historyChainQuery,
        response: { 200: historyChainAnswer },
      },
      config: { priority: "optional", waits: "visitors", rateLimit: limits.historyChain },
    },
    (request) => deps.visitors.read((db) => readChain(db, request.query)),
  );

  app.get(
    "/api/flagged-cars",
    {
      schema: {
        summary:
          "List cars that do not fit an earlier listing of their VIN, or show photos of another seller's car",
        querystring: flaggedCarsQuery,
        response: { 200: z.array(flaggedCar) },
      },
    },
    async (request, reply) => {
      const page = await listFlaggedCars(deps, request.query);
      sendPage(request, reply, page);
      return page.cars;
    },
  );

  app.post(
    "/api/flagged-cars/:id/dismiss",
    {
      schema: {
        summary: "Dismiss a flag of a car",
        params: idParams,
        body: dismissFlagBody,
        response: { 200: modifiedAnswer },
      },
      config: {
        examples: { body: { "With a reason": { reason: "The seller showed the service book." } } },
      },
    },
    (request) => {
      const dismissal = { reason: request.body.reason, now: new Date() };
      return dismissFlag(deps, viewerOf(request), request.params.id, dismissal);
    },
  );

  app.get(
    "/api/history/head",
    {
      schema: {
        summary: "Read the end of the chain of all cars' events, to compare later",
        response: { 200: historyHeadAnswer },
      },
      config: { priority: "optional", waits: "requests", examples: headExamples },
    },
    async () => {
      const { position, hash } = await readHead(deps.db);
      return { position, hash: hash.toString("hex") };
    },
  );
}

const historyExamples: CallExamples = {
  parameters: { id: exampleListing._id },
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
};

const sealExamples: CallExamples = {
  parameters: { id: exampleListing._id },
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
};

const headExamples: CallExamples = {
  answers: {
    200: {
      "The end of the chain": {
        position: 41_207,
        hash: "9f2c8b64f6f0d3a1c1be5b9a7f0e4c1d2a3b4c5d6e7f8091a2b3c4d5e6f70819",
      },
    },
  },
};
