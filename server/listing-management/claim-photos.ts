import { AppError } from "#shared/errors/app-error.ts";
import type { PhotoBody } from "#shared/listings/listing-contract.ts";
import type { Photo } from "#shared/listings/listing.ts";
import { claimImage } from "#server/images/public.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Executor } from "#server/platform/database/database.ts";

/**
 * Claims a listing's photos and returns them as they are stored.
 * @throws AppError invalid_input with `fields.photos` that names the photo by its number
 */
export async function claimPhotos(
  tx: Executor,
  config: Config,
  photos: readonly PhotoBody[],
): Promise<Photo[]> {
  const stored: Photo[] = [];
  for (const [at, { image, alt }] of photos.entries())
    stored.push({ image: await claimNumbered(tx, config, image, at + 1), alt });
  return stored;
}

async function claimNumbered(tx: Executor, config: Config, image: string, number: number) {
  return claimImage(tx, config, image).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== "invalid_input") throw error;
    const message = `Photo ${number}: ${error.message}`;
    throw new AppError("invalid_input", { message, fields: { photos: message } });
  });
}
