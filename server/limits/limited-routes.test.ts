import { expect, test } from "vitest";
import { policy, type AccessRule } from "#server/policy.ts";
import { anAccount } from "#testing/builders.ts";
import { aSignedUpUser } from "#testing/identity/sign-up.ts";
import { createTestApp } from "#testing/test-app.ts";

/** Calls that change something without a limit of their own, and why that is enough. */
const unlimited: Record<string, readonly string[]> = {
  "works once for each car or booking, which are limited themselves": [
    "DELETE /api/addproduct/:id",
    "DELETE /api/bookings/:id",
  ],
  "the card provider, by its signature": ["POST /api/payments/webhook"],
};

/** What only admins can call needs no limit: they are few, and known. */
const isForAdmins = (rule: AccessRule) =>
  typeof rule !== "string" && rule.every((role) => role === "admin");

/** Reads of these take the database longer than others. */
const isSlowRead = (path: string) => path.startsWith("/api/feeds");

test("every call that changes something or reads feeds is limited, or has a reason not to be", async () => {
  const shop = await createTestApp({ RATE_LIMITS: "on" });
  try {
    const tokens = new Map<string, string>();
    for (const role of ["Buyer", "Seller", "admin"] as const)
      tokens.set(role, (await anAccount(shop.deps, { role })).token);
    const browser = { email: "session@limits.example", role: "Seller" } as const;
    const { cookie } = await aSignedUpUser(shop, browser);
    const headersFor = (rule: AccessRule): Record<string, string> => {
      if (typeof rule !== "string") return { authorization: `Bearer ${tokens.get(rule[0]!)}` };
      return rule === "session" ? { cookie } : {};
    };
    const routes: string[] = [];
    for (const [call, rule] of Object.entries(policy)) {
      const [method = "", path = ""] = call.split(" ");
      if ((method === "GET" && !isSlowRead(path)) || isForAdmins(rule)) continue;
      const { headers } = await shop.app.inject({
        method: method as "POST",
        url: path.replace(/:\w+/g, "0197b0de-0000-7000-8000-000000000000"),
        headers: headersFor(rule),
        ...(method !== "DELETE" && method !== "GET" && { payload: {} }),
      });
      if (headers["ratelimit-policy"] === undefined) routes.push(call);
    }
    expect(routes.toSorted()).toEqual(Object.values(unlimited).flat().toSorted());
  } finally {
    await shop.close();
  }
});
