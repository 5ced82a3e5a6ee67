import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeFolder } from "#testing/backup/database-in-folder.ts";
import { runBackup } from "./command/backup-command.ts";
import { printMessage } from "./command/print-message.ts";
import { runRestore } from "./restore/restore-command.ts";
import { openFolderPlace } from "./storage/folder-place.ts";
import { openRepository } from "./storage/repository.ts";

const passphrase = "a passphrase of the tests, long enough";
let folder: ReturnType<typeof makeFolder>;
let printed: string[];

beforeEach(() => {
  folder = makeFolder();
  printed = [];
  const print = (line: string) => void printed.push(line);
  vi.spyOn(console, "log").mockImplementation(print);
  vi.spyOn(console, "error").mockImplementation(print);
  vi.stubEnv("DEMO", "0").stubEnv("DATA_DIR", join(folder.path, "shop"));
  vi.stubEnv("BACKUP_URL", join(folder.path, "place")).stubEnv("BACKUP_PASSPHRASE", passphrase);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  folder.remove();
});

test.each(["\u001B]0;title\u0007\u001B[2K\rAll backups are fine", "fine\nAll backups are fine"])(
  "the name of a backup that an intruder chose is printed without control characters: %j",
  async (name) => {
    const place = openFolderPlace(join(folder.path, "place"));
    await openRepository(place, { passphrase, create: { encrypted: true } });
    mkdirSync(join(folder.path, "place", "backups", name), { recursive: true });
    writeFileSync(join(folder.path, "place", "backups", name, "manifest.json.gz.enc"), "any");
    for (const [run, exitCode] of [
      [() => runRestore([]), 1],
      // The list has the other backups.
      [() => runRestore(["--list"]), 0],
      [() => runBackup(["settings"]), 1],
    ] as const) {
      printed.length = 0;
      expect(await run()).toBe(exitCode);
      expect(printed[0]).toContain(`has a backup named ${JSON.stringify(name)}`);
      expect(printed[0]).toContain("which is not a name that this shop gives");
      for (const line of printed) expect(line).not.toMatch(/\p{Cc}/u);
    }
  },
);

test("messages keep their lines and show other control characters", () => {
  printMessage("first\nsecond \u001B[2K\u009B1m\u202E");
  expect(printed).toEqual([String.raw`first${"\n"}second \u001b[2K\u009b1m\u202e`]);
});
