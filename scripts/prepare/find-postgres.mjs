import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

const OLDEST = 15;
// Debian, Homebrew and the Red Hat packages install several versions here.
const HOMES = ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt", "/usr"];

/**
 * Finds an installed PostgreSQL, 15 or newer, for a throwaway cluster.
 * @returns {string | undefined} the folder of initdb and postgres
 */
export function findPostgres() {
  const versions = HOMES.flatMap((home) =>
    existsSync(home)
      ? readdirSync(home)
          .filter((name) => /^(\d+|postgresql@\d+|pgsql-\d+)$/.test(name))
          .map((name) => join(home, name, "bin"))
      : [],
  );
  const onPath = (process.env.PATH ?? "").split(delimiter).map(resolvePrograms);
  return [...versions, ...onPath].find((folder) => folder && isUsable(folder));
}

function resolvePrograms(folder) {
  const postgres = join(folder, "postgres");
  return existsSync(postgres) ? dirname(realpathSync(postgres)) : undefined;
}

function isUsable(folder) {
  if (!existsSync(join(folder, "initdb"))) return false;
  const answer = spawnSync(join(folder, "postgres"), ["--version"], { encoding: "utf8" });
  return Number(/(\d+)/.exec(answer.stdout ?? "")?.[1]) >= OLDEST;
}
