import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { versionFolder } from "./install-packages.mjs";
import { runStep } from "./run-step.mjs";
import { withLock } from "./with-lock.mjs";

const FOLDERS = ["shared", "server", "simulators", "web"];
const FILES = ["package-lock.json", "react-router.config.ts", "tsconfig.json", "vite.config.ts"];

/**
 * Builds the marketplace if there is no build or its sources have changed.
 * @param {string} root the clone
 */
export async function buildIfChanged(root) {
  if (isBuilt(root)) return;
  await withLock(root, "building the shop", async (noteChild) => {
    if (!isBuilt(root) && !(await build(root, hashOfSources(root), noteChild))) process.exit(1);
  });
}

/**
 * Builds the clone's sources in the folder of the next version, which has their packages. The caller has the lock.
 * @param {string} root the clone
 * @param {(pid: number) => void} noteChild
 * @returns {Promise<boolean>} whether it succeeded; if not, it has said why
 */
export async function buildBeside(root, noteChild) {
  if (isBuilt(root, versionFolder(root))) return true;
  const folder = versionFolder(root);
  const sources = hashOfSources(root);
  for (const name of FOLDERS) rmSync(join(folder, name), { recursive: true, force: true });
  for (const file of ["package.json", ...listSources(root)]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(root, file), join(folder, file));
  }
  // The style sheet's builder skips what git ignores. This makes it look no further up than here.
  mkdirSync(join(folder, ".git"), { recursive: true });
  return build(folder, sources, noteChild);
}

async function build(folder, sources, noteChild) {
  rmSync(stampOf(folder), { force: true });
  const program = join(folder, "node_modules", "@react-router", "dev", "bin.js");
  const env = { ...process.env, NODE_ENV: "production" };
  const options = { env, cwd: folder, noteChild };
  if (!(await runStep("Building the shop", process.execPath, [program, "build"], options)))
    return false;
  writeFileSync(stampOf(folder), sources);
  return true;
}

/**
 * Whether a folder has the build of the clone's sources.
 * @param {string} root the clone
 * @param {string} [folder] the clone itself, or the folder of its next version
 */
export function isBuilt(root, folder = root) {
  return (
    existsSync(join(folder, "build", "server", "index.js")) &&
    existsSync(stampOf(folder)) &&
    readFileSync(stampOf(folder), "utf8") === hashOfSources(root)
  );
}

function stampOf(folder) {
  return join(folder, "build", "built-from");
}

/** Hashes contents, not dates, so that a checkout without changes does not trigger a build. */
function hashOfSources(root) {
  const hash = createHash("sha256");
  for (const file of listSources(root)) {
    hash.update(file).update(
      createHash("sha256")
        .update(readFileSync(join(root, file)))
        .digest(),
    );
  }
  return hash.digest("hex");
}

function listSources(root) {
  return [...FILES, ...FOLDERS.flatMap((folder) => listFiles(root, folder))];
}

function listFiles(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return listFiles(root, path);
      return /\.test\.tsx?$|\.md$/.test(path) ? [] : [path];
    });
}
