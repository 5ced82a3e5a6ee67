import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { simulatedKeys, type Message } from "./simulated-provider.ts";

const root = join(import.meta.dirname, "..");

/** The program of testing/serve-crashing-server.ts in one file, so that a process of it starts in under a second. */
export async function bundleCrashingServer(): Promise<{ program: string; remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), "marque-crash-points-"));
  const program = join(folder, "serve-crashing-server.mjs");
  await build({
    configFile: false,
    root,
    logLevel: "error",
    build: {
      ssr: join(root, "testing/serve-crashing-server.ts"),
      outDir: folder,
      emptyOutDir: false,
      target: "node20",
      rolldownOptions: { output: { entryFileNames: "serve-crashing-server.mjs" } },
    },
  });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return { program, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export type CrashingServer = Awaited<ReturnType<typeof startCrashingServer>>;

/** Starts it on a database, with the card provider at an address. */
export async function startCrashingServer(
  program: string,
  { databaseUrl, providerUrl }: { databaseUrl: string; providerUrl: string },
) {
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      DATABASE_URL: databaseUrl,
      AUTH_SECRET: "a secret of the tests, long enough for them",
      PUBLIC_URL: "http://localhost:3000",
      LOG_LEVEL: "silent",
      STRIPE_SECRET_KEY: simulatedKeys.secretKey,
      STRIPE_PUBLISHABLE_KEY: simulatedKeys.publishableKey,
      STRIPE_WEBHOOK_SECRET: simulatedKeys.webhookSecret,
      STRIPE_API_URL: providerUrl,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const gone = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  const address = await addressOf(child, gone);

  async function post(path: string, body: string, headers: Record<string, string> = {}) {
    const sent = fetch(`${address}${path}`, { method: "POST", body, headers });
    // Cut off by the crash: whether it was done is not known.
    const response = await sent.catch(() => null);
    const text = await response?.text().catch(() => null);
    if (!response || text === null || text === undefined) {
      await gone;
      return null;
    }
    if (response.status !== 200) throw new Error(text);
    return JSON.parse(text) as { answer?: unknown; refused?: string };
  }
  return {
    /** Null: the process died over it. */
    call: (name: string, given: object) => post(`/${name}`, JSON.stringify(given)),
    deliver: ({ body, signature }: Message) =>
      post("/api/payments/webhook", body, { "stripe-signature": signature }),
    /** How it ended, where it did. */
    ended: async () => (await gone)[1],
    stop: () => void child.kill("SIGKILL"),
  };
}

async function addressOf(child: ChildProcess, gone: Promise<unknown>): Promise<string> {
  let complaint = "";
  child.stderr!.on("data", (text: Buffer) => (complaint += text.toString()));
  const died = gone.then(() => Promise.reject(new Error(`It did not start: ${complaint}`)));
  const [line] = (await Promise.race([once(child.stdout!, "data"), died])) as [Buffer];
  died.catch(() => undefined);
  return line.toString().trim();
}
