import { z } from "zod";
import {
  bookedAnswer,
  booking,
  bookingListQuery,
  createBookingBody,
} from "#shared/bookings/booking-contract.ts";
import { deletedAnswer, idParams } from "#shared/outcomes/outcome-contract.ts";
import type { Deps } from "#server/deps.ts";
import { exampleListing } from "#server/listings/public.ts";
import { viewerOf, type App } from "#server/platform/http/app-instance.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import { sendPage } from "#server/platform/http/paging.ts";
import { cancelBooking } from "./cancel-booking.ts";
import { checkPayment } from "./check-payment.ts";
import { listBookings } from "./list-bookings.ts";
import { readBooking } from "./read-booking.ts";
import { requestBooking } from "./request-booking.ts";

/** The booking routes (docs/specification.md, "Bookings"). */
export function bookingRoutes(app: App, deps: Deps): void {
  app.post(
    "/api/bookings",
    {
      schema: { summary: "Book a car", body: createBookingBody, response: { 200: bookedAnswer } },
      config: {
        priority: "essential",
        rateLimit: limits.booking,
        examples: {
          body: {
            "A car at the price that was shown": {
              productId: exampleListing._id,
              item: exampleListing.name,
              price: exampleListing.resalePrice,
            },
          },
        },
      },
    },
    (request) => requestBooking(deps, viewerOf(request), request.body, request.ip),
  );

  app.get(
    "/api/bookings",
    {
      schema: {
        summary: "List your bookings; an admin gets everyone's",
        querystring: bookingListQuery,
        response: { 200: z.array(booking) },
      },
      config: { priority: "essential" },
    },
    async (request, reply) => {
      const page = await deps.replicas.read((db) =>
        listBookings({ ...deps, db }, viewerOf(request), request.query),
      );
      sendPage(request, reply, page);
      return page.bookings;
    },
  );

  app.get(
    "/api/bookings/:id",
    {
      schema: { summary: "Read a booking", params: idParams, response: { 200: booking } },
      config: { priority: "essential" },
    },
    (request) => readBooking(deps, viewerOf(request), request.params.id),
  );

  app.post(
    "/api/bookings/:id/payment/check",
    {
      schema: {
        summary: "Ask the card provider how a booking's payment stands",
        params: idParams,
        response: { 200: booking },
      },
      config: { priority: "essential", rateLimit: limits.payment },
    },
    (request) => checkPayment(deps, viewerOf(request), request.params.id),
  );

  app.delete(
    "/api/bookings/:id",
    {
      schema: {
        summary: "Cancel your unpaid booking",
        params: idParams,
        response: { 200: deletedAnswer },
      },
      config: { priority: "essential" },
    },
    (request) => cancelBooking(deps, viewerOf(request), request.params.id),
  );
}
