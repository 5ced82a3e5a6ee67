import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { policy } from "#server/policy.ts";
import { anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

test("every call refuses an unknown parameter and names it", async () => {
  const tokens: Record<string, string> = {};
  for (const role of ["Buyer", "Seller", "admin"] as const)
    tokens[role] = (await anAccount(shop.deps, { role })).token;
  // The identity service guards itself, and the card provider may add parameters of its own.
  const calls = Object.keys(policy).filter(
    (call) =>
      (policy[call] === "anyone" && call !== "GET /api/openapi.json") ||
      Array.isArray(policy[call]),
  );
  expect(calls.length).toBeGreaterThan(80);
  const answers = [];
  for (const call of calls) {
    const [method, url] = call.split(" ") as ["GET", string];
    const rule = policy[call];
    const token = Array.isArray(rule) ? tokens[rule[0] as string] : undefined;
    const path = url.replaceAll(/:\w+/g, randomUUID());
    const { status, body } = await shop.call(method, `${path}?sice=1`, { token });
    answers.push([call, status, (body as { error?: { fields?: object } }).error?.fields]);
  }
  const refusal = { sice: "This call takes no query parameter sice." };
  expect(answers).toEqual(calls.map((call) => [call, 400, refusal]));
});
