import { watchedServices } from "#shared/system/system-contract.ts";

/**
 * Every metric of ours. A label has a list of values, which exist from the start with the value 0, or "set" if they come
 * from a small set that the program knows only at run time (routes, queues, replicas). None comes from a request.
 */
export type Metric = {
  name: string;
  help: string;
  labels?: Record<string, readonly string[] | "set">;
};

const outcomes = (...values: string[]) => ({ outcome: values });

/** What this process did. Sum over processes. */
export const counters = {
  errors: {
    name: "marque_errors_total",
    help: "Error answers of the API, by code",
    labels: { code: "set" },
  },
  bookingRequests: {
    name: "marque_booking_requests_total",
    help: "Booking requests: booked, or the reason of the refusal",
    labels: outcomes(
      "booked",
      "unknown_item",
      "taken",
      "already_yours",
      "not_for_sale",
      "own_car",
      "price_changed",
      "email_unconfirmed",
      "too_many_holds",
      "too_many_holds_here",
    ),
  },
  holds: {
    name: "marque_holds_total",
    help: "Holds placed, and how holds ended",
    labels: outcomes("placed", "paid", "canceled", "expired"),
  },
  payments: {
    name: "marque_payments_total",
    help: "Changes of payments",
    labels: outcomes("started", "declined", "succeeded", "canceled", "quarantined", "other"),
  },
  refunds: {
    name: "marque_refunds_total",
    help: "Changes of refunds",
    labels: outcomes("requested", "pending", "succeeded", "failed", "canceled", "requires_action"),
  },
  emails: {
    name: "marque_emails_total",
    help: "Emails: queued by a request or job, sent, failed (they are retried), postponed, or dropped as too old",
    labels: outcomes("queued", "sent", "failed", "postponed", "dropped"),
  },
  jobs: {
    name: "marque_jobs_total",
    help: "Runs of background jobs",
    labels: { queue: "set", ...outcomes("done", "failed") },
  },
  uploads: {
    name: "marque_uploads_total",
    help: "Uploads of pictures",
    labels: outcomes("stored", "refused", "busy", "failed"),
  },
  feedFetches: {
    name: "marque_feed_fetches_total",
    help: "Fetches of feeds: the plan was applied, changed nothing, or waits for its seller, or the fetch failed and is tried again in an hour",
    labels: outcomes("applied", "unchanged", "waiting", "failed"),
  },
  shed: {
    name: "marque_requests_refused_in_overload_total",
    help: "Requests that got 503 because more arrived than the process can answer, by priority",
    labels: { priority: ["optional", "normal", "essential"] },
  },
  pageCache: {
    name: "marque_page_cache_total",
    help: "Pages from the cache (hit), rendered for it (miss), or rendered for one visitor (private)",
    labels: { result: ["hit", "miss", "private"] },
  },
  replicaReads: {
    name: "marque_replica_reads_total",
    help: "Reads of lists that may be done at a read replica, by where they were done; none without DATABASE_REPLICA_URL",
    labels: { server: ["replica", "primary"] },
  },
} as const satisfies Record<string, Metric>;

/** Durations in seconds. The bounds contain the goals for answers: 300 ms and a second. */
export const durations = {
  requests: {
    name: "marque_http_request_duration_seconds",
    help: "Time until a response was sent, by method, route template and status class",
    labels: { method: "set", route: "set", status: "set" },
  },
  outboundCalls: {
    name: "marque_outbound_call_duration_seconds",
    help: "Calls to other services: ok, refused (4xx), or failed (5xx, no answer)",
    labels: { service: ["payments", "sign_in", "email"], ...outcomes("ok", "refused", "failed") },
  },
  jobs: {
    name: "marque_job_duration_seconds",
    help: "Run time of background jobs",
    labels: { queue: "set" },
  },
} as const satisfies Record<string, Metric>;

export const durationBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.3, 0.5, 1, 2.5, 5, 10, 30, 60];

const pools = ["requests", "visitors", "background", "jobs", "replicas"] as const;

/** The state of this process. */
export const processGauges = {
  build: {
    name: "marque_build_info",
    help: "Version, commit and Node version of the process; always 1",
    labels: { version: "set", commit: "set", node: "set" },
  },
  memoryLimit: {
    name: "marque_memory_limit_bytes",
    help: "Memory that the process may use: the limit of its container or unit, or all of the machine",
  },
  draining: {
    name: "marque_draining",
    help: "1 while the process is stopping and takes no new requests",
  },
  catalogueLag: {
    name: "marque_catalogue_lag_seconds",
    help: "Age of the oldest change in the database that the catalog of this process has not read; 0 if it has read all",
  },
  catalogueListings: {
    name: "marque_catalogue_listings",
    help: "Listings in the catalog of this process, including sold ones",
  },
  valuationVersion: {
    name: "marque_valuation_version",
    help: "Version of the price model that this process uses; 0 before the first one",
  },
  poolConnections: {
    name: "marque_database_pool_connections",
    help: "Open database connections, by pool",
    labels: { pool: pools, state: ["idle", "busy"] },
  },
  poolSize: {
    name: "marque_database_pool_size",
    help: "Most connections that a pool may open; DATABASE_POOL for requests",
    labels: { pool: pools },
  },
  poolWaiting: {
    name: "marque_database_pool_waiting",
    help: "How many wait for a connection: requests, what visitors read, jobs and the catalog (background), the job queue itself (jobs), and reads at replicas",
    labels: { pool: pools },
  },
  readReplicas: {
    name: "marque_read_replicas",
    help: "Servers in DATABASE_REPLICA_URL that this process reads (used), or does not because they are behind, lost or the primary (aside); missing without the setting",
    labels: { state: ["used", "aside"] },
  },
} as const satisfies Record<string, Metric>;

/** The state of the shop, read from the database: the same from every process. Use max, not sum, over processes. */
export const shopGauges = {
  databaseUp: {
    name: "marque_shop_database_up",
    help: "1 if the database answered this scrape; if it did not, the other metrics of the shop are missing",
  },
  schema: {
    name: "marque_shop_schema_migrations",
    help: "Migrations applied to the database",
  },
  processes: {
    name: "marque_shop_processes",
    help: "Processes of the shop that reported within the last minute",
  },
  queueJobs: {
    name: "marque_shop_queue_jobs",
    help: "Jobs that are due (waiting), run (active), or failed within the last hour",
    labels: { queue: "set", state: ["waiting", "active", "failed"] },
  },
  queueOldest: {
    name: "marque_shop_queue_oldest_seconds",
    help: "How long the oldest waiting job of a queue has been due",
    labels: { queue: "set" },
  },
  emailsUnsent: {
    name: "marque_shop_emails_unsent",
    help: "Emails that are not sent yet",
  },
  emailsOldest: {
    name: "marque_shop_emails_oldest_unsent_seconds",
    help: "Age of the oldest unsent email",
  },
  unsealedEvents: {
    name: "marque_shop_car_events_unsealed",
    help: "Events of cars that are not sealed in the history yet; a few for seconds",
  },
  holds: { name: "marque_shop_holds", help: "Unpaid holds on cars" },
  quarantined: {
    name: "marque_shop_payments_quarantined",
    help: "Quarantined payments that are not refunded",
  },
  refundsFailed: {
    name: "marque_shop_refunds_failed",
    help: "Refunds that failed last and were not repeated",
  },
  imports: {
    name: "marque_shop_imports",
    help: "Runs of npm run import, and plans of feeds that were applied",
    labels: outcomes("done", "stopped", "failed"),
  },
  importRows: {
    name: "marque_shop_import_rows",
    help: "Rows of these files: cars that were added (imported), that the shop had (duplicate), or refused rows (quarantined)",
    labels: { result: ["imported", "duplicate", "quarantined"] },
  },
  lastImport: {
    name: "marque_shop_last_import_timestamp_seconds",
    help: "When the last import or plan of a feed ended; missing without one",
  },
  feeds: {
    name: "marque_shop_feeds",
    help: "Feeds that the shop fetches, without suspended sellers: the last fetch succeeded or is to come (ok), failed (failing), or none succeeded for 30 hours or ever (overdue)",
    labels: { state: ["ok", "failing", "overdue"] },
  },
  isReplica: {
    name: "marque_shop_database_in_recovery",
    help: "1 if the database that the shop writes to is a replica, which refuses writes",
  },
  replicasConnected: {
    name: "marque_shop_replicas_connected",
    help: "Replicas that follow the primary; missing while the shop's database is a replica itself",
  },
  replicasSynchronous: {
    name: "marque_shop_replicas_synchronous",
    help: "Replicas for which commits wait; missing if the shop's user may not read it (pg_monitor)",
  },
  replicaLag: {
    name: "marque_shop_replica_lag_bytes",
    help: "WAL that a replica has not replayed, as the primary sees it; missing if the shop's user may not read it (pg_monitor)",
    labels: { replica: "set" },
  },
  backupScheduled: {
    name: "marque_shop_backup_scheduled",
    help: "1 if the shop makes backups by itself (BACKUP_URL)",
  },
  trialScheduled: {
    name: "marque_shop_trial_restore_scheduled",
    help: "1 if the shop restores a backup on trial by itself (BACKUP_TRIAL_SCHEDULE)",
  },
  lastBackup: {
    name: "marque_shop_last_backup_timestamp_seconds",
    help: "When the newest backup that is complete and verified began; missing without one",
  },
  backupFailed: {
    name: "marque_shop_backup_failed",
    help: "1 if the latest attempt to make a backup failed",
  },
  lastRestored: {
    name: "marque_shop_last_restored_backup_timestamp_seconds",
    help: "When a database was last restored from a backup, on trial or in earnest, and found sound; missing without one",
  },
  trialFailed: {
    name: "marque_shop_trial_restore_failed",
    help: "1 if the latest trial restore failed",
  },
  archiveRunning: {
    name: "marque_shop_backup_archive_running",
    help: "1 if a process archives the log of the embedded database; missing without an archive",
  },
  archiveBehind: {
    name: "marque_shop_backup_archive_behind_bytes",
    help: "Log of the embedded database that is not archived yet; missing without an archive",
  },
  archiveAge: {
    name: "marque_shop_backup_archive_age_seconds",
    help: "How long the oldest change of the embedded database has waited to be archived, as far as the process has seen it; missing without an archive",
  },
  certificates: {
    name: "marque_shop_certificate_expiry_timestamp_seconds",
    help: "When the TLS certificate of a service that the shop calls expires",
    labels: { service: watchedServices },
  },
} as const satisfies Record<string, Metric>;
