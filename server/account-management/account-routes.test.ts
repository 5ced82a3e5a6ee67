import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SellerRecord, UserRecord } from "#shared/accounts/account-contract.ts";
import { auditTable } from "#server/audit/audit-table.ts";
import { imageTable } from "#server/images/image-table.ts";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { aSignedUpUser } from "#testing/identity/sign-up.ts";
import { createTestApp } from "#testing/test-app.ts";
import { accountTable } from "#server/accounts/account-table.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let admin: Awaited<ReturnType<typeof anAccount>>;
beforeAll(async () => {
  shop = await createTestApp();
  // These tests start from empty logs, but the logs are append-only.
  for (const log of ["booking_event", "listing_price_change", "audit"])
    await shop.deps.db.execute(sql.raw(`alter table ${log} disable trigger ${log}_append_only`));
});
beforeEach(async () => {
  // Delete listings instead of truncating: the catalog listens for row changes.
  for (const table of [
    "booking_event",
    "booking",
    "report",
    "listing_price_change",
    "listing",
    "audit",
    "email",
    "image",
    "account",
    "identity_user",
  ]) {
    await shop.deps.db.execute(sql.raw(`delete from ${table}`));
  }
  await shop.deps.catalogue.refresh();
  admin = await anAccount(shop.deps, { role: "admin", name: "Ada" });
});
afterAll(() => shop.close());

const audits = () =>
  shop.deps.db
    .select({
      actorId: auditTable.actorId,
      action: auditTable.action,
      subjectId: auditTable.subjectId,
    })
    .from(auditTable)
    .orderBy(auditTable.id);
const asAdmin = (method: "GET" | "PUT" | "DELETE", url: string, body?: object) =>
  shop.call(method, url, { token: admin.token, body });
const inAMinute = () => new Date(Date.now() + 60_000);

describe("POST /api/users", () => {
  const create = (cookie: string, body: unknown, headers: Record<string, string> = {}) =>
    shop.call("POST", "/api/users", { headers: { cookie, ...headers }, body });

  test("creates the session's own account, whatever else the body contains", async () => {
    const { cookie } = await aSignedUpUser(shop, { email: "new@example.com" });
    const answer = await create(cookie, {
      name: "New",
      role: "Seller",
      email: "admin@example.com",
      isVerified: true,
      _id: admin.id,
      identityId: "x",
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { acknowledged: true, insertedId: expect.any(String) },
    });
    const sellers = await asAdmin("GET", "/api/seller");
    expect(sellers.body).toEqual([
      expect.objectContaining({
        _id: answer.body.insertedId,
        name: "New",
        email: "new@example.com",
        isVerify: false,
        listingCount: 0,
      }),
    ]);
  });

  test("never changes an existing role", async () => {
    const { cookie } = await aSignedUpUser(shop, { email: "twice@example.com" });
    const first = await create(cookie, { name: "Twice", role: "Buyer" });
    const second = await create(cookie, { name: "Other", role: "Seller" });
    expect(second.body).toEqual(first.body);
    expect((await asAdmin("GET", "/api/buyer")).body).toEqual([
      expect.objectContaining({ email: "twice@example.com", name: "Twice" }),
    ]);
  });

  test("creates one account for many simultaneous calls", async () => {
    const { cookie } = await aSignedUpUser(shop, { email: "rush@example.com" });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        create(cookie, { name: "Rush", role: index % 2 ? "Buyer" : "Seller" }),
      ),
    );
    expect(new Set(answers.map(({ body }) => body.insertedId)).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect((await asAdmin("GET", "/api/users")).headers["x-total-count"]).toBe("2");
  });

  test.each(["admin", "Admin", "buyer", "", null, ["Buyer"]])(
    "refuses the role %j",
    async (role) => {
      const { cookie } = await aSignedUpUser(shop, { email: "role@example.com" });
      const answer = await create(cookie, { name: "Role", role });
      expect(answer.status).toBe(400);
      expect(answer.body.error.fields).toHaveProperty("role");
      expect((await asAdmin("GET", "/api/users")).headers["x-total-count"]).toBe("1");
    },
  );

  // ASVS 3.5.1
  test("accepts the cookie only from our own pages, and checks that first", async () => {
    const { cookie } = await aSignedUpUser(shop, { email: "own@example.com" });
    expect((await create(cookie, { name: "Own" }, { origin: "https://evil.example" })).status).toBe(
      403,
    );
    expect((await create(cookie, { name: "Own" }, { "sec-fetch-site": "cross-site" })).status).toBe(
      403,
    );
    expect((await create("", { role: "admin" })).status).toBe(401);
    expect(
      (await shop.call("POST", "/api/users", { token: admin.token, body: { name: "Own" } })).status,
    ).toBe(401);
    expect(
      (await create(cookie, { name: "Own" }, { origin: "http://localhost:3000" })).status,
    ).toBe(200);
  });

  test("finishes an interrupted sign-up with the same email and password", async () => {
    const signUp = { name: "Half", email: "half@example.com", password: "Secret!2026" };
    expect((await shop.call("POST", "/api/auth/sign-up/email", { body: signUp })).status).toBe(200);
    const again = await shop.call("POST", "/api/auth/sign-up/email", { body: signUp });
    expect(again.body.message).toMatch(/already exists/i);
    const signedIn = await shop.call("POST", "/api/auth/sign-in/email", { body: signUp });
    const cookie = String(signedIn.headers["set-cookie"]).split(";")[0] ?? "";
    expect((await create(cookie, { name: "Half", role: "Seller" })).body.acknowledged).toBe(true);
    expect(
      (await shop.call("GET", "/api/jwt?email=half@example.com", { headers: { cookie } })).status,
    ).toBe(200);
  });

  test("claims the identity's picture, and refuses one that no longer exists", async () => {
    const { cookie } = await aSignedUpUser(shop, { email: "photo@example.com" });
    const setImage = (image: string) =>
      shop.call("POST", "/api/auth/update-user", {
        headers: { cookie },
        body: { name: "Photo", image },
      });
    const deletedAccount = {
      id: "00000000-0000-4000-8000-000000000001",
      width: 1,
      height: 1,
      expiresAt: new Date(Date.now() - 1_000),
    };
    const fresh = {
      id: "00000000-0000-4000-8000-000000000002",
      width: 1,
      height: 1,
      expiresAt: inAMinute(),
    };
    await shop.deps.db.insert(imageTable).values([deletedAccount, fresh]);
    await setImage(`http://localhost:3000/images/${deletedAccount.id}/1200.jpg`);
    const refused = await create(cookie, { name: "Photo" });
    expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([400, ["image"]]);
    await setImage(`http://localhost:3000/images/${fresh.id}/1200.jpg`);
    expect((await create(cookie, { name: "Photo" })).status).toBe(200);
    expect((await asAdmin("GET", "/api/buyer")).body[0].photoURL).toBe(
      `/images/${fresh.id}/1200.jpg`,
    );
    expect(
      (await shop.deps.db.select().from(imageTable).where(eq(imageTable.id, fresh.id)))[0]
        ?.claimedAt,
    ).toBeInstanceOf(Date);
  });
});

describe("lists", () => {
  test("are paged newest first, with every row exactly once", async () => {
    const at = new Date("2026-01-01T00:00:00.123Z");
    for (let index = 0; index < 7; index++) await anAccount(shop.deps, { createdAt: at });
    const seen: string[] = [];
    let url: string | undefined = "/api/buyer?limit=3";
    const sizes: number[] = [];
    while (url) {
      const page = await asAdmin("GET", url);
      expect(page.headers["x-total-count"]).toBe("7");
      sizes.push(page.body.length);
      seen.push(...page.body.map((row: { _id: string }) => row._id));
      url = /<(.+)>; rel="next"/.exec(String(page.headers.link))?.[1];
    }
    expect(sizes).toEqual([3, 3, 1]);
    expect(new Set(seen).size).toBe(7);
  });

  test("page correctly through accounts created in the same millisecond", async () => {
    await shop.deps.db.execute(
      "insert into account (id, name, email, role, created_at) select gen_random_uuid(), 'N' || n, n || '@example.com', 'Buyer', timestamptz '2026-01-01' + n * interval '1 microsecond' from generate_series(1, 9) n",
    );
    const first = await asAdmin("GET", "/api/buyer?limit=4");
    const second = await asAdmin("GET", /<(.+)>/.exec(String(first.headers.link))?.[1] ?? "");
    expect([...first.body, ...second.body].map((row) => row.name)).toEqual([
      "N9",
      "N8",
      "N7",
      "N6",
      "N5",
      "N4",
      "N3",
      "N2",
    ]);
  });

  test("clamp a large limit and report an invalid cursor", async () => {
    expect((await asAdmin("GET", "/api/users?limit=100000")).status).toBe(200);
    expect((await asAdmin("GET", "/api/users?limit=0")).status).toBe(400);
    for (const cursor of [
      "x",
      "e30",
      Buffer.from('["now","x"]').toString("base64url"),
      Buffer.from('["2026-01-01T00:00:00Z","1 or 1=1"]').toString("base64url"),
    ]) {
      const answer = await asAdmin("GET", `/api/seller?cursor=${cursor}`);
      expect([
        answer.status,
        answer.body.error.code,
        Object.keys(answer.body.error.fields),
      ]).toEqual([400, "invalid_cursor", ["cursor"]]);
    }
  });

  test("list the allowed actions of each account", async () => {
    const seller = await anAccount(shop.deps, {
      isConfirmed: false,
      role: "Seller",
      isVerified: true,
      verifiedAt: new Date(),
    });
    await aListing(shop.deps, { sellerId: seller.id });
    await aListing(shop.deps, { sellerId: seller.id, withdrawnAt: new Date() });
    expect((await asAdmin("GET", "/api/seller")).body[0]).toMatchObject({
      isVerify: true,
      listingCount: 1,
      allowedActions: ["unverify", "suspend", "delete"],
    });
    const shown = (await asAdmin("GET", "/api/users")).body as { isEmailConfirmed: boolean }[];
    expect(shown.map(({ isEmailConfirmed }) => isEmailConfirmed)).toEqual([false, true]);
    await shop.deps.db.execute(sql`
      update identity_user set email_verified = true
      where id = (select identity_id from account where id = ${seller.id})`);
    const users = (await asAdmin("GET", "/api/users")).body as {
      role: string;
      allowedActions: string[];
      isEmailConfirmed: boolean;
    }[];
    expect(users.map(({ isEmailConfirmed }) => isEmailConfirmed)).toEqual([true, true]);
    expect(users.map(({ role, allowedActions }) => [role, allowedActions])).toEqual([
      ["Seller", ["makeAdmin"]],
      // Their own account.
      ["admin", []],
    ]);
  });
});

describe("role checks by email", () => {
  test("answer only the user and admins", async () => {
    const seller = await anAccount(shop.deps, { role: "Seller" });
    const buyer = await anAccount(shop.deps);
    const ask = (what: string, email: string, token: string) =>
      shop.call("GET", `/api/users/${what}/${email}`, { token });
    expect((await ask("admin", admin.email, admin.token)).body).toEqual({ isAdmin: true });
    expect((await ask("admin", seller.email.toUpperCase(), seller.token)).body).toEqual({
      isAdmin: false,
    });
    expect((await ask("seller", seller.email, seller.token)).body).toEqual({ isSeller: true });
    expect((await ask("seller", buyer.email, buyer.token)).body).toEqual({ isSeller: false });
    expect((await ask("seller", seller.email, admin.token)).body).toEqual({ isSeller: true });
    expect((await ask("seller", "nobody@example.com", admin.token)).body).toEqual({
      isSeller: false,
    });
    expect((await ask("seller", seller.email, buyer.token)).status).toBe(403);
    expect((await ask("admin", admin.email, seller.token)).status).toBe(403);
    expect((await ask("admin", "nobody@example.com", seller.token)).status).toBe(403);
  });
});

describe("make admin", () => {
  const make = (id: string) => asAdmin("PUT", `/api/users/admin/${id}`);

  test("changes the role immediately and is logged", async () => {
    const buyer = await anAccount(shop.deps);
    expect((await shop.call("GET", "/api/users", { token: buyer.token })).status).toBe(403);
    expect((await make(buyer.id)).body).toEqual({ modifiedCount: 1 });
    expect((await shop.call("GET", "/api/users", { token: buyer.token })).status).toBe(200);
    expect((await asAdmin("GET", "/api/buyer")).body).toEqual([]);
    expect(await audits()).toEqual([
      { actorId: admin.id, action: "user.make_admin", subjectId: buyer.id },
    ]);
    const again = await make(buyer.id);
    expect(again).toMatchObject({
      status: 200,
      body: { modifiedCount: 0, message: expect.stringContaining("already") },
    });
  });

  test("refuses a seller who has cars for sale", async () => {
    const seller = await anAccount(shop.deps, { role: "Seller", isVerified: true });
    const listing = await aListing(shop.deps, { sellerId: seller.id });
    expect((await make(seller.id)).body).toMatchObject({
      modifiedCount: 0,
      message: expect.stringContaining("cars for sale"),
    });
    await shop.call("DELETE", `/api/addproduct/${listing.id}`, { token: seller.token });
    expect((await make(seller.id)).body).toEqual({ modifiedCount: 1 });
    expect((await asAdmin("GET", "/api/seller")).body).toEqual([]);
  });

  test("refuses a buyer who has a reserved car", async () => {
    const buyer = await anAccount(shop.deps);
    const listing = await aListing(shop.deps, {
      sellerId: (await anAccount(shop.deps, { role: "Seller" })).id,
    });
    const booking = await aBooking(shop.deps, { listingId: listing.id, buyerId: buyer.id });
    expect((await make(buyer.id)).body).toMatchObject({
      modifiedCount: 0,
      message: expect.stringContaining("reserved car"),
    });
    await shop.call("DELETE", `/api/bookings/${booking.id}`, { token: buyer.token });
    expect((await make(buyer.id)).body).toEqual({ modifiedCount: 1 });
  });

  test.each(["no-id", "00000000-0000-4000-8000-000000000000", "1%27%20or%201=1"])(
    "knows no account %s",
    async (id) => {
      expect((await make(id)).status).toBe(404);
    },
  );
});

describe("revoking an admin", () => {
  const make = (id: string) => asAdmin("PUT", `/api/users/admin/${id}`);
  const revoke = (id: string, token = admin.token) =>
    shop.call("DELETE", `/api/users/admin/${id}`, { token });

  test.each(["Buyer", "Seller"] as const)(
    "returns a former %s to that role at once",
    async (role) => {
      const user = await anAccount(shop.deps, { role, isVerified: role === "Seller" });
      await make(user.id);
      const users = (await asAdmin("GET", "/api/users")).body as UserRecord[];
      expect(users.find(({ _id }) => _id === user.id)).toMatchObject({
        roleBefore: role,
        allowedActions: ["revokeAdmin"],
      });
      expect((await revoke(user.id)).body).toEqual({ modifiedCount: 1 });
      expect((await shop.call("GET", "/api/users", { token: user.token })).status).toBe(403);
      const own = await shop.call("GET", "/api/account", { token: user.token });
      expect(own.body).toMatchObject({ role });
      const sellers = (await asAdmin("GET", "/api/seller")).body as SellerRecord[];
      expect(sellers.map(({ _id, isVerify }) => [_id, isVerify])).toEqual(
        role === "Seller" ? [[user.id, false]] : [],
      );
      expect((await audits()).at(-1)).toEqual({
        actorId: admin.id,
        action: "user.remove_admin",
        subjectId: user.id,
      });
      const { rows } = await shop.deps.db.execute<{ subject: string; text: string }>(
        sql`select subject, text from email where to_address = ${user.email}`,
      );
      expect(rows).toMatchObject([{ subject: "You are no longer an admin of Marque" }]);
      expect(rows[0]!.text).toContain(`a ${role.toLowerCase()} again`);
      expect((await revoke(user.id)).body).toEqual({
        modifiedCount: 0,
        message: `${user.name} is not an admin.`,
      });
    },
  );

  test("turns an account that was created as an admin into a buyer", async () => {
    const other = await anAccount(shop.deps, { role: "admin" });
    expect((await revoke(other.id)).body).toEqual({ modifiedCount: 1 });
    const own = await shop.call("GET", "/api/account", { token: other.token });
    expect(own.body).toMatchObject({ role: "Buyer" });
  });

  test("refuses an admin's own account and unknown accounts", async () => {
    expect((await revoke(admin.id)).body).toEqual({
      modifiedCount: 0,
      message: "You cannot revoke your own admin role. Ask another admin to do it.",
    });
    const own = await shop.call("GET", "/api/account", { token: admin.token });
    expect(own.body).toMatchObject({ role: "admin" });
    for (const id of [randomUUID(), "nonsense"]) expect((await revoke(id)).status).toBe(404);
  });

  test("keeps one of two admins who revoke each other at the same time", async () => {
    for (let round = 0; round < 5; round++) {
      const other = await anAccount(shop.deps, { role: "admin" });
      const answers = await Promise.all([revoke(other.id), revoke(admin.id, other.token)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
      const { rows } = await shop.deps.db.execute<{ id: string }>(
        sql`select id from account where role = 'admin' and deleted_at is null`,
      );
      expect(rows).toHaveLength(1);
      // Either call may come first.
      await shop.deps.db.execute(sql`update account set role = 'admin' where id = ${admin.id}`);
      await shop.deps.db.execute(sql`update account set role = 'Buyer' where id = ${other.id}`);
    }
  });
});

describe("seller verification", () => {
  test("shows on the seller's cars immediately, and can be revoked", async () => {
    const seller = await anAccount(shop.deps, { role: "Seller" });
    await aListing(shop.deps, {
      sellerId: seller.id,
      isAdvertised: true,
      advertisedAt: new Date(),
    });
    const isVerified = async () =>
      (await shop.call("GET", "/api/products")).body[0].isSellerVerified as boolean;
    expect(await isVerified()).toBe(false);
    expect((await asAdmin("PUT", `/api/seller/verify/${seller.id}`)).body).toEqual({
      modifiedCount: 1,
    });
    expect(await isVerified()).toBe(true);
    expect((await asAdmin("GET", "/api/seller")).body[0]).toMatchObject({
      isVerify: true,
      verifiedAt: expect.any(String),
      verifiedBy: "Ada",
    });
    expect((await asAdmin("PUT", `/api/seller/verify/${seller.id}`)).body).toMatchObject({
      modifiedCount: 0,
      message: expect.stringContaining("already"),
    });
    expect((await asAdmin("DELETE", `/api/seller/verify/${seller.id}`)).body).toEqual({
      modifiedCount: 1,
    });
    expect(await isVerified()).toBe(false);
    expect((await asAdmin("DELETE", `/api/seller/verify/${seller.id}`)).body).toMatchObject({
      modifiedCount: 0,
      message: expect.any(String),
    });
    expect((await audits()).map(({ action }) => action)).toEqual([
      "seller.verify",
      "seller.unverify",
    ]);
  });

  test("shows buyers what was checked and when, and only admins who checked it", async () => {
    const seller = await anAccount(shop.deps, { role: "Seller" });
    const car = await aListing(shop.deps, { sellerId: seller.id });
    const url = `/api/seller/verify/${seller.id}`;
    const shown = () => shop.deps.catalogue.find(car.id)!.sellerVerification;
    await asAdmin("PUT", url);
    expect(shown()).toEqual({ at: expect.any(String), checked: [] });
    const body = { checked: ["phone", "identity", "phone"], note: "Passport\u00a0seen" };
    const again = await shop.call("PUT", url, { token: admin.token, body });
    expect(again.body).toEqual({ modifiedCount: 1 });
    expect(shown()).toEqual({ at: expect.any(String), checked: ["identity", "phone"] });
    const [record] = (await asAdmin("GET", "/api/seller")).body as object[];
    expect(record).toMatchObject({
      checked: ["identity", "phone"],
      verificationNote: "Passport\u00a0seen",
      verifiedBy: "Ada",
    });
    const list = await shop.call("GET", `/api/products/${car.categoryId}`);
    expect(JSON.stringify(list.body)).not.toMatch(/Passport|Ada/);
    expect((await audits()).map(({ action }) => action)).toEqual([
      "seller.verify",
      "seller.verify",
    ]);

    const reason = "The passport has expired";
    await shop.call("DELETE", url, { token: admin.token, body: { reason } });
    expect(shown()).toBeNull();
    expect((await asAdmin("GET", "/api/seller")).body[0]).toMatchObject({
      isVerify: false,
      checked: [],
      verificationNote: null,
    });
    const { rows } = await shop.deps.db.execute(
      sql`select text from email where to_address = ${seller.email} order by created_at desc limit 1`,
    );
    expect(rows[0]!.text).toContain(`Reason: ${reason}`);
    await asAdmin("PUT", url);
    expect(shown()?.checked).toEqual([]);
  });

  test("refuses unknown checks and overlong notes", async () => {
    const seller = await anAccount(shop.deps, { role: "Seller" });
    for (const [body, field] of [
      [{ checked: ["horoscope"] }, "checked"],
      [{ checked: [], note: "x".repeat(501) }, "note"],
    ] as const) {
      const answer = await shop.call("PUT", `/api/seller/verify/${seller.id}`, {
        token: admin.token,
        body,
      });
      expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([400, [field]]);
    }
  });

  test("belongs to the last admin who verified, and ends with the badge", async () => {
    const seller = await anAccount(shop.deps, { role: "Seller" });
    const other = await anAccount(shop.deps, { role: "Seller", isVerified: true });
    const bea = await anAccount(shop.deps, { role: "admin", name: "Bea" });
    const url = `/api/seller/verify/${seller.id}`;
    const shown = async (id: string) =>
      ((await asAdmin("GET", "/api/seller")).body as { _id: string; verifiedBy: unknown }[]).find(
        ({ _id }) => _id === id,
      )?.verifiedBy;
    await asAdmin("PUT", url);
    await asAdmin("DELETE", url);
    expect(await shown(seller.id)).toBeNull();
    await shop.call("PUT", url, { token: bea.token });
    expect(await shown(seller.id)).toBe("Bea");
    // Verified without an admin, like the demo's sellers.
    expect(await shown(other.id)).toBeNull();
  });

  test("can be undone only by the admin who gave it", async () => {
    const seller = await anAccount(shop.deps, { role: "Seller" });
    const bea = await anAccount(shop.deps, { role: "admin", name: "Bea" });
    const url = `/api/seller/verify/${seller.id}`;
    const undo = async () => (await asAdmin("DELETE", url, { undo: true })).body;
    await asAdmin("PUT", url);
    await shop.call("PUT", url, { token: bea.token, body: { checked: ["phone"] } });
    expect(await undo()).toEqual({
      modifiedCount: 0,
      message: `Another admin has verified ${seller.name} since. Nothing was changed.`,
    });
    await asAdmin("PUT", url, { checked: ["identity"] });
    expect(await undo()).toEqual({ modifiedCount: 1 });
    await asAdmin("PUT", url);
    await asAdmin("DELETE", url);
    await shop.call("PUT", url, { token: bea.token });
    expect(await undo()).toMatchObject({ modifiedCount: 0 });
    // Any admin can revoke with a reason.
    expect((await asAdmin("DELETE", url, { reason: "Seen elsewhere" })).body).toEqual({
      modifiedCount: 1,
    });
  });

  test("takes effect everywhere immediately, and so does its revocation", async () => {
    const seller = await anAccount(shop.deps, { role: "Seller" });
    const car = await aListing(shop.deps, {
      sellerId: seller.id,
      isAdvertised: true,
      advertisedAt: new Date(),
    });
    type Shown = { _id: string; isSellerVerified: boolean };
    const places = async () => {
      const lists = await Promise.all([
        shop.call("GET", "/api/products"),
        shop.call("GET", `/api/products/${car.categoryId}`),
        shop.call("GET", "/api/addproduct", { token: seller.token }),
        asAdmin("GET", "/api/addproduct"),
      ]);
      const flags = lists.map(
        ({ body }) => (body as Shown[]).find(({ _id }) => _id === car.id)?.isSellerVerified,
      );
      const [{ isVerify }] = (await asAdmin("GET", "/api/seller")).body as [{ isVerify: boolean }];
      return [...flags, shop.deps.catalogue.find(car.id)?.isSellerVerified, isVerify];
    };
    const everywhere = (flag: boolean) => Array.from({ length: 6 }, () => flag);
    expect(await places()).toEqual(everywhere(false));
    await asAdmin("PUT", `/api/seller/verify/${seller.id}`);
    expect(await places()).toEqual(everywhere(true));
    await asAdmin("DELETE", `/api/seller/verify/${seller.id}`);
    expect(await places()).toEqual(everywhere(false));
    const body = {
      name: "A6",
      originalPrice: 2,
      resalePrice: 1,
      category: "Audi",
      condition: "Good",
    };
    const added = await shop.call("POST", "/api/addproduct", { token: seller.token, body });
    expect(shop.deps.catalogue.find(added.body.insertedId as string)?.isSellerVerified).toBe(false);
  });

  test("is emailed to the seller each time it changes", async () => {
    const seller = await anAccount(shop.deps, { role: "Seller", name: "Lia <b>Lee</b>" });
    const url = `/api/seller/verify/${seller.id}`;
    for (const method of ["DELETE", "PUT", "PUT", "DELETE"] as const) await asAdmin(method, url);
    const { rows } = await shop.deps.db.execute(
      sql`select kind, subject, text, html from email where to_address = ${seller.email} order by created_at`,
    );
    expect(rows).toMatchObject([
      {
        kind: "seller.verified",
        subject: "You are a verified seller on Marque",
        text: expect.stringContaining("Dear Lia <b>Lee</b>,"),
        html: expect.stringContaining("Lia &lt;b&gt;Lee&lt;/b&gt;"),
      },
      {
        kind: "seller.unverified",
        subject: "Your verification on Marque was revoked",
        text: expect.stringContaining("Your cars stay in the shop, without the badge."),
      },
    ]);
  });

  test("applies to sellers only", async () => {
    const buyer = await anAccount(shop.deps);
    for (const id of [buyer.id, admin.id, "no-id"]) {
      expect((await asAdmin("PUT", `/api/seller/verify/${id}`)).status).toBe(404);
      expect((await asAdmin("DELETE", `/api/seller/verify/${id}`)).status).toBe(404);
    }
  });
});

describe("deletion", () => {
  // ASVS 7.4.2, 7.4.5
  test("signs a buyer out everywhere, keeps the record, and frees the email", async () => {
    const user = await aSignedUpUser(shop, { email: "gone@example.com", role: "Buyer" });
    expect((await asAdmin("DELETE", `/api/buyer/${user.id}`)).body).toEqual({ deletedCount: 1 });
    expect(
      (await shop.call("GET", "/api/bookings?email=gone@example.com", { token: user.token }))
        .status,
    ).toBe(401);
    expect(
      (await shop.call("GET", "/api/auth/get-session", { headers: { cookie: user.cookie } })).body,
    ).toBeNull();
    expect(
      (
        await shop.call("POST", "/api/users", {
          headers: { cookie: user.cookie },
          body: { name: "Back" },
        })
      ).status,
    ).toBe(401);
    expect(
      (
        await shop.call("POST", "/api/auth/sign-in/email", {
          body: { email: "gone@example.com", password: "Secret!2026" },
        })
      ).status,
    ).toBe(401);
    const [row] = await shop.deps.db
      .select()
      .from(accountTable)
      .where(eq(accountTable.id, user.id));
    expect(row).toMatchObject({
      name: "Deleted account",
      email: "",
      identityId: null,
      deletedAt: expect.any(Date),
    });
    expect((await asAdmin("DELETE", `/api/buyer/${user.id}`)).status).toBe(404);
    expect(await audits()).toEqual([
      { actorId: admin.id, action: "buyer.delete", subjectId: user.id },
    ]);
    const back = await aSignedUpUser(shop, { email: "gone@example.com", role: "Seller" });
    expect(back.id).not.toBe(user.id);
  });

  test("withdraws a seller's cars", async () => {
    const seller = await anAccount(shop.deps, { role: "Seller" });
    await aListing(shop.deps, {
      sellerId: seller.id,
      isAdvertised: true,
      advertisedAt: new Date(),
    });
    expect((await shop.call("GET", "/api/products")).body).toHaveLength(1);
    expect((await asAdmin("DELETE", `/api/seller/${seller.id}`)).body).toEqual({ deletedCount: 1 });
    expect((await shop.call("GET", "/api/products")).body).toEqual([]);
    expect((await shop.call("GET", "/api/addproduct", { token: seller.token })).status).toBe(401);
  });

  test.each(["held", "releasing", "paid", "partly_refunded"] as const)(
    "waits while a booking is %s, for buyer and seller alike",
    async (state) => {
      const seller = await anAccount(shop.deps, { role: "Seller" });
      const buyer = await anAccount(shop.deps);
      const listing = await aListing(shop.deps, { sellerId: seller.id });
      await aBooking(shop.deps, { listingId: listing.id, buyerId: buyer.id, state });
      for (const url of [`/api/buyer/${buyer.id}`, `/api/seller/${seller.id}`]) {
        expect(await asAdmin("DELETE", url)).toMatchObject({
          status: 200,
          body: { deletedCount: 0, message: expect.any(String) },
        });
      }
      expect(
        (await shop.call("GET", "/api/addproduct", { token: seller.token })).body,
      ).toHaveLength(1);
      expect(await audits()).toEqual([]);
    },
  );

  test.each(["cancelled", "expired", "refunded"] as const)(
    "does not wait for a booking that is %s",
    async (state) => {
      const seller = await anAccount(shop.deps, { role: "Seller" });
      const buyer = await anAccount(shop.deps);
      const listing = await aListing(shop.deps, { sellerId: seller.id });
      await aBooking(shop.deps, { listingId: listing.id, buyerId: buyer.id, state });
      expect((await asAdmin("DELETE", `/api/buyer/${buyer.id}`)).body).toEqual({ deletedCount: 1 });
      expect((await asAdmin("DELETE", `/api/seller/${seller.id}`)).body).toEqual({
        deletedCount: 1,
      });
    },
  );

  test("refuses to delete an admin, and says if it is the last one", async () => {
    expect((await asAdmin("DELETE", `/api/buyer/${admin.id}`)).body).toMatchObject({
      deletedCount: 0,
      message: expect.stringContaining("last admin"),
    });
    const second = await anAccount(shop.deps, { role: "admin" });
    for (const kind of ["buyer", "seller"]) {
      expect((await asAdmin("DELETE", `/api/${kind}/${second.id}`)).body).toMatchObject({
        deletedCount: 0,
        message: expect.stringContaining("admin"),
      });
    }
  });

  test("does not find a seller among buyers or a buyer among sellers", async () => {
    const buyer = await anAccount(shop.deps);
    const seller = await anAccount(shop.deps, { role: "Seller" });
    expect((await asAdmin("DELETE", `/api/seller/${buyer.id}`)).status).toBe(404);
    expect((await asAdmin("DELETE", `/api/buyer/${seller.id}`)).status).toBe(404);
    expect((await asAdmin("DELETE", "/api/buyer/no-id")).status).toBe(404);
  });

  test("or a booking succeeds when the same buyer has both at once, not both", async () => {
    for (let round = 0; round < 8; round++) {
      const seller = await anAccount(shop.deps, { role: "Seller" });
      const buyer = await anAccount(shop.deps);
      const listing = await aListing(shop.deps, { sellerId: seller.id });
      const body = {
        productId: listing.id,
        item: listing.name,
        price: 20_000,
        image: "",
        name: "B",
        email: buyer.email,
        phone: "",
        location: "",
      };
      const [deleted, booked] = await Promise.all([
        asAdmin("DELETE", `/api/buyer/${buyer.id}`),
        shop.call("POST", "/api/bookings", { token: buyer.token, body }),
      ]);
      const isBooked = booked.status === 200 && booked.body.acknowledged === true;
      expect([deleted.body.deletedCount, isBooked]).toEqual(
        deleted.body.deletedCount === 1 ? [1, false] : [0, true],
      );
    }
  });
});
