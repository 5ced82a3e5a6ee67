import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestSimulator, errorOf } from "#testing/payments/test-simulator.ts";

let test: Awaited<ReturnType<typeof createTestSimulator>>;
let stripe: Stripe;
beforeAll(async () => {
  test = await createTestSimulator();
  stripe = test.stripe;
});
afterAll(() => test.close());

const back = "https://shop.example/dashboard/payment/b1?from=bank";

async function challenged(method = "pm_card_threeDSecure2Required", more: object = {}) {
  const intent = await stripe.paymentIntents.create({
    amount: 84_500_00,
    currency: "usd",
    description: "<b>BMW</b> M3",
    allowed_payment_method_types: ["card"],
    confirm: true,
    payment_method: method,
    return_url: back,
    ...more,
  });
  const url = intent.next_action?.redirect_to_url?.url ?? null;
  return { intent, path: url ? new URL(url).pathname : "" };
}
const read = (intent: Stripe.PaymentIntent) => stripe.paymentIntents.retrieve(intent.id);
const answer = (path: string, outcome: string) => test.send(path, { form: { outcome } });
const eventTypes = async (intent: Stripe.PaymentIntent) =>
  (await test.control.events({ intent: intent.id })).map((event) => event.type);

describe("a 3-D Secure challenge", () => {
  it("asks the buyer to go to the bank and does not charge yet", async () => {
    const { intent } = await challenged();
    expect(intent).toMatchObject({
      status: "requires_action",
      amount_received: 0,
      latest_charge: null,
      next_action: { type: "redirect_to_url", redirect_to_url: { return_url: back } },
    });
    expect(intent.next_action?.redirect_to_url?.url).toMatch(
      /^http:\/\/shop\.example\/payment-simulator\/challenge\/\w{43}$/,
    );
    expect(await eventTypes(intent)).toEqual([
      "payment_intent.created",
      "payment_intent.requires_action",
    ]);
  });

  it("shows a page without scripts, with escaped texts, and with forms to itself only", async () => {
    const { path } = await challenged();
    const page = await test.send(path);
    expect(page.status).toBe(200);
    const policy = page.headers.get("content-security-policy")!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'self' https://shop.example");
    expect(policy).not.toContain("script-src");
    expect(policy).not.toContain("unsafe");
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    expect(page.text).toContain("$84,500.00");
    expect(page.text).toContain("&lt;b&gt;BMW&lt;/b&gt; M3");
    expect(page.text).toContain("Visa •••• 3220");
    expect(page.text).toContain('<html lang="en">');
    expect(page.text).not.toContain("<script");
  });

  it("passed: the payment succeeds, the browser returns to the shop, and the page has ended", async () => {
    const { intent, path } = await challenged();
    const passed = await answer(path, "complete");
    expect(passed.status).toBe(303);
    const location = new URL(passed.headers.get("location")!);
    expect(location.origin + location.pathname).toBe("https://shop.example/dashboard/payment/b1");
    expect(Object.fromEntries(location.searchParams)).toEqual({
      from: "bank",
      payment_intent: intent.id,
      payment_intent_client_secret: intent.client_secret,
      redirect_status: "succeeded",
    });
    const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ["latest_charge"] });
    expect(paid).toMatchObject({ status: "succeeded", next_action: null });
    const charge = paid.latest_charge as Stripe.Charge;
    expect(charge.payment_method_details?.card?.three_d_secure).toMatchObject({
      result: "authenticated",
      authentication_flow: "challenge",
    });
    for (const again of [await answer(path, "fail"), await test.send(path)]) {
      expect(again.status).toBe(410);
      expect(again.text).toContain("This confirmation has ended");
      expect(again.text).toContain("redirect_status=succeeded");
    }
    expect((await read(intent)).status).toBe("succeeded");
    expect(await eventTypes(intent)).toEqual([
      "payment_intent.created",
      "payment_intent.requires_action",
      "charge.succeeded",
      "payment_intent.succeeded",
    ]);
  });

  it("failed: no charge, an error on the intent, and another card can pay", async () => {
    const { intent, path } = await challenged("pm_card_authenticationRequired");
    const failed = await answer(path, "fail");
    expect(new URL(failed.headers.get("location")!).searchParams.get("redirect_status")).toBe(
      "failed",
    );
    expect(await read(intent)).toMatchObject({
      status: "requires_payment_method",
      payment_method: null,
      latest_charge: null,
      last_payment_error: {
        type: "invalid_request_error",
        code: "payment_intent_authentication_failure",
      },
    });
    expect(await eventTypes(intent)).toContain("payment_intent.payment_failed");
    const paid = await stripe.paymentIntents.confirm(intent.id, { payment_method: "pm_card_visa" });
    expect(paid.status).toBe("succeeded");
  });

  it("abandoned: the intent waits and can be canceled, which ends the page", async () => {
    const { intent, path } = await challenged();
    expect((await read(intent)).status).toBe("requires_action");
    expect((await stripe.paymentIntents.cancel(intent.id)).next_action).toBeNull();
    expect((await answer(path, "complete")).status).toBe(410);
    expect((await read(intent)).status).toBe("canceled");
  });

  it("passed, and then declined by the bank", async () => {
    const { intent, path } = await challenged("pm_card_threeDSecureRequiredChargeDeclined");
    const passed = await answer(path, "complete");
    expect(new URL(passed.headers.get("location")!).searchParams.get("redirect_status")).toBe(
      "failed",
    );
    expect(await read(intent)).toMatchObject({
      status: "requires_payment_method",
      last_payment_error: { type: "card_error", decline_code: "generic_decline" },
    });
  });

  it("requested again: only the latest page works", async () => {
    const { intent, path } = await challenged();
    const second = await stripe.paymentIntents.confirm(intent.id, {
      payment_method: "pm_card_threeDSecure2Required",
      return_url: back,
    });
    expect(second.status).toBe("requires_action");
    expect((await answer(path, "complete")).status).toBe(410);
    expect((await read(intent)).status).toBe("requires_action");
    const next = new URL(second.next_action!.redirect_to_url!.url!).pathname;
    expect((await answer(next, "complete")).status).toBe(303);
    expect((await stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1);
  });

  it("ends when the amount changes", async () => {
    const { intent, path } = await challenged();
    const changed = await stripe.paymentIntents.update(intent.id, { amount: 90_000_00 });
    expect(changed).toMatchObject({ status: "requires_confirmation", next_action: null });
    expect((await answer(path, "complete")).status).toBe(410);
    expect((await read(intent)).amount_received).toBe(0);
  });

  it("answered by many clicks at once: charges once", async () => {
    const { intent, path } = await challenged();
    const clicks = await Promise.all(Array.from({ length: 6 }, () => answer(path, "complete")));
    expect(clicks.map((click) => click.status).sort()).toEqual([303, 410, 410, 410, 410, 410]);
    expect((await stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1);
  });

  it("without a return URL is handled by the browser library", async () => {
    const { intent } = await challenged(undefined, { return_url: undefined });
    expect(intent.next_action).toMatchObject({
      type: "use_stripe_sdk",
      use_stripe_sdk: { type: "three_d_secure_redirect" },
    });
    const path = new URL(String(intent.next_action!.use_stripe_sdk!.stripe_js)).pathname;
    const done = await answer(path, "complete");
    expect(done.status).toBe(200);
    expect(done.text).toContain("The payment was confirmed");
    expect((await read(intent)).status).toBe("succeeded");
  });

  it("fails for an off-session payment", async () => {
    const error = await errorOf(challenged(undefined, { off_session: true }));
    expect(error).toMatchObject({ statusCode: 402, code: "authentication_required" });
  });

  it("answers 404 for an unknown token, and 401 without a key", async () => {
    for (const [path, status] of [
      ["x", 404],
      ["a".repeat(43), 404],
      ["../../v1/payment_intents", 401],
    ] as const) {
      const page = await test.send(`/payment-simulator/challenge/${path}`);
      expect([path, page.status]).toEqual([path, status]);
    }
  });
});
