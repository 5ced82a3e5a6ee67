// What the benchmarks share: how a shop from the build is started, filled and measured.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { devNull } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const program = join(root, "build", "server", "index.js");

/**
 * The environment of a demo shop with its own database, without rate limits, and without refusals in an overload. Its
 * helper threads of V8 are those of `npm start` and of the files in deploy.
 */
export function shopEnv(dataDir, port) {
  return {
    NODE_OPTIONS: "--v8-pool-size=1",
    ...process.env,
    DATABASE_URL: "",
    DATA_DIR: dataDir,
    DEMO: "1",
    PORT: String(port),
    RATE_LIMITS: "off",
    LOAD_SHEDDING: "off",
    LOG_LEVEL: "error",
    NODE_ENV: "production",
    ENV_FILE: devNull,
  };
}

/** Whether a shop answers and has read its catalog. */
export async function isReady({ address }) {
  return fetch(`${address}/api/health`).then(
    (answer) => answer.ok,
    () => false,
  );
}

/** Imports feeds into a running shop. */
export async function importFeeds({ env }, feeds) {
  const options = ["--seller", "seller@marque.example", "--currency", "GBP", "--rate", "1.25"];
  const importing = spawn(process.execPath, [program, "import", ...feeds, ...options], {
    cwd: root,
    env,
    stdio: "ignore",
  });
  const [code] = await once(importing, "exit");
  if (code !== 0) throw new Error("The import failed.");
}

/** How to connect to a running shop's embedded database. */
export function databaseOf({ env }) {
  const postgres = join(env.DATA_DIR, "postgres");
  const postmaster = readFileSync(join(postgres, "cluster", "postmaster.pid"), "utf8");
  return {
    host: "127.0.0.1",
    port: Number(postmaster.split("\n")[3]),
    user: "marque",
    password: readFileSync(join(postgres, "password"), "utf8"),
    database: "marque",
  };
}

/** Microseconds of processor time that a process has used, read from Linux's /proc in ticks of 10 ms. */
export function processorTime(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10_000;
  } catch {
    return NaN;
  }
}

/** Signs a demo account in, such as "seller", and returns its token. */
export async function tokenOf({ address }, who) {
  const email = `${who}@marque.example`;
  const signIn = await fetch(`${address}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: address },
    body: JSON.stringify({ email, password: "Marque!2026" }),
  });
  const cookie = signIn.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const answer = await fetch(`${address}/api/jwt?email=${email}`, { headers: { cookie } });
  return (await answer.json()).accessToken;
}
