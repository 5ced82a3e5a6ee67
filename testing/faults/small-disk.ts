import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Whether this process may mount file systems: Linux, and root with the right to. */
export const canMount = process.platform === "linux" && process.getuid?.() === 0 && tryMount();

function tryMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "marque-mount-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], { stdio: "ignore" });
    execFileSync("umount", [folder], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A folder on a file system of this size, which can be filled and made read-only. */
export function mountSmallDisk(megabytes: number) {
  const folder = mkdtempSync(join(tmpdir(), "marque-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=755`, "tmpfs", folder]);
  const filler = join(folder, "filler");
  const bound: string[] = [];
  return {
    folder,
    /** Writes until nothing fits anymore. */
    fill(): void {
      const file = openSync(filler, "a");
      let size = 1024 * 1024;
      while (size >= 1)
        try {
          writeSync(file, Buffer.alloc(size));
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
          size >>= 1;
        }
      closeSync(file);
    },
    free: () => rmSync(filler, { force: true }),
    /** Refuses writes below a subfolder from now on. */
    makeReadOnly(name: string): void {
      const subfolder = join(folder, name);
      mkdirSync(subfolder, { recursive: true });
      execFileSync("mount", ["--bind", subfolder, subfolder]);
      bound.push(subfolder);
      execFileSync("mount", ["-o", "remount,ro,bind", subfolder]);
    },
    makeWritable(): void {
      for (const subfolder of bound.splice(0)) execFileSync("umount", [subfolder]);
    },
    remove(): void {
      for (const subfolder of bound.splice(0)) execFileSync("umount", [subfolder]);
      execFileSync("umount", ["--lazy", folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
