import { setImmediate } from "node:timers/promises";
import type { Config } from "#server/platform/config/config.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { readImageAddress } from "#server/images/public.ts";
import { releaseUnlessShown } from "./release-images-store.ts";

/** Images of one statement. */
const batchSize = 500;
/** Addresses that are read before other requests get their turn. */
const addressesAtOnce = 2_000;

/**
 * Releases images unless an account, a listing or a booking still shows them. They are no longer served, and their files
 * are removed with those of expired uploads. Images on the external host are left alone.
 */
export async function releaseImages(
  executor: Executor,
  config: Config,
  addresses: readonly string[],
): Promise<void> {
  const own = new Set<string>();
  for (const [at, address] of [...new Set(addresses)].entries()) {
    // A stock can have a million, and other requests wait meanwhile.
    if (at % addressesAtOnce === 0) await setImmediate();
    const image = readImageAddress(config, address);
    if (image !== null && "own" in image) own.add(image.own);
  }
  // In a fixed order, because releasing locks them.
  const ids = [...own].toSorted();
  for (let at = 0; at < ids.length; at += batchSize)
    await releaseUnlessShown(executor, ids.slice(at, at + batchSize));
}
