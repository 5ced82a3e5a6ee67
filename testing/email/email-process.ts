import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { readEmail, type ReadEmail } from "./read-email.ts";
import type { ReceivedEmail } from "./mail-server.ts";

/** A mail server in a separate process that tests can kill. `program` is the bundled `serve-email.ts`. */
export async function startEmailProcess(program: string, port = 0) {
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, MAIL_PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const received: ReadEmail[] = [];
  const lines = createInterface({ input: child.stdout });
  const exit = once(child, "exit");
  const ready = once(lines, "line") as Promise<[string]>;
  const early = exit.then(() => Promise.reject(new Error("The mail server did not start.")));
  early.catch(() => undefined);
  const [first] = await Promise.race([ready, early]);
  const taken = (JSON.parse(first) as { port: number }).port;
  lines.on("line", (line) => received.push(readEmail(JSON.parse(line) as ReceivedEmail)));
  return {
    port: taken,
    url: `smtp://127.0.0.1:${taken}`,
    /** The emails received so far, oldest first. */
    received,
    /** Kills it, which cuts open connections. */
    async kill() {
      child.kill("SIGKILL");
      await exit;
    },
  };
}

export type EmailProcess = Awaited<ReturnType<typeof startEmailProcess>>;
