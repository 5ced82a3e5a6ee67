import { describe, expect, it } from "vitest";
import { logCause, logState, describeReason } from "./state-words.ts";

describe("a line of the log", () => {
  it.each([
    ["booking", "partly_refunded", "partly refunded"],
    ["payment", "requires_payment_method", "waiting for a card"],
    ["refund", "succeeded", "refunded"],
    ["dispute", "warning_closed", "inquiry closed"],
    ["dispute", "some_new_state", "some new state"],
  ] as const)("says of a %s in %s: %s", (kind, state, words) => {
    expect(logState(kind, state)).toBe(words);
  });

  it.each([
    ["Ada", "refund", "requested", "A scratch", "Ada: A scratch"],
    [null, "payment", "creating", "payment started by the buyer", "Payment started by the buyer"],
    [
      null,
      "payment",
      "succeeded",
      "reported by the card provider",
      "Reported by the card provider",
    ],
    [null, "payment", "canceled", "the card was stolen", "The card provider: the card was stolen"],
    [null, "refund", "requested", "It came too late.", "The shop: It came too late."],
    [null, "refund", "failed", "declined", "The card provider: the buyer's bank declined it"],
    [null, "booking", "expired", "hold expired", "The shop: hold expired"],
    [null, "dispute", "lost", "general", "The card provider: no specific reason was given"],
  ] as const)("of %s about a %s that is %s for %j reads %j", (actor, kind, to, why, words) => {
    expect(logCause({ actor, kind, to, why }, [])).toBe(words);
  });

  it("does not repeat the reason of a refund", () => {
    const line = { actor: null, kind: "refund", to: "succeeded", why: "A scratch" } as const;
    expect(logCause(line, ["booked", "A scratch"])).toBe("The card provider");
  });
});

it.each([
  ["fraudulent", "the buyer says they did not make this payment"],
  ["charge_already_refunded", "charge already refunded"],
  ["The buyer's car broke down", "The buyer's car broke down"],
  ["late", "late"],
])("the reason %s reads %s", (reason, words) => {
  expect(describeReason(reason)).toBe(words);
});
