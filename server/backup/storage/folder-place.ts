import { randomBytes } from "node:crypto";
import { createReadStream, type Dirent } from "node:fs";
import { link, lstat, mkdir, open, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { syncFolder } from "#server/platform/sync-folder.ts";
import { BackupError, UnreadableError, explainSystemError } from "../backup-error.ts";
import type { Place, StoredFile } from "./place.ts";

const draftPrefix = "unfinished-";
const isDraft = new RegExp(`^${draftPrefix}[0-9a-f]{16}$`);
/** Milliseconds after which a draft cannot still be written. */
const longestDraft = 24 * 3_600_000;

/** A folder of this machine, or one that is mounted. Everything in it is readable by its owner only. */
export function openFolderPlace(root: string): Place {
  const fileOf = (name: string) => path.join(root, ...name.split("/"));
  const explained = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw explainSystemError(error, root);
    });
  return {
    shown: root,
    write: async (name, content) => {
      const file = fileOf(name);
      await explained(refuseLinks(root, path.posix.dirname(name)));
      await explained(makeFoldersBelow(root, path.dirname(file)));
      // Not even a damaged entry of a folder can be replaced.
      const replace: PutInPlace = (draft) => rename(draft, file).catch(explainFile(root, name));
      await explained(writeFile(file, content, replace));
    },
    writeNew: async (name, content) => {
      const file = fileOf(name);
      await explained(refuseLinks(root, path.posix.dirname(name)));
      await explained(mkdir(path.dirname(file), { recursive: true, mode: 0o700 }));
      await explained(writeFile(file, content, linkNew));
    },
    read: async (name) => {
      const file = fileOf(name);
      const explain = explainFile(root, name);
      await refuseLinks(root, name).catch(explain);
      const isThere = await exists(file).catch(explain);
      return isThere ? Readable.from(readFile(file, explain), { objectMode: false }) : null;
    },
    list: async function* (prefix) {
      try {
        yield* listFiles(root, prefix);
      } catch (error) {
        throw explainSystemError(error, root);
      }
    },
    remove: async (name) => {
      await explained(refuseLinks(root, path.posix.dirname(name)));
      await explained(rm(fileOf(name), { force: true }));
      await explained(removeIfEmpty(path.dirname(fileOf(name))));
    },
  };
}

/**
 * Makes folders in a place that was prepared. The place itself is not made again: if it is missing, it is on a disk that is
 * not mounted anymore.
 */
async function makeFoldersBelow(root: string, folder: string): Promise<void> {
  if (!(await stat(root).catch(ifMissing(null))))
    throw new BackupError(`${root} has lost its backups. Is the disk mounted, and the right one?`);
  let at = root;
  for (const name of path.relative(root, folder).split(path.sep).filter(Boolean)) {
    at = path.join(at, name);
    await mkdir(at, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  }
}

type PutInPlace = (draft: string, file: string) => Promise<void>;

/** Writes a draft, flushes it to the disk, and puts it in place: a crash leaves the old file or the new one. */
async function writeFile(
  file: string,
  content: Readable | Buffer,
  putInPlace: PutInPlace,
): Promise<void> {
  const folder = path.dirname(file);
  const draft = path.join(folder, `${draftPrefix}${randomBytes(8).toString("hex")}`);
  try {
    const handle = await open(draft, "wx", 0o600);
    try {
      const chunks = Buffer.isBuffer(content) ? [content] : (content as AsyncIterable<Buffer>);
      for await (const chunk of chunks) await writeAll(handle, chunk);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await putInPlace(draft, file);
    await syncFolder(folder);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Of two processes at once, one succeeds. File systems without links, as those of USB disks, replace the file. */
async function linkNew(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (code !== "EEXIST") return rename(draft, file);
  }
  await rm(draft);
}

async function writeAll(handle: Awaited<ReturnType<typeof open>>, chunk: Buffer): Promise<void> {
  for (let done = 0; done < chunk.length;)
    done += (await handle.write(chunk, done, chunk.length - done)).bytesWritten;
}

async function* readFile(file: string, explain: (error: unknown) => never): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(file, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>;
  } catch (error) {
    explain(error);
  }
}

/** What disks and file systems answer about bad sectors and damaged entries of a folder. */
const badSectors = new Set(["EIO", "EUCLEAN", "EBADMSG"]);
const isBadSector = (error: unknown): boolean =>
  badSectors.has((error as NodeJS.ErrnoException).code ?? "");

/** Handles an error of one file. A bad sector damages this file, and says nothing of the others. */
const explainFile =
  (root: string, name: string) =>
  (error: unknown): never => {
    if (!isBadSector(error)) throw explainSystemError(error, root);
    const { code } = error as NodeJS.ErrnoException;
    throw new UnreadableError(
      `${name} in ${root} is damaged: the disk cannot read or replace it (${code}).`,
    );
  };

async function* listFiles(root: string, prefix: string): AsyncIterable<StoredFile> {
  const entries = await readFolder(root, prefix);
  for (const entry of entries) {
    const name = `${prefix}${entry.name}`;
    if (entry.isSymbolicLink()) throw linked(path.join(root, name));
    if (entry.isDirectory()) yield* listFiles(root, `${name}/`);
    else if (isDraft.test(entry.name)) await removeOldDraft(path.join(root, name));
    else {
      // It may have been removed since. What the disk cannot say fails where the file is read.
      const stats = await stat(path.join(root, name)).catch((error: NodeJS.ErrnoException) =>
        isBadSector(error) ? { size: 0, mtime: new Date() } : ifMissing(null)(error),
      );
      if (stats) yield { name, bytes: stats.size, at: stats.mtime };
    }
  }
}

/** @throws UnreadableError that names the folder: without its files, it is not known what there is */
async function readFolder(root: string, prefix: string): Promise<Dirent[]> {
  try {
    await refuseLinks(root, prefix);
    const folder = path.join(root, ...prefix.split("/"));
    return await readdir(folder, { withFileTypes: true }).catch(ifMissing([]));
  } catch (error) {
    if (!isBadSector(error)) throw error;
    throw new UnreadableError(
      `The disk cannot list ${path.join(root, prefix)} (${(error as NodeJS.ErrnoException).code}). If this stays so, repair the disk, or move this folder out of the place to use the rest.`,
    );
  }
}

/**
 * A link in the place would lead reading, writing and removing to files outside it.
 * @param name of a file or folder in the place, or "." for the place itself, which may be a link
 * @throws BackupError
 */
async function refuseLinks(root: string, name: string): Promise<void> {
  const names = name.split("/").filter((one) => one !== "" && one !== ".");
  for (const at of names.keys()) {
    const folder = path.join(root, ...names.slice(0, at + 1));
    const stats = await lstat(folder).catch(ifMissing(null));
    if (!stats) return;
    if (stats.isSymbolicLink()) throw linked(folder);
  }
}

function linked(file: string): BackupError {
  return new BackupError(
    `${JSON.stringify(file)} is a link, and this program makes none. Find out where it came from, and remove it.`,
  );
}

/** What a killed process left behind. It does no harm where it cannot be removed, as on a disk that is only read. */
async function removeOldDraft(file: string): Promise<void> {
  const stats = await stat(file).catch(() => null);
  if (stats && Date.now() - stats.mtimeMs > longestDraft)
    await rm(file, { force: true }).catch(() => undefined);
}

/** Handles an error by returning `value` if a file or folder is missing. */
function ifMissing<Value>(value: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (error.code === "ENOENT") return value;
    throw error;
  };
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    (stats) => stats.isFile(),
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" || error.code === "ENOTDIR") return false;
      throw error;
    },
  );
}

/** Another process may be writing into it: only the system can tell whether it is empty. */
async function removeIfEmpty(folder: string): Promise<void> {
  const isInUse = (code = "") => ["ENOTEMPTY", "EEXIST", "ENOENT", "EBUSY", "EPERM"].includes(code);
  await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (!isInUse(error.code)) throw error;
  });
}
