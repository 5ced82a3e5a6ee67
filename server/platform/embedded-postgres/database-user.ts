import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { serverEnvironment } from "./server-environment.ts";

interface Identity {
  uid: number;
  gid: number;
}

/** The system user that runs the database server. */
export interface DatabaseUser {
  /** Undefined: the user of this process. */
  identity?: Identity;
  /** What to spawn so that the command runs as this user. */
  wrap(command: string, args: string[]): { command: string; args: string[]; identity?: Identity };
}

/**
 * Chooses the user that runs the server. PostgreSQL refuses root, so root starts it as the owner of
 * an existing cluster, otherwise as `postgres`, otherwise as `nobody`. If that user cannot reach the
 * data (a clone in /root), the server gets a capability for it; permissions are not changed.
 * @param dataDir PostgreSQL's data directory, which need not exist
 * @param parent an existing folder above it
 */
export function chooseDatabaseUser(dataDir: string, parent: string): DatabaseUser {
  if (process.getuid?.() !== 0) return { wrap: (command, args) => ({ command, args }) };
  const identity = ownerOf(dataDir) ?? findUser("postgres") ?? findUser("nobody");
  if (!identity) {
    throw new EmbeddedPostgresError(
      "PostgreSQL refuses to run as root, and the system has no user postgres or nobody: start as an ordinary user, or set DATABASE_URL",
    );
  }
  if (isReachable(parent, identity)) {
    return { identity, wrap: (command, args) => ({ command, args, identity }) };
  }
  const { uid, gid } = identity;
  const user = [`--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"];
  const prefix = [...user, ...grantReach(user, parent), "--"];
  return {
    identity,
    wrap: (command, args) => ({ command: "setpriv", args: [...prefix, command, ...args] }),
  };
}

function ownerOf(folder: string): Identity | undefined {
  if (!existsSync(folder)) return undefined;
  const { uid, gid } = statSync(folder);
  return uid === 0 ? undefined : { uid, gid };
}

function findUser(name: string): Identity | undefined {
  try {
    const ask = (option: string): number =>
      Number(
        execFileSync("id", [option, name], {
          encoding: "utf8",
          stdio: ["ignore", "pipe", "ignore"],
        }),
      );
    return { uid: ask("-u"), gid: ask("-g") };
  } catch {
    return undefined;
  }
}

/** Whether the user can enter every folder from the root down. */
export function isReachable(folder: string, { uid, gid }: Identity): boolean {
  for (let step = resolve(folder); ; step = dirname(step)) {
    const { mode, uid: owner, gid: group } = statSync(step);
    const execute = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
    if ((mode & execute) === 0) return false;
    if (step === dirname(step)) return true;
  }
}

/** setpriv(1) is part of util-linux. Containers often have only the second capability. */
function grantReach(user: string[], folder: string): string[] {
  for (const name of ["dac_read_search", "dac_override"]) {
    const capability = [`--inh-caps=+${name}`, `--ambient-caps=+${name}`];
    const trial = [...user, ...capability, "ls", folder];
    const { status } = spawnSync("setpriv", trial, { env: serverEnvironment(), stdio: "ignore" });
    if (status === 0) return capability;
  }
  throw new EmbeddedPostgresError(
    `the data directory ${folder} cannot be reached by the user that runs the database (PostgreSQL refuses root): set DATA_DIR to a directory outside a private home, start as an ordinary user, or set DATABASE_URL`,
  );
}
