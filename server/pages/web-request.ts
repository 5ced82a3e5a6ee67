import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { KeptPage } from "./page-cache.ts";

/** A Fastify request as the web's own Request, which React Router takes. A HEAD is rendered as its GET: Fastify leaves the body out. */
export function toRequest(request: FastifyRequest): Request {
  const url = `${request.protocol}://${request.host}${request.url}`;
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    for (const one of [value].flat()) if (one !== undefined) headers.append(name, one);
  const hasBody = request.method !== "GET" && request.method !== "HEAD";
  return new Request(url, {
    method: request.method === "HEAD" ? "GET" : request.method,
    headers,
    ...(hasBody && {
      body: Readable.toWeb(request.body as IncomingMessage) as ReadableStream,
      duplex: "half",
    }),
  });
}

/** Sends a rendered page, or 304 where the browser has it already. */
export function sendResponse(request: FastifyRequest, reply: FastifyReply, page: KeptPage) {
  reply.status(page.status);
  for (const [name, value] of page.headers) reply.header(name, value);
  if (page.status !== 200) return reply.send(page.body);
  const etag = `W/"${createHash("sha256").update(page.body).digest("base64url").slice(0, 27)}"`;
  reply
    .header("etag", etag)
    .header("cache-control", "no-cache")
    .header("vary", "cookie, accept-encoding");
  if (request.headers["if-none-match"] === etag) return reply.status(304).send();
  return reply.send(page.body);
}
