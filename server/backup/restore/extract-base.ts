import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { TarEntry } from "../storage/tar.ts";

// PostgreSQL's manual, "Database File Layout". Nothing else is written: a configuration, a list of users or a signal
// file from someone else could make the restored server do what the backup says, such as run a command.
const foldersOfData = new Set([
  "base",
  "global",
  "pg_commit_ts",
  "pg_logical",
  "pg_multixact",
  "pg_twophase",
  "pg_wal",
  "pg_xact",
]);
/** The server needs these folders, and a backup has nothing in them. */
const emptyFolders = new Set([
  "pg_dynshmem",
  "pg_notify",
  "pg_replslot",
  "pg_serial",
  "pg_snapshots",
  "pg_stat",
  "pg_stat_tmp",
  "pg_subtrans",
  "pg_tblspc",
]);
const filesOfData = new Set(["PG_VERSION", "backup_label"]);

/** Whether an entry of a physical backup is a part of the database, and not of how its server is run. @internal */
export function isPartOfDatabase({ path: name, kind }: Pick<TarEntry, "path" | "kind">): boolean {
  const [top = "", ...rest] = name.split("/");
  if (kind === "file") return rest.length > 0 ? foldersOfData.has(top) : filesOfData.has(name);
  return foldersOfData.has(top) || (emptyFolders.has(top) && rest.length === 0);
}

/** Writes an entry of a physical backup below `dataDir` if it is a part of the database; it is read in any case. */
export async function extractEntry(
  entry: TarEntry,
  dataDir: string,
  own: (file: string) => Promise<void>,
): Promise<void> {
  const { path: name, kind, content } = entry;
  if (!isPartOfDatabase(entry)) {
    for await (const _chunk of content);
    return;
  }
  const target = path.join(dataDir, ...name.split("/"));
  if (kind === "folder") await mkdir(target, { recursive: true, mode: 0o700 });
  else
    await pipeline(
      Readable.from(content, { objectMode: false }),
      // A name that comes twice is an error.
      createWriteStream(target, { mode: 0o600, flags: "wx" }),
    );
  await own(target);
}
