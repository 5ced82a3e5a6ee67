import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runBackup } from "#server/backup/command/backup-command.ts";
import { runRestore } from "#server/backup/restore/restore-command.ts";
import { runImages } from "#server/images/images-command.ts";
import { serve } from "#server/serve.ts";
import { runUpgradeDatabase } from "#server/start/upgrade-database-command.ts";

let folder: string;
let printed: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "marque-command-"));
  printed = [];
  const print = (line: string) => void printed.push(line);
  vi.spyOn(console, "log").mockImplementation(print);
  vi.spyOn(console, "error").mockImplementation(print);
  vi.stubEnv("DATA_DIR", join(folder, "data")).stubEnv("DEMO", "0");
  vi.stubEnv("INIT_CWD", folder);
  vi.stubEnv("BACKUP_PASSPHRASE", "a passphrase of the tests, long enough");
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const commands = {
  backup: runBackup,
  restore: runRestore,
  images: runImages,
  "upgrade-database": runUpgradeDatabase,
};

test.each<[keyof typeof commands, string[], string | RegExp]>([
  ["backup", ["verfy"], /“verfy” is neither a command nor a place.*verify and settings/],
  ["backup", ["backups"], "“backups” is neither a command nor a place"],
  ["backup", ["verify", "usb"], "“usb” is neither a command nor a place"],
  ["backup", ["/one", "/two"], "Name one place, not 2"],
  ["backup", [], "Name a place of backups, or set BACKUP_URL"],
  ["backup", ["./here", "--encrpyt"], "Unknown option '--encrpyt'"],
  ["backup", ["./here", "--files-only"], "--files-only has no effect with a new backup"],
  ["backup", ["./here", "--allow-unencrypted"], "--allow-unencrypted has no effect with a new"],
  ["backup", ["verify", "./here", "--keep", "3"], "--keep has no effect with verify"],
  ["backup", ["settings", "./here", "--scratch", "x"], "--scratch has no effect with settings"],
  ["restore", ["lst"], "“lst” is neither a command nor a place"],
  ["restore", ["./here", "--lst"], "Unknown option '--lst'"],
  ["restore", ["./here", "--list", "--replace"], "--replace has no effect with --list"],
  ["restore", ["./here", "--images-only", "--to", "x"], "--to has no effect with --images-only"],
  ["restore", ["./here", "--to", "2026-13-45 99:00"], "“2026-13-45 99:00” is neither"],
  ["images", ["verfy"], "npm run images -- verify [STORE]"],
  ["images", ["verify", "imgaes"], "“imgaes” is not a store"],
  ["images", ["copy", "./here", "there"], "“there” is not a store"],
  ["upgrade-database", ["undo"], "Unexpected argument 'undo'"],
  ["upgrade-database", ["--undo", "--remove-old"], "--remove-old has no effect with --undo"],
])("%s refuses %j and writes nothing", async (command, argv, says) => {
  expect(await commands[command](argv)).toBe(2);
  const text = printed.join("\n");
  expect(text).toMatch(says instanceof RegExp ? says : new RegExp(escape(says)));
  expect(text).toContain("Usage:");
  expect(readdirSync(folder)).toEqual([]);
});

function escape(text: string): string {
  return text.replaceAll(/[[\]().+*?|{}^$]/g, String.raw`\$&`);
}

test("takes a word with a path for a place", async () => {
  expect(await runRestore(["./here", "--list"])).toBe(1);
  expect(printed).toEqual([`There are no backups in ${join(folder, "here")}.`]);
  expect(existsSync(join(folder, "here"))).toBe(false);
});

test("npm start refuses words and options, rather than starting a shop without them", async () => {
  await expect(serve(["--port", "4000"])).rejects.toThrow(
    "npm start takes no words or options, and got --port 4000.",
  );
  expect(readdirSync(folder)).toEqual([]);
});
