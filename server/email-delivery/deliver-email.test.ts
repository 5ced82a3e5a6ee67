import { sql } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startMailServer, type ReceivedEmail } from "#testing/email/mail-server.ts";
import { createTestApp } from "#testing/test-app.ts";
import { deliverEmail } from "./deliver-email.ts";
import { claimDueEmail, pruneSentEmail } from "./delivery-store.ts";
import { createMailer, type Mailer } from "./mailer.ts";
import { queueEmail } from "#server/email/queue-email.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
const opened: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.deps.db.execute(sql`delete from email`);
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((server) => server.stop()));
});

async function aMailServer(on: Parameters<typeof startMailServer>[0] = {}) {
  const server = await startMailServer(on);
  opened.push(server);
  return server;
}

function transportTo(url: string, patience?: { silence: number; wholeEmail: number }): Mailer {
  const config = { ...shop.deps.config, SMTP_URL: url, MAIL_FROM: "Marque <shop@marque.example>" };
  return createMailer(config, patience)!;
}

const anEmail = (to: string, given: Partial<Parameters<typeof queueEmail>[1]> = {}) =>
  queueEmail(shop.deps.db, {
    kind: "test",
    to,
    subject: "Hello",
    text: "Plain words.",
    html: "<p>Plain words.</p>",
    ...given,
  });

type Row = {
  to_address: string;
  sent_at: string | null;
  attempts: number;
  last_error: string | null;
  wait: number;
};
async function outbox(): Promise<Record<string, Row>> {
  const { rows } = await shop.deps.db.execute(
    sql`select *, extract(epoch from next_attempt_at - now())::float as wait from email`,
  );
  return Object.fromEntries((rows as unknown as Row[]).map((row) => [row.to_address, row]));
}
const makeDue = () =>
  shop.deps.db.execute(sql`update email set next_attempt_at = now() where sent_at is null`);
const headerOf = ({ raw }: ReceivedEmail, name: string) =>
  new RegExp(`^${name}: (.*)$`, "im").exec(raw)?.[1]?.trim();

describe("the outbox", () => {
  it("sends an email once from the shop to its recipient and marks it sent", async () => {
    const server = await aMailServer();
    await anEmail("buyer@marque.example");
    expect(await deliverEmail(shop.deps, transportTo(server.url))).toBe(1);
    expect(await deliverEmail(shop.deps, transportTo(server.url))).toBe(0);
    expect(server.received.map(({ to }) => to)).toEqual([["buyer@marque.example"]]);
    const [email] = server.received as [ReceivedEmail];
    expect(headerOf(email, "From")).toBe("Marque <shop@marque.example>");
    expect(headerOf(email, "Subject")).toBe("Hello");
    expect(headerOf(email, "Message-ID")).toMatch(/^<[0-9a-f-]{36}@localhost>$/);
    expect(email.raw).toContain("Plain words.");
    expect(email.raw).toContain("<p>Plain words.</p>");
    expect((await outbox())["buyer@marque.example"]).toMatchObject({
      attempts: 1,
      last_error: null,
    });
    expect((await outbox())["buyer@marque.example"]!.sent_at).not.toBeNull();
  });

  it("never claims a sent email again and is not blocked by it", async () => {
    await anEmail("sent@marque.example");
    await shop.deps.db.execute(
      sql`update email set sent_at = now(), next_attempt_at = now() - interval '1 day'`,
    );
    await anEmail("new@marque.example");
    expect(await claimDueEmail(shop.deps.db, 60)).toMatchObject({ to: "new@marque.example" });
    expect(await claimDueEmail(shop.deps.db, 60)).toBeNull();
  });

  it("queues nothing in a transaction that is rolled back", async () => {
    await expect(
      shop.deps.db.transaction(async (tx) => {
        await queueEmail(tx, { kind: "test", to: "a@b.example", subject: "", text: "", html: "" });
        throw new Error("the payment failed");
      }),
    ).rejects.toThrow("the payment failed");
    expect(await outbox()).toEqual({});
  });

  // ASVS 16.5.2
  it("keeps every email while the server is down and sends each one after it is back", async () => {
    const server = await startMailServer();
    await server.stop();
    const people = Array.from({ length: 6 }, (_, index) => `person-${index}@marque.example`);
    for (const user of people) await anEmail(user);
    expect(await deliverEmail(shop.deps, transportTo(server.url))).toBe(0);
    const entries = Object.values(await outbox());
    expect(entries).toHaveLength(6);
    expect(entries.every((row) => row.sent_at === null)).toBe(true);
    expect(entries.some((row) => row.last_error?.startsWith("ESOCKET"))).toBe(true);
    // Not every email is tried: four at once, until the first of them fails.
    expect(entries.filter(({ attempts }) => attempts > 0).length).toBeLessThanOrEqual(4);

    const back = await aMailServer({ port: server.port });
    await makeDue();
    expect(await deliverEmail(shop.deps, transportTo(back.url))).toBe(6);
    expect(back.received.flatMap(({ to }) => to).toSorted()).toEqual(people);
    expect(Object.values(await outbox()).every((row) => row.sent_at !== null)).toBe(true);
  });

  it("sends the email that has been due longest first", async () => {
    for (const hours of [1, 3, 2]) {
      await anEmail(`due-${hours}@marque.example`);
      await shop.deps.db.execute(sql`
        update email set next_attempt_at = now() - make_interval(hours => ${hours})
        where to_address = ${`due-${hours}@marque.example`}`);
    }
    const taken = [];
    for (let left = 3; left > 0; left -= 1)
      taken.push((await claimDueEmail(shop.deps.db, 300))?.to);
    expect(taken).toEqual([3, 2, 1].map((hours) => `due-${hours}@marque.example`));
  });

  it("times out if the server does not answer, and tries again later", async () => {
    const server = await aMailServer({ onConnect: () => undefined });
    await anEmail("buyer@marque.example");
    // The time for a whole email is longer than the timeout of the test.
    await deliverEmail(shop.deps, transportTo(server.url, { silence: 300, wholeEmail: 60_000 }));
    const row = (await outbox())["buyer@marque.example"]!;
    expect(row).toMatchObject({ sent_at: null, attempts: 1 });
    expect(row.last_error).toMatch(/^ETIMEDOUT/);
    expect(row.wait).toBeGreaterThan(50);
  });

  it("waits for a server that takes long to accept an email, and sends it once", async () => {
    const bodies: string[] = [];
    const server = await aMailServer({
      onData: (stream, _session, done) => {
        stream.on("data", (chunk: Buffer) => bodies.push(chunk.toString()));
        stream.on("end", () => setTimeout(done, 1_500));
      },
    });
    await anEmail("buyer@marque.example");
    const transport = transportTo(server.url, { silence: 1_000, wholeEmail: 60_000 });
    expect(await deliverEmail(shop.deps, transport)).toBe(1);
    await makeDue();
    expect(await deliverEmail(shop.deps, transport)).toBe(0);
    expect(bodies.join("").match(/^Subject: Hello/gm)).toHaveLength(1);
  });

  it("gives up on a server that exceeds the time for an email", async () => {
    const server = await aMailServer({ onRcptTo: () => undefined });
    await anEmail("buyer@marque.example");
    await deliverEmail(shop.deps, transportTo(server.url, { silence: 20_000, wholeEmail: 400 }));
    expect((await outbox())["buyer@marque.example"]).toMatchObject({
      sent_at: null,
      last_error: "ETIMEDOUT",
    });
  });

  it("does not delay other emails because of a refused or invalid address", async () => {
    const server = await aMailServer({
      onRcptTo: ({ address }, _session, done) =>
        done(
          address.startsWith("gone") ? new Error("No such person; you sent: Plain words.") : null,
        ),
    });
    await anEmail("gone@marque.example");
    await anEmail("not an address");
    await anEmail("two@marque.example, three@marque.example");
    await anEmail("well@marque.example");
    expect(await deliverEmail(shop.deps, transportTo(server.url))).toBe(1);
    expect(server.received.map(({ to }) => to)).toEqual([["well@marque.example"]]);
    const rows = await outbox();
    expect(rows["well@marque.example"]!.sent_at).not.toBeNull();
    expect(rows["gone@marque.example"]).toMatchObject({
      sent_at: null,
      // Kind and status code without the server's message, which may quote the email.
      last_error: "EENVELOPE at RCPT TO 550",
    });
    expect(rows["not an address"]).toMatchObject({ sent_at: null, last_error: "EENVELOPE" });
    expect(rows["two@marque.example, three@marque.example"]!.sent_at).toBeNull();
  });

  it("retries a refused email with increasing delays and never drops it", async () => {
    const server = await aMailServer({
      onRcptTo: (_address, _session, done) => done(new Error("no")),
    });
    await anEmail("gone@marque.example");
    const waits: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      await makeDue();
      await deliverEmail(shop.deps, transportTo(server.url));
      waits.push(Math.round((await outbox())["gone@marque.example"]!.wait / 60));
    }
    expect(waits).toEqual([1, 2, 4, 8]);
  });

  it("sends an email twice with one message ID if the process dies before marking it sent", async () => {
    const server = await aMailServer();
    await anEmail("buyer@marque.example");
    const claimed = await claimDueEmail(shop.deps.db, 300);
    await transportTo(server.url).send(claimed!);
    // The process ends here. No other worker gets the email until the lease ends.
    expect(await deliverEmail(shop.deps, transportTo(server.url))).toBe(0);
    await makeDue();
    expect(await deliverEmail(shop.deps, transportTo(server.url))).toBe(1);
    const ids = server.received.map((email) => headerOf(email, "Message-ID"));
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it("sends each email once when several processes deliver at the same time", async () => {
    const server = await aMailServer();
    const people = Array.from(
      { length: 30 },
      (_, index) => `p${String(index).padStart(2, "0")}@marque.example`,
    );
    for (const user of people) await anEmail(user);
    const sent = await Promise.all(
      Array.from({ length: 3 }, () => deliverEmail(shop.deps, transportTo(server.url))),
    );
    expect(sent.reduce((all, one) => all + one, 0)).toBe(30);
    expect(server.received.flatMap(({ to }) => to).toSorted()).toEqual(people);
  });

  it("does not let a name add a header or a recipient", async () => {
    const server = await aMailServer();
    await anEmail("buyer@marque.example", {
      subject: "Sold: BMW\r\nBcc: spy@marque.example\r\n\r\nForged body",
    });
    await anEmail("victim@marque.example\r\nRCPT TO:<spy@marque.example>");
    await deliverEmail(shop.deps, transportTo(server.url));
    expect(server.received.map(({ to }) => to)).toEqual([["buyer@marque.example"]]);
    const [email] = server.received as [ReceivedEmail];
    expect(headerOf(email, "Bcc")).toBeUndefined();
    expect(email.raw.split("\r\n\r\n")[0]!.replace(/\r\n\s+/g, " ")).toContain(
      "Subject: Sold: BMW Bcc: spy@marque.example Forged body",
    );
  });

  // ASVS 16.2.3
  it("writes neither the password of the mail server nor the text of an email to the log or the table", async () => {
    const server = await aMailServer({
      authOptional: false,
      onAuth: ({ password }, _session, done) => done(new Error(`wrong password ${password}`)),
    });
    await anEmail("buyer@marque.example");
    const lines: string[] = [];
    const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
    const url = server.url.replace("//", "//postmaster:open-sesame@");
    await deliverEmail({ ...shop.deps, log }, transportTo(url));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("EAUTH");
    const lastError = JSON.stringify((await outbox())["buyer@marque.example"]!.last_error);
    for (const secret of [
      "open-sesame",
      "Plain words",
      Buffer.from("open-sesame").toString("base64"),
    ])
      expect(`${lines.join("")} ${lastError}`).not.toContain(secret);
    expect(lastError).toContain("EAUTH");
  });

  it("deletes emails sent 90 days ago and keeps unsent ones", async () => {
    await anEmail("old@marque.example");
    await anEmail("young@marque.example");
    await anEmail("unsent@marque.example");
    await shop.deps.db.execute(
      sql`update email set created_at = now() - interval '100 days', sent_at = case to_address
        when 'old@marque.example' then now() - interval '91 days'
        when 'young@marque.example' then now() - interval '89 days' end`,
    );
    await pruneSentEmail(shop.deps.db, 90);
    expect(Object.keys(await outbox()).toSorted()).toEqual([
      "unsent@marque.example",
      "young@marque.example",
    ]);
  });
});

it("without a mail server there is no mailer", () => {
  expect(createMailer({ ...shop.deps.config, SMTP_URL: undefined })).toBeNull();
});
