import { brotliCompressSync, constants } from "node:zlib";
import type { FastifyReply } from "fastify";

/** Bytes from which an answer is compressed: a smaller one fits into the first packets anyway. */
const compressedFrom = 4_096;

/**
 * Sends JSON that is already encoded, compressed for clients that take Brotli
 * (docs/decisions/0103-search-answers-in-brotli.md). The route's schema documents it and is checked in tests
 * (testing/test-app.ts), not for every answer.
 */
export function sendJson(reply: FastifyReply, json: Buffer): void {
  void reply.header("content-type", "application/json; charset=utf-8");
  if (json.length >= compressedFrom) {
    void reply.header("vary", "accept-encoding");
    if (takesBrotli(reply.request.headers["accept-encoding"])) {
      void reply.header("content-encoding", "br").send(compress(json));
      return;
    }
  }
  void reply.send(json);
}

function takesBrotli(accepted: string | string[] | undefined): boolean {
  return (
    typeof accepted === "string" &&
    /(?:^|[\s,])br(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))\s*(?:[,;]|$)/.test(accepted)
  );
}

// At once: handing it to a thread would take longer. Level 5 takes three times as long for a tenth fewer bytes.
function compress(json: Buffer): Buffer {
  return brotliCompressSync(json, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 3,
      [constants.BROTLI_PARAM_SIZE_HINT]: json.length,
    },
  });
}
