import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";

/** A position in a list as opaque text for callers. `value` must be JSON. */
export function encodeCursor(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

/**
 * Decodes a cursor; null for the first page.
 * @throws AppError invalid_cursor if it does not match `schema`
 */
export function decodeCursor<T>(schema: z.ZodType<T>, cursor: string | undefined): T | null {
  if (cursor === undefined) return null;
  const parsed = schema.safeParse(parseJson(Buffer.from(cursor, "base64url").toString("utf8")));
  if (parsed.success) return parsed.data;
  throw new AppError("invalid_cursor", { fields: { cursor: "This cursor is not valid." } });
}

/** Splits rows, read with one more than `limit`, into the page and the cursor of the next page (null at the end). */
export function cutPage<Row>(
  rows: Row[],
  limit: number,
  cursorOf: (last: Row) => unknown,
): { rows: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: page,
    nextCursor: last !== undefined && rows.length > limit ? encodeCursor(cursorOf(last)) : null,
  };
}

/** Sends the total number of rows (`X-Total-Count`) and links to the adjacent pages (`Link`, RFC 8288). */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: { total: number; nextCursor: string | null; previousCursor?: string | null },
): void {
  reply.header("x-total-count", String(page.total));
  const [path = "", query] = request.url.split("?", 2);
  const link = (cursor: string | null | undefined, relation: string) => {
    if (!cursor) return [];
    const parameters = new URLSearchParams(query);
    parameters.set("cursor", cursor);
    return [`<${path}?${parameters}>; rel="${relation}"`];
  };
  const links = [...link(page.nextCursor, "next"), ...link(page.previousCursor, "prev")];
  if (links.length > 0) reply.header("link", links.join(", "));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
