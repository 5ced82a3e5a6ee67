import { afterAll, beforeAll, expect, test } from "vitest";
import { anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

test("a seller has at most 20 feeds, also if many are created at the same time", async () => {
  const { token } = await anAccount(shop.deps, { role: "Seller", isVerified: true });
  const create = async (name: string) =>
    (await shop.call("POST", "/api/feeds", { token, body: { name } })).body as object;
  const createAtOnce = async (length: number) => {
    const answers = await Promise.all(Array.from({ length }, (_, at) => create(`Lot ${at}`)));
    return answers.filter((answer) => !("insertedId" in answer));
  };
  const refused = { acknowledged: false, message: "You can have at most 20 feeds." };
  // One is created while twenty wait; more than that are told to try again.
  const first = await createAtOnce(40);
  expect(first).toHaveLength(20);
  const busy = { message: "Your stock is being updated. Try again in a moment." };
  for (const answer of first) expect(answer).toMatchObject("error" in answer ? busy : refused);
  expect(await createAtOnce(5)).toEqual(Array.from({ length: 5 }, () => refused));
});
