import type { IncomingMessage } from "node:http";
import { invalidRequest } from "./api-error.ts";

// The largest API call has a few hundred bytes.
const limit = 64 * 1024;

/** The whole body as text. @throws ApiError 400 beyond 64 kB */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw invalidRequest("The request's body is too large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
