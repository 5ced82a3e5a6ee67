import { buffer } from "node:stream/consumers";
import type { Deps } from "#server/deps.ts";
import { imageWidths } from "./image-address.ts";

/**
 * The smallest JPEG of an upload, for comparing images; null if it has no such file.
 * @throws ImageStoreError
 */
export async function readSmallestFile(
  { images }: Pick<Deps, "images">,
  id: string,
): Promise<Buffer | null> {
  const opened = await images.open(id, `${imageWidths[0]}.jpg`);
  return opened && buffer(opened.body);
}
