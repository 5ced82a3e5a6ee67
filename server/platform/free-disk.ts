import { statfs } from "node:fs/promises";
import path from "node:path";
import { AppError } from "#shared/errors/app-error.ts";
import type { Config } from "#server/platform/config/config.ts";

const megabyte = 1024 * 1024;

/**
 * Bytes that the shop may still write to a folder's disk, which need not exist yet; null if it cannot be read.
 * @internal
 */
export async function freeBytes(folder: string): Promise<number | null> {
  const resolved = path.resolve(folder);
  try {
    const { bavail, bsize } = await statfs(resolved);
    return bavail * bsize;
  } catch (error) {
    const parent = path.dirname(resolved);
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    return isMissing && parent !== resolved ? freeBytes(parent) : null;
  }
}

/** Leaves the last of a disk to the database and the log. @throws AppError disk_full */
export async function refuseUploadIfDiskFull(
  { UPLOAD_DISK_RESERVE_MB }: Pick<Config, "UPLOAD_DISK_RESERVE_MB">,
  folder: string,
): Promise<void> {
  if (UPLOAD_DISK_RESERVE_MB === 0) return;
  const free = await freeBytes(folder);
  if (free !== null && free < UPLOAD_DISK_RESERVE_MB * megabyte) throw new AppError("disk_full");
}

/** A disk with little space for uploads. */
export type ShortDisk = { folder: string; freeMegabytes: number; isRefused: boolean };

/** The folders of uploads whose disk has less than twice the reserve. */
export async function listShortDisks(
  { UPLOAD_DISK_RESERVE_MB: reserve }: Pick<Config, "UPLOAD_DISK_RESERVE_MB">,
  folders: readonly string[],
): Promise<ShortDisk[]> {
  const short: ShortDisk[] = [];
  for (const folder of folders) {
    const free = await freeBytes(folder);
    const freeMegabytes = free === null ? Infinity : Math.floor(free / megabyte);
    if (freeMegabytes < 2 * reserve)
      short.push({ folder, freeMegabytes, isRefused: freeMegabytes < reserve });
  }
  return short;
}
