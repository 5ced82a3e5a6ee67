import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestSimulator } from "#testing/payments/test-simulator.ts";
import { parseForm } from "./parse-form.ts";

let test: Awaited<ReturnType<typeof createTestSimulator>>;
beforeAll(async () => {
  test = await createTestSimulator();
});
afterAll(() => test.close());

it.each([
  ["many parameters", "a[]=&".repeat(12_000)],
  ["deep ones", `a${"[b]".repeat(10_000)}=1`],
])("a body of %s is refused at once", (_what, body) => {
  expect(() => parseForm(body)).toThrow(/too many|too deeply/);
});

it("refuses a body that is too large", async () => {
  const answer = await fetch(`${test.simulator.address}/v1/payment_methods`, {
    method: "POST",
    body: "x".repeat(100_000),
  });
  expect(answer.status).toBe(400);
});

it("the bank's page does not redirect to other hosts", async () => {
  const intent = await test.stripe.paymentIntents.create({
    amount: 5_000,
    currency: "usd",
    allowed_payment_method_types: ["card"],
    confirm: true,
    payment_method: "pm_card_threeDSecure2Required",
    return_url: "https://elsewhere.example/take",
  });
  const page = new URL(intent.next_action!.redirect_to_url!.url!).pathname;
  const answer = await test.send(page, { form: { outcome: "complete" } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("location")).toBeNull();
});
