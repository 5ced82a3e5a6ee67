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

type Replacement = { next: string; aside: string };

const fileName = "replacing-postgres.json";

/**
 * Puts another database in the place of `<dataDir>/postgres` and moves the present one, if there is one, aside. Neither
 * may be running. If the process is killed in between, the next start of the database finishes it.
 * @param next the folder of the new one, in `dataDir`, with the layout of `postgres`
 * @param aside the name that the present one gets in `dataDir`
 */
export function replaceCluster(dataDir: string, { next, aside }: Replacement): void {
  const note = join(dataDir, fileName);
  const draft = `${note}.${process.pid}`;
  writeFileSync(draft, JSON.stringify({ next: basename(next), aside: basename(aside) }));
  syncPath(draft);
  renameSync(draft, note);
  syncPath(dataDir);
  finishReplacement(dataDir);
}

/** Finishes a replacement that was interrupted. Does nothing if there is none. */
export function finishReplacement(dataDir: string): void {
  const note = join(dataDir, fileName);
  if (!existsSync(note)) return;
  const { next, aside } = JSON.parse(readFileSync(note, "utf8")) as Replacement;
  const present = join(dataDir, "postgres");
  // The new one is moved last, so if it is still there, what is present is the old one.
  if (existsSync(join(dataDir, next))) {
    if (existsSync(present)) renameSync(present, join(dataDir, aside));
    renameSync(join(dataDir, next), present);
  }
  syncPath(dataDir);
  rmSync(note, { force: true });
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
