import type { FastifyReply, FastifyRequest } from "fastify";

/** Aborts when the caller disconnects, or at once if they already have. */
export function goneSignal(raw: FastifyRequest["raw"] | FastifyReply["raw"]): AbortSignal {
  const controller = new AbortController();
  if (raw.destroyed) controller.abort();
  else raw.once("close", () => controller.abort());
  return controller.signal;
}
