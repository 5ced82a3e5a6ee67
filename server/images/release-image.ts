import type { Config } from "#server/platform/config/config.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { readImageAddress } from "./image-address.ts";
import { markReleased } from "./image-store.ts";

/**
 * Lets a picture go that an account or a product no longer shows, unless another still does. It is shown no more from
 * then on, and its files go with the uploads that expired. A picture of an external host is that host's own.
 */
export async function releaseImage(
  executor: Executor,
  config: Config,
  address: string,
): Promise<void> {
  const found = readImageAddress(config, address);
  if (found !== null && "own" in found) await markReleased(executor, found.own);
}
