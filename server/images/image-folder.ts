import { rm } from "node:fs/promises";
import path from "node:path";
import type { Config } from "#server/platform/config/config.ts";

/** What the folder of an upload that is being prepared is called until it is whole. */
export const unfinishedPrefix = "unfinished-";

/** Where the files of all uploads lie. */
export function imagesFolder(config: Pick<Config, "DATA_DIR">): string {
  return path.resolve(config.DATA_DIR, "images");
}

/** Where the files of one upload lie. `id` is one of ours, never a caller's text. */
export function imageFolder(config: Pick<Config, "DATA_DIR">, id: string): string {
  return path.join(imagesFolder(config), id);
}

/** Removes an upload's files; what is gone already is fine. */
export async function removeImageFolder(
  config: Pick<Config, "DATA_DIR">,
  id: string,
): Promise<void> {
  await rm(imageFolder(config, id), { recursive: true, force: true });
}
