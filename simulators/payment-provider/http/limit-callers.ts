import type { IncomingMessage } from "node:http";
import type { Pool } from "pg";
import { countCall } from "#simulators/payment-provider/state/call-count-store.ts";

/** Limits writing requests to `most` per minute and caller. `addressOf` identifies the caller. */
export function limitCallers({
  pool,
  most,
  addressOf,
  hashKey,
}: {
  pool: Pool;
  most: number;
  addressOf: (request: IncomingMessage) => string;
  hashKey: string;
}): (request: IncomingMessage) => Promise<boolean> {
  return async (request) => {
    if (request.method !== "POST" || most === Number.POSITIVE_INFINITY) return true;
    const minute = Math.floor(Date.now() / 60_000);
    return (await countCall({ db: pool }, addressOf(request), { minute, hashKey })) <= most;
  };
}

/** The provider's rate limit error. */
export const rateLimited = {
  type: "invalid_request_error",
  code: "rate_limit",
  message: "Too many requests hit the API too quickly. Please wait a moment and try again.",
};
