import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** What a command printed and how it ended. */
type Outcome = { code: number | null; output: string };

/**
 * Creates a folder in which the built program runs as in an operator's clone: with its own `.env` and data.
 */
export function shopFolder(settings: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), "marque-operator-"));
  for (const name of ["build", "db", "package.json"])
    symlinkSync(resolve(name), join(folder, name));
  function setEnvFile(given: Record<string, string>) {
    const lines = Object.entries(given).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(join(folder, ".env"), lines.join(""), { mode: 0o600 });
  }
  setEnvFile(settings);

  /** Starts a command of the program with an almost empty environment. */
  function start(args: string[]) {
    const child = spawn(process.execPath, ["build/server/index.js", ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, NODE_ENV: "production" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (output += text));
    const ended = once(child, "close").then(([code]): Outcome => ({
      code: code as number | null,
      output,
    }));
    return { child, ended, output: () => output };
  }

  return {
    setEnvFile,
    run: (...args: string[]) => start(args).ended,
    /** Starts the shop and waits until it is open. @throws Error with its output if it ends instead */
    async serve() {
      const { child, ended, output } = start(["serve"]);
      let isOver = false;
      void ended.then(() => (isOver = true));
      let address: string | undefined;
      while (!(address = /is open at (\S+)/.exec(output())?.[1])) {
        if (isOver) throw new Error(`The shop did not open: ${output()}`);
        await new Promise((wake) => setTimeout(wake, 50));
      }
      return {
        address,
        /** The embedded PostgreSQL's process. */
        postgres: Number(
          readFileSync(join(folder, "data/postgres/cluster/postmaster.pid"), "utf8").split("\n")[0],
        ),
        stop() {
          child.kill("SIGTERM");
          return ended;
        },
      };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
