import type { Executor } from "#server/platform/database/database.ts";
import Stripe from "stripe";
import { observeCall } from "#server/platform/observe-call.ts";
import { intentFacts, intentMetadata, disputeFacts, refundFacts } from "./provider-facts.ts";
import type { DisputeFacts, IntentFacts, RefundFacts } from "./provider-facts.ts";
import { ProviderError, asProviderError } from "./provider-error.ts";
import { toProviderAmount } from "./provider-amount.ts";

/** How to reach the card provider. */
export type ProviderSettings = {
  kind: "stripe" | "simulator";
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Base URL of the API; null for the provider's default. */
  apiUrl: string | null;
  /** Marks the intents of this shop: several shops may share an account at the provider. */
  shopId: string;
  /** How long a call may take, in milliseconds; 8 seconds if not given. */
  timeout?: number | undefined;
};

/** A webhook event with a valid signature. */
export type VerifiedEvent = { id: string; type: string; createdAt: Date; object: unknown };

type NewIntent = {
  bookingId: string;
  paymentId: string;
  amountMinor: number;
  currency: string;
  description: string;
  key: string;
};

/** In milliseconds. A buyer waits for most of these calls. */
const defaultTimeout = 8_000;
// Stripe's default tolerance for the age of a signature, in seconds.
const signatureTolerance = 300;

export type PaymentProvider = ReturnType<typeof createPaymentProvider>;

/**
 * The card provider's API, called through its SDK. Nothing else calls the provider. Every call throws ProviderError if
 * it is refused or not answered. A call with a key can be repeated with the same key and takes effect once.
 */
export function createPaymentProvider(settings: ProviderSettings) {
  const stripe = new Stripe(settings.secretKey, {
    ...addressOf(settings.apiUrl),
    timeout: settings.timeout ?? defaultTimeout,
    maxNetworkRetries: 1,
    telemetry: false,
    httpClient: observedClient(),
    appInfo: { name: "Marque" },
  });

  return {
    kind: settings.kind,
    publishableKey: settings.publishableKey,
    testMode: settings.kind === "simulator" || settings.secretKey.includes("_test_"),
    shopId: settings.shopId,

    ...intentCalls(stripe, settings.shopId),
    ...refundCalls(stripe),
    ...disputeCalls(stripe),

    /** The event in the raw body of a webhook. @throws ProviderError `signature` if the signature is wrong or too old */
    verifyEvent(body: Buffer, signature: string): VerifiedEvent {
      try {
        const event = stripe.webhooks.constructEvent(
          body,
          signature,
          settings.webhookSecret,
          signatureTolerance,
        );
        return {
          id: event.id,
          type: event.type,
          createdAt: new Date(event.created * 1_000),
          object: event.data.object,
        };
      } catch {
        throw new ProviderError("signature", "The signature is invalid.", null);
      }
    },
  };
}

/** The SDK's own client, with each attempt timed and traced. Its path has the ids of objects, so spans name it by kind. */
function observedClient(): ReturnType<typeof Stripe.createNodeHttpClient> {
  const client = Stripe.createNodeHttpClient();
  return {
    getClientName: () => client.getClientName(),
    async makeRequest(host, port, path, method, headers, ...rest) {
      const [, kind = "other"] = /^\/v1\/(\w+)/.exec(path) ?? [];
      const attributes = { "http.request.method": method, "server.address": host };
      const statusOf = (response: { getStatusCode: () => number }) => response.getStatusCode();
      const name = `payments ${method} ${kind}`;
      return observeCall({ service: "payments", name, attributes, statusOf }, (traceparent) => {
        const sent = traceparent === undefined ? headers : { ...headers, traceparent };
        return client.makeRequest(host, port, path, method, sent, ...rest);
      });
    },
  };
}

function intentCalls(stripe: Stripe, shopId: string) {
  return {
    /** Creates a payment intent. Cards only: our page cannot confirm other payment methods. */
    async createIntent(given: NewIntent): Promise<{ intent: IntentFacts; clientSecret: string }> {
      const calledAt = thisSecond();
      return withProviderErrors(async () => {
        const created = await stripe.paymentIntents.create(
          {
            amount: toProviderAmount(given.amountMinor, given.currency),
            currency: given.currency.toLowerCase(),
            description: given.description,
            allowed_payment_method_types: ["card"],
            metadata: intentMetadata(shopId, given.bookingId, given.paymentId),
          },
          { idempotencyKey: given.key },
        );
        return { intent: intentFacts(created, calledAt), clientSecret: secretOf(created) };
      });
    },

    async readIntent(id: string): Promise<{ intent: IntentFacts; clientSecret: string }> {
      const calledAt = thisSecond();
      return withProviderErrors(async () => {
        const read = await stripe.paymentIntents.retrieve(id);
        return { intent: intentFacts(read, calledAt), clientSecret: secretOf(read) };
      });
    },

    /** Cancels an intent. If its state does not allow that, returns the intent unchanged. */
    async cancelIntent(id: string): Promise<IntentFacts> {
      const calledAt = thisSecond();
      return withProviderErrors(async () => {
        try {
          return intentFacts(await stripe.paymentIntents.cancel(id), calledAt);
        } catch (error) {
          if (asProviderError(error).code !== "payment_intent_unexpected_state") throw error;
          return intentFacts(await stripe.paymentIntents.retrieve(id), thisSecond());
        }
      });
    },

    /** Intents of this shop created since then, newest first. */
    async *listIntents(since: Date): AsyncGenerator<IntentFacts> {
      const created = { gte: Math.floor(since.getTime() / 1_000) };
      for await (const one of listing(stripe.paymentIntents.list({ created, limit: 100 }))) {
        const facts = intentFacts(one, thisSecond());
        if (facts.shopId === shopId) yield facts;
      }
    },
  };
}

function refundCalls(stripe: Stripe) {
  return {
    async createRefund(given: {
      intentId: string;
      refundId: string;
      amountMinor: number;
      currency: string;
      key: string;
    }): Promise<RefundFacts> {
      return withProviderErrors(async () =>
        refundFacts(
          await stripe.refunds.create(
            {
              payment_intent: given.intentId,
              amount: toProviderAmount(given.amountMinor, given.currency),
              metadata: { marque_refund: given.refundId },
            },
            { idempotencyKey: given.key },
          ),
        ),
      );
    },

    async listRefunds(intentId: string): Promise<RefundFacts[]> {
      return withProviderErrors(async () => {
        const refunds: RefundFacts[] = [];
        const list = stripe.refunds.list({ payment_intent: intentId, limit: 100 });
        for await (const one of list) refunds.push(refundFacts(one));
        return refunds;
      });
    },

    /** Refunds created since then in the whole account, including other shops. */
    async *listRefundsSince(since: Date): AsyncGenerator<RefundFacts> {
      const created = { gte: Math.floor(since.getTime() / 1_000) };
      for await (const one of listing(stripe.refunds.list({ created, limit: 100 })))
        yield refundFacts(one);
    },
  };
}

function disputeCalls(stripe: Stripe) {
  return {
    /** Disputes opened since then. */
    async *listDisputes(since: Date): AsyncGenerator<DisputeFacts> {
      const created = { gte: Math.floor(since.getTime() / 1_000) };
      for await (const one of listing(stripe.disputes.list({ created, limit: 100 })))
        yield disputeFacts(one, thisSecond());
    },

    async readDispute(id: string): Promise<DisputeFacts> {
      const calledAt = thisSecond();
      return withProviderErrors(async () =>
        disputeFacts(await stripe.disputes.retrieve(id), calledAt),
      );
    },
  };
}

/**
 * The time in whole seconds, like the provider's event times. With milliseconds, a state that we read would seem newer
 * than an event that happened after it in the same second.
 */
function thisSecond(): Date {
  return new Date(Math.floor(Date.now() / 1_000) * 1_000);
}

async function withProviderErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw asProviderError(error);
  }
}

async function* listing<T>(list: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* list;
  } catch (error) {
    throw asProviderError(error);
  }
}

function secretOf(intent: { client_secret: string | null }): string {
  if (intent.client_secret === null) throw new Error("The provider sent no client secret.");
  return intent.client_secret;
}

function addressOf(apiUrl: string | null) {
  if (apiUrl === null) return {};
  const { protocol, hostname, port } = new URL(apiUrl);
  const isPlain = protocol === "http:";
  return {
    protocol: isPlain ? ("http" as const) : ("https" as const),
    host: hostname,
    port: port || (isPlain ? 80 : 443),
  };
}

/**
 * Erases a cardholder from what the payment simulator stores in our database, in the same transaction. A real provider
 * keeps its own records.
 */
export type ErasePayer = (
  tx: Executor,
  payer: { email: string; intents: string[] },
) => Promise<void>;
