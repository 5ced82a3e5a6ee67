import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { npmCommand, npmEnvironment } from "./npm-command.mjs";
import { findRegistryFault } from "./find-registry-fault.mjs";
import { replaceFolder } from "./replace-folder.mjs";
import { runStep } from "./run-step.mjs";
import { withLock } from "./with-lock.mjs";

/** Where a version is made ready beside the one that runs. */
export const versionFolder = (root) => join(root, ".prepare", "version");

/**
 * Installs the packages of the lockfile if they are missing or older than the lockfile. The old ones stay until the new
 * ones are complete.
 * @param {string} root the clone
 */
export async function installIfNeeded(root) {
  if (isInstalled(root)) return;
  await withLock(root, "installing packages", async (noteChild) => {
    if (isInstalled(root)) return;
    if (!(await installBeside(root, noteChild))) process.exit(1);
    replaceFolder(root, "node_modules", join(versionFolder(root), "node_modules"));
  });
}

/** Whether the packages of the clone are those of its lockfile. */
export function isInstalled(root) {
  const installed = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(installed)) return false;
  if (isStamped(root, root)) return true;
  return statSync(installed).mtimeMs >= statSync(join(root, "package-lock.json")).mtimeMs;
}

/** Whether the packages of the clone's lockfile are complete in the folder of the next version. */
export const isInstalledBeside = (root) => isStamped(root, versionFolder(root));

/**
 * Installs the packages of the clone's lockfile into the folder of the next version. The caller has the lock.
 * @param {string} root the clone
 * @param {(pid: number) => void} noteChild
 * @returns {Promise<boolean>} whether it succeeded; if not, it has said why
 */
export async function installBeside(root, noteChild) {
  if (isInstalledBeside(root)) return true;
  const folder = versionFolder(root);
  mkdirSync(folder, { recursive: true });
  // A link to the packages of the clone, if an earlier version had the same.
  const packages = join(folder, "node_modules");
  if (lstatSync(packages, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(packages);
  for (const name of ["package.json", "package-lock.json", ".npmrc"])
    if (existsSync(join(root, name))) copyFileSync(join(root, name), join(folder, name));

  const fault = await findRegistryFault(folder);
  const [command, ...before] = npmCommand();
  // With NODE_ENV=production, npm would skip the packages that the build needs.
  const args = ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund"];
  // Without the registry, npm's cache may still have everything.
  if (fault) args.push("--offline");
  const options = { cwd: folder, env: npmEnvironment(), noteChild };
  if (!(await runStep("Installing packages", command, [...before, ...args], options))) {
    if (fault) console.error(`${fault} The packages that were installed are unchanged.`);
    return false;
  }
  mkdirSync(packages, { recursive: true });
  writeFileSync(stampOf(folder), hashOfLockfile(root));
  return true;
}

const stampOf = (folder) => join(folder, "node_modules", ".installed-from");

function isStamped(root, folder) {
  const stamp = stampOf(folder);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === hashOfLockfile(root);
}

function hashOfLockfile(root) {
  return createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
}
