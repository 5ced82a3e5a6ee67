import { pino } from "pino";
import { afterEach, expect, it, vi } from "vitest";
import { startMailServer } from "#testing/mail-server.ts";
import { createTestApp } from "#testing/test-app.ts";
import { mailJobs } from "./mail-jobs.ts";
import { queueMail } from "./queue-mail.ts";

const toClose: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close();
});

async function aShop(env: Record<string, string>) {
  const shop = await createTestApp(env);
  toClose.push(() => shop.close());
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
  await mailJobs({ ...shop.deps, log });
  return { ...shop, lines };
}

const aMail = { kind: "test", subject: "Hello", text: "t", html: "h" };

it("a mail goes within seconds of the commit, and not before it", async () => {
  const server = await startMailServer();
  toClose.push(() => server.stop());
  const { deps, lines } = await aShop({ SMTP_URL: server.url });
  await deps.db.transaction(async (tx) => {
    for (const to of ["a@marque.example", "b@marque.example"])
      await queueMail(tx, { ...aMail, to });
    // A mail of another transaction goes meanwhile: mails are being sent, and these two are not among them.
    await queueMail(deps.db, { ...aMail, to: "c@marque.example" });
    await vi.waitFor(() => expect(server.received).not.toEqual([]), { timeout: 15_000 });
    expect(server.received.map(({ to }) => to)).toEqual([["c@marque.example"]]);
  });
  await vi.waitFor(() => expect(server.received).toHaveLength(3), { timeout: 15_000 });
  expect(lines).toEqual([]);
});

it("a shop without a mail server says so once at its start, and the demo does not", async () => {
  const { lines } = await aShop({});
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("mails are kept and not sent");
  expect((await aShop({ DEMO: "1" })).lines).toEqual([]);
});
