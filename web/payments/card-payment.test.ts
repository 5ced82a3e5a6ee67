import { expect, it } from "vitest";
import { outcomeOfError, outcomeOfIntent } from "./card-payment.ts";

const declined = { type: "card_error", code: "card_declined", message: "Your card was declined." };
const notAuthenticated = {
  type: "invalid_request_error",
  code: "payment_intent_authentication_failure",
  message:
    "The provided PaymentMethod has failed authentication. You can provide payment_method_data …",
};

it.each([
  [{ status: "succeeded" }, { kind: "taken" }],
  [{ status: "processing" }, { kind: "taken" }],
  [{ status: "requires_action", last_payment_error: declined }, { kind: "unfinished" }],
  [{ status: "requires_payment_method" }, { kind: "incomplete" }],
  [
    { status: "requires_payment_method", last_payment_error: declined },
    { kind: "refused", message: "Your card was declined." },
  ],
  [{ status: "canceled" }, { kind: "canceled", message: "This payment was canceled." }],
])("an intent %j is to its buyer %j", (intent, outcome) => {
  expect(outcomeOfIntent(intent)).toEqual(outcome);
});

it("a declined card is final and shows the provider's message", () => {
  expect(outcomeOfError(declined)).toEqual({ kind: "refused", message: "Your card was declined." });
});

it("a failed challenge shows a message for buyers, not for developers", () => {
  const message = expect.stringContaining("unable to authenticate") as unknown;
  expect(outcomeOfError(notAuthenticated)).toEqual({ kind: "refused", message: message });
  expect(
    outcomeOfIntent({ status: "requires_payment_method", last_payment_error: notAuthenticated }),
  ).toEqual({ kind: "refused", message: message });
});

it.each([
  { type: "api_error", message: "Something went wrong on the provider's side." },
  {
    type: "invalid_request_error",
    code: "payment_intent_unexpected_state",
    message: "Already paid.",
  },
  { type: "api_connection_error" },
])("after %j the server has to look", (error) => {
  expect(outcomeOfError(error)).toMatchObject({ kind: "unclear" });
});
