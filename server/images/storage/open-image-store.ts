import path from "node:path";
import { ConfigError, type Config } from "#server/platform/config/config.ts";
import { readImageStoreUrl } from "#server/platform/config/image-store-url.ts";
import { createFolderStorage } from "./folder-storage.ts";
import type { ImageStore } from "./image-storage.ts";

/** The shop's image store: IMAGE_STORE_URL, or else the folder `images` of DATA_DIR. */
export async function openImageStore(
  config: Pick<Config, "DATA_DIR" | "IMAGE_STORE_URL">,
): Promise<ImageStore> {
  return openStoreAt(config.IMAGE_STORE_URL ?? path.resolve(config.DATA_DIR, "images"));
}

/**
 * Opens an `s3://` URL or a folder.
 * @param isPatient whether to wait longer for a slow store than a visitor would
 * @throws ConfigError if the URL is wrong
 */
export async function openStoreAt(where: string, isPatient = false): Promise<ImageStore> {
  if (!/^s3:/i.test(where)) return createFolderStorage(path.resolve(where));
  const address = readImageStoreUrl(where);
  if ("mistake" in address) throw new ConfigError(`The URL of the image store ${address.mistake}.`);
  // The SDK is large, and most shops do not need it.
  const { createS3Storage } = await import("./s3-storage.ts");
  const patient = { response: 20_000, call: 60_000, idle: 20_000, attempts: 5 };
  return createS3Storage(address, isPatient ? patient : undefined);
}
