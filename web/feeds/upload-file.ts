import { AppError } from "#shared/errors/app-error.ts";
import { mostFileMegabytes } from "#shared/feeds/feed-limits.ts";
import { isOffline } from "#web/platform/requests/connection.ts";
import { readRefusal } from "#web/platform/requests/send-request.ts";
import { tokenSource } from "#web/platform/requests/token-source.ts";

// Large files take time on slow connections.
const patienceMs = 15 * 60_000;

type UploadOptions = {
  signal?: AbortSignal;
  /** How much was sent, from 0 to 1. */
  onProgress?: (sent: number) => void;
};

/**
 * Posts a file to the shop's API and reports its progress, which `fetch` cannot. Renews an expired token once.
 * @throws AppError on any error response, and `unavailable` without a response
 */
export async function uploadFile<Answer>(
  path: string,
  file: Blob,
  options: UploadOptions = {},
): Promise<Answer> {
  if (isOffline()) throw new AppError("unavailable", { message: offlineWords });
  const tokens = tokenSource();
  const token = tokens.read();
  try {
    return await post<Answer>(path, file, token, options);
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 401 || token === null) throw error;
    const renewed = await tokens.renew();
    if (renewed === null) throw error;
    return post<Answer>(path, file, renewed, options);
  }
}

const offlineWords = "You are offline. Please check your connection and try again.";

function post<Answer>(
  path: string,
  file: Blob,
  token: string | null,
  { signal, onProgress }: UploadOptions,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error);
    const request = new XMLHttpRequest();
    const fail = (message: string) => reject(new AppError("unavailable", { message }));
    request.open("POST", `/api${path}`);
    request.timeout = patienceMs;
    request.setRequestHeader("accept", "application/json");
    request.setRequestHeader("content-type", "application/octet-stream");
    if (token !== null) request.setRequestHeader("authorization", `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.upload.onload = () => onProgress?.(1);
    request.onload = () => {
      if (request.status === 0) return fail("We could not reach the shop. Please try again.");
      const response = new Response(request.responseText, { status: request.status });
      if (!response.ok) return void readRefusal(response).then(reject);
      return resolve(JSON.parse(request.responseText) as Answer);
    };
    // A shop that refuses a file before its end closes the connection, which looks the same.
    request.onerror = () =>
      fail(
        isOffline()
          ? offlineWords
          : `The upload stopped. Please check your connection and that the file is at most ${mostFileMegabytes} MB, and try again.`,
      );
    request.ontimeout = () => fail("The shop did not respond in time. Please try again.");
    signal?.addEventListener("abort", () => {
      request.abort();
      reject(signal.reason as Error);
    });
    request.send(file);
    return undefined;
  });
}
