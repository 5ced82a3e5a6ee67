import { AppError } from "#shared/errors/app-error.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { readImageAddress } from "./image-address.ts";
import { markClaimed } from "./image-row-store.ts";

/**
 * Claims an image for an account or a listing, so that it does not expire. Returns the URL to store: root-relative for
 * an upload here, absolute for the external host. Claiming again changes nothing.
 * @throws AppError invalid_input with `fields.image` if the upload is unknown or expired, or the URL is on neither host
 */
export async function claimImage(
  executor: Executor,
  config: Config,
  address: string,
): Promise<string> {
  const image = readImageAddress(config, address);
  if (image === null) throw refused("Please upload the image here.");
  if ("foreign" in image) return image.foreign;
  if (!(await markClaimed(executor, image.own)))
    throw refused("This image is no longer here. Please choose it again.");
  return pathOf(address);
}

function pathOf(address: string): string {
  return new URL(address, "http://own.invalid").pathname;
}

function refused(message: string): AppError {
  return new AppError("invalid_input", { message, fields: { image: message } });
}
