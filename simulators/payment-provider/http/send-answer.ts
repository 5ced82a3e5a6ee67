import type { ServerResponse } from "node:http";
import { apiVersion } from "#simulators/payment-provider/api-version.ts";

export type Outgoing = {
  status: number;
  /** JSON text. */
  body: string;
  requestId: string;
  version?: string | undefined;
  idempotencyKey?: string | undefined;
  /** The request whose answer this repeats. */
  replayOf?: string | undefined;
  shouldRetry?: boolean | undefined;
};

/** What a page of any origin may read: the key decides what it may do, not where it comes from. */
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

/** Answers the question a browser asks before it sends a request to another origin. */
export function sendPreflight(response: ServerResponse, asked: string | undefined): void {
  response.writeHead(204, {
    ...cors,
    "access-control-allow-headers":
      asked ?? "authorization, content-type, idempotency-key, stripe-version",
  });
  response.end();
}
