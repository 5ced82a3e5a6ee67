import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();

/**
 * A disk of its own in a file, whose kernel finds an error and allows no more writes, also not to open files. That is
 * what happens to a damaged disk, while `mount -o remount,ro` is refused as long as a file is open for writing.
 */
export function mountFailingDisk(megabytes: number) {
  const own = mkdtempSync(join(tmpdir(), "marque-failing-disk-"));
  const image = join(own, "image");
  const folder = join(own, "disk");
  mkdirSync(folder);
  writeFileSync(image, "");
  truncateSync(image, megabytes * 1024 * 1024);
  run("mkfs.ext4", "-q", "-F", image);
  const mount = () => run("mount", "-o", "loop,errors=remount-ro", image, folder);
  const unmount = (...options: string[]) => run("umount", ...options, folder);
  mount();
  return {
    folder,
    /** The disk is read-only from now on. */
    fail(): void {
      const device = basename(run("findmnt", "-no", "SOURCE", folder));
      writeFileSync(join("/sys/fs/ext4", device, "trigger_fs_error"), "test");
    },
    /** Repairs the disk, on which no file may be open. */
    repair(): void {
      unmount();
      // Exits with 1 if it corrected something.
      try {
        run("e2fsck", "-p", image);
      } catch (error) {
        if ((error as { status?: number }).status !== 1) throw error;
      }
      mount();
    },
    remove(): void {
      unmount("--lazy");
      rmSync(own, { recursive: true, force: true });
    },
  };
}

/** Whether this process may make such a disk: Linux, root, and a kernel with loop devices and ext4. */
export const canMountFailingDisk = process.platform === "linux" && tryMount();

function tryMount(): boolean {
  if (process.getuid?.() !== 0 || !existsSync("/dev/loop-control")) return false;
  try {
    const disk = mountFailingDisk(8);
    disk.fail();
    disk.remove();
    return true;
  } catch {
    return false;
  }
}
