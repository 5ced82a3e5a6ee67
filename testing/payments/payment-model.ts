import fc from "fast-check";
import type { Card, ProviderFault } from "./provider-fixture.ts";

/**
 * Initial state of a car, and its buyer. slipped: the hold has ended without a cancellation at the provider, so it can
 * still be paid for.
 */
export type Start = {
  state: "free" | "held" | "begun" | "challenged" | "paid" | "slipped";
  buyer: number;
};

/** An action or event. Cars and buyers by index; `which` selects an object, modulo their number. */
export type Step =
  | { do: "book" | "begin" | "check" | "cancel"; car: number; buyer: number }
  | { do: "pay"; car: number; buyer: number; card: Card }
  | { do: "challenge"; car: number; buyer: number; passes: boolean }
  | { do: "tamper"; car: number; buyer: number; what: "amount" | "currency" | "booking" }
  | { do: "lapse" | "withdraw" | "remove" | "relist" | "dispute"; car: number }
  | { do: "refund"; car: number; part: number }
  | { do: "endRefund"; which: number; outcome: "succeeded" | "failed" }
  | { do: "closeDispute"; which: number; outcome: "won" | "lost" }
  | { do: "deliver"; which: number; times: number; again: boolean }
  | { do: "lose"; which: number }
  | { do: "expire" | "settle" | "reconcile" }
  | { do: "fault"; fault: ProviderFault };

/** What happens to undelivered events at the end: delivered, delivered in reverse order, or lost. */
export type Ending = "delivered" | "backwards" | "lost";

const car = fc.constantFrom(0, 0, 0, 1);
const buyer = fc.integer({ min: 0, max: 1 });
const which = fc.nat({ max: 7 });
const start: fc.Arbitrary<Start> = fc.record({
  state: fc.constantFrom(
    "free",
    "held",
    "begun",
    "challenged",
    "paid",
    "paid",
    "slipped",
    "slipped",
  ),
  buyer,
});
const card = fc.constantFrom<Card[]>(
  "good",
  "good",
  "good",
  "declined",
  "challenge",
  "refundPending",
);

const weighted: [number, fc.Arbitrary<Step>][] = [
  [4, fc.record({ do: fc.constant("book"), car, buyer })],
  [2, fc.record({ do: fc.constant("begin"), car, buyer })],
  [6, fc.record({ do: fc.constant("pay"), car, buyer, card })],
  [2, fc.record({ do: fc.constant("challenge"), car, buyer, passes: fc.boolean() })],
  [2, fc.record({ do: fc.constant("check"), car, buyer })],
  [4, fc.record({ do: fc.constant("cancel"), car, buyer })],
  [3, fc.record({ do: fc.constant("lapse"), car })],
  [3, fc.constant({ do: "expire" })],
  [1, fc.record({ do: fc.constantFrom("withdraw", "remove"), car })],
  [4, fc.record({ do: fc.constant("refund"), car, part: fc.constantFrom(0, 0.4, 0.6) })],
  [2, fc.record({ do: fc.constant("relist"), car })],
  [
    2,
    fc.record({
      do: fc.constant("endRefund"),
      which,
      outcome: fc.constantFrom("succeeded", "failed"),
    }),
  ],
  [2, fc.record({ do: fc.constant("dispute"), car })],
  [
    2,
    fc.record({ do: fc.constant("closeDispute"), which, outcome: fc.constantFrom("won", "lost") }),
  ],
  [
    8,
    fc.record({
      do: fc.constant("deliver"),
      which,
      times: fc.integer({ min: 1, max: 3 }),
      again: fc.boolean(),
    }),
  ],
  [2, fc.record({ do: fc.constant("lose"), which })],
  [2, fc.constantFrom({ do: "settle" }, { do: "reconcile" })],
  [
    1,
    fc.record({
      do: fc.constant("tamper"),
      car,
      buyer,
      what: fc.constantFrom("amount", "currency", "booking"),
    }),
  ],
] as [number, fc.Arbitrary<Step>][];

/** Steps, including faults of these kinds. */
const stepsWith = (kinds: ProviderFault["kind"][]): fc.Arbitrary<Step> =>
  fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })), {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("fault" as const),
      fault: fc.record({
        call: fc.constantFrom(
          "create",
          "create",
          "read",
          "cancel",
          "refund",
          "listRefunds",
          "list",
        ),
        kind: fc.constantFrom(...kinds),
      }),
    }),
  });

export type Scenario = { starts: Start[]; rounds: Step[][]; ending: Ending };

/** A scenario. The steps of a round run at the same time: each round is one interleaving. */
export function scenarios(
  kinds: ProviderFault["kind"][],
  { fewestRounds, mostRounds }: { fewestRounds: number; mostRounds: number },
): fc.Arbitrary<Scenario> {
  const round = fc.array(stepsWith(kinds), { minLength: 2, maxLength: 3 });
  return fc.record({
    starts: fc.tuple(start, fc.record({ state: fc.constantFrom("free", "held"), buyer })),
    rounds: fc.array(round, { minLength: fewestRounds, maxLength: mostRounds }),
    ending: fc.constantFrom<Ending[]>("delivered", "backwards", "lost"),
  });
}
