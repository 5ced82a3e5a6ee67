import type { IncomingMessage } from "node:http";
import { invalidRequest } from "./api-error.ts";

const limit = 1024 * 1024;

/** The whole body as text. @throws ApiError 400 beyond a megabyte */
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
