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
/** A file of the data directory that is replaced together with the database. */
export type FileReplacement = Replacement & { name: string };
/** Earlier versions wrote no files. */
type Note = Replacement & { files?: FileReplacement[] };

const fileName = "replacing-postgres.json";

/**
 * Puts another database in the place of `<dataDir>/postgres` and moves the present one, if there is one, aside. Neither
 * may be running. If the process is killed in between, the next start of the database finishes it.
 * Other files are replaced with it in the same way.
 * @param next the folder of the new one, in `dataDir`, with the layout of `postgres`
 * @param aside the name that the present one gets in `dataDir`
 */
export function replaceCluster(
  dataDir: string,
  { next, aside }: Replacement,
  files: FileReplacement[] = [],
): void {
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
  writeFileSync(draft, JSON.stringify(content));
  syncPath(draft);
  renameSync(draft, note);
  syncPath(dataDir);
  finishReplacement(dataDir);
}

/** Finishes a replacement that was interrupted. Does nothing if there is none. */
export function finishReplacement(dataDir: string): void {
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
