import type { PaymentProvider, VerifiedEvent } from "#server/payments/provider/payment-provider.ts";
import type {
  DisputeFacts,
  IntentFacts,
  RefundFacts,
} from "#server/payments/provider/provider-facts.ts";

/** A card, by the outcome of a payment. */
export type Card = "good" | "declined" | "challenge" | "refundPending";

/**
 * How the next such call fails. before: 500 without effect · after: 500 with effect · stored: 500, repeated for the
 * same key · lost: never received · hang: done, but without a response.
 */
export type ProviderFault = {
  call: "create" | "read" | "cancel" | "refund" | "listRefunds" | "list";
  kind: "before" | "after" | "stored" | "lost" | "hang";
};

/** The provider's own records. */
export type ProviderState = {
  intents: IntentFacts[];
  refunds: RefundFacts[];
  disputes: DisputeFacts[];
};

/** The card provider, and the browsers, banks and people that change payments there. */
export type ProviderFixture = {
  provider: PaymentProvider;
  /** A browser confirms the intent of this client secret. */
  pay(secret: string, card: Card): Promise<void>;
  answerChallenge(secret: string, passes: boolean): Promise<void>;
  /** Changes an open intent at the provider. The amount is in minor units. */
  tamper(
    secret: string,
    change: { amount?: number; currency?: string; booking?: string },
  ): Promise<void>;
  endRefund(id: string, outcome: "succeeded" | "failed"): Promise<void>;
  openDispute(intentId: string): Promise<void>;
  closeDispute(id: string, outcome: "won" | "lost"): Promise<void>;
  fail(fault: ProviderFault): void;
  clearFaults(): void;
  /** All events, oldest first. */
  events(): Promise<VerifiedEvent[]>;
  providerState(): Promise<ProviderState>;
};
