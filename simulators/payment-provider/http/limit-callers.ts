import type { IncomingMessage } from "node:http";

/**
 * Limits writing requests to `most` per minute and caller. `addressOf` identifies the caller.
 */
export function limitCallers(
  most: number,
  addressOf: (request: IncomingMessage) => string,
): (request: IncomingMessage) => boolean {
  let minute = 0;
  let counts = new Map<string, number>();
  return (request) => {
    if (request.method !== "POST") return true;
    const now = Math.floor(Date.now() / 60_000);
    if (now !== minute) [minute, counts] = [now, new Map()];
    const caller = addressOf(request);
    const count = (counts.get(caller) ?? 0) + 1;
    counts.set(caller, count);
    return count <= most;
  };
}

/** The provider's rate limit error. */
export const rateLimited = {
  type: "invalid_request_error",
  code: "rate_limit",
  message: "Too many requests hit the API too quickly. Please wait a moment and try again.",
};
