import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { removeLeftBehind } from "./draft-folder.ts";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "marque-left-"))));
afterEach(() => rmSync(folder, { recursive: true }));

test("removes the database and the secret of a killed restore, and nothing that is in use", async () => {
  const { pid: ended } = spawnSync(process.execPath, ["--version"]);
  const mine = process.pid;
  const running = process.ppid;
  for (const pid of [ended, mine, running]) {
    mkdirSync(join(folder, `restored-${pid}`, "cluster"), { recursive: true });
    writeFileSync(join(folder, `auth-secret-restored-${pid}`), "a secret");
  }
  const others = ["auth-secret", "postgres", "postgres-before-restore-2026", "restored-x"];
  for (const name of others) mkdirSync(join(folder, name));
  await removeLeftBehind(folder, ["restored-", "auth-secret-restored-"]);
  const left = [...others, `auth-secret-restored-${running}`, `restored-${running}`];
  expect(readdirSync(folder).toSorted()).toEqual(left.toSorted());
});
