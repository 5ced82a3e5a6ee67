import type { PaymentProvider, VerifiedEvent } from "#server/payments/payment-provider.ts";
import type { DisputeFacts, IntentFacts, RefundFacts } from "#server/payments/provider-facts.ts";

/** A card by what comes of it. */
export type Card = "good" | "declined" | "challenge" | "refundPending";

/**
 * How the next such call fails. before: 500, nothing done · after: 500, done · stored: 500 that the key replays ·
 * lost: it never arrived · hang: it was done, and never answered.
 */
export type OutsideFault = {
  call: "create" | "read" | "cancel" | "refund" | "listRefunds" | "list";
  kind: "before" | "after" | "stored" | "lost" | "hang";
};

/** What the provider holds to be true. */
export type Truth = { intents: IntentFacts[]; refunds: RefundFacts[]; disputes: DisputeFacts[] };

/** Everything outside the shop: the card provider, and with it the browsers, banks and people that move things there. */
export type Outside = {
  provider: PaymentProvider;
  /** A browser confirms the intent of that client secret. */
  pay(secret: string, card: Card): Promise<void>;
  answerChallenge(secret: string, passes: boolean): Promise<void>;
  /** Somebody changes an open intent at the provider. The amount is in its smallest unit. */
  tamper(
    secret: string,
    change: { amount?: number; currency?: string; booking?: string },
  ): Promise<void>;
  endRefund(id: string, outcome: "succeeded" | "failed"): Promise<void>;
  openDispute(intentId: string): Promise<void>;
  closeDispute(id: string, outcome: "won" | "lost"): Promise<void>;
  fail(fault: OutsideFault): void;
  clearFaults(): void;
  /** All messages so far, oldest first. */
  events(): Promise<VerifiedEvent[]>;
  truth(): Promise<Truth>;
};
