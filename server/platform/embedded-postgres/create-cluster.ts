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
import { syncPath } from "./replace-cluster.ts";
import { serverEnvironment } from "./server-environment.ts";

/**
 * Creates the cluster and its password if there is none. It is created in a draft folder and renamed
 * when complete, so a process that is killed leaves no half-made cluster.
 * @throws EmbeddedPostgresError with the message of initdb
 */
export async function createClusterIfMissing(cluster: Cluster): Promise<void> {
  removeUnfinished(cluster.folder);
  if (existsSync(cluster.dataDir)) return;
  cluster.log("creating the database (once, a few seconds)");
  const draft = join(cluster.folder, `unfinished-${randomBytes(4).toString("hex")}`);
  mkdirSync(draft, { mode: 0o700 });
  const password = randomBytes(24).toString("base64url");
  writeFileSync(cluster.passwordFile, password, { mode: 0o600, flush: true });
  const { identity } = cluster.user;
  if (identity) {
    for (const path of [draft, cluster.passwordFile]) chownSync(path, identity.uid, identity.gid);
  }
  await initdb(cluster, draft);
  renameSync(draft, cluster.dataDir);
  // initdb has flushed its own files. Without the password, they could not be opened after a power failure.
  syncPath(cluster.folder);
}

function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name.startsWith("unfinished-"))
      rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function initdb({ user, binaries, passwordFile, durable }: Cluster, draft: string): Promise<void> {
  // The built-in locale sorts the same on every system. Before version 17, we use the C library's.
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
      // The server's user may not be able to enter our working directory.
      cwd: "/",
      env: serverEnvironment(),
      stdio: ["ignore", "ignore", "pipe"],
      ...identity,
    });
    let errors = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve();
      else
        reject(new EmbeddedPostgresError(`the database could not be created: ${lastLine(errors)}`));
    });
  });
}

function lastLine(text: string): string {
  const lines = text.trim().split("\n");
  const reason = /no space left on device/i;
  return (
    lines.find((line) => reason.test(line)) ??
    lines.find((line) => line.includes("error:")) ??
    lines.at(-1) ??
    ""
  );
}
