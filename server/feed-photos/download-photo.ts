import { buffer } from "node:stream/consumers";
import { download } from "#server/platform/http/outgoing/download.ts";
import type { Reach } from "#server/platform/http/outgoing/connect-public.ts";
import type { Pace } from "#server/platform/http/watch-progress.ts";

/** Bytes of a photo. */
const mostBytes = 12 * 1024 * 1024;

/** A server that hangs or trickles gives up its place to other photos. */
const slowestPace: Pace = { seconds: 5, bytes: 64 * 1_024 };

/**
 * Fetches a photo.
 * @param etag what identified the file the last time
 * @returns null if the file is still the same
 * @throws DownloadError if it cannot be fetched in time or is too large
 */
export async function downloadPhoto(
  address: string,
  etag: string | null,
  reach: Reach,
): Promise<{ bytes: Buffer; etag: string | null } | null> {
  const accept = "image/avif,image/webp,image/jpeg,image/png,image/gif";
  const limits = { seconds: 20, pace: slowestPace, mostBytes };
  const wanted = { agent: "Marque-Photos", accept, etag, ...limits, read: buffer };
  const fetched = await download(address, wanted, reach);
  return fetched && { bytes: fetched.result, etag: fetched.etag };
}
