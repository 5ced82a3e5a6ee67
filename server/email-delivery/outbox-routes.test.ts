import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { queueEmail } from "#server/email/queue-email.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;

beforeAll(async () => {
  shop = await createTestApp({ DEMO: "1" });
});
afterAll(() => shop.close());

it("in demo mode, the emails can be read on the same machine, newest first, in pages", async () => {
  expect((await shop.call("GET", "/api/outbox")).body).toEqual([]);
  for (const subject of ["first", "second", "third"])
    await queueEmail(shop.deps.db, {
      kind: "test",
      to: "a@marque.example",
      subject,
      text: `Words of the ${subject}`,
      html: `<img src="http://localhost:3000/cars/suv-red.webp"><p>${subject}</p>`,
    });
  // Emails of the same millisecond have no defined order.
  await shop.deps.db.execute(
    sql`update email set created_at = created_at + make_interval(secs => case subject when 'first' then 0 when 'second' then 1 else 2 end)`,
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
      html: '<img src="/cars/suv-red.webp"><p>third</p>',
      createdAt: expect.any(String) as string,
      sentAt: null,
    },
    expect.objectContaining({ subject: "second" }),
  ]);
  const next = /<([^>]*)>; rel="next"/.exec(String(page.headers.link))![1]!;
  const rest = await shop.call("GET", next);
  expect(rest.body.map((email: { subject: string }) => email.subject)).toEqual(["first"]);
  expect(rest.headers.link).toBeUndefined();
  expect((await shop.call("GET", "/api/outbox?cursor=nonsense")).status).toBe(400);
});

it.each([
  ["another machine", { remoteAddress: "203.0.113.7" }],
  [
    "another machine that says it is this one",
    { remoteAddress: "203.0.113.7", headers: { "x-forwarded-for": "127.0.0.1" } },
  ],
  ["a proxy on this machine", { headers: { "x-forwarded-for": "203.0.113.7" } }],
  ["a proxy that says so otherwise", { headers: { forwarded: "for=203.0.113.7" } }],
  ["a page whose name was pointed here", { headers: { host: "evil.example:3000" } }],
])("is not answered to %s, though it is an admin", async (_who, from) => {
  const admin = await anAccount(shop.deps, { role: "admin" });
  const headers = {
    ...("headers" in from && from.headers),
    authorization: `Bearer ${admin.token}`,
  };
  const answer = await shop.app.inject({ method: "GET", url: "/api/outbox", ...from, headers });
  expect(answer.statusCode).toBe(403);
  expect(answer.json()).toMatchObject({
    message: "You can open the outbox only on the computer that runs the demo.",
  });
});

it.each(["127.0.0.1", "::1", "::ffff:127.0.0.1"])("is answered to %s", async (remoteAddress) => {
  for (const host of ["localhost:3000", "127.0.0.1:3000", "[::1]:3000"])
    expect(
      (
        await shop.app.inject({
          method: "GET",
          url: "/api/outbox",
          remoteAddress,
          headers: { host },
        })
      ).statusCode,
    ).toBe(200);
});

it("outside demo mode there is no such address, for anybody", async () => {
  const real = await createTestApp();
  await queueEmail(real.deps.db, {
    kind: "test",
    to: "a@b.example",
    subject: "s",
    text: "t",
    html: "h",
  });
  const answer = await real.call("GET", "/api/outbox");
  expect(answer.status).toBe(404);
  expect(answer.body.message).toBe("Nothing was found at this address.");
  await real.close();
});
