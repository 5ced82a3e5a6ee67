import type { TestPayment } from "#shared/payments/test-cards.ts";

/** Reason of a decline. Source: docs.stripe.com/error-codes, docs.stripe.com/declines/codes. */
export type Decline = {
  code: string;
  declineCode: string | null;
  message: string;
  param?: string;
  adviceCode: "try_again_later" | "do_not_try_again" | "confirm_card_data" | null;
  /** Blocked by the provider and never sent to the bank. */
  blocked?: boolean;
};

const declined = "Your card was declined.";

function refusal(declineCode: string, adviceCode: Decline["adviceCode"], message = declined) {
  return { code: "card_declined", declineCode, message, adviceCode } satisfies Decline;
}

export const declines = {
  generic_decline: refusal("generic_decline", "try_again_later"),
  insufficient_funds: refusal(
    "insufficient_funds",
    "try_again_later",
    "Your card has insufficient funds.",
  ),
  lost_card: refusal("lost_card", "do_not_try_again"),
  stolen_card: refusal("stolen_card", "do_not_try_again"),
  card_velocity_exceeded: refusal(
    "card_velocity_exceeded",
    "try_again_later",
    "Your card was declined for making repeated attempts too frequently or exceeding its amount limit.",
  ),
  fraudulent: { ...refusal("fraudulent", "do_not_try_again"), blocked: true },
  authentication_required: {
    code: "authentication_required",
    declineCode: "authentication_required",
    message: "Your card was declined. This transaction requires authentication.",
    adviceCode: null,
  },
  expired_card: {
    code: "expired_card",
    declineCode: null,
    message: "Your card has expired.",
    param: "exp_month",
    adviceCode: "confirm_card_data",
  },
  incorrect_cvc: {
    code: "incorrect_cvc",
    declineCode: null,
    message: "Your card's security code is incorrect.",
    param: "cvc",
    adviceCode: "confirm_card_data",
  },
  processing_error: {
    code: "processing_error",
    declineCode: null,
    message: "An error occurred while processing your card. Try again in a little bit.",
    adviceCode: "try_again_later",
  },
} as const satisfies Record<string, Decline>;

type Attempt = { kind: "pays" } | { kind: "challenge" } | { kind: "declined"; decline: Decline };

const pays: Attempt = { kind: "pays" };
const challenge: Attempt = { kind: "challenge" };
const declinedAs = (name: keyof typeof declines): Attempt => ({
  kind: "declined",
  decline: declines[name],
});

/** Outcome of a payment attempt with a card, before and after authentication. */
const attempts: Record<TestPayment, { first: Attempt; authenticated: Attempt }> = {
  succeeds: { first: pays, authenticated: pays },
  generic_decline: same(declinedAs("generic_decline")),
  insufficient_funds: same(declinedAs("insufficient_funds")),
  lost_card: same(declinedAs("lost_card")),
  stolen_card: same(declinedAs("stolen_card")),
  card_velocity_exceeded: same(declinedAs("card_velocity_exceeded")),
  fraudulent: same(declinedAs("fraudulent")),
  expired_card: same(declinedAs("expired_card")),
  incorrect_cvc: same(declinedAs("incorrect_cvc")),
  processing_error: same(declinedAs("processing_error")),
  incorrect_number: same(declinedAs("generic_decline")),
  challenge: { first: challenge, authenticated: pays },
  challenge_then_declined: { first: challenge, authenticated: declinedAs("generic_decline") },
  challenge_then_insufficient_funds: {
    first: challenge,
    authenticated: declinedAs("insufficient_funds"),
  },
  challenge_unavailable: same(declinedAs("generic_decline")),
};

function same(attempt: Attempt) {
  return { first: attempt, authenticated: attempt };
}

/** `offSession`: the buyer is not present to answer a challenge. */
export function decideAttempt(
  payment: TestPayment,
  { authenticated, offSession }: { authenticated: boolean; offSession: boolean },
): Attempt {
  const attempt = attempts[payment][authenticated ? "authenticated" : "first"];
  if (attempt.kind === "challenge" && offSession) return declinedAs("authentication_required");
  return attempt;
}
