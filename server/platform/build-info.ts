import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

export type BuildInfo = { version: string; commit: string | null; node: string };

/**
 * What this process runs: the version in package.json and the commit, which is BUILD_COMMIT (images set it) or that of
 * the clone. Read once at start, before an upgrade replaces the files.
 */
export function readBuildInfo(env: Record<string, string | undefined>): BuildInfo {
  const { version } = JSON.parse(readFileSync(path.resolve("package.json"), "utf8")) as {
    version: string;
  };
  const commit = env.BUILD_COMMIT || commitOfClone();
  return { version, commit: commit ? commit.slice(0, 12) : null, node: process.version };
}

function commitOfClone(): string | null {
  try {
    const folder = gitFolder(path.resolve(".git"));
    const head = readFileSync(path.join(folder, "HEAD"), "utf8").trim();
    const branch = /^ref: (.+)$/.exec(head)?.[1];
    return branch === undefined ? head : commitOfBranch(folder, branch);
  } catch {
    return null;
  }
}

/** The folder of a clone, or of a worktree, whose `.git` is a file. */
function gitFolder(place: string): string {
  if (!existsSync(path.join(place, "HEAD")))
    return /^gitdir: (.+)$/m.exec(readFileSync(place, "utf8"))![1]!;
  return place;
}

function commitOfBranch(folder: string, branch: string): string | null {
  const shared = path.join(folder, "commondir");
  const common = existsSync(shared)
    ? path.resolve(folder, readFileSync(shared, "utf8").trim())
    : folder;
  const loose = path.join(common, branch);
  if (existsSync(loose)) return readFileSync(loose, "utf8").trim();
  const packed = readFileSync(path.join(common, "packed-refs"), "utf8");
  return (
    packed
      .split("\n")
      .find((line) => line.endsWith(` ${branch}`))
      ?.split(" ")[0] ?? null
  );
}
