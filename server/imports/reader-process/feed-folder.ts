import { createHash } from "node:crypto";
import { lstat, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/**
 * Runs `work` with an empty folder for a user's file and what is unpacked from it, and removes the folder afterward.
 * Its path names this shop and this process, so that the next start can remove what a killed process left.
 */
export async function withFeedFolder<Result>(
  dataDir: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const parent = folderOf(dataDir);
  await mkdir(parent, { mode: 0o700, recursive: true });
  await requireOwn(parent);
  const folder = await mkdtemp(path.join(parent, `${process.pid}-`));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes the folders of processes of this shop that no longer run. For the start, before this process has one. */
export async function removeLeftFolders(dataDir: string): Promise<void> {
  const parent = folderOf(dataDir);
  const names = await readdir(parent).catch(() => []);
  if (names.length > 0) await requireOwn(parent);
  for (const name of names) {
    const pid = Number(name.split("-")[0]);
    // In a container, each process has the number of the one before.
    if (pid === process.pid || !isRunning(pid))
      await rm(path.join(parent, name), { recursive: true, force: true });
  }
}

/** Several shops can share a machine, and a disk for temporary files is often another than that of the data. */
function folderOf(dataDir: string): string {
  const shop = createHash("sha256").update(path.resolve(dataDir)).digest("hex").slice(0, 12);
  return path.join(tmpdir(), `marque-feeds-${shop}`);
}

/** Everyone can write into the system's folder: another user may have made this one, or a link in its place. */
async function requireOwn(folder: string): Promise<void> {
  const stats = await lstat(folder);
  if (!stats.isDirectory() || (process.getuid && stats.uid !== process.getuid()))
    throw new Error(`${folder} belongs to another user. Set TMPDIR to a folder of the shop.`);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs as another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
