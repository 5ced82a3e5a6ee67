import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "./with-lock.mjs";
import { runStep } from "./run-step.mjs";

const FOLDERS = ["shared", "server", "simulators", "web"];
const FILES = ["package-lock.json", "react-router.config.ts", "tsconfig.json", "vite.config.ts"];

/**
 * Builds the marketplace if there is no build or its sources have changed.
 * @param {string} root the clone
 */
export async function buildIfChanged(root) {
  const sources = hashOfSources(root);
  if (isBuilt(root, sources)) return;
  await withLock(join(root, "build", "prepare.lock"), async () => {
    if (isBuilt(root, sources)) return;
    rmSync(stampOf(root), { force: true });
    const program = join(root, "node_modules", "@react-router", "dev", "bin.js");
    const env = { ...process.env, NODE_ENV: "production" };
    if (!(await runStep("Building the shop", process.execPath, [program, "build"], env)))
      process.exit(1);
    writeFileSync(stampOf(root), sources);
  });
}

function isBuilt(root, sources) {
  return (
    existsSync(join(root, "build", "server", "index.js")) &&
    existsSync(stampOf(root)) &&
    readFileSync(stampOf(root), "utf8") === sources
  );
}

function stampOf(root) {
  return join(root, "build", "built-from");
}

/** Hashes contents, not dates, so that a checkout without changes does not trigger a build. */
function hashOfSources(root) {
  const hash = createHash("sha256");
  const files = [...FILES, ...FOLDERS.flatMap((folder) => listFiles(root, folder))];
  for (const file of files) {
    hash.update(file).update(
      createHash("sha256")
        .update(readFileSync(join(root, file)))
        .digest(),
    );
  }
  return hash.digest("hex");
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
