import { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";
import { createdAnswer, idParams, modifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { pageQuery } from "#shared/paging/paging-contract.ts";
import {
  bookingPayment,
  paymentIntentAnswer,
  paymentIntentBody,
  quarantinedPayment,
  refundBody,
} from "#shared/payments/payment-contract.ts";
import type { Deps } from "#server/deps.ts";
import { viewerOf, type App } from "#server/platform/http/app-instance.ts";
import { sendPage } from "#server/platform/http/paging.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import { createPaymentIntent } from "./intents/create-payment-intent.ts";
import { listQuarantined } from "./events/list-quarantined.ts";
import { settleQueue } from "./payment-jobs.ts";
import { ProviderError } from "./provider/provider-error.ts";
import { readBookingPayment } from "./read-booking-payment.ts";
import { receiveEvent } from "./events/receive-event.ts";
import { refundBooking } from "./refunds/refund-booking.ts";
import { relistCar } from "./relist-car.ts";
import { retryRefund } from "./refunds/retry-refund.ts";

/** Payment of bookings, the webhook of the provider, and refunds by admins. */
export function paymentRoutes(app: App, deps: Deps): void {
  app.post(
    "/api/create-payment-intent",
    {
      schema: {
        summary: "Start the payment of a booking",
        body: paymentIntentBody,
        response: { 200: paymentIntentAnswer },
      },
      config: {
        priority: "essential",
        refusals: [404, 409],
        rateLimit: limits.payment,
        examples: {
          body: {
            "The price of the booking": {
              bookingId: "0b6f3c1e-5f0b-4b37-9a55-0d6c2f8c2a11",
              price: 14_500,
            },
          },
        },
      },
    },
    (request) => createPaymentIntent(deps, viewerOf(request), request.body),
  );

  app.get(
    "/api/bookings/:id/payment",
    {
      schema: {
        summary: "Read a booking's payments, refunds and log",
        params: idParams,
        response: { 200: bookingPayment },
      },
      config: { priority: "essential" },
    },
    (request) => readBookingPayment(deps, request.params.id),
  );

  app.post(
    "/api/bookings/:id/refunds",
    {
      schema: {
        summary: "Refund a booking, in full or in part",
        params: idParams,
        body: refundBody,
        response: { 200: createdAnswer },
      },
      config: {
        priority: "essential",
        examples: {
          body: { "A part of it": { amount: 250, reason: "The second key is missing." } },
        },
      },
    },
    (request) => refundBooking(deps, viewerOf(request), request.params.id, request.body),
  );

  app.post(
    "/api/bookings/:id/relist",
    {
      schema: {
        summary: "Offer a refunded booking's car again",
        params: idParams,
        response: { 200: modifiedAnswer },
      },
      config: { priority: "essential" },
    },
    (request) => relistCar(deps, viewerOf(request), request.params.id),
  );

  app.get(
    "/api/payments/quarantined",
    {
      schema: {
        summary: "List payments that fit no booking",
        querystring: pageQuery,
        response: { 200: z.array(quarantinedPayment) },
      },
      config: { priority: "essential" },
    },
    async (request, reply) => {
      const page = await listQuarantined(deps, request.query);
      sendPage(request, reply, page);
      return page.payments;
    },
  );

  app.post(
    "/api/payments/:id/refund",
    {
      schema: {
        summary: "Try a quarantined payment's refund again",
        params: idParams,
        response: { 200: modifiedAnswer },
      },
      config: { priority: "essential" },
    },
    (request) => retryRefund(deps, viewerOf(request), request.params.id),
  );

  webhookRoute(app, deps);
}

/** The provider signs the raw bytes, so the body is verified before it is parsed. */
function webhookRoute(app: App, deps: Deps): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(
      "/api/payments/webhook",
      {
        schema: {
          summary: "Take the card provider's signed events",
          response: { 200: z.object({ received: z.literal(true) }) },
        },
        // The operator enters the webhook URL at the provider and may add query parameters.
        config: { priority: "essential", takesAnyQuery: true, requestBody: signedEvent },
      },
      async (request) => {
        await receiveEvent(deps, verified(deps, request.body, request.headers["stripe-signature"]));
        // A job sends the refunds, because the provider is waiting for this response.
        await deps.jobs.send(settleQueue, {});
        return { received: true as const };
      },
    );
  });
}

function verified(
  { provider }: Deps,
  body: unknown,
  signature: string | string[] | undefined,
): ReturnType<typeof provider.verifyEvent> {
  try {
    return provider.verifyEvent(Buffer.isBuffer(body) ? body : Buffer.alloc(0), String(signature));
  } catch (error) {
    if (error instanceof ProviderError && error.kind === "signature")
      throw new AppError("bad_signature");
    throw error;
  }
}

const signedEvent = {
  description: "An event of the card provider, byte for byte as it was signed",
  required: true,
  content: { "application/json": { schema: { type: "object" } } },
};
