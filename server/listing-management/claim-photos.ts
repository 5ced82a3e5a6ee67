import { AppError } from "#shared/errors/app-error.ts";
import type { PhotoBody } from "#shared/listings/listing-contract.ts";
import type { Photo } from "#shared/listings/listing.ts";
import { claimImage, readFileHashes, readImageAddress } from "#server/images/public.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Executor } from "#server/platform/database/database.ts";

/**
 * Claims a listing's photos and returns them as they are stored. A photo that is given again, also as another upload of the
 * same file, or in another width, format or spelling of its URL, counts once, with its first description.
 * @throws AppError invalid_input with `fields.photos` that names the photo by its number
 */
export async function claimPhotos(
  tx: Executor,
  config: Config,
  photos: readonly PhotoBody[],
): Promise<Photo[]> {
  const addresses = photos.map(({ image }) => readImageAddress(config, image));
  const own = addresses.flatMap((address) => (address && "own" in address ? [address.own] : []));
  const hashes = await readFileHashes(tx, own);
  const stored = new Map<string, Photo>();
  for (const [at, { image, alt }] of photos.entries()) {
    const key = photoKey(addresses[at] ?? { foreign: image }, hashes);
    const earlier = stored.get(key);
    // What is left out is not claimed, so it expires.
    if (!earlier) stored.set(key, { image: await claimNumbered(tx, config, image, at + 1), alt });
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

/** The same for every address of an image, and for every upload of a file. */
function photoKey(
  address: NonNullable<ReturnType<typeof readImageAddress>>,
  hashes: ReadonlyMap<string, string>,
): string {
  return "own" in address ? (hashes.get(address.own) ?? address.own) : address.foreign;
}
