import type { FastifyReply, FastifyRequest } from "fastify";

/** Aborts when the caller disconnects, or at once if they already have. */
export function goneSignal(raw: FastifyRequest["raw"] | FastifyReply["raw"]): AbortSignal {
  const gone = new AbortController();
  if (raw.destroyed) gone.abort();
  else raw.once("close", () => gone.abort());
  return gone.signal;
}
