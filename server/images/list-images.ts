import type { Executor } from "#server/platform/database/database.ts";
import { listImageRows } from "./image-row-store.ts";
import { storedFileNames } from "./prepare-image.ts";

export type ListedImage = {
  id: string;
  /** Of the files that it should have. */
  fileNames: string[];
  isClaimed: boolean;
};

/** All uploads that have a row, or those since a time. */
export async function listImages(db: Executor, since?: Date): Promise<ListedImage[]> {
  const rows = await listImageRows(db, since);
  return rows.map(({ id, isClaimed, ...size }) => ({
    id,
    fileNames: storedFileNames(size),
    isClaimed,
  }));
}
