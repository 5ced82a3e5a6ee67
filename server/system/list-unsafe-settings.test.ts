import { expect, test } from "vitest";
import { loadConfig } from "#server/platform/config/config.ts";
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
const list = (env: Record<string, string>, hasBackup = true) =>
  listUnsafeSettings(loadConfig({ ...safe, ...env }), { hasBackup });

test("finds nothing in a safe configuration", () => {
  expect(list({})).toEqual([]);
  expect(list({ METRICS_PORT: "9464" })).toEqual([]);
  expect(list({ DATABASE_URL: "postgres://marque@localhost/marque" })).toEqual([]);
  expect(list({ DATABASE_URL: "postgres://marque@[::1]/marque" })).toEqual([]);
  expect(list({ DATABASE_URL: "postgres:///marque?host=/run/postgresql" })).toEqual([]);
});

test("finds nothing in a demo on this machine", () => {
  expect(listUnsafeSettings(loadConfig({}), { hasBackup: false })).toEqual([]);
});

const noKeys = {
  STRIPE_SECRET_KEY: "",
  STRIPE_PUBLISHABLE_KEY: "",
  STRIPE_WEBHOOK_SECRET: "",
};
const testKeys = { STRIPE_SECRET_KEY: "sk_test_abc", STRIPE_PUBLISHABLE_KEY: "pk_test_abc" };

test.each<[string, Record<string, string>, string, "danger" | "warning"]>([
  ["rate limits that are off", { RATE_LIMITS: "off" }, "RATE_LIMITS=off", "danger"],
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
  const found = list(env);
  expect(found).toMatchObject([{ setting, level }]);
  expect(found[0]!.problem).toMatch(/\.$/);
  expect(found[0]!.fix).toMatch(/\.$/);
});

test("finds a demo that other machines can reach", () => {
  const reachable = [
    { HOST: "0.0.0.0" },
    { PUBLIC_URL: "https://demo.example", TRUSTED_PROXIES: "10.0.0.1" },
  ];
  for (const env of reachable)
    expect(listUnsafeSettings(loadConfig(env), { hasBackup: false })).toMatchObject([
      { setting: "DEMO", level: "danger" },
    ]);
});

test("finds that no backup was made, and lists dangers before warnings", () => {
  expect(list({ SMTP_URL: "" }, false).map(({ setting }) => setting)).toEqual([
    "Backups",
    "SMTP_URL",
  ]);
});
