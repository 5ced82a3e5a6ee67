import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditTable } from "#server/audit/audit-table.ts";
import { aListing, anAccount } from "#testing/builders.ts";
import { cookieOf } from "#testing/identity/sign-up.ts";
import { createTestApp } from "#testing/test-app.ts";
import { listAdmins } from "#server/accounts/account-store.ts";
import { addAdmin, removeAdmin } from "./change-admins.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

describe("the admin command", () => {
  // ASVS 6.4.1
  test("creates the first admin, who can sign in with the printed password", async () => {
    const { done, message } = await addAdmin(shop.deps, "first@example.com");
    expect(done).toBe(true);
    const password = /once: (.+)$/.exec(message)?.[1];
    const signedIn = await shop.call("POST", "/api/auth/sign-in/email", {
      body: { email: "first@example.com", password },
    });
    const jwt = await shop.call("GET", "/api/jwt?email=first@example.com", {
      headers: { cookie: cookieOf(signedIn) },
    });
    expect((await shop.call("GET", "/api/users", { token: jwt.body.accessToken })).status).toBe(
      200,
    );
    expect(
      await shop.deps.db
        .select({ actorId: auditTable.actorId, action: auditTable.action })
        .from(auditTable),
    ).toEqual([{ actorId: null, action: "user.make_admin" }]);
  });

  test("never removes the last admin", async () => {
    expect(await removeAdmin(shop.deps, "first@example.com")).toMatchObject({
      done: false,
      message: expect.stringContaining("last admin"),
    });
    expect(await removeAdmin(shop.deps, "nobody@example.com")).toMatchObject({ done: false });
  });

  test("makes an existing account an admin and back, effective immediately", async () => {
    const buyer = await anAccount(shop.deps, { email: "second@example.com", isConfirmed: false });
    const users = async () => (await shop.call("GET", "/api/users", { token: buyer.token })).status;
    expect(await addAdmin(shop.deps, "second@example.com")).toEqual({
      done: true,
      message:
        "second@example.com is an admin now. The address was never confirmed: make sure that it was they who signed up with it.",
    });
    expect(await users()).toBe(200);
    expect(await listAdmins(shop.deps.db)).toEqual(["first@example.com", "second@example.com"]);
    expect(await removeAdmin(shop.deps, "second@example.com")).toMatchObject({ done: true });
    expect(await users()).toBe(403);
    await shop.deps.db.execute(
      sql`update identity_user set email_verified = true where email = 'second@example.com'`,
    );
    expect(await addAdmin(shop.deps, "second@example.com")).toEqual({
      done: true,
      message: "second@example.com is an admin now.",
    });
    await removeAdmin(shop.deps, "second@example.com");
  });

  test("removes one of two admins when both removals run at the same time", async () => {
    await addAdmin(shop.deps, "second@example.com");
    const outcomes = await Promise.all(
      ["first@example.com", "second@example.com"].map((email) => removeAdmin(shop.deps, email)),
    );
    expect(outcomes.map(({ done }) => done).sort()).toEqual([false, true]);
    expect(await listAdmins(shop.deps.db)).toHaveLength(1);
  });

  test("restores the seller role of a former seller", async () => {
    await anAccount(shop.deps, { role: "Seller", email: "dealer@example.com" });
    expect(await addAdmin(shop.deps, "dealer@example.com")).toMatchObject({ done: true });
    expect(await removeAdmin(shop.deps, "dealer@example.com")).toEqual({
      done: true,
      message: "dealer@example.com is a seller now.",
    });
  });

  test("refuses a seller whose cars are for sale", async () => {
    const seller = await anAccount(shop.deps, { role: "Seller", email: "seller@example.com" });
    await aListing(shop.deps, { sellerId: seller.id });
    expect(await addAdmin(shop.deps, "seller@example.com")).toMatchObject({
      done: false,
      message: expect.stringContaining("cars for sale"),
    });
  });
});
