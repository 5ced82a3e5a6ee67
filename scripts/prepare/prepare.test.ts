import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isRunning } from "#server/platform/embedded-postgres/process-identity.ts";
import { freePort } from "#testing/free-port.ts";
import { removeFolder } from "#testing/remove-folder.ts";

const patience = { timeout: 60_000, interval: 20 };

let root: string;
let started: ChildProcess[];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "marque-prepare-"));
  started = [];
  cpSync("scripts/prepare", join(root, "scripts/prepare"), { recursive: true });
  for (const name of ["launch.mjs", "prepare-upgrade.mjs"])
    cpSync(join("scripts", name), join(root, "scripts", name));
  write("package.json", `{ "type": "module" }`);
  for (const name of [
    "react-router.config.ts",
    "tsconfig.json",
    "vite.config.ts",
    "shared/a.ts",
    "server/a.ts",
    "simulators/a.ts",
  ])
    write(name, "");
  write("npm.js", fakeNpm);
  release("1");
});
afterEach(async () => {
  for (const child of started) child.kill("SIGKILL");
  // What a killed start left, and no next one has ended.
  for (const installer of installers().filter(isRunning)) process.kill(installer, "SIGKILL");
  await removeFolder(root);
});

/** Installs one package, the bundler, which writes a program that says its version and that of the packages. */
const fakeNpm = `
  import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
  const root = ${"import.meta.dirname"};
  if (process.argv[2] === "config") console.log("http://registry.example/");
  if (process.argv[2] === "ping" && existsSync(root + "/offline")) {
    console.error("npm error code ECONNREFUSED");
    process.exit(1);
  }
  if (process.argv[2] === "ci") {
    rmSync("node_modules", { recursive: true, force: true });
    if (process.argv.includes("--offline")) process.exit(1);
    if (existsSync(root + "/ignore-signals"))
      for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => undefined);
    appendFileSync(root + "/installers", process.pid + "\\n");
    while (existsSync(root + "/hold-npm")) await new Promise((done) => setTimeout(done, 10));
    mkdirSync("node_modules/@react-router/dev", { recursive: true });
    writeFileSync("node_modules/.package-lock.json", "");
    writeFileSync("node_modules/version", readFileSync("package-lock.json"));
    writeFileSync("node_modules/@react-router/dev/bin.js", \`
      import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
      mkdirSync("build/server", { recursive: true });
      copyFileSync("web/a.ts", "build/server/version");
      writeFileSync("build/server/index.js", \\\`
        import { readFileSync } from "node:fs";
        const read = (file) => readFileSync(file, "utf8");
        console.log("runs", read("build/server/version"), "with packages", read("node_modules/version"));
        if (process.env.STAY) setInterval(() => undefined, 60_000);
      \\\`);
    \`);
  }`;

function write(name: string, text: string): void {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
}

const read = (name: string) => readFileSync(join(root, name), "utf8");

/** What \`git pull\` does: new sources and a new lockfile. */
function release(version: string): void {
  write("web/a.ts", version);
  write("package-lock.json", version);
}

function environment(more: Record<string, string> = {}) {
  return { ...process.env, npm_execpath: join(root, "npm.js"), PORT: "0", ...more };
}

function run(script: string, args: string[] = [], more: Record<string, string> = {}) {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [join("scripts", script), ...args],
    { cwd: root, encoding: "utf8", env: environment(more) },
  );
  return { status, output: stdout + stderr };
}

/** A start in the background, and what it has printed so far. */
function start(more: Record<string, string> = {}) {
  const child = spawn(process.execPath, ["scripts/launch.mjs", "serve"], {
    cwd: root,
    env: environment(more),
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text: Buffer) => (output += text.toString()));
  return { child, output: () => output };
}

const installers = () =>
  existsSync(join(root, "installers")) ? read("installers").trim().split("\n").map(Number) : [];

async function waitForInstaller(count = 1): Promise<number> {
  await vi.waitFor(() => expect(installers()).toHaveLength(count), patience);
  return installers().at(-1)!;
}

test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
  "ends the installation with a start that gets %s",
  async (signal) => {
    write("hold-npm", "");
    const { child } = start();
    const installer = await waitForInstaller();
    child.kill(signal);
    await once(child, "exit");
    await vi.waitFor(() => expect(isRunning(installer)).toBe(false), patience);
    expect(existsSync(join(root, ".prepare/lock"))).toBe(false);
  },
);

test("ends an installation that goes on after the signal", async () => {
  for (const name of ["hold-npm", "ignore-signals"]) write(name, "");
  const { child } = start();
  const installer = await waitForInstaller();
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([143, null]);
  expect(isRunning(installer)).toBe(false);
});

test("ends an installation that a killed start left, before it begins its own", async () => {
  write("hold-npm", "");
  const killed = start();
  const installer = await waitForInstaller();
  killed.child.kill("SIGKILL");
  await once(killed.child, "exit");
  expect(isRunning(installer)).toBe(true);
  const next = start();
  await waitForInstaller(2);
  expect(isRunning(installer)).toBe(false);
  expect(next.output()).toContain(`Ending process ${installer}`);
});

test("says which process it waits for, what that does and since when", async () => {
  write("hold-npm", "");
  const first = start();
  await waitForInstaller();
  const second = start();
  await vi.waitFor(
    () =>
      expect(second.output()).toMatch(
        new RegExp(
          `Waiting for process ${first.child.pid}, which has been installing packages in this folder since \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d`,
        ),
      ),
    patience,
  );
  renameSync(join(root, "hold-npm"), join(root, "released"));
  await Promise.all([first, second].map(({ child }) => once(child, "exit")));
  for (const { output } of [first, second]) expect(output()).toContain("runs 1 with packages 1");
  expect(installers()).toHaveLength(1);
});

test("does not wait for a process that has the pid of a killed one", () => {
  write(
    ".prepare/lock",
    JSON.stringify({
      pid: process.pid,
      start: "another",
      what: "installing packages",
      since: new Date(0).toISOString(),
      child: { pid: process.pid, start: "another" },
    }),
  );
  expect(run("launch.mjs").output).toContain("runs 1 with packages 1");
});

test("names a registry that cannot be reached, and keeps the installed packages", () => {
  run("launch.mjs");
  release("2");
  write("offline", "");
  const { status, output } = run("launch.mjs");
  expect(status).toBe(1);
  expect(output).toContain(
    "The package registry http://registry.example/ cannot be reached (ECONNREFUSED)",
  );
  release("1");
  expect(run("launch.mjs")).toMatchObject({ status: 0, output: "runs 1 with packages 1\n" });
});

test.each(["refuses connections", "accepts connections and is silent"])(
  "npm's own registry check names one that %s",
  { timeout: 60_000 },
  async (behavior) => {
    const silent = createServer(() => undefined).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    const registry = `http://127.0.0.1:${behavior.startsWith("accepts") ? port : await freePort()}/`;
    const script = `const { findRegistryFault } = await import(${JSON.stringify(join(root, "scripts/prepare/find-registry-fault.mjs"))}); console.log(await findRegistryFault("."))`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      cwd: root,
      env: { ...process.env, npm_execpath: "", npm_config_registry: registry },
    });
    let output = "";
    child.stdout.on("data", (text: Buffer) => (output += text.toString()));
    await once(child, "close");
    silent.close();
    expect(output).toContain(`The package registry ${registry} cannot be reached`);
  },
);

test("prepares a version beside a running shop, and the next start puts it in place", async () => {
  const shop = start({ STAY: "1" });
  await vi.waitFor(() => expect(shop.output()).toContain("runs 1"), patience);
  release("2");
  // Commands run what the shop runs, and another start does not replace it.
  expect(run("launch.mjs", ["admin"])).toMatchObject({
    status: 0,
    output: expect.stringContaining("runs 1 with packages 1") as string,
  });
  expect(run("launch.mjs", ["serve"])).toMatchObject({
    status: 1,
    output: expect.stringContaining(`Process ${shop.child.pid} serves`) as string,
  });
  expect(run("prepare-upgrade.mjs")).toMatchObject({
    status: 0,
    output: expect.stringContaining("The next version is ready") as string,
  });
  expect([read("build/server/version"), read("node_modules/version")]).toEqual(["1", "1"]);
  shop.child.kill("SIGTERM");
  await once(shop.child, "exit");
  expect(run("launch.mjs")).toEqual({ status: 0, output: "runs 2 with packages 2\n" });
});

test("prepares a version with the same packages without installing them again", () => {
  run("launch.mjs");
  write("web/a.ts", "2");
  expect(run("prepare-upgrade.mjs").status).toBe(0);
  expect(run("launch.mjs").output).toBe("runs 2 with packages 1\n");
  expect(installers()).toHaveLength(1);
});

test("does not use what was prepared for sources that have changed since", () => {
  run("launch.mjs");
  release("2");
  run("prepare-upgrade.mjs");
  release("3");
  expect(run("launch.mjs").output).toContain("runs 3 with packages 3");
});

test.each(["node_modules", "build"])(
  "repairs a start that was killed while it replaced %s",
  (name) => {
    run("launch.mjs");
    release("2");
    run("prepare-upgrade.mjs");
    renameSync(join(root, name), join(root, ".prepare", `old-${name}`));
    expect(run("launch.mjs")).toEqual({ status: 0, output: "runs 2 with packages 2\n" });
    // Back to the old version, whose files are the ones that were moved aside.
    expect(existsSync(join(root, name))).toBe(true);
  },
);

test("finds a port in use before it installs anything", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  write(".env", `PORT=${port}\n`);
  const { PORT: _, ...env } = environment();
  const result = spawnSync(process.execPath, ["scripts/launch.mjs", "serve"], {
    cwd: root,
    encoding: "utf8",
    env,
  });
  other.close();
  expect(result).toMatchObject({
    status: 1,
    stdout: "",
    stderr: `Port ${port} is in use. Stop the program that uses it, or set PORT to another port.\n`,
  });
  expect(installers()).toEqual([]);
});
