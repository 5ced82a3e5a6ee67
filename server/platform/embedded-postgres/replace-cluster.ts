import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { withClusterLock } from "./cluster-lock.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { isServerRunning, readPostmaster } from "./postmaster-file.ts";

type Replacement = { next: string; aside: string };
/** A file of the data directory that is replaced together with the database. */
export type FileReplacement = Replacement & { name: string };
/** Earlier versions wrote no files. */
type Note = Replacement & { files?: FileReplacement[] };

const fileName = "replacing-postgres.json";

/**
 * Puts another database in the place of `<dataDir>/postgres` and moves the present one, if there is one, aside. Neither
 * may be running. If the process is killed in between, the next start of the database finishes it.
 * Other files are replaced with it in the same way. Meanwhile no other process starts the present one.
 * @param next the folder of the new one, in `dataDir`, with the layout of `postgres`
 * @param aside the name that the present one gets in `dataDir`
 * @throws EmbeddedPostgresError if the present one was started; then nothing was changed
 */
export async function replaceCluster(
  dataDir: string,
  replacement: Replacement,
  files: FileReplacement[] = [],
): Promise<void> {
  const present = join(dataDir, "postgres");
  await withClusterLock(dataDir, async () => {
    finish(dataDir);
    if (!existsSync(present)) return begin(dataDir, replacement, files);
    await withClusterLock(present, async () => {
      const server = readPostmaster(join(present, "cluster"));
      if (server && isServerRunning(server))
        throw new EmbeddedPostgresError(
          `The database in ${present} is running again. Stop the shop first: nothing was changed.`,
        );
      begin(dataDir, replacement, files);
    });
    // It was moved aside with the folder that it belongs to.
    rmSync(join(replacement.aside, "lock"), { force: true });
  });
}

function begin(dataDir: string, { next, aside }: Replacement, files: FileReplacement[]): void {
  const note = join(dataDir, fileName);
  const draft = `${note}.${process.pid}`;
  const namesOf = (one: Replacement) => ({
    next: basename(one.next),
    aside: basename(one.aside),
  });
  const content: Note = {
    ...namesOf({ next, aside }),
    files: files.map((file) => ({ name: file.name, ...namesOf(file) })),
  };
  // The names in it: PostgreSQL flushes the files of the database.
  syncPath(next);
  writeFileSync(draft, JSON.stringify(content));
  syncPath(draft);
  renameSync(draft, note);
  syncPath(dataDir);
  finish(dataDir);
}

/**
 * Finishes a replacement that was interrupted, and waits for one that another process is doing. Does nothing if there is
 * none.
 */
export async function finishReplacement(dataDir: string): Promise<void> {
  await withClusterLock(dataDir, async () => finish(dataDir));
}

function finish(dataDir: string): void {
  const note = join(dataDir, fileName);
  if (!existsSync(note)) return;
  const { files = [], ...cluster } = JSON.parse(readFileSync(note, "utf8")) as Note;
  for (const file of [...files, { name: "postgres", ...cluster }]) replace(dataDir, file);
  syncPath(dataDir);
  rmSync(note, { force: true });
}

function replace(dataDir: string, { name, next, aside }: FileReplacement): void {
  // The new one is moved last, so if it is still there, what is present is the old one.
  if (!existsSync(join(dataDir, next))) return;
  const present = join(dataDir, name);
  if (existsSync(present)) renameSync(present, join(dataDir, aside));
  renameSync(join(dataDir, next), present);
}

/** Windows cannot flush folders, and does not need it. */
export function syncPath(path: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
