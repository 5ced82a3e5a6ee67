import { randomUUID } from "node:crypto";
import type { ReadStream } from "node:fs";
import { mkdir, open, rm, type FileHandle } from "node:fs/promises";
import path from "node:path";
import PQueue from "p-queue";
import { AppError } from "#shared/errors/app-error.ts";
import type { Deps } from "#server/deps.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { writeOwnData } from "./write-own-data.ts";

// One file at a time, so that downloads do not take all database connections.
const queue = new PQueue({ concurrency: 1 });

/**
 * Writes the viewer's data to disk, a page of rows at a time, and opens it for sending. The file is a consistent snapshot.
 * Writing to disk first means that a slow download occupies no database connection, and that errors come before the first
 * byte is sent.
 * @param signal aborts when the caller disconnects
 * @throws AppError timed_out if the caller has disconnected
 */
export function prepareDataFile(
  { db, config }: Pick<Deps, "db" | "config">,
  viewer: Pick<Viewer, "accountId" | "identityId">,
  now: Date,
  signal: AbortSignal,
): Promise<{ file: ReadStream; size: number }> {
  const throwIfGone = () => {
    if (signal.aborted) throw new AppError("timed_out");
  };
  return queue.add(async () => {
    throwIfGone();
    const handle = await openUnnamed(config);
    try {
      await db.transaction(
        async (tx) => {
          for await (const piece of writeOwnData(tx, config, viewer, now)) {
            throwIfGone();
            await handle.appendFile(piece);
          }
        },
        { isolationLevel: "repeatable read", accessMode: "read only" },
      );
      const { size } = await handle.stat();
      return { file: handle.createReadStream({ start: 0 }), size };
    } catch (error) {
      await handle.close();
      throw error;
    }
  });
}

/** Opens a file and unlinks it, so that it disappears when it is closed, even after a crash. */
async function openUnnamed(config: Pick<Deps["config"], "DATA_DIR">): Promise<FileHandle> {
  const folder = path.resolve(config.DATA_DIR);
  await mkdir(folder, { recursive: true });
  const name = path.join(folder, `.data-file-${randomUUID()}`);
  const handle = await open(name, "wx+", 0o600);
  try {
    await rm(name);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}
