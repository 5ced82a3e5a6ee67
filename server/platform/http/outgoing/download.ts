import type { IncomingMessage } from "node:http";
import { finished, Transform, type Readable } from "node:stream";
import { createChunkLimit } from "../chunk-limit.ts";
import { PrivateAddressError, type Reach } from "./connect-public.ts";
import { DownloadError } from "./download-error.ts";
import { requestPublic } from "./request-public.ts";
import { watchProgress, type Pace, type Progress } from "../watch-progress.ts";

const mostRedirects = 3;
/** Characters of an ETag that is remembered. Common ones have up to 70. */
const longestEtag = 500;

export type Download<Result> = { result: Result; etag: string | null };

export type Wanted<Result> = {
  /** Names the shop to the server. */
  agent: string;
  accept?: string;
  /** For the server of the URL. Another one, which it redirects to, does not get them. */
  credentials?: { username: string; password: string } | null;
  /** What identified the file the last time. */
  etag: string | null;
  seconds: number;
  /** A slower server is not waited for. */
  pace?: Pace;
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
  const { seconds } = wanted;
  const progress = watchProgress(wanted.pace);
  const signal = AbortSignal.any([AbortSignal.timeout(seconds * 1_000), progress.signal]);
  const explain = (error: unknown) =>
    progress.signal.aborted
      ? (progress.signal.reason as DownloadError)
      : (asDownloadError(error, seconds) ?? (error as Error));
  try {
    const asked = { ...wanted, signal, onAnswer: progress.restart };
    const response = await follow(address, asked, reach).catch((error: unknown) => {
      throw explain(error);
    });
    if (!response) return null;
    const result = await readBody(response, { ...wanted, progress, explain });
    const { etag = "" } = response.headers;
    return { result, etag: etag === "" || etag.length > longestEtag ? null : etag };
  } finally {
    progress.end();
  }
}

/** The answer that has the file; null if it is still the same. */
async function follow(
  address: string,
  wanted: Asked & { onAnswer: () => void },
  reach: Reach,
): Promise<IncomingMessage | null> {
  let url = new URL(address);
  const { origin } = url;
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    if (url.protocol !== "https:" && url.protocol !== "http:")
      throw new DownloadError("the URL is not HTTP");
    const credentials = url.origin === origin ? (wanted.credentials ?? null) : null;
    const response = await open(url, { ...wanted, credentials }, reach);
    wanted.onAnswer();
    const { statusCode: status = 0, headers } = response;
    if (status === 200) return response;
    response.destroy();
    if (status === 304 && wanted.etag !== null) return null;
    const isRedirect = status >= 300 && status < 400 && headers.location !== undefined;
    if (!isRedirect) throw new DownloadError(refusal(status, credentials !== null));
    const next = new URL(headers.location!, url);
    if (url.protocol === "https:" && next.protocol !== "https:")
      throw new DownloadError("redirects to a URL without encryption");
    url = next;
  }
  throw new DownloadError("redirects too often");
}

type Asked = Pick<Wanted<unknown>, "agent" | "accept" | "credentials" | "etag"> & {
  signal: AbortSignal;
};

function refusal(status: number, hasCredentials: boolean): string {
  if (status !== 401) return `answered with status ${status}`;
  return hasCredentials
    ? "refused the user name or the password"
    : "requires a user name and a password";
}

function open(
  url: URL,
  { agent, accept = "*/*", credentials, etag, signal }: Asked,
  reach: Reach,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = {
      accept,
      "user-agent": agent,
      ...(etag !== null && { "if-none-match": etag }),
      ...(credentials && { authorization: basicAuthorization(credentials) }),
    };
    requestPublic(url, { signal, headers }, reach)
      .on("response", resolve)
      .on("error", reject)
      .end();
  });
}

const basicAuthorization = ({ username, password }: { username: string; password: string }) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;

/**
 * Reads a body, which fails as soon as it is too large. Its progress is watched until its end.
 * @param explain puts an error of the server in words. One of `read`, such as a full disk, is not the server's
 */
export async function readBody<Result>(
  body: Readable,
  {
    mostBytes,
    read,
    progress,
    explain,
  }: Pick<Wanted<Result>, "mostBytes" | "read"> & {
    progress: Progress;
    explain: (error: unknown) => Error;
  },
): Promise<Result> {
  let size = 0;
  const isTooFine = createChunkLimit();
  const limited = new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.length;
      progress.note(chunk.length);
      if (size > mostBytes) done(tooLarge(mostBytes));
      else if (isTooFine(chunk)) done(tooManyChunks());
      else done(null, chunk);
    },
  });
  body.once("end", progress.end).pipe(limited);
  finished(body, { writable: false }, (error) => {
    if (error) limited.destroy(explain(error));
  });
  // What has failed no longer listens.
  limited.on("error", () => undefined);
  try {
    return await read(limited);
  } finally {
    body.destroy();
  }
}

const tooManyChunks = () => new DownloadError("sends its file in too many small pieces");

export const tooLarge = (mostBytes: number) =>
  new DownloadError(`is larger than ${mostBytes / 1024 / 1024} MB`);

/** An error of a server in words for the seller; null for errors of ours, whose words are not for the seller. */
export function asDownloadError(error: unknown, seconds: number): DownloadError | null {
  if (error instanceof DownloadError) return error;
  if (!(error instanceof Error)) return null;
  if (error instanceof PrivateAddressError) return new DownloadError(error.message);
  if (error.name === "TimeoutError" || error.name === "AbortError")
    return new DownloadError(`did not arrive within ${seconds} seconds`);
  // Errors of the network and of HTTP have a code. Others are ours, and their words are not for the seller.
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? null : new DownloadError(`could not be fetched (${code})`);
}
