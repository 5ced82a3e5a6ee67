import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

const time = (name: string) => timestamp(name, { withTimezone: true });

/** Attempts to make a backup, the newest of which admins see. A backup itself describes its content in its manifest. */
export const backupTable = pgTable(
  "backup",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Counts the attempts, so that the newest one is known without trusting a clock. Null: older than all that have one. */
    ordinal: integer(),
    /** Its name at the place, which is the time it began. */
    name: text().notNull(),
    /** `physical`: the files of the embedded database. `dump`: pg_dump of an external one. */
    kind: text({ enum: ["physical", "dump"] }).notNull(),
    /** The folder or bucket, without credentials. */
    place: text().notNull(),
    startedAt: time("started_at").notNull().defaultNow(),
    finishedAt: time("finished_at"),
    /** What is stored for the database, compressed, without images. */
    bytes: bigint({ mode: "number" }),
    images: integer(),
    /** When all files were last read back and compared with their hashes. */
    verifiedAt: time("verified_at"),
    /** When a database was last started from it and checked. */
    restoredAt: time("restored_at"),
    error: text(),
    /** What was wrong with the earlier backups of its place. */
    warning: text(),
  },
  (table) => [
    check("backup_kind", sql`${table.kind} in ('physical', 'dump')`),
    index("backup_by_start").on(table.startedAt),
  ],
);

/** Trial restores: a database that was built from a backup in a scratch folder, checked and removed again. */
export const trialRestoreTable = pgTable(
  "trial_restore",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The name of the backup; null until it was chosen. */
    backup: text(),
    place: text().notNull(),
    startedAt: time("started_at").notNull().defaultNow(),
    finishedAt: time("finished_at"),
    /** What the restored database has. */
    tables: integer(),
    rows: bigint({ mode: "number" }),
    error: text(),
  },
  (table) => [index("trial_restore_by_start").on(table.startedAt)],
);
