import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { withLock } from "./with-lock.mjs";

const NAMES = ["node_modules", "build"];

const asideOf = (root, name) => join(root, ".prepare", `old-${name}`);

/**
 * Puts a complete folder in the place of `<root>/<name>`, in two renames. If the process is killed between them, the
 * next start restores the old one. The caller has the lock.
 * @param {string} root the clone
 * @param {"node_modules" | "build"} name
 * @param {string} next the folder to put there, on the same file system
 */
export function replaceFolder(root, name, next) {
  const present = join(root, name);
  const aside = asideOf(root, name);
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(join(root, ".prepare"), { recursive: true });
  if (existsSync(present)) renameSync(present, aside);
  renameSync(next, present);
}

/**
 * Restores what an interrupted replacement moved aside.
 * @param {string} root the clone
 */
export async function repairFolders(root) {
  const isMissing = (name) => !existsSync(join(root, name)) && existsSync(asideOf(root, name));
  if (!NAMES.some(isMissing)) return;
  await withLock(root, "restoring interrupted changes", async () => {
    for (const name of NAMES.filter(isMissing)) renameSync(asideOf(root, name), join(root, name));
  });
}

/**
 * Deletes what replacements moved aside. It takes seconds, so not while a shop waits to open.
 * @param {string} root the clone
 */
export async function removeReplaced(root) {
  for (const name of NAMES)
    if (existsSync(join(root, name)))
      await rm(asideOf(root, name), { recursive: true, force: true });
}
