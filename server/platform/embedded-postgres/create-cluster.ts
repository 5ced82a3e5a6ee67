import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { superuser, type Cluster } from "./cluster.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { serverEnvironment } from "./server-environment.ts";

/**
 * Makes the cluster and its password when there is none. It is made beside its place and moved
 * there when it is whole, so that a start that is killed leaves nothing half made.
 * @throws EmbeddedPostgresError with initdb's own words when it fails
 */
export async function createClusterIfMissing(cluster: Cluster): Promise<void> {
  removeUnfinished(cluster.folder);
  if (existsSync(cluster.dataDir)) return;
  cluster.log("creating the database (once, a few seconds)");
  const draft = join(cluster.folder, `unfinished-${randomBytes(4).toString("hex")}`);
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(cluster.passwordFile, randomBytes(24).toString("base64url"), { mode: 0o600 });
  const { identity } = cluster.user;
  if (identity) {
    for (const path of [draft, cluster.passwordFile]) chownSync(path, identity.uid, identity.gid);
  }
  await initdb(cluster, draft);
  renameSync(draft, cluster.dataDir);
}

function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name.startsWith("unfinished-"))
      rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function initdb({ user, binaries, passwordFile, durable }: Cluster, draft: string): Promise<void> {
  // The built-in locale sorts alike on every system; before 17 the C library's stands in.
  const locale =
    binaries.majorVersion >= 17
      ? ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
      : ["--locale=C.UTF-8"];
  const { command, args, identity } = user.wrap(binaries.initdb, [
    `--pgdata=${draft}`,
    `--username=${superuser}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    ...locale,
    ...(durable ? [] : ["--no-sync"]),
  ]);
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      // The server's user may not walk to where we stand.
      cwd: "/",
      env: serverEnvironment(),
      stdio: ["ignore", "ignore", "pipe"],
      ...identity,
    });
    let complaint = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (complaint += text));
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve();
      else
        reject(
          new EmbeddedPostgresError(`the database could not be created: ${lastLine(complaint)}`),
        );
    });
  });
}

function lastLine(text: string): string {
  const lines = text.trim().split("\n");
  return lines.find((line) => line.includes("error:")) ?? lines.at(-1) ?? "";
}
