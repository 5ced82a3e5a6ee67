import { z } from "zod";

/** Services whose TLS certificates are watched. */
export const watchedServices = [
  "payments",
  "sign_in",
  "email",
  "images",
  "backups",
  "database",
] as const;
export type WatchedService = (typeof watchedServices)[number];

const seconds = z.number().describe("Seconds");
const instant = z.string().describe("ISO 8601");

const systemWarning = z.object({
  setting: z.string().describe("The setting, or what is missing"),
  level: z.enum(["danger", "warning"]),
  problem: z.string(),
  fix: z.string(),
});
export type SystemWarning = z.infer<typeof systemWarning>;

/** How the shop runs, for admins. */
export const systemAnswer = z.object({
  versions: z.object({
    shop: z.string(),
    commit: z.string().nullable(),
    node: z.string(),
    database: z.string().describe("PostgreSQL"),
    schema: z.object({
      name: z.string().nullable().describe("The newest migration; null if a newer version made it"),
      migrations: z.number().int(),
      needed: z.number().int().describe("The migrations that this version has"),
    }),
  }),
  database: z.object({
    isEmbedded: z.boolean(),
    role: z.enum(["primary", "replica"]),
    replicas: z.array(
      z.object({
        name: z.string(),
        state: z.string().nullable().describe("Null if the shop's user may not read it"),
        isSynchronous: z
          .boolean()
          .nullable()
          .describe("Whether commits wait until they are on its disk"),
        lagBytes: z.number().nullable(),
        lagSeconds: z.number().nullable(),
      }),
    ),
  }),
  processes: z.array(
    z.object({
      _id: z.string(),
      host: z.string(),
      pid: z.number().int(),
      version: z.string(),
      commit: z.string().nullable(),
      startedAt: instant,
      seenAt: instant,
      isAlive: z.boolean(),
    }),
  ),
  queues: z.array(
    z.object({
      name: z.string(),
      waiting: z.number().int(),
      active: z.number().int(),
      failed: z.number().int().describe("Within the last hour"),
      oldest: seconds,
    }),
  ),
  emails: z.object({ unsent: z.number().int(), oldest: seconds }),
  lastImport: z
    .object({
      endedAt: instant,
      outcome: z.enum(["done", "stopped", "failed"]),
      rows: z.number().int(),
      imported: z.number().int(),
      duplicates: z.number().int(),
      quarantined: z.number().int(),
    })
    .nullable()
    .describe("The last run of npm run import or applied plan of a feed"),
  feeds: z
    .object({
      fetched: z.number().int(),
      failing: z.number().int().describe("Their last fetch failed"),
      overdue: z.number().int().describe("Of these, no fetch succeeded for 30 hours, or ever"),
      lastAt: instant.nullable().describe("The last fetch that succeeded"),
    })
    .describe("Feeds whose file the shop fetches, without those of suspended sellers"),
  backups: z.object({
    last: z.object({ at: instant, verifiedAt: instant.nullable() }).nullable(),
    lastRestored: z
      .object({
        at: instant,
        backup: z.string().describe("Its name, which is the time it began"),
      })
      .nullable()
      .describe("The backup that was last restored and checked, on trial or in earnest"),
    problem: z.string().nullable().describe("Why the latest attempt failed"),
    warning: z
      .string()
      .nullable()
      .describe("What was wrong with earlier backups when one was made this week"),
    trialProblem: z.string().nullable().describe("Why the latest trial restore failed"),
    archive: z
      .object({
        isRunning: z.boolean(),
        bytesBehind: z.number().describe("Log of the database that is not archived yet"),
      })
      .nullable()
      .describe("The continuous archive of the embedded database's log; null without one"),
  }),
  certificates: z.array(
    z.object({
      service: z.enum(watchedServices),
      address: z.string(),
      expiresAt: instant.nullable(),
      problem: z.string().nullable(),
      checkedAt: instant,
    }),
  ),
  warnings: z.array(systemWarning),
});
export type SystemState = z.infer<typeof systemAnswer>;
