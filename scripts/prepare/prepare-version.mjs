import { existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { buildBeside, buildIfChanged, isBuilt } from "./build-shop.mjs";
import {
  installBeside,
  installIfNeeded,
  isInstalled,
  isInstalledBeside,
  versionFolder,
} from "./install-packages.mjs";
import { removeReplaced, repairFolders, replaceFolder } from "./replace-folder.mjs";
import { findRunningShop } from "./running-shops.mjs";
import { withLock } from "./with-lock.mjs";

/**
 * Makes the clone ready to run its version: puts what `prepare-upgrade` prepared in place, or else installs and builds.
 * While a shop runs from this clone, nothing is replaced under it: commands then run its version, and another start is
 * refused.
 * @param {string} root the clone
 * @param {string} command "serve" or another command of the program
 */
export async function prepareToRun(root, command) {
  await repairFolders(root);
  if (isInstalled(root) && isBuilt(root)) return;
  const shop = findRunningShop(root);
  if (shop !== null) {
    if (command !== "serve" && existsSync(join(root, "build", "server", "index.js"))) {
      console.error(`Process ${shop} serves the previous version from this folder, so this is it.`);
      return;
    }
    console.error(
      `Process ${shop} serves the previous version from this folder. Prepare the new one meanwhile (npm run prepare-upgrade), then stop that process and start again.`,
    );
    process.exit(1);
  }
  await putInPlace(root);
  await installIfNeeded(root);
  await buildIfChanged(root);
}

async function putInPlace(root) {
  if (!isInstalledBeside(root) && !isBuilt(root, versionFolder(root))) return;
  await withLock(root, "putting the prepared version in place", async () => {
    if (!isInstalled(root) && isInstalledBeside(root))
      replaceFolder(root, "node_modules", join(versionFolder(root), "node_modules"));
    if (isInstalled(root) && !isBuilt(root) && isBuilt(root, versionFolder(root)))
      replaceFolder(root, "build", join(versionFolder(root), "build"));
  });
}

/**
 * Installs and builds the clone's version beside the one that runs. The next start puts it in place.
 * @param {string} root the clone
 * @returns {Promise<boolean>} whether it is ready; if not, it has said why
 */
export async function prepareBeside(root) {
  await repairFolders(root);
  if (isInstalled(root) && isBuilt(root)) {
    console.log("Nothing to prepare: this version is installed and built.");
    return true;
  }
  return withLock(root, "preparing the next version", async (noteChild) => {
    await removeReplaced(root);
    const isReady =
      (isInstalled(root) ? usePackagesOf(root) : await installBeside(root, noteChild)) &&
      (await buildBeside(root, noteChild));
    if (isReady)
      console.log("The next version is ready. Restart the shop: the start puts it in place.");
    return isReady;
  });
}

/** Links the packages of the clone, which the next version shares. */
function usePackagesOf(root) {
  const packages = join(versionFolder(root), "node_modules");
  mkdirSync(versionFolder(root), { recursive: true });
  rmSync(packages, { recursive: true, force: true });
  symlinkSync(join(root, "node_modules"), packages, "junction");
  return true;
}
