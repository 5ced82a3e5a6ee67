import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { publishedMoneyShapes } from "#testing/payments/published-money-shapes.ts";
import { publishedPaymentShapes, type Shapes } from "#testing/payments/published-payment-shapes.ts";
import { createTestSimulator, testKeys } from "#testing/payments/test-simulator.ts";

const publishedShapes: Shapes = { ...publishedPaymentShapes, ...publishedMoneyShapes };

let test: Awaited<ReturnType<typeof createTestSimulator>>;
beforeAll(async () => {
  test = await createTestSimulator();
  await makeSomeOfEverything();
});
afterAll(() => test.close());

const get = async (path: string) => (await test.send(path, { key: testKeys.secretKey })).body;
const post = async (path: string, form: Record<string, string>) =>
  (await test.send(path, { key: testKeys.secretKey, form })).body;

/** Paths where an object differs from its published shape. */
function wrongIn(value: unknown, type: string, path: string): string[] {
  const choices = type.split("|");
  const mismatches = choices.map((choice) => wrongInOne(value, choice, path));
  // Reports the differences to the closest alternative.
  return mismatches.sort((a, b) => a.length - b.length)[0]!;
}

function wrongInOne(value: unknown, type: string, path: string): string[] {
  if (type.startsWith("@")) return wrongInShape(value, type.slice(1), path);
  if (type.startsWith("[")) {
    if (!Array.isArray(value)) return [`${path} is no list`];
    return value.flatMap((item, at) => wrongIn(item, type.slice(1, -1), `${path}[${at}]`));
  }
  return isOf(value, type) ? [] : [`${path}: ${JSON.stringify(value)} is no ${type}`];
}

function isOf(value: unknown, type: string): boolean {
  if (type === "any") return value !== undefined && value !== null;
  if (type === "null") return value === null;
  if (type === "integer") return Number.isInteger(value);
  if (type === "time") return Number.isInteger(value) && (value as number) > 1_700_000_000;
  if (type === "map")
    return isObject(value) && Object.values(value).every((item) => typeof item === "string");
  if (type.startsWith("'")) return value === type.slice(1, -1);
  if (type.startsWith("id:"))
    return typeof value === "string" && value.startsWith(`${type.slice(3)}_`);
  return typeof value === type;
}

function wrongInShape(value: unknown, name: string, path: string): string[] {
  if (!isObject(value)) return [`${path}: ${JSON.stringify(value)} is no ${name}`, path];
  const shape = publishedShapes[name === "any_object" ? String(value.object) : name];
  if (!shape) return [`${path}: nothing is published of ${String(value.object)}`];
  const fields = Object.keys(shape).map((field) => field.replace("?", ""));
  const more = Object.keys(value).filter((field) => !fields.includes(field));
  return [
    ...more.map((field) => `${path}.${field} is not published`),
    ...Object.entries(shape).flatMap(([field, type]) => {
      const plain = field.replace("?", "");
      if (!Object.hasOwn(value, plain))
        return field === plain ? [`${path}.${plain} is missing`] : [];
      return wrongIn(value[plain], type, `${path}.${plain}`);
    }),
  ];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

async function makeSomeOfEverything(): Promise<void> {
  const base = { amount: "500000", currency: "usd", "allowed_payment_method_types[]": "card" };
  await post("/v1/payment_intents", { amount: "5000", currency: "eur" });
  const more = { confirm: "true", return_url: "https://shop.example/" };
  for (const method of [
    "pm_card_visa",
    "pm_card_amex",
    "pm_card_chargeDeclined",
    "pm_card_radarBlock",
    "pm_card_chargeDeclinedIncorrectCvc",
    "pm_card_threeDSecure2Required",
    "pm_card_createDispute",
    "pm_card_createDisputeInquiry",
    "pm_card_pendingRefund",
    "pm_card_refundFail",
  ])
    await post("/v1/payment_intents", { ...base, ...more, payment_method: method });
  for (const outcome of ["complete", "fail"]) {
    const challenged = await post("/v1/payment_intents", {
      ...base,
      ...more,
      payment_method: "pm_card_authenticationRequired",
    });
    const { url } = challenged.next_action.redirect_to_url;
    await test.send(new URL(url).pathname, { form: { outcome } });
  }
  await post("/v1/payment_intents", {
    ...base,
    confirm: "true",
    payment_method: "pm_card_authenticationRequired",
  });
  const canceled = await post("/v1/payment_intents", { ...base, "metadata[a]": "b" });
  await post(`/v1/payment_intents/${canceled.id}/cancel`, { cancellation_reason: "duplicate" });
  for (const charge of (await get("/v1/charges?limit=100")).data)
    await post("/v1/refunds", { charge: charge.id, reason: "duplicate", "metadata[a]": "b" });
  for (const dispute of (await get("/v1/disputes")).data)
    await post(`/v1/disputes/${dispute.id}`, {
      "evidence[uncategorized_text]": "winning_evidence",
    });
  await test.control.slowPayments(true);
  await post("/v1/payment_intents", { ...base, ...more, payment_method: "pm_card_visa" });
  await test.control.slowPayments(false);
}

describe("all answers have exactly the published fields", () => {
  const lists: [string, number][] = [
    ["/v1/payment_intents?limit=100", 12],
    ["/v1/payment_intents?limit=100&expand[]=data.latest_charge&expand[]=data.payment_method", 12],
    ["/v1/charges?limit=100&expand[]=data.balance_transaction&expand[]=data.refunds", 9],
    ["/v1/refunds?limit=100&expand[]=data.balance_transaction", 5],
    ["/v1/disputes?limit=100", 1],
    ["/v1/balance_transactions?limit=100", 10],
    ["/v1/events?limit=100", 40],
  ];
  it.each(lists)("%s", async (path, atLeast) => {
    for (const settle of [false, true]) {
      if (settle) await test.control.settleAll();
      const list = await get(path);
      expect(list.data.length).toBeGreaterThanOrEqual(atLeast);
      expect(wrongIn(list, "@list", path)).toEqual([]);
      // Reading one object returns what the list returned.
      const plain = path.split("?")[0]!;
      if (path.includes("expand") || plain === "/v1/events") continue;
      const one = await get(`${plain}/${list.data[0].id}`);
      expect(one).toEqual(list.data[0]);
    }
  });

  it("payment methods, the balance, the account, and empty lists", async () => {
    const made = await post("/v1/payment_methods", {
      type: "card",
      "card[number]": "3566002020360505",
      "card[exp_month]": "5",
      "card[exp_year]": "2042",
      "billing_details[address][city]": "Graz",
    });
    expect(wrongIn(made, "@payment_method", "made")).toEqual([]);
    expect(await get(`/v1/payment_methods/${made.id}`)).toEqual(made);
    for (const [path, shape] of [
      ["/v1/balance", "@balance"],
      ["/v1/account", "@account"],
      ["/v1/payment_methods", "@list"],
      ["/v1/payment_intents?created[gt]=4000000000", "@list"],
    ] as const)
      expect(wrongIn(await get(path), shape, path)).toEqual([]);
  });

  it("errors", async () => {
    const card = { "card[exp_month]": "5", "card[exp_year]": "2042", type: "card" };
    const answers = [
      await post("/v1/payment_intents", { amount: "x" }),
      await post("/v1/payment_intents/pi_none/cancel", {}),
      await post("/v1/payment_methods", { ...card, "card[number]": "4111111111111111" }),
      await post("/v1/payment_intents", {
        amount: "5000",
        currency: "usd",
        confirm: "true",
        "allowed_payment_method_types[]": "card",
        payment_method: "pm_card_chargeDeclinedInsufficientFunds",
      }),
      await get("/v1/nothing"),
      (await test.send("/v1/charges")).body,
    ];
    for (const answer of answers) {
      expect(Object.keys(answer)).toEqual(["error"]);
      expect(wrongIn(answer.error, "@api_error", "error")).toEqual([]);
      expect(answer.error.message).toEqual(expect.any(String));
    }
  });

  it("this check finds differences", () => {
    const list = { object: "list", data: [{ object: "refund", id: "ch_1", x: 1 }], has_more: 0 };
    const wrong = wrongIn(list, "@list", "list");
    for (const part of [
      "list.url is missing",
      "list.has_more: 0 is no boolean",
      "list.data[0].x is not published",
      'list.data[0].id: "ch_1" is no id:re',
      "list.data[0].amount is missing",
    ])
      expect(wrong).toContain(part);
  });
});
