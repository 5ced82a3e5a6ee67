import type { Pool } from "pg";
import Stripe from "stripe";
import {
  createPaymentProvider,
  type PaymentProvider,
} from "#server/payments/provider/payment-provider.ts";
import {
  disputeFacts,
  intentFacts,
  refundFacts,
} from "#server/payments/provider/provider-facts.ts";
import { startPaymentSimulator } from "#simulators/payment-provider/start-payment-simulator.ts";
import type { Card, ProviderFixture, ProviderFault } from "./provider-fixture.ts";

export const simulatedKeys = {
  secretKey: "sk_test_model",
  publishableKey: "pk_test_model",
  webhookSecret: "whsec_model",
};
const cards: Record<Card, string> = {
  good: "pm_card_visa",
  declined: "pm_card_chargeDeclined",
  challenge: "pm_card_threeDSecure2Required",
  refundPending: "pm_card_pendingRefund",
};
const calls: Record<ProviderFault["call"], { method: "GET" | "POST"; path: string }> = {
  create: { method: "POST", path: "/v1/payment_intents" },
  read: { method: "GET", path: "/v1/payment_intents/" },
  cancel: { method: "POST", path: "/cancel" },
  refund: { method: "POST", path: "/v1/refunds" },
  listRefunds: { method: "GET", path: "/v1/refunds" },
  list: { method: "GET", path: "/v1/disputes" },
};

/** Body and signature of a webhook. */
export type Message = { id: string; body: string; signature: string };

type ReadObjects = <T>(kind: string) => Promise<T[]>;
type Control = Awaited<ReturnType<typeof startPaymentSimulator>>["control"];

/** The simulator on a database, called over HTTP by the real SDK. */
export async function startSimulatedProvider(pool: Pool, connectionString: string) {
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const simulator = await startPaymentSimulator({
    ...simulatedKeys,
    connectionString,
    webhookUrl: () => null,
    publicAddress: () => simulator.address,
    log: silent,
    settleAfterMs: null,
  });
  const { hostname, port } = new URL(simulator.address);
  const stripe = new Stripe(simulatedKeys.secretKey, { host: hostname, port, protocol: "http" });
  const settings = {
    ...simulatedKeys,
    kind: "simulator",
    apiUrl: simulator.address,
    shopId: "model",
  } as const;
  const read = <T>(kind: string) => readObjects<T>(pool, kind);
  return {
    address: simulator.address,
    stop: () => simulator.stop(),
    async createFixture() {
      // Deletes old objects, because reading them all would take longer each time.
      await pool.query("truncate payment_simulator.object cascade");
      const provider = createPaymentProvider(settings);
      return {
        provider,
        ...payerActions(stripe, read),
        ...bankActions(simulator.control, read),
        ...webhooks(simulator.control, provider, read),
        async providerState() {
          const now = new Date();
          return {
            intents: (await read("payment_intent")).map((one) => intentFacts(one, now)),
            refunds: (await read("refund")).map(refundFacts),
            disputes: (await read("dispute")).map((one) => disputeFacts(one, now)),
          };
        },
      } satisfies ProviderFixture & { messages(): Promise<Message[]> };
    },
  };
}

/** What buyers do in their browsers. */
function payerActions(
  stripe: Stripe,
  read: ReadObjects,
): Pick<ProviderFixture, "pay" | "answerChallenge" | "tamper"> {
  const idOf = (secret: string) => secret.split("_secret_")[0]!;
  return {
    async pay(secret, card) {
      const confirmed = { payment_method: cards[card], return_url: "http://shop.example/back" };
      await stripe.paymentIntents.confirm(idOf(secret), confirmed).catch(ignoreRefusal);
    },
    async answerChallenge(secret, passes) {
      const intents = await read<Stripe.PaymentIntent>("payment_intent");
      const action = intents.find((one) => one.id === idOf(secret))?.next_action;
      const url = action?.redirect_to_url?.url;
      if (!url) return;
      const body = new URLSearchParams({ outcome: passes ? "complete" : "fail" });
      await fetch(url, { method: "POST", body, redirect: "manual" });
    },
    async tamper(secret, { amount, currency, booking }) {
      const intents = await read<Stripe.PaymentIntent>("payment_intent");
      // Only open intents are changed.
      if (intents.find((one) => one.id === idOf(secret))?.status === "succeeded") return;
      const change = {
        ...(amount !== undefined && { amount }),
        ...(currency && { currency }),
        ...(booking && { metadata: { marque_booking: booking } }),
      };
      await stripe.paymentIntents.update(idOf(secret), change).catch(ignoreRefusal);
    },
  };
}

/** What banks do with refunds and disputes, and planned faults of the provider. */
function bankActions(
  control: Control,
  read: ReadObjects,
): Pick<ProviderFixture, "endRefund" | "openDispute" | "closeDispute" | "fail" | "clearFaults"> {
  return {
    endRefund: async (id, outcome) => void (await control.finishRefund(id, outcome)),
    async openDispute(intentId) {
      const disputes = await read<Stripe.Dispute>("dispute");
      const charges = await read<Stripe.Charge>("charge");
      const charge = charges.find((one) => one.payment_intent === intentId && one.paid);
      if (!charge || disputes.some((one) => one.payment_intent === intentId)) return;
      await control.openDispute(charge.id).catch((error: Error) => {
        if (!error.message.startsWith("Nothing left to dispute")) throw error;
      });
    },
    closeDispute: async (id, outcome) => void (await control.closeDispute(id, outcome)),
    // Twice, because the SDK retries once.
    fail: ({ call, kind }) =>
      control.fail({ ...calls[call], kind: kind === "lost" ? "before" : kind, times: 2 }),
    clearFaults: () => control.clearFaults(),
  };
}

function webhooks(control: Control, provider: PaymentProvider, read: ReadObjects) {
  async function messages(): Promise<Message[]> {
    const events = await read<Stripe.Event>("event");
    return Promise.all(
      events.map(async (event) => ({ id: event.id, ...(await control.sign(event)) })),
    );
  }
  return {
    messages,
    events: async () =>
      (await messages()).map(({ body, signature }) =>
        provider.verifyEvent(Buffer.from(body), signature),
      ),
  };
}

/** Ignores refusals by the provider. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
}

/** Reads the table directly, so that the test does not trigger planned faults. */
async function readObjects<T>(pool: Pool, kind: string): Promise<T[]> {
  const { rows } = await pool.query<{ data: T }>(
    "select data from payment_simulator.object where kind = $1 order by number",
    [kind],
  );
  return rows.map((row) => row.data);
}
