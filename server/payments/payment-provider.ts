import Stripe from "stripe";
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
  /** Another address of the provider's API; null for its own. */
  apiUrl: string | null;
  /** Marks the intents of this shop: an account at the provider may serve several. */
  shopId: string;
  /** How long a call may take, in milliseconds; 8 seconds if not given. */
  timeout?: number | undefined;
};

/** A message of the provider's whose signature is right. */
export type VerifiedEvent = { id: string; type: string; createdAt: Date; object: unknown };

type NewIntent = {
  bookingId: string;
  paymentId: string;
  amountMinor: number;
  currency: string;
  description: string;
  key: string;
};

/** A buyer waits for the answer, so a call may not take longer, in milliseconds. */
const defaultTimeout = 8_000;
// Stripe's own tolerance for the age of a signature, in seconds.
const signatureTolerance = 300;

export type PaymentProvider = ReturnType<typeof createPaymentProvider>;

/**
 * The card provider, by its own SDK: the only way out to it. Every call throws ProviderError where it is refused or
 * not answered; a call with a key may be repeated with that key and is then done once.
 */
export function createPaymentProvider(settings: ProviderSettings) {
  const stripe = new Stripe(settings.secretKey, {
    ...addressOf(settings.apiUrl),
    timeout: settings.timeout ?? defaultTimeout,
    maxNetworkRetries: 1,
    telemetry: false,
    appInfo: { name: "Marque" },
  });

  return {
    kind: settings.kind,
    publishableKey: settings.publishableKey,
    testMode: settings.kind === "simulator" || settings.secretKey.includes("_test_"),
    shopId: settings.shopId,

    /** Asks for a payment intent; cards only, since nothing else is confirmed on our page. */
    async createIntent(given: NewIntent): Promise<{ intent: IntentFacts; clientSecret: string }> {
      const asked = thisSecond();
      return told(async () => {
        const created = await stripe.paymentIntents.create(
          {
            amount: toProviderAmount(given.amountMinor, given.currency),
            currency: given.currency.toLowerCase(),
            description: given.description,
            allowed_payment_method_types: ["card"],
            metadata: intentMetadata(settings.shopId, given.bookingId, given.paymentId),
          },
          { idempotencyKey: given.key },
        );
        return { intent: intentFacts(created, asked), clientSecret: secretOf(created) };
      });
    },

    /** Reads an intent back. */
    async readIntent(id: string): Promise<{ intent: IntentFacts; clientSecret: string }> {
      const asked = thisSecond();
      return told(async () => {
        const read = await stripe.paymentIntents.retrieve(id);
        return { intent: intentFacts(read, asked), clientSecret: secretOf(read) };
      });
    },

    /** Cancels an intent; where its state does not allow that any more, answers the state it is in. */
    async cancelIntent(id: string): Promise<IntentFacts> {
      const asked = thisSecond();
      return told(async () => {
        try {
          return intentFacts(await stripe.paymentIntents.cancel(id), asked);
        } catch (error) {
          if (asProviderError(error).code !== "payment_intent_unexpected_state") throw error;
          return intentFacts(await stripe.paymentIntents.retrieve(id), thisSecond());
        }
      });
    },

    /** This shop's intents that were made since then, newest first. */
    async *listIntents(since: Date): AsyncGenerator<IntentFacts> {
      const created = { gte: Math.floor(since.getTime() / 1_000) };
      for await (const one of listed(stripe.paymentIntents.list({ created, limit: 100 }))) {
        const facts = intentFacts(one, thisSecond());
        if (facts.shopId === settings.shopId) yield facts;
      }
    },

    /** Gives money back. */
    async createRefund(given: {
      intentId: string;
      refundId: string;
      amountMinor: number;
      currency: string;
      key: string;
    }): Promise<RefundFacts> {
      return told(async () =>
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

    /** The refunds of an intent. */
    async listRefunds(intentId: string): Promise<RefundFacts[]> {
      return told(async () => {
        const refunds: RefundFacts[] = [];
        const list = stripe.refunds.list({ payment_intent: intentId, limit: 100 });
        for await (const one of list) refunds.push(refundFacts(one));
        return refunds;
      });
    },

    /** Refunds that were made since then, of this shop's intents and of others of the account. */
    async *listRefundsSince(since: Date): AsyncGenerator<RefundFacts> {
      const created = { gte: Math.floor(since.getTime() / 1_000) };
      for await (const one of listed(stripe.refunds.list({ created, limit: 100 })))
        yield refundFacts(one);
    },

    /** Disputes that were opened since then. */
    async *listDisputes(since: Date): AsyncGenerator<DisputeFacts> {
      const created = { gte: Math.floor(since.getTime() / 1_000) };
      for await (const one of listed(stripe.disputes.list({ created, limit: 100 })))
        yield disputeFacts(one, thisSecond());
    },

    /** Reads a dispute back. */
    async readDispute(id: string): Promise<DisputeFacts> {
      const asked = thisSecond();
      return told(async () => disputeFacts(await stripe.disputes.retrieve(id), asked));
    },

    /** The event in a webhook's raw body. @throws ProviderError `signature` where the signature is wrong or too old */
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
        throw new ProviderError("signature", "The signature is not right.", null);
      }
    },
  };
}

/**
 * The time as the provider's messages state it, in whole seconds: counted finer, what is read back would seem newer than
 * a message of something that happened after it in the same second.
 */
function thisSecond(): Date {
  return new Date(Math.floor(Date.now() / 1_000) * 1_000);
}

async function told<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw asProviderError(error);
  }
}

async function* listed<T>(list: AsyncIterable<T>): AsyncGenerator<T> {
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
