import { expect, test } from "vitest";
import { refuseOlderLog } from "./expected-place.ts";
import type { Manifest } from "./manifest.ts";
import type { Repository } from "./storage/repository.ts";

test("a backup of the database before an upgrade of PostgreSQL is not compared with the log of the new one", async () => {
  const names: string[] = [];
  const read = (name: string) => {
    names.push(name);
    return Promise.reject(new Error("the archive was read"));
  };
  const repository = { read, list: read, shown: "a place" } as unknown as Repository;
  const backupOf = (systemId: string) =>
    ({ log: { systemId, timeline: 1, endLsn: "0/2000000" } }) as Manifest;
  const log = { systemId: "8", timeline: 1, lsn: "0/3000000", isRunning: false };
  const expected = { lastBackup: null, log };
  await refuseOlderLog(repository, backupOf("7"), expected);
  await refuseOlderLog(repository, { log: null } as unknown as Manifest, expected);
  expect(names).toEqual([]);
  await expect(refuseOlderLog(repository, backupOf("8"), expected)).rejects.toThrow("was read");
});
