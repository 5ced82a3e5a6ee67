import { AppError } from "#shared/errors/app-error.ts";
import type { PhotoBody } from "#shared/listings/listing-contract.ts";
import type { Photo } from "#shared/listings/listing.ts";
import { claimImage, readImageAddress } from "#server/images/public.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Executor } from "#server/platform/database/database.ts";

/**
 * Claims a listing's photos and returns them as they are stored. A photo that is given again, also in another width,
 * format or spelling of its URL, counts once, with its first description.
 * @throws AppError invalid_input with `fields.photos` that names the photo by its number
 */
export async function claimPhotos(
  tx: Executor,
  config: Config,
  photos: readonly PhotoBody[],
): Promise<Photo[]> {
  const stored = new Map<string, Photo>();
  for (const [at, { image, alt }] of photos.entries()) {
    const claimed = await claimNumbered(tx, config, image, at + 1);
    const key = imageKey(config, claimed);
    const earlier = stored.get(key);
    if (!earlier) stored.set(key, { image: claimed, alt });
    else if (earlier.alt === "") earlier.alt = alt;
  }
  return [...stored.values()];
}

async function claimNumbered(tx: Executor, config: Config, image: string, number: number) {
  return claimImage(tx, config, image).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== "invalid_input") throw error;
    const message = `Photo ${number}: ${error.message}`;
    throw new AppError("invalid_input", { message, fields: { photos: message } });
  });
}

/** The same for every address of an image. */
function imageKey(config: Config, image: string): string {
  const address = readImageAddress(config, image);
  if (address === null) return image;
  return "own" in address ? address.own : address.foreign;
}
