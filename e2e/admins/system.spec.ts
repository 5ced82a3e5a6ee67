import type { Page } from "@playwright/test";
import type { SystemState } from "#shared/system/system-contract.ts";
import { expectAccessible } from "../steps/axe.ts";
import { failRequests } from "../steps/fail-requests.ts";
import { loaded, open, openAs } from "../steps/open-page.ts";
import { rowOf } from "../steps/locators.ts";
import { expect, test } from "../shop-test.ts";

const address = "/dashboard/system";
const call = /\/api\/system$/;

test(
  "an admin sees how the shop runs, and refreshes it",
  { tag: "@deep" },
  async ({ page, shop }) => {
    await openAs(page, await shop.admin(), "/dashboard");
    await page.getByRole("main").getByRole("link", { name: "System" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "System" })).toBeVisible();
    await expect(section(page, "Versions")).toContainText("PostgreSQL");
    await expect(section(page, "Database")).toContainText("Embedded, on this machine");
    await expect(section(page, "Backups")).toContainText("No backup by the shop");
    await expect(section(page, "Processes")).toContainText("Running");
    await expect(section(page, "Background jobs")).toContainText(/queues? (is|are) empty/);
    const answer = page.waitForResponse(call);
    await page.getByRole("button", { name: "Refresh" }).click();
    expect((await answer).status()).toBe(200);
  },
);

test(
  "a shop in trouble shows each problem, at every width and in both themes",
  { tag: "@deep" },
  async ({ page, shop }) => {
    test.slow();
    await page.route(call, (route) => route.fulfill({ json: troubled }));
    await openAs(page, await shop.admin(), address);
    await loaded(page);
    await expect(
      page.getByText(/unsafe settings?.*, the database refuses changes, /),
    ).toBeVisible();
    await expect(section(page, "Unsafe settings")).toContainText("Add ?sslmode=verify-full");
    await expect(section(page, "Database")).toContainText("Replica: it refuses every change");
    const backups = section(page, "Backups");
    await expect(backups).toContainText("(2026-11-15T02-30-00Z)");
    await expect(backups).toContainText("Not running 2.5 GB not archived yet");
    await expect(backups).toContainText("Latest backup failed");
    await expect(backups).toContainText("access was refused (AccessDenied)");
    await expect(backups).toContainText("Earlier backups");
    await expect(backups).toContainText("is missing in s3://cars-backups/marque");
    await expect(backups).toContainText("Latest trial restore failed");
    await expect(rowOf(page, "shop-2")).toContainText("Stopped without notice");
    await expect(rowOf(page, "email.send")).toContainText("1,200");
    await expect(rowOf(page, "email.send")).toContainText("2 hours");
    await expect(section(page, "Background jobs")).toContainText("1,200, the oldest for 2 hours");
    await expect(section(page, "Imports and feeds")).toContainText(
      "10,000 read, 9,000 imported, 900 duplicates, 100 quarantined",
    );
    await expect(section(page, "Imports and feeds")).toContainText(
      "12 feeds 3 of them without success for 30 hours or more",
    );
    await expect(section(page, "Database")).toContainText("streaming, synchronous, 1.2 kB behind");
    await expect(rowOf(page, "Image store")).toContainText("expired");
    await expect(rowOf(page, "Mail server")).toContainText("The server offers no TLS.");
    for (const width of [390, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
        `overflow at ${width}`,
      ).toBe(width);
    }
    await expectAccessible(page);
  },
);

test(
  "the system page shows that it loads, that it failed, and retries",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const admin = await shop.admin();
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.route(call, async (route) => {
      await answered;
      await route.fallback();
    });
    await openAs(page, admin, address);
    await expect(page.getByText("Reading the state of the system")).toBeAttached();
    answer();
    await expect(section(page, "Versions")).toBeVisible();
    await page.unroute(call);

    const restore = await failRequests(page, call, "Not now.");
    await page.getByRole("button", { name: "Refresh" }).click();
    const failure = page.getByRole("main").getByRole("alert");
    await expect(failure).toContainText("could not be refreshed");
    await expect(section(page, "Versions")).toBeVisible();
    await open(page, address);
    await expect(failure).toContainText("We could not read the state of the system");
    await expect(failure).toContainText("Not now.");
    await restore();
    await failure.getByRole("button", { name: "Retry" }).click();
    await expect(section(page, "Versions")).toBeVisible();
    await expect(failure).toHaveCount(0);
  },
);

test(
  "the system page says that it is out of date offline, and refreshes afterwards",
  { tag: "@deep" },
  async ({ page, shop, context }) => {
    await openAs(page, await shop.admin(), address);
    await expect(section(page, "Versions")).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText("You are offline. This page may be out of date")).toBeVisible();
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(page.getByRole("main").getByRole("alert")).toContainText("could not be refreshed");
    await expect(section(page, "Versions")).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
  },
);

test("only admins see the system page", { tag: "@deep" }, async ({ page, shop }) => {
  await openAs(page, await shop.signUp("Seller"), address);
  await expect(page.getByRole("heading", { name: "You can't open that page" })).toBeVisible();
  await open(page, "/dashboard");
  await expect(page.getByRole("link", { name: "System" })).toHaveCount(0);
});

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

const longAgo = "2026-01-15T02:30:00.000Z";
const anHourAgo = () => new Date(Date.now() - 3_600_000).toISOString();

/** A shop in which everything that can need attention does. */
const troubled: SystemState = {
  versions: {
    shop: "1.4.0",
    commit: "0123456789abcdef",
    node: "22.12.0",
    database: "17.2 (Debian 17.2-1.pgdg120+1)",
    schema: { name: null, migrations: 31, needed: 29 },
  },
  database: {
    isEmbedded: false,
    role: "replica",
    replicas: [
      { name: "pg2", state: "streaming", isSynchronous: true, lagBytes: 1_200, lagSeconds: 0.2 },
      { name: "pg3", state: null, isSynchronous: null, lagBytes: null, lagSeconds: null },
    ],
  },
  processes: ["shop-1", "shop-2"].map((host, at) => ({
    _id: host,
    host,
    pid: 1_000 + at,
    version: "1.4.0",
    commit: null,
    startedAt: longAgo,
    seenAt: anHourAgo(),
    isAlive: at === 0,
  })),
  queues: [{ name: "email.send", waiting: 1_200, active: 1, failed: 7, oldest: 7_260 }],
  emails: { unsent: 1_200, oldest: 7_260 },
  lastImport: {
    endedAt: longAgo,
    outcome: "failed",
    rows: 10_000,
    imported: 9_000,
    duplicates: 900,
    quarantined: 100,
  },
  feeds: { fetched: 1_200, failing: 12, overdue: 3, lastAt: anHourAgo() },
  backups: {
    last: { at: longAgo, verifiedAt: longAgo },
    lastRestored: { at: longAgo, backup: "2026-11-15T02-30-00Z" },
    problem:
      "s3://cars-backups/marque: access was refused (AccessDenied). Check the credentials and their rights.",
    warning:
      "The newest backup of this shop, 2026-11-16T02-30-00Z, is missing in s3://cars-backups/marque. There is none left.",
    trialProblem:
      "backups/2026-11-15T02-30-00Z/base.tar is damaged: it is not what was written. Use another backup.",
    archive: { isRunning: false, bytesBehind: 2_500_000_000 },
  },
  certificates: [
    {
      service: "images",
      address: "s3.a-very-long-name-of-an-internal-host.example:9000",
      expiresAt: longAgo,
      problem: "The certificate is not trusted (CERT_HAS_EXPIRED).",
      checkedAt: anHourAgo(),
    },
    {
      service: "email",
      address: "mail.example:587",
      expiresAt: null,
      problem: "The server offers no TLS.",
      checkedAt: anHourAgo(),
    },
  ],
  warnings: [
    {
      setting: "DATABASE_URL",
      level: "danger",
      problem: "The connection to the database on another host is not encrypted.",
      fix: "Add ?sslmode=verify-full to DATABASE_URL.",
    },
  ],
};
