import type { IncomingMessage } from "node:http";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AppError } from "#shared/errors/app-error.ts";
import { PrivateAddressError, requestPublic, type Reach } from "./request-public.ts";

const mostRedirects = 3;

/** Why a file could not be fetched, in words for the seller who gave us its URL. */
export class DownloadError extends Error {}

export type Download<Result> = { result: Result; etag: string | null };

type Wanted<Result> = {
  /** Names the shop to the server. */
  agent: string;
  accept?: string;
  /** What identified the file the last time. */
  etag: string | null;
  seconds: number;
  mostBytes: number;
  /** Reads the body, which fails as soon as it is too long or late. */
  read: (body: Readable) => Promise<Result>;
};

/**
 * Fetches a file from a URL that someone gave us. Follows a few redirects, each checked like the first URL.
 * @returns null if the file is still the same
 * @throws DownloadError if it cannot be fetched in time or is too large, and what `read` throws of its own
 */
export async function download<Result>(
  address: string,
  wanted: Wanted<Result>,
  reach: Reach,
): Promise<Download<Result> | null> {
  const { etag, seconds } = wanted;
  const signal = AbortSignal.timeout(seconds * 1_000);
  try {
    let url = new URL(address);
    for (let redirects = 0; redirects <= mostRedirects; redirects++) {
      if (url.protocol !== "https:" && url.protocol !== "http:")
        throw new DownloadError("the URL is not HTTP");
      const response = await open(url, { ...wanted, signal }, reach);
      const { statusCode: status = 0, headers } = response;
      if (status === 200)
        return { result: await readBody(response, wanted), etag: headers.etag ?? null };
      response.destroy();
      if (status === 304 && etag !== null) return null;
      const isRedirect = status >= 300 && status < 400 && headers.location !== undefined;
      if (!isRedirect) throw new DownloadError(`answered with status ${status}`);
      const next = new URL(headers.location!, url);
      if (url.protocol === "https:" && next.protocol !== "https:")
        throw new DownloadError("redirects to a URL without encryption");
      url = next;
    }
    throw new DownloadError("redirects too often");
  } catch (error) {
    // What was read may be wrong in itself.
    if (error instanceof AppError) throw error;
    throw asDownloadError(error, seconds) ?? error;
  }
}

function open(
  url: URL,
  {
    agent,
    accept = "*/*",
    etag,
    signal,
  }: { agent: string; accept?: string; etag: string | null; signal: AbortSignal },
  reach: Reach,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = {
      accept,
      "user-agent": agent,
      ...(etag !== null && { "if-none-match": etag }),
    };
    requestPublic(url, { signal, headers }, reach)
      .on("response", resolve)
      .on("error", reject)
      .end();
  });
}

async function readBody<Result>(
  response: IncomingMessage,
  { mostBytes, read }: Wanted<Result>,
): Promise<Result> {
  let size = 0;
  const limited = new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.length;
      if (size <= mostBytes) done(null, chunk);
      else done(new DownloadError(`is larger than ${mostBytes / 1024 / 1024} MB`));
    },
  });
  const [result] = await Promise.all([read(limited), pipeline(response, limited)]);
  return result;
}

function asDownloadError(error: unknown, seconds: number): DownloadError | null {
  if (error instanceof DownloadError) return error;
  if (!(error instanceof Error)) return null;
  if (error instanceof PrivateAddressError) return new DownloadError(error.message);
  if (error.name === "TimeoutError" || error.name === "AbortError")
    return new DownloadError(`did not arrive within ${seconds} seconds`);
  // Errors of the network and of HTTP have a code. Others are ours, and their words are not for the seller.
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? null : new DownloadError(`could not be fetched (${code})`);
}
