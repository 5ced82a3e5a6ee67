import type { Photo } from "#shared/listings/listing.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { releaseImages } from "./release-images.ts";

/** Releases the photos of a listing that it no longer has. */
export async function releaseDropped(
  executor: Executor,
  config: Config,
  before: readonly Photo[],
  after: readonly Photo[],
): Promise<void> {
  const shown = new Set(after.map(({ image }) => image));
  const dropped = before.map(({ image }) => image).filter((image) => !shown.has(image));
  await releaseImages(executor, config, dropped);
}
