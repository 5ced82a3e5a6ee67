import { expect, test } from "vitest";
import { policy, type AccessRule } from "#server/policy.ts";
import { anAccount } from "#testing/builders.ts";
import { aSignedUpUser } from "#testing/identity/sign-up.ts";
import { createTestApp } from "#testing/test-app.ts";

/** Calls that change something without a limit of their own, and why that is enough. */
const unlimited: Record<string, readonly string[]> = {
  "admins only": [
    "DELETE /api/buyer/:id",
    "DELETE /api/seller-checks/:id",
    "DELETE /api/seller/:id",
    "DELETE /api/seller/suspend/:id",
    "DELETE /api/seller/verify/:id",
    "DELETE /api/users/admin/:id",
    "POST /api/appeals/:id/decide",
    "POST /api/bookings/:id/refunds",
    "POST /api/bookings/:id/relist",
    "POST /api/flagged-cars/:id/dismiss",
    "POST /api/payments/:id/refund",
    "POST /api/reportedProducts/:id/dismiss",
    "POST /api/reportedProducts/:id/remove",
    "POST /api/reportedProducts/:id/reopen",
    "POST /api/reviews/:id/dismiss",
    "POST /api/reviews/:id/remove",
    "POST /api/seller/:id/checks",
    "POST /api/valuation/model/train",
    "PUT /api/seller/suspend/:id",
    "PUT /api/seller/verify/:id",
    "PUT /api/users/admin/:id",
  ],
  "works once for each car or booking, which are limited themselves": [
    "DELETE /api/addproduct/:id",
    "DELETE /api/bookings/:id",
  ],
  "the card provider, by its signature": ["POST /api/payments/webhook"],
};

test("every call that changes something is limited, or has a reason not to be", async () => {
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
    const found: string[] = [];
    for (const [call, rule] of Object.entries(policy)) {
      const [method = "", path = ""] = call.split(" ");
      if (method === "GET") continue;
      const { headers } = await shop.app.inject({
        method: method as "POST",
        url: path.replace(/:\w+/g, "0197b0de-0000-7000-8000-000000000000"),
        headers: headersFor(rule),
        ...(method !== "DELETE" && { payload: {} }),
      });
      if (headers["ratelimit-policy"] === undefined) found.push(call);
    }
    expect(found.toSorted()).toEqual(Object.values(unlimited).flat().toSorted());
  } finally {
    await shop.close();
  }
});
