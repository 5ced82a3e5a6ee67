// A separate process for tests that kill it at a given step: booking and payment use cases with the webhook, on
// DATABASE_URL. It counts the steps between shop, database and card provider, and kills itself with SIGKILL at the step
// set by `arm`.
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { AppError } from "#shared/errors/app-error.ts";
import { cancelBooking } from "#server/booking-management/cancel-booking.ts";
import { expireDueHolds } from "#server/booking-management/expire-due-holds.ts";
import { requestBooking } from "#server/booking-management/request-booking.ts";
import { deleteListing } from "#server/listing-management/delete-listing.ts";
import { checkPayment } from "#server/booking-management/check-payment.ts";
import { createPaymentIntent } from "#server/payments/intents/create-payment-intent.ts";
import { receiveEvent } from "#server/payments/events/receive-event.ts";
import { reconcilePayments } from "#server/payments/reconcile-payments.ts";
import { refundBooking } from "#server/payments/refunds/refund-booking.ts";
import { settlePayments } from "#server/payments/settle-payments.ts";
import { loadConfig } from "#server/platform/config/config.ts";
import { connectDatabase } from "#server/platform/database/database.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { createLogger } from "#server/platform/logger.ts";
import { startPaymentProvider } from "#server/start/start-payment-provider.ts";
import type { ProviderFixture } from "#testing/payments/provider-fixture.ts";
import { depsWith } from "#testing/payments/payment-fixture.ts";

let passed = 0;
let last = 0;

/** A step at which the process may crash. */
async function point(): Promise<void> {
  passed += 1;
  if (passed !== last) return;
  process.kill(process.pid, "SIGKILL");
  // Stops here until the signal arrives.
  await new Promise(() => undefined);
}

const config = loadConfig(process.env);
const log = createLogger(config);
const open = connectDatabase(config.DATABASE_URL!, 5);
const { provider: real } = await startPaymentProvider(config, {
  secret: config.AUTH_SECRET!,
  connectionString: config.DATABASE_URL!,
  address: { own: () => null, public: () => "" },
  log,
});

const provider = new Proxy(real, {
  get(target, name: keyof typeof real) {
    const call: unknown = target[name];
    if (typeof call !== "function" || name === "verifyEvent") return call;
    if (name.startsWith("list") && name !== "listRefunds")
      return async function* (since: Date) {
        await point();
        yield* (call as typeof real.listIntents)(since);
        await point();
      };
    return async (...given: unknown[]) => {
      await point();
      const answer: unknown = await (call as (...given: unknown[]) => Promise<unknown>)(...given);
      await point();
      return answer;
    };
  },
});
const transaction = open.db.transaction.bind(open.db);
open.db.transaction = async (work, ...settings) => {
  await point();
  const result = await transaction(
    async (tx) => {
      const done = await work(tx);
      await point();
      return done;
    },
    ...settings,
  );
  await point();
  return result;
};

const catalogue = { refresh: () => Promise.resolve() };
const base = { ...open, config, log, catalogue } as unknown as Parameters<typeof depsWith>[0];
const deps = depsWith(base, { provider } as ProviderFixture);

type Ids = { buyer: string; admin: string; car: string; booking: string; refund: string };
const as = (accountId: string, role: Viewer["role"]) =>
  ({ accountId, role, name: "", email: "" }) as Viewer;
const price = 100;
const calls: Record<string, (ids: Ids & { at: number }) => Promise<unknown>> = {
  arm: async ({ at }) => {
    passed = 0;
    last = at;
  },
  passed: async () => passed,
  book: ({ buyer, car }) =>
    requestBooking(
      deps,
      as(buyer, "Buyer"),
      { productId: car, item: "", price, phone: "", location: "", image: "" },
      "127.0.0.1",
    ),
  begin: ({ buyer, booking }) =>
    createPaymentIntent(deps, as(buyer, "Buyer"), { bookingId: booking, price }),
  check: ({ buyer, booking }) => checkPayment(deps, as(buyer, "Buyer"), booking),
  cancel: ({ buyer, booking }) => cancelBooking(deps, as(buyer, "Buyer"), booking),
  expire: () => expireDueHolds(deps),
  remove: ({ admin, car }) => deleteListing(deps, as(admin, "admin"), car),
  refundAll: ({ admin, booking, refund }) =>
    refundBooking(deps, as(admin, "admin"), booking, { reason: "all", requestId: refund }),
  refundPart: ({ admin, booking, refund }) =>
    refundBooking(deps, as(admin, "admin"), booking, {
      reason: "part",
      requestId: refund,
      amount: 40,
    }),
  settle: () => settlePayments(deps),
  reconcile: () => reconcilePayments(deps, { staleSeconds: 0 }),
};

async function answer(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = Buffer.concat(parts);
  if (request.url === "/api/payments/webhook") {
    const signature = String(request.headers["stripe-signature"]);
    return receiveEvent(deps, provider.verifyEvent(body, signature));
  }
  const ids = JSON.parse(body.toString()) as Ids & { at: number };
  try {
    return { answer: await calls[request.url!.slice(1)]!(ids) };
  } catch (error) {
    if (error instanceof AppError && error.code !== "internal") return { refused: error.message };
    throw error;
  }
}

const server = createServer((request, response) => {
  answer(request).then(
    (done) => response.end(JSON.stringify(done ?? {})),
    (error: unknown) => response.writeHead(500).end(String((error as Error).stack)),
  );
});
server.listen(0, "127.0.0.1", () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
