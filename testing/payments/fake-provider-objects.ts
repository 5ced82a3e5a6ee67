import { ProviderError } from "#server/payments/provider-error.ts";
import type { Card } from "./provider-fixture.ts";

/** The provider's times are whole seconds. */
export const seconds = () => Math.floor(Date.now() / 1_000);
export const thisSecond = () => new Date(seconds() * 1_000);

/** The provider's objects in memory: the fields that the server reads, in the provider's format. */
export type RawIntent = {
  id: string;
  status: string;
  amount: number;
  amount_received: number;
  currency: string;
  client_secret: string;
  metadata: Record<string, string>;
  last_payment_error: { message: string } | null;
  card: Card;
};

export type RawRefund = {
  id: string;
  amount: number;
  currency: string;
  payment_intent: string;
  metadata: Record<string, string>;
  status: string;
  failure_reason: string | null;
};

export type RawDispute = {
  id: string;
  amount: number;
  currency: string;
  payment_intent: string;
  status: string;
  reason: string;
  created: number;
};

/** The request and the response of a call with an idempotency key. */
export type Kept = { asked: string; answer: unknown } | { asked: string; failure: ProviderError };

// The provider's errors, and the states in which an intent can still be paid.
export const failure = () => new ProviderError("failed", "The provider failed.", null);
export const refused = (code: string) => new ProviderError("refused", `Refused: ${code}.`, code);
export const payableStates = [
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
];

/** Waits a moment, so that concurrent calls can interleave. */
export const yieldToOthers = () => new Promise((resolve) => setImmediate(resolve));
