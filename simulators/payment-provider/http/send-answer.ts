import type { ServerResponse } from "node:http";
import { apiVersion } from "#simulators/payment-provider/call.ts";

export type Outgoing = {
  status: number;
  /** JSON. */
  body: string;
  requestId: string;
  version?: string | undefined;
  idempotencyKey?: string | undefined;
  /** ID of the request whose answer is replayed. */
  replayOf?: string | undefined;
  shouldRetry?: boolean | undefined;
};

/** Any origin may call the API: access depends on the key, not on the origin. */
const cors = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET, POST, OPTIONS",
  "access-control-expose-headers":
    "Request-Id, Stripe-Manage-Version, Stripe-Should-Retry, X-Stripe-External-Auth-Required",
  "access-control-max-age": "300",
};

export function sendAnswer(response: ServerResponse, outgoing: Outgoing): void {
  response.writeHead(outgoing.status, {
    ...cors,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(outgoing.body),
    "cache-control": "no-cache, no-store",
    "x-content-type-options": "nosniff",
    "request-id": outgoing.requestId,
    "stripe-version": outgoing.version ?? apiVersion,
    ...(outgoing.idempotencyKey && { "idempotency-key": outgoing.idempotencyKey }),
    ...(outgoing.replayOf && {
      "idempotent-replayed": "true",
      "original-request": outgoing.replayOf,
    }),
    ...(outgoing.shouldRetry !== undefined && {
      "stripe-should-retry": String(outgoing.shouldRetry),
    }),
  });
  response.end(outgoing.body);
}

/** Answers a CORS preflight request. */
export function sendPreflight(
  response: ServerResponse,
  requestedHeaders: string | undefined,
): void {
  response.writeHead(204, {
    ...cors,
    "access-control-allow-headers":
      requestedHeaders ?? "authorization, content-type, idempotency-key, stripe-version",
  });
  response.end();
}
