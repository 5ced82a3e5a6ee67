import { buffer } from "node:stream/consumers";
import { download } from "#server/platform/http/download.ts";
import type { Reach } from "#server/platform/http/connect-public.ts";

/** Bytes of a photo. */
export const mostBytes = 12 * 1024 * 1024;

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
  const wanted = { agent: "Marque-Photos", accept, etag, seconds: 20, mostBytes, read: buffer };
  const fetched = await download(address, wanted, reach);
  return fetched && { bytes: fetched.result, etag: fetched.etag };
}
