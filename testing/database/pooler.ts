import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "#testing/free-port.ts";
import { untilAnswers } from "./until-answers.ts";

export const poolerIsInstalled = spawnSync("pgbouncer", ["--version"]).status === 0;

/**
 * PgBouncer in transaction mode in front of a server, with few server connections for each database.
 * @returns `urlOf` turns the URL of a database of the server into the pooled one
 */
export async function startPooler(
  serverUrl: string,
  { connections, statementTimeout }: { connections: number; statementTimeout: number },
) {
  const server = new URL(serverUrl);
  const port = await freePort();
  const folder = mkdtempSync(path.join(tmpdir(), "marque-pooler-"));
  chmodSync(folder, 0o755);
  const password = server.password && ` password='${decodeURIComponent(server.password)}'`;
  const file = path.join(folder, "pgbouncer.ini");
  writeFileSync(
    file,
    `[databases]
* = host=${server.hostname} port=${server.port || 5432} user=${decodeURIComponent(server.username)}${password} connect_query='set statement_timeout = ${statementTimeout}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 200
`,
  );
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const pooler = spawn("pgbouncer", [...user, file], { stdio: ["ignore", "ignore", "pipe"] });
  let output = "";
  pooler.stderr.on("data", (text) => (output += String(text)));
  const urlOf = (url: string) => {
    const pooled = new URL(url);
    pooled.host = `127.0.0.1:${port}`;
    return pooled.toString();
  };
  try {
    await untilAnswers(urlOf(serverUrl), () => pooler.exitCode !== null);
  } catch (error) {
    throw new Error(`PgBouncer does not answer: ${output}`, { cause: error });
  }
  return {
    urlOf,
    stop() {
      pooler.kill("SIGTERM");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
