import type { FastifyReply, FastifyRequest } from "fastify";

/** Aborts when the caller disconnects. */
export function goneSignal(raw: FastifyRequest["raw"] | FastifyReply["raw"]): AbortSignal {
  const gone = new AbortController();
  raw.once("close", () => gone.abort());
  return gone.signal;
}
