import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { simulatedKeys, type Message } from "#testing/payments/simulated-provider.ts";

export type CrashingServer = Awaited<ReturnType<typeof startCrashingServer>>;

/** Starts `serve-crashing-server.ts`, bundled as `program`, with a database and a card provider. */
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
      RATE_LIMITS: "off",
      BOOKING_NEEDS_CONFIRMED_EMAIL: "0",
      STRIPE_SECRET_KEY: simulatedKeys.secretKey,
      STRIPE_PUBLISHABLE_KEY: simulatedKeys.publishableKey,
      STRIPE_WEBHOOK_SECRET: simulatedKeys.webhookSecret,
      STRIPE_API_URL: providerUrl,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exit = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  const address = await addressOf(child, exit);

  async function post(path: string, body: string, headers: Record<string, string> = {}) {
    const sent = fetch(`${address}${path}`, { method: "POST", body, headers });
    // A crash cuts the connection, whether or not the call had an effect.
    const response = await sent.catch(() => null);
    const text = await response?.text().catch(() => null);
    if (!response || text === null || text === undefined) {
      await exit;
      return null;
    }
    if (response.status !== 200) throw new Error(text);
    return JSON.parse(text) as { answer?: unknown; refused?: string };
  }
  return {
    /** Null if the process died during the call. */
    call: (name: string, given: object) => post(`/${name}`, JSON.stringify(given)),
    deliver: ({ body, signature }: Message) =>
      post("/api/payments/webhook", body, { "stripe-signature": signature }),
    /** The signal that ended the process. */
    ended: async () => (await exit)[1],
    stop: () => void child.kill("SIGKILL"),
  };
}

async function addressOf(child: ChildProcess, exit: Promise<unknown>): Promise<string> {
  let errors = "";
  child.stderr!.on("data", (text: Buffer) => (errors += text.toString()));
  const died = exit.then(() => Promise.reject(new Error(`It did not start: ${errors}`)));
  const [line] = (await Promise.race([once(child.stdout!, "data"), died])) as [Buffer];
  died.catch(() => undefined);
  return line.toString().trim();
}
