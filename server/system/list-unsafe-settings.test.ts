import { expect, test } from "vitest";
import { loadConfig } from "#server/platform/config/config.ts";
import type { DataFacts } from "./list-unsafe-data-settings.ts";
import { listUnsafeSettings } from "./list-unsafe-settings.ts";

const safe = {
  DATABASE_URL: "postgres://marque:secret@db.internal/marque?sslmode=verify-full",
  AUTH_SECRET: "s".repeat(32),
  PUBLIC_URL: "https://cars.example",
  TRUSTED_PROXIES: "10.0.0.0/8",
  SMTP_URL: "smtps://mail.example",
  STRIPE_SECRET_KEY: "sk_live_abc",
  STRIPE_PUBLISHABLE_KEY: "pk_live_abc",
  STRIPE_WEBHOOK_SECRET: "whsec_abc",
};
const day = 86_400_000;
const now = new Date();
const facts: DataFacts = {
  lastBackupAt: new Date(now.getTime() - 7 * day),
  isBackupOnDataDisk: false,
  server: { fsync: true, fullPageWrites: true, waitsForCommit: true, isLogArchived: false },
  shortDisks: [],
  now,
};
const list = (env: Record<string, string>, given: Partial<DataFacts> = {}) =>
  listUnsafeSettings(loadConfig({ ...safe, ...env }), { ...facts, ...given });
const server = (changed: Partial<DataFacts["server"]>) => ({
  server: { ...facts.server, ...changed },
});

test("finds nothing in a safe configuration", () => {
  expect(list({})).toEqual([]);
  expect(list({ METRICS_PORT: "9464" })).toEqual([]);
  expect(list({ DATABASE_URL: "postgres://marque@localhost/marque" })).toEqual([]);
  expect(list({ DATABASE_URL: "postgres://marque@[::1]/marque" })).toEqual([]);
  expect(list({ DATABASE_URL: "postgres:///marque?host=/run/postgresql" })).toEqual([]);
  expect(
    list({
      DATABASE_DIRECT_URL: "postgres://marque@127.0.0.1:5433/marque",
      DATABASE_REPLICA_URL:
        "postgres://marque@db2.internal/marque?sslmode=verify-full,postgres://marque@localhost/m",
      IMAGE_STORE_URL: "s3://cars/images?endpoint=http://127.0.0.1:9000",
      BACKUP_URL: "s3://cars-backups/marque",
      BACKUP_KEY_FILE: "/etc/marque/backup.key",
    }),
  ).toEqual([]);
});

test("finds nothing in a demo on this machine", () => {
  expect(listUnsafeSettings(loadConfig({}), { ...facts, lastBackupAt: null })).toEqual([]);
});

const noKeys = {
  STRIPE_SECRET_KEY: "",
  STRIPE_PUBLISHABLE_KEY: "",
  STRIPE_WEBHOOK_SECRET: "",
};
const testKeys = { STRIPE_SECRET_KEY: "sk_test_abc", STRIPE_PUBLISHABLE_KEY: "pk_test_abc" };

test.each<[string, Record<string, string>, string, "danger" | "warning"]>([
  ["rate limits that are off", { RATE_LIMITS: "off" }, "RATE_LIMITS=off", "danger"],
  ["load shedding that is off", { LOAD_SHEDDING: "off" }, "LOAD_SHEDDING=off", "danger"],
  [
    "a remote primary behind a pooler on this machine, without TLS",
    {
      DATABASE_URL: "postgres://marque@127.0.0.1:6432/marque",
      DATABASE_DIRECT_URL: "postgres://marque@db.internal/marque",
    },
    "DATABASE_DIRECT_URL",
    "danger",
  ],
  [
    "remote replicas without TLS, once",
    { DATABASE_REPLICA_URL: "postgres://marque@db2.internal/m,postgres://marque@db3.internal/m" },
    "DATABASE_REPLICA_URL",
    "danger",
  ],
  [
    "images that travel without TLS",
    { IMAGE_STORE_URL: "s3://cars/images?endpoint=http://s3.internal:9000" },
    "IMAGE_STORE_URL",
    "warning",
  ],
  [
    "encrypted backups that travel without TLS",
    {
      BACKUP_URL: "s3://cars-backups/marque?endpoint=http://s3.internal:9000",
      BACKUP_PASSPHRASE: "long enough for the tests",
    },
    "BACKUP_URL",
    "warning",
  ],
  [
    "backups in a bucket that are not encrypted",
    { BACKUP_URL: "s3://cars-backups/marque" },
    "BACKUP_URL",
    "warning",
  ],
  ["a site without TLS", { PUBLIC_URL: "http://cars.example" }, "PUBLIC_URL", "danger"],
  ["a proxy that is not listed", { TRUSTED_PROXIES: "" }, "TRUSTED_PROXIES", "danger"],
  [
    "proxies that are everyone",
    { TRUSTED_PROXIES: "10.0.0.1, 0.0.0.0/0" },
    "TRUSTED_PROXIES",
    "danger",
  ],
  ["simulated payments", noKeys, "STRIPE_SECRET_KEY", "danger"],
  ["Stripe's test mode", testKeys, "STRIPE_SECRET_KEY", "warning"],
  [
    "a remote database without TLS",
    { DATABASE_URL: "postgres://marque@db.internal/marque" },
    "DATABASE_URL",
    "danger",
  ],
  [
    "a remote database that may fall back to no TLS",
    { DATABASE_URL: "postgres://marque@db.internal/marque?sslmode=prefer" },
    "DATABASE_URL",
    "danger",
  ],
  ["emails that are not sent", { SMTP_URL: "" }, "SMTP_URL", "warning"],
  [
    "metrics that anyone can read",
    { METRICS_PORT: "9464", METRICS_HOST: "0.0.0.0" },
    "METRICS_HOST",
    "warning",
  ],
])("finds %s", (_what, env, setting, level) => {
  const problems = list(env);
  expect(problems).toMatchObject([{ setting, level }]);
  expect(problems[0]!.problem).toMatch(/\.$/);
  expect(problems[0]!.fix).toMatch(/\.$/);
});

test("finds a demo that other machines can reach", () => {
  const reachable = [
    { HOST: "0.0.0.0" },
    { PUBLIC_URL: "https://demo.example", TRUSTED_PROXIES: "10.0.0.1" },
  ];
  for (const env of reachable)
    expect(listUnsafeSettings(loadConfig(env), { ...facts, lastBackupAt: null })).toMatchObject([
      { setting: "DEMO", level: "danger" },
    ]);
});

test("finds that no backup was made, and lists dangers before warnings", () => {
  expect(list({ SMTP_URL: "" }, { lastBackupAt: null }).map(({ setting }) => setting)).toEqual([
    "Backups",
    "SMTP_URL",
  ]);
});

test("finds that the newest backup is old", () => {
  const lastBackupAt = new Date(now.getTime() - 365 * day);
  expect(list({}, { lastBackupAt })).toMatchObject([
    {
      setting: "Backups",
      level: "danger",
      problem:
        "The newest backup by the shop is 365 days old. A broken disk would lose every booking and payment since then.",
    },
  ]);
});

test("does not call a shop unsafe whose PostgreSQL archives its log for another program", () => {
  expect(list({}, { lastBackupAt: null, ...server({ isLogArchived: true }) })).toMatchObject([
    {
      setting: "Backups",
      level: "warning",
      problem: expect.stringMatching(/^No backup by the shop\. PostgreSQL archives its log/),
    },
  ]);
});

test.each([
  ["fsync", "fsync=off"],
  ["fullPageWrites", "full_page_writes=off"],
  ["waitsForCommit", "synchronous_commit=off"],
] as const)("finds an own PostgreSQL without %s", (fact, setting) => {
  expect(list({}, server({ [fact]: false }))).toMatchObject([{ setting, level: "danger" }]);
});

test("finds backups on the disk of the data, unless everything else is elsewhere", () => {
  const env = { BACKUP_URL: "/srv/backups", BACKUP_KEY_FILE: "/etc/marque/backup.key" };
  expect(list(env, { isBackupOnDataDisk: true })).toMatchObject([
    { setting: "BACKUP_URL", level: "danger" },
  ]);
  expect(
    list({ ...env, IMAGE_STORE_URL: "s3://cars/images" }, { isBackupOnDataDisk: true }),
  ).toEqual([]);
});

test.each(["/srv/backups", "s3://cars-backups/marque"])(
  "says that without a key, those who can change the backups in %s can run programs here",
  (BACKUP_URL) => {
    expect(list({ BACKUP_URL })).toMatchObject([
      { setting: "BACKUP_URL", level: "warning", problem: expect.stringContaining("run programs") },
    ]);
  },
);

test("finds backups that travel over plain HTTP without encryption", () => {
  const problems = list({ BACKUP_URL: "s3://cars-backups/marque?endpoint=http://s3.internal" });
  expect(problems.map(({ setting, level }) => `${setting} ${level}`)).toEqual([
    "BACKUP_URL danger",
    "BACKUP_URL warning",
  ]);
});

test.each([
  [true, "danger", "Uploads are refused so that"],
  [false, "warning", "Uploads are refused soon so that"],
] as const)("finds a disk with little space for uploads", (isRefused, level, problem) => {
  const shortDisks = [{ folder: "/data", freeMegabytes: 900, isRefused }];
  expect(list({}, { shortDisks })).toMatchObject([
    { setting: "UPLOAD_DISK_RESERVE_MB", level, problem: expect.stringContaining(problem) },
  ]);
});
