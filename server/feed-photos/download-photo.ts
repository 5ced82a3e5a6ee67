import type { IncomingMessage } from "node:http";
import {
  PrivateAddressError,
  requestPublic,
  type Reach,
} from "#server/platform/http/request-public.ts";

const timeoutMs = 20_000;
/** As for uploads. */
export const mostBytes = 12 * 1024 * 1024;
const mostRedirects = 3;

/** Why a photo could not be fetched, for the seller. */
export class DownloadError extends Error {}

export type Download = { bytes: Buffer; etag: string | null };

/**
 * Fetches a photo. Follows a few redirects, each checked like the first URL.
 * @param etag what identified the file the last time
 * @returns null if the file is still the same
 * @throws DownloadError if it cannot be fetched in time or is too large
 */
export async function downloadPhoto(
  address: string,
  etag: string | null,
  reach: Reach,
): Promise<Download | null> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    let url = new URL(address);
    for (let redirects = 0; redirects <= mostRedirects; redirects++) {
      if (url.protocol !== "https:" && url.protocol !== "http:")
        throw new DownloadError("the URL is not HTTP");
      const response = await open(url, { etag, signal }, reach);
      const { statusCode: status = 0, headers } = response;
      if (status === 200) return { bytes: await readBody(response), etag: headers.etag ?? null };
      response.destroy();
      if (status === 304 && etag !== null) return null;
      const isRedirect = status >= 300 && status < 400 && headers.location !== undefined;
      if (!isRedirect) throw new DownloadError(`answered with status ${status}`);
      url = new URL(headers.location!, url);
    }
    throw new DownloadError("redirects too often");
  } catch (error) {
    throw asDownloadError(error as NodeJS.ErrnoException);
  }
}

function open(
  url: URL,
  { etag, signal }: { etag: string | null; signal: AbortSignal },
  reach: Reach,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = {
      accept: "image/avif,image/webp,image/jpeg,image/png,image/gif",
      "user-agent": "Marque-Photos",
      ...(etag !== null && { "if-none-match": etag }),
    };
    requestPublic(url, { signal, headers }, reach)
      .on("response", resolve)
      .on("error", reject)
      .end();
  });
}

async function readBody(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > mostBytes) throw new DownloadError(`is larger than ${mostBytes / 1024 / 1024} MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function asDownloadError(error: NodeJS.ErrnoException): DownloadError {
  if (error instanceof DownloadError) return error;
  if (error instanceof PrivateAddressError) return new DownloadError(error.message);
  if (error.name === "TimeoutError" || error.name === "AbortError")
    return new DownloadError(`did not arrive within ${timeoutMs / 1_000} seconds`);
  return new DownloadError(`could not be fetched (${error.code ?? error.message})`);
}
