import { describe, expect, it } from "vitest";
import { logActor, logState, reasonInWords } from "./state-words.ts";

describe("a line of the log", () => {
  it.each([
    ["booking", "partly_refunded", "partly refunded"],
    ["payment", "requires_payment_method", "waiting for a card"],
    ["refund", "succeeded", "given back"],
    ["dispute", "warning_closed", "inquiry closed"],
    ["dispute", "some_new_state", "some new state"],
  ] as const)("says of a %s in %s: %s", (kind, state, words) => {
    expect(logState(kind, state)).toBe(words);
  });

  it.each([
    [{ actor: "Ada", kind: "refund", to: "requested" }, "Ada"],
    [{ actor: null, kind: "payment", to: "creating" }, "The buyer"],
    [{ actor: null, kind: "payment", to: "succeeded" }, "The card provider"],
    [{ actor: null, kind: "refund", to: "requested" }, "The shop"],
    [{ actor: null, kind: "refund", to: "failed" }, "The card provider"],
    [{ actor: null, kind: "booking", to: "expired" }, "The shop"],
    [{ actor: null, kind: "dispute", to: "lost" }, "The card provider"],
  ] as const)("%j was done by %s", (line, who) => {
    expect(logActor(line)).toBe(who);
  });
});

it.each([
  ["fraudulent", "the buyer says they did not make this payment"],
  ["charge_already_refunded", "charge already refunded"],
  ["The buyer's car broke down", "The buyer's car broke down"],
  ["late", "late"],
])("the reason %s reads %s", (reason, words) => {
  expect(reasonInWords(reason)).toBe(words);
});
