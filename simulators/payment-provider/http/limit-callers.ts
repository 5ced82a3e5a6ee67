import type { IncomingMessage } from "node:http";

/**
 * Says whether a caller may make another request that writes; each of them may make `most` a minute. `addressOf` tells
 * callers apart.
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

/** The provider's words to who asks too often. */
export const rateLimited = {
  type: "invalid_request_error",
  code: "rate_limit",
  message: "Too many requests hit the API too quickly. Please wait a moment and try again.",
};
