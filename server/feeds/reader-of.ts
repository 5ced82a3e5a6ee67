import type { FastifyReply, FastifyRequest } from "fastify";
import { viewerOf } from "#server/platform/http/app-instance.ts";
import { goneSignal } from "#server/platform/http/gone-signal.ts";

/** Who reads, until they disconnect. */
export const readerOf = (request: FastifyRequest, reply: FastifyReply) => ({
  accountId: viewerOf(request).accountId,
  signal: goneSignal(reply.raw),
});
