import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { existsSync } from "node:fs";
import { findPostgres } from "../prepare/find-postgres.mjs";

/** The programs of a cluster, and the Debian package that has each. */
const packages = {
  etcd: "etcd-server",
  etcdctl: "etcd-client",
  patroni: "patroni",
  haproxy: "haproxy",
  pgbouncer: "pgbouncer",
};
// Not on everyone's PATH.
const systemFolders = ["/usr/sbin", "/usr/local/sbin"];

/**
 * Finds the programs that a cluster needs.
 * @returns {{ programs: Record<string, string>, postgres: string, missing: string | null }} their paths, the folder
 *   of PostgreSQL's programs, and what to install if something is missing
 */
export function findPrograms() {
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...systemFolders];
  const find = (name) =>
    folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  const programs = Object.fromEntries(Object.keys(packages).map((name) => [name, find(name)]));
  const postgres = findPostgres();
  const absent = Object.keys(packages).filter((name) => !programs[name]);
  const toInstall = absent.map((name) => packages[name]);
  if (!postgres) {
    absent.push("postgres");
    toInstall.push("postgresql");
  }
  if (process.platform !== "linux")
    return { programs, postgres, missing: "The cluster runs on Linux only." };
  if (absent.length === 0) return { programs, postgres, missing: null };
  return {
    programs,
    postgres,
    missing:
      `These programs are missing: ${absent.join(", ")}. On Debian:\n` +
      `  sudo apt-get install --no-install-recommends ${toInstall.join(" ")}`,
  };
}

/**
 * The system user for programs that refuse to run as root: PostgreSQL.
 * @returns {{ uid?: number, gid?: number }} nothing if this process is not root
 */
export function databaseUser() {
  if (process.getuid() !== 0) return {};
  const id = (option) =>
    Number(spawnSync("id", [option, "postgres"], { encoding: "utf8" }).stdout.trim() || NaN);
  const user = { uid: id("-u"), gid: id("-g") };
  if (Number.isNaN(user.uid))
    throw new Error("As root, the cluster needs the system user postgres.");
  return user;
}
