import { expect, it } from "vitest";
import type { Booking } from "#shared/bookings/booking-contract.ts";
import type { CardOutcome } from "./card-payment.ts";
import { settle } from "./settle.ts";

type Facts = Pick<Booking, "state" | "paymentStatus">;

const unpaid: Facts = { state: "held", paymentStatus: "requires_payment_method" };
const paid: Facts = { state: "paid", paymentStatus: "succeeded" };
const processing: Facts = { state: "held", paymentStatus: "processing" };

/**
 * Settles a payment whose card form returns `outcome`, then `later`; `looks` are the server's successive responses.
 */
async function end(outcome: CardOutcome, looks: (Facts | Error)[], later: CardOutcome = outcome) {
  const messages: string[] = [];
  let looked = 0;
  const answers = [outcome, later];
  const answer = () => Promise.resolve(answers.shift() ?? later);
  const look = () => {
    const look = looks[Math.min(looked, looks.length - 1)]!;
    looked += 1;
    return look instanceof Error ? Promise.reject(look) : Promise.resolve(look as Booking);
  };
  const ending = await settle(
    (payment) => payment.pay(),
    { pay: answer, look: answer },
    look,
    (message) => messages.push(message),
    () => Promise.resolve(),
  );
  return { ...ending, looked, messages };
}

it("shows the provider's message of a refusal and allows another attempt", async () => {
  const ending = await end({ kind: "refused", message: "Your card was declined." }, [unpaid]);
  expect(ending).toMatchObject({ isOver: true, message: "Your card was declined." });
});

it("fields that are not complete say so themselves", async () => {
  expect(await end({ kind: "incomplete" }, [unpaid])).toMatchObject({
    isOver: true,
    message: null,
    looked: 0,
  });
});

it("on the way to the bank the form stays closed", async () => {
  expect(await end({ kind: "leaving" }, [unpaid])).toMatchObject({
    isOver: false,
    messages: ["Taking you to your bank…"],
  });
});

it.each([paid, processing])("what the provider took, the server confirms: %j", async (booking) => {
  expect(await end({ kind: "taken" }, [booking])).toMatchObject({ message: null, looked: 1 });
});

it("waits where the server is a moment behind the provider", async () => {
  expect(await end({ kind: "taken" }, [unpaid, new Error("503"), paid])).toMatchObject({
    message: null,
    looked: 3,
  });
});

it("says it where a payment that was taken fails after all", async () => {
  const failed = { kind: "refused", message: "Your card was declined." } as const;
  expect(await end({ kind: "taken" }, [unpaid], failed)).toMatchObject({
    message: "Your card was declined.",
    looked: 1,
  });
});

it("asks the buyer not to pay again if no one confirms what the provider took", async () => {
  const { message } = await end({ kind: "taken" }, [new Error("no answer")]);
  expect(message).toContain("Please do not pay again");
});

it("asks the server after a broken connection before showing a message", async () => {
  const broken = { kind: "unclear", message: "The connection broke off." } as const;
  expect(await end(broken, [paid])).toMatchObject({ message: null });
  expect((await end(broken, [new Error("no answer")])).message).toContain(
    "Please do not pay again",
  );
});

// The server answers with what it knows if it cannot reach the provider.
it.each<[CardOutcome, string | null]>([
  [{ kind: "incomplete" }, "The connection broke off. You were not charged. Please try again."],
  [
    { kind: "canceled", message: "This payment was canceled." },
    "The connection broke off. You were not charged. Please try again.",
  ],
  [{ kind: "refused", message: "Your card was declined." }, "Your card was declined."],
  [{ kind: "taken" }, null],
  [{ kind: "unclear", message: "No answer." }, "Please do not pay again."],
  [{ kind: "unfinished" }, "Your bank's confirmation was not completed"],
])("after a broken connection, the provider's word counts: %j", async (booking, message) => {
  const broken = { kind: "unclear", message: "The connection broke off." } as const;
  const ending = await end(broken, [unpaid, paid], booking);
  expect(ending.message).toEqual(message && expect.stringContaining(message));
});

it("a canceled payment charges nothing, and the booking says why if it has ended", async () => {
  const canceled = { kind: "canceled", message: "This payment was canceled." } as const;
  expect((await end(canceled, [unpaid])).message).toBe(
    "This payment was canceled. You were not charged. Please try again.",
  );
  const ended = { ...unpaid, state: "cancelled" } as const;
  expect((await end(canceled, [ended])).message).toBeNull();
});

it("a challenge that was not finished charges nothing", async () => {
  expect((await end({ kind: "unfinished" }, [unpaid])).message).toContain("you were not charged");
});
