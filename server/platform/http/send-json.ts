import type { FastifyReply } from "fastify";

/**
 * Sends JSON that is already encoded. The route's schema documents it and is checked in tests (testing/test-app.ts), not
 * for every answer.
 */
export function sendJson(reply: FastifyReply, json: Buffer): void {
  void reply.header("content-type", "application/json; charset=utf-8").send(json);
}
