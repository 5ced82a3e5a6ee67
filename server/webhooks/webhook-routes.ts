import { z } from "zod";
import { deletedAnswer, idParams, modifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { pageQuery } from "#shared/paging/paging-contract.ts";
import {
  setWebhookBody,
  webhookAnswer,
  webhookDelivery,
  webhookSecretAnswer,
  type WebhookDelivery,
} from "#shared/webhooks/webhook-contract.ts";
import type { Deps } from "#server/deps.ts";
import { viewerOf, type App } from "#server/platform/http/app-instance.ts";
import { sendPage } from "#server/platform/http/paging.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import { removeEndpoint, replaceSecret, resendWebhook, setEndpoint } from "./change-endpoint.ts";
import {
  countDeliveries,
  findEndpoint,
  listDeliveryRows,
  type DeliveryRow,
} from "./webhook-store.ts";

/** A seller's webhook: its URL, its secret, and what was sent. */
export function webhookRoutes(app: App, deps: Pick<Deps, "db" | "config">): void {
  app.get(
    "/api/webhook",
    { schema: { summary: "Read your webhook", response: { 200: webhookAnswer } } },
    async (request) => {
      const endpoint = await findEndpoint(deps.db, viewerOf(request).accountId);
      if (!endpoint) return { endpoint: null };
      const { url, createdAt, failingSince, disabledAt } = endpoint;
      const instant = (at: Date | null) => at?.toISOString() ?? null;
      return {
        endpoint: {
          url,
          createdAt: createdAt.toISOString(),
          failingSince: instant(failingSince),
          disabledAt: instant(disabledAt),
        },
      };
    },
  );

  app.put(
    "/api/webhook",
    {
      schema: {
        summary: "Set the URL of your webhook",
        body: setWebhookBody,
        response: { 200: webhookSecretAnswer },
      },
      config: {
        rateLimit: limits.webhookChange,
        examples: { body: { "A URL": { url: "https://dealer.example/marque" } } },
      },
    },
    async (request, reply) => {
      void reply.header("cache-control", "no-store");
      return setEndpoint(deps, viewerOf(request), request.body.url);
    },
  );

  app.post(
    "/api/webhook/secret",
    {
      schema: {
        summary: "Replace the secret of your webhook",
        response: { 200: webhookSecretAnswer },
      },
      config: { rateLimit: limits.webhookChange, refusals: [404] },
    },
    async (request, reply) => {
      void reply.header("cache-control", "no-store");
      return replaceSecret(deps, viewerOf(request));
    },
  );

  app.delete(
    "/api/webhook",
    {
      schema: { summary: "Remove your webhook", response: { 200: deletedAnswer } },
      config: { rateLimit: limits.webhookChange, refusals: [404] },
    },
    (request) => removeEndpoint(deps, viewerOf(request)),
  );

  app.get(
    "/api/webhook/deliveries",
    {
      schema: {
        summary: "List what was sent to your webhook",
        querystring: pageQuery,
        response: { 200: z.array(webhookDelivery) },
      },
    },
    async (request, reply) => {
      const { accountId } = viewerOf(request);
      const [{ rows, ...page }, total] = await Promise.all([
        listDeliveryRows(deps.db, accountId, request.query),
        countDeliveries(deps.db, accountId),
      ]);
      sendPage(request, reply, { ...page, total });
      return rows.map(presentDelivery);
    },
  );

  app.post(
    "/api/webhook/deliveries/:id/resend",
    {
      schema: {
        summary: "Send a webhook again",
        params: idParams,
        response: { 200: modifiedAnswer },
      },
      config: { rateLimit: limits.webhookChange },
    },
    (request) => resendWebhook(deps, viewerOf(request), request.params.id),
  );
}

function presentDelivery(row: DeliveryRow): WebhookDelivery {
  const state = row.deliveredAt ? "delivered" : row.failedAt ? "failed" : "waiting";
  return {
    _id: row.id,
    type: row.type,
    productName: row.productName,
    attempts: row.attempts,
    state,
    lastError: row.lastError,
    createdAt: row.createdAt.toISOString(),
    nextAttemptAt: state === "waiting" ? row.nextAttemptAt.toISOString() : null,
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
  };
}
