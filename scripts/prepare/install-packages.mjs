import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "./with-lock.mjs";
import { runStep } from "./run-step.mjs";

/**
 * Installs the packages of the lockfile if they are missing or older than the lockfile.
 * @param {string} root the clone
 */
export async function installIfNeeded(root) {
  if (isInstalled(root)) return;
  await withLock(join(root, "build", "prepare.lock"), async () => {
    if (isInstalled(root)) return;
    const [command, ...before] = npm();
    // With NODE_ENV=production, npm would skip the packages that the build needs.
    const args = [
      ...before,
      "ci",
      "--include=dev",
      "--include=optional",
      "--no-audit",
      "--no-fund",
    ];
    if (!(await runStep("Installing packages", command, args))) process.exit(1);
    writeFileSync(join(root, "node_modules", ".installed-from"), hashOfLockfile(root));
  });
}

function isInstalled(root) {
  const installed = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(installed)) return false;
  const stamp = join(root, "node_modules", ".installed-from");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hashOfLockfile(root)) return true;
  return statSync(installed).mtimeMs >= statSync(join(root, "package-lock.json")).mtimeMs;
}

function hashOfLockfile(root) {
  return createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
}

/** The npm that runs this script, or else the one on the PATH. */
function npm() {
  const own = process.env.npm_execpath;
  if (own?.endsWith(".js")) return [process.execPath, own];
  return [process.platform === "win32" ? "npm.cmd" : "npm"];
}
