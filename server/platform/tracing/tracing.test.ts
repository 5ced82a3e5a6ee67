import { randomUUID } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startJobs } from "#server/start/start-jobs.ts";
import { startMailServer } from "#testing/email/mail-server.ts";
import { askIntent, aHeldCar } from "#testing/payments/payments.ts";
import { createTestApp } from "#testing/test-app.ts";
import { startTraceCollector, type ReceivedSpan } from "#testing/trace-collector.ts";

const patience = { timeout: 30_000, interval: 50 };
const webhookSecret = "whsec_of_the_traces";
let collector: Awaited<ReturnType<typeof startTraceCollector>>;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let provider: { url: string; received: IncomingHttpHeaders[]; close: () => void };
let shop: Awaited<ReturnType<typeof createTestApp>>;
let logged = "";

/** A card provider that is out of order. */
async function startBrokenProvider(): Promise<typeof provider> {
  const received: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    received.push(request.headers);
    request.resume();
    response.writeHead(400, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: { type: "invalid_request_error", message: "No." } }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, received, close: () => server.close() };
}

beforeAll(async () => {
  vi.stubEnv("OTEL_BSP_SCHEDULE_DELAY", "50");
  vi.stubEnv("OTEL_SERVICE_NAME", "cars");
  collector = await startTraceCollector();
  mailServer = await startMailServer();
  provider = await startBrokenProvider();
  shop = await createTestApp(
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      TRUSTED_PROXIES: "127.0.0.1",
      SMTP_URL: mailServer.url,
      STRIPE_SECRET_KEY: "sk_test_traces",
      STRIPE_PUBLISHABLE_KEY: "pk_test_traces",
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: provider.url,
      LOG_LEVEL: "info",
    },
    { write: (line) => void (logged += line) },
  );
  await startJobs(shop.deps);
}, 60_000);
afterAll(async () => {
  await shop.close();
  await mailServer.stop();
  provider.close();
  await collector.close();
  vi.unstubAllEnvs();
});

const traceId = () => randomUUID().replaceAll("-", "");
const caller = "1234567890abcdef";

/** Waits for a span, which is sent a moment after it ended. */
function received(find: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan> {
  return vi.waitFor(() => {
    const span = collector.spans.find(find);
    if (!span) throw new Error(`not among ${collector.spans.map(({ name }) => name).join(", ")}`);
    return span;
  }, patience);
}

test("follows a payment from the proxy through SQL to the card provider", async () => {
  const { buyer, bookingId } = await aHeldCar(shop);
  const trace = traceId();
  const answer = await shop.app.inject({
    method: "POST",
    url: "/api/create-payment-intent",
    headers: {
      authorization: `Bearer ${buyer.token}`,
      traceparent: `00-${trace}-${caller}-01`,
      "x-request-id": "proxy-request-1",
    },
    payload: { bookingId, price: 20_000 },
  });
  expect(answer.statusCode).toBe(503);

  const request = await received((span) => span.traceId === trace && span.kind === 2);
  expect(request).toMatchObject({
    name: "POST /api/create-payment-intent",
    parentSpanId: caller,
    service: "cars",
    status: { code: 2 },
    attributes: {
      "http.route": "/api/create-payment-intent",
      "http.response.status_code": 503,
      "marque.request_id": "proxy-request-1",
    },
  });
  const call = await received(
    (span) => span.traceId === trace && span.name === "payments POST payment_intents",
  );
  expect(call.attributes["http.response.status_code"]).toBe(400);
  expect(provider.received.at(-1)!.traceparent).toBe(`00-${trace}-${call.spanId}-01`);
  const statement = await received(
    (span) =>
      span.traceId === trace &&
      String(span.attributes["db.query.text"]).includes(`insert into "payment"`),
  );
  expect(statement).toMatchObject({ name: "INSERT", parentSpanId: request.spanId });
  expect(statement.attributes["db.query.text"]).toContain("$1");
  // Neither bookings nor amounts nor tokens.
  const spans = collector.spans.filter((span) => span.traceId === trace);
  const sent = JSON.stringify(spans.map(({ name, attributes }) => ({ name, attributes })));
  for (const value of [bookingId, buyer.email, buyer.token, "2000000"])
    expect(sent).not.toContain(value);
});

test("a caller that is not a trusted proxy chooses neither trace nor request id", async () => {
  const trace = traceId();
  const answer = await shop.app.inject({
    url: "/api/listings",
    remoteAddress: "203.0.113.7",
    headers: { traceparent: `00-${trace}-${caller}-01`, "x-request-id": "chosen-by-caller" },
  });
  const id = String(answer.headers["x-request-id"]);
  expect(id).toMatch(/^[\da-f-]{36}$/);
  const span = await received(({ attributes }) => attributes["marque.request_id"] === id);
  expect(span.traceId).not.toBe(trace);
  expect(span.parentSpanId).toBeUndefined();
});

test("ignores a malformed traceparent", async () => {
  const id = "malformed-parent";
  await shop.app.inject({
    url: "/api/listings",
    headers: { traceparent: `00-${"0".repeat(32)}-${caller}-01`, "x-request-id": id },
  });
  const span = await received(({ attributes }) => attributes["marque.request_id"] === id);
  expect(span.parentSpanId).toBeUndefined();
});

test("links a job to the request that queued it, and the log has the request's id", async () => {
  const payload = JSON.stringify({
    id: `evt_${traceId()}`,
    object: "event",
    type: "customer.created",
    created: 1,
    data: { object: {} },
  });
  const stripe = new Stripe("sk_test_traces");
  const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
  await shop.app.inject({
    method: "POST",
    url: "/api/payments/webhook",
    headers: {
      "stripe-signature": signature,
      "content-type": "application/json",
      "x-request-id": "webhook-request-1",
    },
    payload,
  });
  const queued = ({ attributes }: ReceivedSpan) =>
    attributes["marque.request_id"] === "webhook-request-1";
  const request = await received((span) => queued(span) && span.kind === 2);
  const job = await received((span) => queued(span) && span.name === "job payment-settle");
  expect(job.links).toMatchObject([{ traceId: request.traceId, spanId: expect.any(String) }]);
  expect(job.traceId).not.toBe(request.traceId);
  const lines = logged.split("\n").filter((line) => line.includes("webhook-request-1"));
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(line.split(`"reqId"`).length, line).toBe(2);
});

test("traces the sending of an email without its address", async () => {
  await aHeldCar(shop);
  const sending = await received(({ name }) => name === "send email");
  const job = await received(({ spanId }) => spanId === sending.parentSpanId);
  expect(job.name).toBe("job mail.deliver");
  expect(collector.raw()).not.toMatch(/@marque\.example/);
});

test("sends nothing about work outside requests and jobs, such as following the catalog", async () => {
  await shop.deps.catalogue.refresh();
  await askIntent(shop, "no token", randomUUID());
  await received(({ attributes }) => attributes["http.response.status_code"] === 401);
  const roots = collector.spans.filter(({ parentSpanId }) => parentSpanId === undefined);
  for (const { name } of roots) expect(name).toMatch(/^(job |GET |POST )/);
});
