import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { randomUUID } from "node:crypto";
import path from "node:path";

/** How long the files of an earlier build are served. */
const keptDays = 30;
const millisecondsPerDay = 86_400_000;

/**
 * Keeps a copy of the build's scripts and styles, so that pages which were opened before an upgrade still find theirs.
 * Their names are hashes of their content. Removes those that no build has had for 30 days.
 * @param built the build's folder of hashed files
 * @param keptFolder the folder of the copies
 */
export function keepAssets(built: string, keptFolder: string, now = new Date()): void {
  mkdirSync(keptFolder, { recursive: true });
  // Tests run without a build.
  for (const name of existsSync(built) ? readdirSync(built) : []) {
    const copy = path.join(keptFolder, name);
    if (!existsSync(copy) || statSync(copy).size !== statSync(path.join(built, name)).size)
      copyWhole(path.join(built, name), copy);
    utimesSync(copy, now, now);
  }
  const oldest = now.getTime() - keptDays * millisecondsPerDay;
  for (const name of readdirSync(keptFolder)) {
    const file = path.join(keptFolder, name);
    // Another process may have removed it.
    const changed = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? oldest;
    if (changed < oldest) rmSync(file, { force: true });
  }
}

/** Machines may share the folder, and browsers keep what they get for a year: no one may be served half a file. */
function copyWhole(file: string, copy: string): void {
  const part = `${copy}.${randomUUID()}.part`;
  copyFileSync(file, part);
  renameSync(part, copy);
}
