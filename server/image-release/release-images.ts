import type { Config } from "#server/platform/config/config.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { readImageAddress } from "#server/images/public.ts";
import { releaseUnlessShown } from "./release-images-store.ts";

/** Images of one statement. */
const batchSize = 500;

/**
 * Releases images unless an account, a listing or a booking still shows them. They are no longer served, and their files
 * are removed with those of expired uploads. Images on the external host are left alone.
 */
export async function releaseImages(
  executor: Executor,
  config: Config,
  addresses: readonly string[],
): Promise<void> {
  const own = addresses.flatMap((address) => {
    const image = readImageAddress(config, address);
    return image !== null && "own" in image ? [image.own] : [];
  });
  // In a fixed order, because releasing locks them.
  const ids = [...new Set(own)].toSorted();
  for (let at = 0; at < ids.length; at += batchSize)
    await releaseUnlessShown(executor, ids.slice(at, at + batchSize));
}
