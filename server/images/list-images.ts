import type { Executor } from "#server/platform/database/database.ts";
import { listImageRows } from "./image-row-store.ts";
import { storedFileNames } from "./prepare-image.ts";

/** All uploads that have a row, with the names of the files that each one should have. */
export async function listImages(db: Executor): Promise<{ id: string; fileNames: string[] }[]> {
  const rows = await listImageRows(db);
  return rows.map(({ id, ...size }) => ({ id, fileNames: storedFileNames(size) }));
}
