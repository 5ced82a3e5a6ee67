import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { isRunning } from "#server/platform/embedded-postgres/process-identity.ts";

test("passes the SIGTERM that npm gets to the program", { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "marque-npm-"));
  const file = (name: string) => join(folder, name);
  const module = join(import.meta.dirname, "stop-with-npm.mjs");
  writeFileSync(file("package.json"), `{ "scripts": { "start": "node shop.mjs serve" } }`);
  writeFileSync(
    file("shop.mjs"),
    `import { renameSync, writeFileSync } from "node:fs";
     import { stopWithNpm } from ${JSON.stringify(module)};
     stopWithNpm();
     process.on("SIGTERM", () => {
       writeFileSync("stopped", "");
       process.exit(0);
     });
     setInterval(() => undefined, 60_000);
     writeFileSync("pid.part", String(process.pid));
     renameSync("pid.part", "pid");`,
  );
  const npm = spawn("npm", ["start"], { cwd: folder, stdio: "ignore" });
  const ended = once(npm, "exit");
  const patience = { timeout: 60_000, interval: 20 };
  await vi.waitFor(() => expect(existsSync(file("pid"))).toBe(true), patience);
  const pid = Number(readFileSync(file("pid"), "utf8"));
  npm.kill("SIGTERM");
  await ended;
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false), patience);
  expect(existsSync(file("stopped"))).toBe(true);
  rmSync(folder, { recursive: true });
});
