import { createHmac, randomUUID } from "node:crypto";
import type { lookup } from "node:dns";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { lockBooking, moveBooking } from "#server/bookings/public.ts";
import { eventually } from "#testing/eventually.ts";
import { aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { deliverWebhooks, waits } from "./deliver-webhooks.ts";
import { postWebhook } from "./post-webhook.ts";
import { makeSecret } from "./sign-webhook.ts";
import { webhookJobs } from "./webhook-jobs.ts";
import { claimDelivery, markDelivered, pruneDeliveries } from "./webhook-store.ts";

type Received = { url: string; headers: Record<string, string>; body: string };

let shop: Awaited<ReturnType<typeof createTestApp>>;
let receiver: Server;
let address: string;
let received: Received[];
let statuses: number[];
let seller: Awaited<ReturnType<typeof anAccount>>;
let buyer: Awaited<ReturnType<typeof anAccount>>;

beforeAll(async () => {
  shop = await createTestApp();
  receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      received.push({ url: request.url!, headers: request.headers as never, body });
      response.writeHead(statuses.shift() ?? 200, { location: "/elsewhere" }).end("ignored");
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
beforeEach(async () => {
  [received, statuses] = [[], []];
  await run(sql`delete from webhook_endpoint`);
  seller = await anAccount(shop.deps, { role: "Seller" });
  buyer = await anAccount(shop.deps);
});
afterAll(async () => {
  await shop.close();
  receiver.close();
});

const run = (query: ReturnType<typeof sql>) => shop.deps.db.execute(query);
const deliver = () => deliverWebhooks(shop.deps, { allowPrivate: true });
const asSeller = (method: "GET" | "PUT" | "POST" | "DELETE", path = "", body?: object) =>
  shop.call(method, `/api/webhook${path}`, { token: seller.token, body });
const deliveries = async () => (await asSeller("GET", "/deliveries")).body;
const makeDue = () => run(sql`update webhook_delivery set next_attempt_at = now()`);

async function anEndpoint(url = address): Promise<string> {
  const secret = makeSecret();
  await run(
    sql`insert into webhook_endpoint (id, account_id, url, secret) values (${randomUUID()}, ${seller.id}, ${url}, ${secret})`,
  );
  return secret;
}
async function aBooking() {
  const car = await aListing(shop.deps, { sellerId: seller.id });
  const body = { productId: car.id, item: car.name, price: 20_000 };
  const answer = await shop.call("POST", "/api/bookings", { token: buyer.token, body });
  expect(answer.body.acknowledged).toBe(true);
  return { car, id: answer.body.insertedId as string };
}
const typesSent = () => received.map(({ body }) => (JSON.parse(body) as { type: string }).type);

test("reports a booking, its end, a sale and a refund, signed and without the buyer", async () => {
  const secret = await anEndpoint();
  const { car, id } = await aBooking();
  await shop.call("DELETE", `/api/bookings/${id}`, { token: buyer.token });
  const sold = await aBooking();
  for (const to of ["paid", "partly_refunded", "paid", "partly_refunded", "refunded"] as const)
    await shop.deps.db.transaction(async (tx) => {
      const booking = await lockBooking(tx, sold.id);
      await moveBooking(tx, booking!, to, { actorId: null, why: "test" });
    });
  await deliver();
  expect(typesSent().toSorted()).toEqual([
    "booking.canceled",
    "booking.created",
    "booking.created",
    "booking.paid",
    "booking.refunded",
  ]);
  const first = received.find(({ body }) => body.includes(id) && body.includes("created"))!;
  expect(JSON.parse(first.body)).toEqual({
    type: "booking.created",
    timestamp: expect.any(String) as string,
    data: { bookingId: id, productId: car.id, name: car.name, price: 20_000, currency: "USD" },
  });
  for (const text of [buyer.name, buyer.email, buyer.id])
    expect(JSON.stringify(received)).not.toContain(text);

  const { "webhook-id": message, "webhook-timestamp": at, ...headers } = first.headers;
  expect(Math.abs(Date.now() / 1_000 - Number(at))).toBeLessThan(60);
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signature = createHmac("sha256", key).update(`${message}.${at}.${first.body}`).digest();
  expect(headers["webhook-signature"]).toBe(`v1,${signature.toString("base64")}`);
  expect((await deliveries()).map(({ state }: { state: string }) => state)).toEqual(
    Array.from({ length: 5 }, () => "delivered"),
  );
});

test("is written in the transaction of the booking, and only for the car's seller", async () => {
  await anEndpoint();
  const { id } = await aBooking();
  await shop.deps.db
    .transaction(async (tx) => {
      const booking = await lockBooking(tx, id);
      await moveBooking(tx, booking!, "paid", { actorId: null, why: "test" });
      throw new Error("rolled back");
    })
    .catch(() => undefined);
  const other = await anAccount(shop.deps, { role: "Seller" });
  const theirs = await shop.call("GET", "/api/webhook/deliveries", { token: other.token });
  expect(theirs.body).toEqual([]);
  await deliver();
  expect(typesSent()).toEqual(["booking.created"]);
});

test("repeats a failed delivery with growing waits and the same id, then gives up", async () => {
  await anEndpoint();
  await aBooking();
  statuses = [500, 302];
  await deliver();
  const [failed] = await deliveries();
  expect(failed).toMatchObject({
    state: "waiting",
    attempts: 1,
    lastError: "answered with status 500",
  });
  const wait = Date.parse(failed.nextAttemptAt) - Date.now();
  expect((await asSeller("GET")).body.endpoint.failingSince).not.toBeNull();
  expect(wait).toBeGreaterThan(30_000);
  expect(wait).toBeLessThan(90_000);
  await deliver();
  expect(received).toHaveLength(1);

  await makeDue();
  await deliver();
  const [again] = await deliveries();
  expect(again.lastError).toContain("redirect (302)");
  const longer = Date.parse(again.nextAttemptAt) - Date.now();
  expect(longer).toBeGreaterThan(4 * 60_000);
  expect(longer).toBeLessThan(6 * 60_000);
  expect(received.map(({ url }) => url)).toEqual(["/hook", "/hook"]);
  await makeDue();
  await deliver();
  expect(await deliveries()).toMatchObject([{ state: "delivered", attempts: 3, lastError: null }]);
  expect((await asSeller("GET")).body.endpoint.failingSince).toBeNull();
  expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);

  await aBooking();
  statuses = Array.from({ length: 20 }, () => 503);
  for (let attempt = 0; attempt < waits.length + 3; attempt += 1) {
    await makeDue();
    await deliver();
  }
  expect((await deliveries())[0]).toMatchObject({ state: "failed", attempts: waits.length + 1 });
});

test("a silent endpoint delays neither those of other sellers nor more than one of its own", async () => {
  const open = new Set<ServerResponse>();
  let mostOpen = 0;
  let isSilent = true;
  const hanging = createServer((_, response) => {
    open.add(response);
    mostOpen = Math.max(mostOpen, open.size);
    response.once("close", () => open.delete(response));
    if (!isSilent) response.end();
  });
  await new Promise<void>((resolve) => hanging.listen(0, "127.0.0.1", resolve));
  const { port } = hanging.address() as AddressInfo;
  await anEndpoint(`http://127.0.0.1:${port}/silent`);
  for (let count = 0; count < 3; count += 1) await aBooking();
  seller = await anAccount(shop.deps, { role: "Seller" });
  await anEndpoint();
  await aBooking();
  const runs = [deliver(), deliver()];
  await eventually(() => expect(typesSent()).toEqual(["booking.created"]));
  await eventually(() => expect(open.size).toBe(1));
  // Queued while both runs wait for the silent endpoint.
  await aBooking();
  await eventually(() => expect(received).toHaveLength(2));
  isSilent = false;
  for (const response of open) response.end();
  await Promise.all(runs);
  expect(mostOpen).toBe(1);
  hanging.close();
});

test("endpoints that fail and are silent take half of the places, and leave the others", async () => {
  const open = new Set<ServerResponse>();
  let isSilent = true;
  const hanging = createServer((_, response) => {
    if (!isSilent) response.end();
    open.add(response);
  });
  await new Promise<void>((resolve) => hanging.listen(0, "127.0.0.1", resolve));
  const { port } = hanging.address() as AddressInfo;
  for (let count = 0; count < 17; count += 1) {
    buyer = await anAccount(shop.deps);
    seller = await anAccount(shop.deps, { role: "Seller" });
    await anEndpoint(`http://127.0.0.1:${port}/silent`);
    await aBooking();
  }
  await run(sql`update webhook_endpoint set failing_since = now()`);
  seller = await anAccount(shop.deps, { role: "Seller" });
  await anEndpoint();
  await aBooking();
  // Its turn is after all of them.
  await run(sql`update webhook_endpoint set last_sent_at = now() where failing_since is null`);
  const delivering = deliver();
  try {
    await eventually(() => expect(typesSent()).toEqual(["booking.created"]));
    await eventually(() => expect(open.size).toBe(8));
  } finally {
    isSilent = false;
    for (const response of open) response.end();
    await delivering;
    hanging.close();
  }
  expect(open.size).toBe(17);
});

test("endpoints take turns, and each gets its webhooks in the order of the bookings", async () => {
  const order: string[] = [];
  for (const path of ["/a", "/b"]) {
    seller = await anAccount(shop.deps, { role: "Seller" });
    await anEndpoint(`${address}${path}`);
    for (let count = 0; count < 2; count += 1) await aBooking();
  }
  const take = async () => {
    const claimed = await claimDelivery(shop.deps.db, waits);
    order.push(claimed!.url.slice(-1));
    await shop.deps.db.transaction((tx) => markDelivered(tx, claimed!));
    return claimed!.createdAt.getTime();
  };
  const times: number[] = [];
  for (let count = 0; count < 4; count += 1) times.push(await take());
  expect(order.join("")).toMatch(/^(ab){2}$|^(ba){2}$/);
  for (const at of [2, 3]) expect(times[at]).toBeGreaterThanOrEqual(times[at - 2]!);
});

test("is not sent while its seller is suspended, and is sent afterward", async () => {
  await anEndpoint();
  await aBooking();
  const suspend = (at: string | null) =>
    run(sql`update account set suspended_at = ${at}::timestamptz where id = ${seller.id}`);
  await suspend("2026-01-01");
  await deliver();
  expect(received).toEqual([]);
  await suspend(null);
  await deliver();
  expect(typesSent()).toEqual(["booking.created"]);
});

test("loses nothing if the process is killed between taking and sending a delivery", async () => {
  await anEndpoint();
  await aBooking();
  expect(await claimDelivery(shop.deps.db, waits)).not.toBeNull();
  await deliver();
  expect(received).toHaveLength(0);
  await makeDue();
  // Its endpoint is taken, too, for a minute.
  await deliver();
  expect(received).toHaveLength(0);
  await run(sql`update webhook_endpoint set sending_until = now()`);
  await deliver();
  expect(typesSent()).toEqual(["booking.created"]);
});

test("disables an endpoint after three days of failures with an email, until it is saved again", async () => {
  await anEndpoint();
  const { id } = await aBooking();
  statuses = [500, 500];
  await deliver();
  await run(sql`update webhook_endpoint set failing_since = now() - interval '73 hours'`);
  await makeDue();
  await deliver();
  expect((await asSeller("GET")).body.endpoint.disabledAt).not.toBeNull();
  const { rows } = await run(
    sql`select subject, text from email where to_address = ${seller.email} and kind = 'webhook.disabled'`,
  );
  expect(rows).toMatchObject([{ text: expect.stringContaining("answered with status 500") }]);
  await makeDue();
  await deliver();
  expect(received).toHaveLength(2);
  await shop.call("DELETE", `/api/bookings/${id}`, { token: buyer.token });
  const [delivery] = await deliveries();
  expect(await deliveries()).toHaveLength(1);
  expect((await asSeller("POST", `/deliveries/${delivery._id}/resend`)).body).toMatchObject({
    modifiedCount: 0,
  });

  await asSeller("PUT", "", { url: "https://erp.example.com/hook" });
  expect((await asSeller("GET")).body.endpoint).toMatchObject({
    url: "https://erp.example.com/hook",
    disabledAt: null,
    failingSince: null,
  });
  await run(sql`update webhook_endpoint set url = ${address}`);
  await asSeller("POST", `/deliveries/${delivery._id}/resend`);
  await deliver();
  expect((await deliveries())[0]).toMatchObject({ state: "delivered", attempts: 1 });
});

test("ended deliveries are deleted after their time, and those that wait are kept", async () => {
  await anEndpoint();
  await aBooking();
  await deliver();
  await aBooking();
  await run(sql`update webhook_delivery set created_at = now() - interval '31 days'`);
  await pruneDeliveries(shop.deps.db, 32);
  expect(await deliveries()).toHaveLength(2);
  await pruneDeliveries(shop.deps.db, 30);
  expect(await deliveries()).toMatchObject([{ state: "waiting" }]);
});

describe("the endpoint", () => {
  test("gets a secret that is shown once and can be replaced, and is removed with its deliveries", async () => {
    const url = "https://erp.example.com/hook#x";
    const made = await asSeller("PUT", "", { url });
    expect(made.body).toEqual({ modifiedCount: 1, secret: expect.stringMatching(/^whsec_.{44}$/) });
    expect((await asSeller("PUT", "", { url })).body).toEqual({ modifiedCount: 1 });
    const { body } = await asSeller("GET");
    expect(body.endpoint.url).toBe("https://erp.example.com/hook");
    expect(JSON.stringify(body)).not.toContain("whsec_");
    const replaced = await asSeller("POST", "/secret");
    expect(replaced.body.secret).not.toBe(made.body.secret);
    expect((await asSeller("DELETE")).body).toEqual({ deletedCount: 1 });
    expect((await asSeller("DELETE")).status).toBe(404);
    expect((await asSeller("POST", "/secret")).status).toBe(404);
    expect((await asSeller("POST", `/deliveries/${randomUUID()}/resend`)).status).toBe(404);
    expect((await asSeller("GET")).body).toEqual({ endpoint: null });
  });

  test.each([
    "http://erp.example.com/hook",
    "ftp://erp.example.com",
    "not a URL",
    "https://user:secret@erp.example.com/",
    "https://user@erp.example.com/",
    "https://127.0.0.1/",
    "https://0x7f.1/",
    "https://2130706433/",
    "https://10.1.2.3:8443/",
    "https://169.254.169.254/latest/meta-data",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[fd00::1]/",
    "https://localhost/",
    "https://shop.localhost./",
  ])("refuses %s and names the field", async (url) => {
    const answer = await asSeller("PUT", "", { url });
    expect(answer.status).toBe(400);
    expect(answer.body.error.fields).toHaveProperty("url");
  });

  test("is refused while the seller is suspended", async () => {
    await run(sql`update account set suspended_at = now() where id = ${seller.id}`);
    const answer = await asSeller("PUT", "", { url: "https://erp.example.com/" });
    expect(answer.body).toMatchObject({
      modifiedCount: 0,
      message: expect.stringContaining("suspended"),
    });
  });
});

describe("private addresses", () => {
  const resolving = (...addresses: string[]) =>
    ((_host: string, _options: object, callback: (e: null, all: object[]) => void) =>
      callback(
        null,
        addresses.map((one) => ({ address: one, family: one.includes(":") ? 6 : 4 })),
      )) as unknown as typeof lookup;

  test.each([
    ["a name that resolves to one", "https://erp.example.com/", resolving("10.0.0.7")],
    ["a name that also resolves to one", "https://erp.example.com/", resolving("8.8.8.8", "::1")],
    ["an address in the URL", "https://127.0.0.1/", undefined],
    ["a host of a cloud", "https://168.63.129.16/", undefined],
    [
      "a name that resolves to one of a cloud",
      "https://erp.example.com/",
      resolving("192.0.0.192"),
    ],
  ])("are not connected to: %s", async (_, url, lookupFake) => {
    const sent = postWebhook(
      url,
      { headers: {}, body: "{}" },
      { allowPrivate: false, lookup: lookupFake! },
    );
    await expect(sent).rejects.toThrow("private address");
  });

  test("are not reached by plain HTTP either", async () => {
    const sent = postWebhook(address, { headers: {}, body: "{}" }, { allowPrivate: false });
    await expect(sent).rejects.toThrow("not HTTPS");
    expect(received).toEqual([]);
  });
});

// The last one, because its job would send what the others send.
test(
  "is sent within seconds after the commit of a booking, and again when its seller asks",
  { timeout: 60_000 },
  async () => {
    await anEndpoint();
    await webhookJobs({ ...shop.deps, config: { ...shop.deps.config, demo: true } });
    await aBooking();
    await eventually(() => expect(typesSent()).toEqual(["booking.created"]));
    await eventually(async () =>
      expect(await deliveries()).toMatchObject([{ state: "delivered" }]),
    );
    const [{ _id: id }] = await deliveries();
    await asSeller("POST", `/deliveries/${id}/resend`);
    await eventually(() => expect(received).toHaveLength(2));
  },
);
