import type { Manifest } from "#server/backup/manifest.ts";

/** A manifest of a backup that has no files. Its name is that of the second it began. */
export function aManifest(changes: Partial<Manifest> = {}): Manifest {
  const at = changes.startedAt ?? new Date("2026-11-22T10:00:00Z");
  return {
    format: 2,
    number: 1,
    name: `${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z`,
    kind: "physical",
    startedAt: at,
    consistentAt: at,
    finishedAt: at,
    version: "18.4",
    major: 18,
    migrations: { count: 1, last: 1 },
    counts: {},
    log: null,
    files: [],
    unpackedBytes: 1,
    images: 0,
    shop: { settings: {}, authSecret: null, databasePassword: null },
    ...changes,
  };
}
