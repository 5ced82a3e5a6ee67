import type { Config } from "#server/platform/config/config.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { readImageAddress } from "#server/images/public.ts";
import { releaseUnlessShown } from "./release-image-store.ts";

/**
 * Releases an image unless an account, a listing or a booking still shows it. It is no longer served, and its files are
 * removed with those of expired uploads. Images on the external host are left alone.
 */
export async function releaseImage(
  executor: Executor,
  config: Config,
  address: string,
): Promise<void> {
  const image = readImageAddress(config, address);
  if (image !== null && "own" in image) await releaseUnlessShown(executor, image.own);
}
