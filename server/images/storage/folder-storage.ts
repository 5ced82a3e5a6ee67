import { randomUUID } from "node:crypto";
import { mkdir, open, opendir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { imageId, isFileName } from "#server/images/image-address.ts";
import { syncFolder } from "#server/platform/sync-folder.ts";
import { ImageStoreError, type ImageStore } from "./image-storage.ts";

/** Name prefix of folders and files that are still being written. */
const unfinishedPrefix = "unfinished-";
const pageSize = 1_000;

/** Images in a folder of this machine, or one that several machines mount. */
export function createFolderStorage(folder: string): ImageStore {
  const at = (...parts: string[]) => path.join(folder, ...parts);
  const orNull = <T>(reading: Promise<T>) => nullIfMissing(folder, reading);

  /**
   * Runs `write` with a path that is then renamed to its final one, so that readers never see half of it. What it wrote
   * is on the disk when this resolves: an image that was acknowledged survives a power failure.
   */
  async function viaDraft(final: string, write: (draft: string) => Promise<void>): Promise<void> {
    const draft = at(`${unfinishedPrefix}${randomUUID()}`);
    try {
      await write(draft);
      await rename(draft, final);
      await syncFolder(path.dirname(final));
    } catch (error) {
      throw failed(`could not write to ${folder}`, error);
    } finally {
      await rm(draft, { recursive: true, force: true }).catch(() => undefined);
    }
  }

  return {
    name: folder,
    check: () => Promise.resolve(),
    write: (id, files) =>
      viaDraft(at(id), async (draft) => {
        await mkdir(draft, { recursive: true });
        for (const { name, bytes } of files)
          await writeFile(path.join(draft, checkedName(name)), bytes, { flush: true });
        await syncFolder(draft);
      }),
    replaceFile: (id, { name, bytes }) =>
      viaDraft(at(id, name), async (draft) => {
        checkedName(name);
        await mkdir(at(id), { recursive: true });
        await writeFile(draft, bytes, { flush: true });
      }),
    async find(id, name) {
      const stats = await orNull(stat(at(id, name)));
      return stats && { size: stats.size, sha256: null };
    },
    async open(id, name, { range } = {}) {
      const handle = await orNull(open(at(id, name)));
      if (!handle) return null;
      try {
        const size = range ? range.end - range.start + 1 : (await handle.stat()).size;
        return { size, sha256: null, body: handle.createReadStream(range) };
      } catch (error) {
        await handle.close();
        throw failed(`could not read from ${folder}`, error);
      }
    },
    async *listImages() {
      const names = await orNull(opendir(folder));
      if (!names) return;
      let page: string[] = [];
      for await (const { name } of names) {
        if (imageId.test(name)) page.push(name);
        if (page.length === pageSize) {
          yield page;
          page = [];
        }
      }
      if (page.length > 0) yield page;
    },
    listFiles: async (id) => (await orNull(readdir(at(id)))) ?? [],
    changedAt: async (id) => (await orNull(stat(at(id))))?.mtime ?? null,
    remove: (id) => removeFolder(at(id)),
    async removeUnfinished(before) {
      for (const name of (await orNull(readdir(folder))) ?? []) {
        if (!name.startsWith(unfinishedPrefix)) continue;
        const stats = await orNull(stat(at(name)));
        if (stats && stats.mtime < before) await removeFolder(at(name));
      }
    },
    close: () => undefined,
  };
}

/** The files of a backup can have any name, also a path. */
function checkedName(name: string): string {
  if (isFileName(name)) return name;
  throw new Error(`${JSON.stringify(name)} is not the name of an image's file`);
}

function failed(what: string, cause: unknown): ImageStoreError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new ImageStoreError(`The image store ${what}: ${why}`, { cause });
}

async function removeFolder(unwanted: string): Promise<void> {
  await rm(unwanted, { recursive: true, force: true }).catch((error: unknown) => {
    throw failed(`could not remove ${unwanted}`, error);
  });
}

async function nullIfMissing<T>(folder: string, reading: Promise<T>): Promise<T | null> {
  return reading.catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
    throw failed(`could not read from ${folder}`, error);
  });
}
