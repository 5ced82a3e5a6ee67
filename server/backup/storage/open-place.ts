import path from "node:path";
import { BackupError } from "../backup-error.ts";
import { openFolderPlace } from "./folder-place.ts";
import type { Place } from "./place.ts";

/**
 * Opens `DIR` or `s3://bucket/folder`.
 * @param cwd what a relative folder is relative to
 * @throws BackupError if the address is neither
 */
export async function openPlace(address: string, cwd: string): Promise<Place> {
  if (address.startsWith("s3://")) return (await import("./s3-place.ts")).openS3Place(address);
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(address))
    throw new BackupError(
      `${address.split("://")[0]}:// is not supported. Give a folder, or s3://bucket/folder.`,
    );
  return openFolderPlace(path.resolve(cwd, address));
}
