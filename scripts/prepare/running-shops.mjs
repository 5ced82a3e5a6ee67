import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { identify, isAlive } from "./process-identity.mjs";

const folderOf = (root) => join(root, ".prepare", "running");

/**
 * Notes that this process serves from this clone: it reads files of the build and of packages when it needs them.
 * @param {string} root the clone
 */
export function noteRunningShop(root) {
  const file = join(folderOf(root), String(process.pid));
  try {
    mkdirSync(folderOf(root), { recursive: true });
    writeFileSync(file, JSON.stringify(identify(process.pid)));
  } catch (error) {
    // Without the right to write here, the next version is not prepared here either.
    if (["EACCES", "EROFS", "EPERM"].includes(error.code)) return;
    throw error;
  }
  process.on("exit", () => rmSync(file, { force: true }));
}

/**
 * The process of a shop that runs from this clone, or null.
 * @param {string} root the clone
 * @returns {number | null}
 */
export function findRunningShop(root) {
  for (const name of list(folderOf(root))) {
    const identity = read(join(folderOf(root), name));
    if (identity && isAlive(identity)) return identity.pid;
  }
  return null;
}

function list(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}
