import { AppError } from "#shared/errors/app-error.ts";
import { sendRequest } from "./send-request.ts";
import { tokenSource } from "./token-source.ts";

type Options = {
  /** Base URL; the shop's own API by default. */
  base?: string;
  signal?: AbortSignal;
};

/** One page of a list. `total` counts the whole list; a cursor is null if there is no page in its direction. */
export type ListPage<Item> = {
  items: Item[];
  total: number;
  nextCursor: string | null;
  previousCursor: string | null;
};

async function send(
  method: string,
  path: string,
  body: unknown,
  { base = "/api", signal }: Options,
): Promise<Response> {
  const attempt = (token: string | null) => {
    const headers = new Headers({ accept: "application/json" });
    if (token) headers.set("authorization", `Bearer ${token}`);
    // The specified PUT calls have a JSON content type and no body.
    if (body !== undefined || method === "PUT") headers.set("content-type", "application/json");
    return sendRequest(`${base}${path}`, {
      method,
      headers,
      signal,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  };
  const tokens = tokenSource();
  const token = tokens.read();
  try {
    return await attempt(token);
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 401 || token === null) throw error;
    const renewed = await tokens.renew();
    if (renewed === null) throw error;
    return attempt(renewed);
  }
}

async function read<Answer>(response: Promise<Response>): Promise<Answer> {
  return (await (await response).json()) as Answer;
}

/**
 * Client for the shop's API. Paths are the specified ones (`/bookings`, `/jwt?email=`). Sends the stored token and
 * renews an expired one once.
 * @throws AppError on any error response
 */
export const api = {
  get: <Answer>(path: string, options: Options = {}) =>
    read<Answer>(send("GET", path, undefined, options)),
  post: <Answer>(path: string, body?: unknown, options: Options = {}) =>
    read<Answer>(send("POST", path, body, options)),
  put: <Answer>(path: string, body?: unknown, options: Options = {}) =>
    read<Answer>(send("PUT", path, body, options)),
  patch: <Answer>(path: string, body?: unknown, options: Options = {}) =>
    read<Answer>(send("PATCH", path, body, options)),
  delete: <Answer>(path: string, body?: unknown, options: Options = {}) =>
    read<Answer>(send("DELETE", path, body, options)),

  /** Downloads a file with the token, which a plain link would not send. */
  file: async (path: string, options: Options = {}): Promise<Blob> =>
    (await send("GET", path, undefined, options)).blob(),

  /** One page of a list, with the paging details from its headers. */
  async list<Item>(
    path: string,
    cursor: string | null,
    options: Options = {},
  ): Promise<ListPage<Item>> {
    const withCursor = cursor
      ? `${path}${path.includes("?") ? "&" : "?"}cursor=${encodeURIComponent(cursor)}`
      : path;
    const response = await send("GET", withCursor, undefined, options);
    const items = (await response.json()) as Item[];
    const total = Number(response.headers.get("x-total-count") ?? items.length);
    const link = response.headers.get("link");
    return {
      items,
      total,
      nextCursor: readCursor(link, "next"),
      previousCursor: readCursor(link, "prev"),
    };
  },
};

/** The cursor of the `Link: <…?cursor=…>; rel="…"` entry in this direction, or null. @internal */
export function readCursor(link: string | null, direction: "next" | "prev"): string | null {
  const relation = new RegExp(`;\\s*rel="?${direction}"?`);
  const page = link?.split(/,\s*(?=<)/).find((part) => relation.test(part));
  const address = page?.match(/<([^>]*)>/)?.[1];
  return address ? new URL(address, "http://list").searchParams.get("cursor") : null;
}
