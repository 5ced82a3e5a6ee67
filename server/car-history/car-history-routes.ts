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
import { AppError } from "#shared/errors/app-error.ts";
import { isStillShown } from "#shared/listings/listing-detail.ts";
import { idParams, modifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import type { Deps } from "#server/deps.ts";
import { listingId, noSuchListing } from "#server/listings/public.ts";
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
      config: { priority: "optional", waits: "visitors" },
    },
    async (request) => {
      const now = new Date();
      const id = shownListing(deps, request.params.id, now);
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
      config: { priority: "optional", waits: "visitors" },
    },
    async (request) => {
      const id = shownListing(deps, request.params.id, new Date());
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
      config: { priority: "optional", waits: "requests" },
    },
    async () => {
      const { position, hash } = await readHead(deps.db);
      return { position, hash: hash.toString("hex") };
    },
  );
}

/** The id of a listing whose page visitors can open. @throws AppError not_found or listing_gone */
function shownListing({ catalogue }: Pick<Deps, "catalogue">, given: string, now: Date): string {
  const id = listingId(given);
  const found = catalogue.findAnyJson(id);
  if (!found || found.status === "off_sale") throw noSuchListing();
  if (!isStillShown(found, now)) throw new AppError("listing_gone");
  return id;
}
