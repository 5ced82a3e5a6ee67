import { sql } from "drizzle-orm";
import { pino } from "pino";
import { afterEach, expect, it, vi } from "vitest";
import { eventually } from "#testing/eventually.ts";
import { startMailServer } from "#testing/email/mail-server.ts";
import { createTestApp } from "#testing/test-app.ts";
import { emailJobs } from "./email-jobs.ts";
import { queueEmail } from "#server/email/queue-email.ts";

const toClose: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close();
});

async function aShop(env: Record<string, string>) {
  const shop = await createTestApp(env);
  toClose.push(() => shop.close());
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
  await emailJobs({ ...shop.deps, log });
  return { ...shop, lines };
}

const anEmail = { kind: "test", subject: "Hello", text: "t", html: "h" };

it("an email is sent within seconds after the commit, and not before", async () => {
  const server = await startMailServer();
  toClose.push(() => server.stop());
  const { deps, lines } = await aShop({ SMTP_URL: server.url });
  await deps.db.transaction(async (tx) => {
    for (const to of ["a@marque.example", "b@marque.example"])
      await queueEmail(tx, { ...anEmail, to });
    // An email of another transaction is sent meanwhile, so delivery works, but these two must not be sent.
    await queueEmail(deps.db, { ...anEmail, to: "c@marque.example" });
    await vi.waitFor(() => expect(server.received).not.toEqual([]), { timeout: 15_000 });
    expect(server.received.map(({ to }) => to)).toEqual([["c@marque.example"]]);
  });
  await vi.waitFor(() => expect(server.received).toHaveLength(3), { timeout: 15_000 });
  expect(lines).toEqual([]);
});

it("a mail server that is configured late gets only emails that are still useful", async () => {
  const server = await startMailServer();
  toClose.push(() => server.stop());
  const { deps } = await aShop({ SMTP_URL: server.url, BOOKING_HOLD_HOURS: "48" });
  const ages: [kind: string, hours: number, isUseful: boolean][] = [
    ["password_reset", 0.4, true],
    ["password_reset", 0.6, false],
    ["email_confirmation", 23, true],
    ["email_confirmation", 25, false],
    ["booking.buyer", 47, true],
    ["booking.buyer", 49, false],
    ["booking.seller", 49, false],
    ["released.buyer", 6 * 24, true],
    ["released.buyer", 8 * 24, false],
    ["password_changed", 8 * 24, false],
    ["receipt.buyer", 29 * 24, true],
    ["receipt.buyer", 31 * 24, false],
    // They contain the deadline for an appeal or its outcome.
    ...["refund_failed.buyer", "listing.removed", "seller.suspended", "appeal.decided"].map(
      (kind): [string, number, boolean] => [kind, 29 * 24, true],
    ),
  ];
  await deps.db.transaction(async (tx) => {
    for (const [kind, hours] of ages) {
      const to = `${kind}-${hours}@marque.example`;
      await queueEmail(tx, { ...anEmail, kind, to });
      await tx.execute(
        sql`update email set created_at = now() - ${hours}::float8 * interval '1 hour' where to_address = ${to}`,
      );
    }
    // One was sent long ago, and another process is sending the other.
    for (const to of ["sent@marque.example", "sending@marque.example"])
      await queueEmail(tx, { ...anEmail, kind: "password_reset", to });
    await tx.execute(sql`update email set created_at = now() - interval '2 hours',
      sent_at = case when to_address like 'sent@%' then now() - interval '2 hours' end,
      next_attempt_at = case when to_address like 'sent@%' then now() - interval '1 hour'
        else now() + interval '15 minutes' end where kind = 'password_reset' and to_address like 'sen%'`);
  });
  const useful = ages.flatMap(([kind, hours, is]) =>
    is ? [`${kind}-${hours}@marque.example`] : [],
  );
  const received = () => server.received.flatMap(({ to }) => to).toSorted();
  await vi.waitFor(() => expect(received()).toEqual(useful.toSorted()), { timeout: 15_000 });
  await eventually(async () => {
    const { rows } = await deps.db.execute(
      sql`select to_address, sent_at is not null as sent from email where to_address like 'sen%' or sent_at is null order by 1`,
    );
    expect(rows).toEqual([
      { to_address: "sending@marque.example", sent: false },
      { to_address: "sent@marque.example", sent: true },
    ]);
  });
});

it("a shop without a mail server logs a warning at startup, and the demo does not", async () => {
  const { lines } = await aShop({});
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("emails are stored but not sent");
  expect((await aShop({ DEMO: "1" })).lines).toEqual([]);
});
