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
  const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => create(`Lot ${at}`)));
  const refused = { acknowledged: false, message: "You can have at most 20 feeds." };
  expect(answers.filter((answer) => "insertedId" in answer)).toHaveLength(20);
  expect(answers.filter((answer) => !("insertedId" in answer))).toEqual(
    Array.from({ length: 20 }, () => refused),
  );
});
