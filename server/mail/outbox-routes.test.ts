import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp } from "#testing/test-app.ts";
import { queueMail } from "./queue-mail.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;

beforeAll(async () => {
  shop = await createTestApp({ DEMO: "1" });
});
afterAll(() => shop.close());

it("in demo mode anybody reads the mails, newest first, a page at a time", async () => {
  expect((await shop.call("GET", "/api/outbox")).body).toEqual([]);
  for (const subject of ["first", "second", "third"])
    await queueMail(shop.deps.db, {
      kind: "test",
      to: "a@marque.example",
      subject,
      text: `Words of the ${subject}`,
      html: "<p>not sent to anybody who looks</p>",
    });
  // Written within one millisecond they would be in no order.
  await shop.deps.db.execute(
    sql`update mail set created_at = created_at + make_interval(secs => case subject when 'first' then 0 when 'second' then 1 else 2 end)`,
  );
  const page = await shop.call("GET", "/api/outbox?limit=2");
  expect(page.status).toBe(200);
  expect(page.headers["x-total-count"]).toBe("3");
  expect(page.headers["cache-control"]).toBe("no-store");
  expect(page.body).toEqual([
    {
      _id: expect.any(String) as string,
      to: "a@marque.example",
      subject: "third",
      text: "Words of the third",
      createdAt: expect.any(String) as string,
      sentAt: null,
    },
    expect.objectContaining({ subject: "second" }),
  ]);
  const next = /<([^>]*)>; rel="next"/.exec(String(page.headers.link))![1]!;
  const rest = await shop.call("GET", next);
  expect(rest.body.map((mail: { subject: string }) => mail.subject)).toEqual(["first"]);
  expect(rest.headers.link).toBeUndefined();
  expect((await shop.call("GET", "/api/outbox?cursor=nonsense")).status).toBe(400);
});

it("outside demo mode there is no such address, for anybody", async () => {
  const real = await createTestApp();
  await queueMail(real.deps.db, {
    kind: "test",
    to: "a@b.example",
    subject: "s",
    text: "t",
    html: "h",
  });
  const answer = await real.call("GET", "/api/outbox");
  expect(answer.status).toBe(404);
  expect(answer.body.message).toBe("There is nothing at this address.");
  await real.close();
});
