import { AppError } from "#shared/errors/app-error.ts";
import type { Deps } from "#server/deps.ts";
import { readImageAddress } from "./image-address.ts";
import { findShownImage } from "./image-row-store.ts";

/**
 * The path of the upload here that an absolute URL leads to, as listings store it; null for a URL elsewhere.
 * @throws AppError invalid_input if there is no such upload, or it has expired
 */
export async function findOwnImage(
  { db, config }: Pick<Deps, "db" | "config">,
  address: string,
): Promise<string | null> {
  const image = readImageAddress(config, address);
  if (image === null || !("own" in image)) return null;
  if (await findShownImage(db, image.own)) return new URL(address).pathname;
  const message = "This image is no longer here.";
  throw new AppError("invalid_input", { message, fields: { image: message } });
}
