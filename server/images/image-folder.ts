import { rm } from "node:fs/promises";
import path from "node:path";
import type { Config } from "#server/platform/config/config.ts";

/** Name prefix of the folder of an upload that is still being prepared. */
export const unfinishedPrefix = "unfinished-";

/** The folder of all uploads. */
export function imagesFolder(config: Pick<Config, "DATA_DIR">): string {
  return path.resolve(config.DATA_DIR, "images");
}

/** The folder of one upload. `id` must be one of our own, never a caller's text. */
export function imageFolder(config: Pick<Config, "DATA_DIR">, id: string): string {
  return path.join(imagesFolder(config), id);
}

/** Removes an upload's files, if they exist. */
export async function removeImageFolder(
  config: Pick<Config, "DATA_DIR">,
  id: string,
): Promise<void> {
  await rm(imageFolder(config, id), { recursive: true, force: true });
}
