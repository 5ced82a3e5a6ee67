import { readdir, utimes } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { removeExpiredImages, removeOrphanedImages } from "#server/images/remove-expired-images.ts";
import { endHolds } from "#server/bookings/public.ts";
import { lockErasures } from "#server/privacy/public.ts";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { aSignedUpUser } from "#testing/identity/sign-up.ts";
import { searchDatabase } from "#testing/privacy/search-database.ts";
import { createTestApp } from "#testing/test-app.ts";
import { uploadPhoto } from "#testing/privacy/personal-data.ts";
import { deleteOwnAccount } from "./delete-own-account.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
/** Another process of the shop, which deletes: calls of one account take turns in one process. */
let other: typeof shop;
let admin: Awaited<ReturnType<typeof anAccount>>;
let seller: Awaited<ReturnType<typeof anAccount>>;
beforeAll(async () => {
  shop = await createTestApp({ DATABASE_POOL: "20" });
  other = await anotherProcessOf(shop);
  admin = await anAccount(shop.deps, { role: "admin" });
  seller = await anAccount(shop.deps, { role: "Seller" });
});
afterAll(async () => {
  await other.close();
  await shop.close();
});

function anotherProcessOf({ databaseUrl, deps: { config } }: typeof shop, env = {}) {
  const database = { url: databaseUrl, drop: () => Promise.resolve() };
  return createTestApp({ DATABASE_POOL: "20", DATA_DIR: config.DATA_DIR, ...env }, { database });
}

const password = "Secret!2026";
let serial = 0;

/** A user whose name, email and phone each contain a word that appears nowhere else. */
async function someone(
  role: "Buyer" | "Seller",
  { image = false }: { image?: boolean } = {},
  at: typeof shop = shop,
) {
  const mark = `quixworth${1_000 + ++serial}`;
  const name = `Zebulon ${mark}`;
  const photo = image ? { image: await uploadPhoto(at, name) } : {};
  const user = await aSignedUpUser(at, {
    name,
    email: `${mark}@ulvenhout.example`,
    role,
    isConfirmed: true,
    ...photo,
  });
  return { ...user, name, mark, phone: `+31 900 7731 ${1_000 + serial}` };
}
type User = Awaited<ReturnType<typeof someone>>;

const deleteOwn = ({ token }: { token: string }, at = other) =>
  at.call("POST", "/api/account/delete", { token, body: { password } });
const imageFiles = (): Promise<string[]> =>
  readdir(path.join(shop.deps.config.DATA_DIR, "images")).catch(() => []);
const idOf = (address: string) => new URL(address, "http://x").pathname.split("/")[2]!;

/** Columns of the database that mention the user, and which of these pictures are still on the disk. */
async function traces({ mark, phone }: User, ...pictures: string[]): Promise<string[]> {
  const files = await imageFiles();
  return [
    ...(await searchDatabase(shop.deps.pool, [mark, phone.slice(-9)])),
    ...pictures.filter((picture) => picture && files.includes(idOf(picture))),
  ];
}

async function openBookingsOf({ id }: User): Promise<number> {
  const { rows } = await shop.deps.pool.query<{ open: number }>(
    `select count(*)::int as open from booking join listing on listing.id = listing_id
      where state in ('held', 'releasing') and (buyer_id = $1 or seller_id = $1)`,
    [id],
  );
  return rows[0]!.open;
}

/** Waits until this many database sessions wait for a lock. */
function untilWaiting(pool: typeof shop.deps.pool, most: () => number): Promise<void> {
  return vi.waitFor(
    async () => {
      const { rows } = await pool.query<{ waiting: number }>(`
        select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      expect(rows[0]!.waiting).toBeGreaterThanOrEqual(most());
    },
    { timeout: 10_000, interval: 20 },
  );
}

/** Lets calls queue for the lock on an account's row, or its identity's, and then continue in that order. */
async function inOrder<Answer>(
  id: string,
  calls: (() => Promise<Answer>)[],
  { at: { deps: { pool } } = shop, row = "from account where id = $1" } = {},
): Promise<Answer[]> {
  const lockingClient = await pool.connect();
  const begun: Promise<Answer>[] = [];
  let inside = 0;
  try {
    await lockingClient.query("begin");
    await lockingClient.query(`select ${row} for update`, [id]);
    for (const call of calls) {
      inside += 1;
      begun.push(call().finally(() => (inside -= 1)));
      await untilWaiting(pool, () => inside);
    }
    await lockingClient.query("commit");
  } finally {
    lockingClient.release();
  }
  return Promise.all(begun);
}

type Action = {
  role: "Buyer" | "Seller";
  /** Whether it prevents the deletion of the account. */
  binds?: boolean;
  prepare?: (user: User) => Promise<string>;
  call: (user: User, prepared: string) => ReturnType<typeof shop.call>;
};
const aCar = async () => (await aListing(shop.deps, { sellerId: seller.id })).id;
const photograph = ({ name }: User) => uploadPhoto(shop, name);
const picturesOf = (prepare: Action["prepare"], prepared: string) =>
  prepare === photograph ? [prepared] : [];
const actions: Record<string, Action> = {
  "booking a car": {
    role: "Buyer",
    binds: true,
    prepare: aCar,
    call: ({ token, phone }, productId) =>
      shop.call("POST", "/api/bookings", {
        token,
        body: { productId, price: 20_000, phone, location: "Ulvenhout", item: "BMW" },
      }),
  },
  "reporting a listing": {
    role: "Buyer",
    prepare: aCar,
    call: ({ token, name }, id) =>
      shop.call("PUT", `/api/reportedProducts/${id}`, { token, body: { reason: `Call ${name}` } }),
  },
  "adding a listing with a picture": {
    role: "Seller",
    prepare: photograph,
    call: ({ token, name, phone }, image) =>
      shop.call("POST", "/api/addproduct", {
        token,
        body: {
          name: `${name}'s BMW`,
          category: "BMW",
          originalPrice: 30_000,
          resalePrice: 20_000,
          condition: "Good",
          phone,
          location: "Ulvenhout",
          description: name,
          image,
        },
      }),
  },
  "changing the phone number": {
    role: "Seller",
    call: ({ token, phone }) =>
      shop.call("PUT", "/api/account/contact", { token, body: { phone, location: "Ulvenhout" } }),
  },
  "changing the name and picture": {
    role: "Buyer",
    prepare: photograph,
    call: ({ cookie, name }, image) =>
      shop.call("POST", "/api/auth/update-user", {
        headers: { cookie },
        body: { name: name.toUpperCase(), image },
      }),
  },
};

describe.each(Object.entries(actions))("%s", (_, { role, binds, prepare, call }) => {
  test("fails and leaves no trace if the deletion began first", async () => {
    const user = await someone(role);
    const prepared = (await prepare?.(user)) ?? "";
    const [deleted, changed] = await inOrder(user.id, [
      () => deleteOwn(user),
      () => call(user, prepared),
    ]);
    expect(deleted!.body).toEqual({ deletedCount: 1 });
    expect(changed!.status < 300 && changed!.body.acknowledged !== false).toBe(false);
    expect(changed!.status).toBeLessThan(500);
    // Unclaimed uploads are removed when they expire, so make them expire now.
    await shop.deps.db.execute(sql`update image set expires_at = now() where claimed_at is null`);
    await removeExpiredImages(shop.deps);
    expect(await traces(user, ...picturesOf(prepare, prepared))).toEqual([]);
    expect(await openBookingsOf(user)).toBe(0);
  });

  test(`${binds ? "prevents the deletion" : "is erased with the account"} if it came first`, async () => {
    const user = await someone(role);
    const prepared = (await prepare?.(user)) ?? "";
    const [changed, deleted] = await inOrder(user.id, [
      () => call(user, prepared),
      () => deleteOwn(user),
    ]);
    expect([changed!.status, changed!.body.acknowledged ?? true]).toEqual([200, true]);
    if (!binds) {
      expect(deleted!.body).toEqual({ deletedCount: 1 });
      expect(await traces(user, ...picturesOf(prepare, prepared))).toEqual([]);
      return;
    }
    expect(deleted!.body).toMatchObject({ deletedCount: 0, message: expect.any(String) });
    await shop.deps.db.execute(sql`update booking set state = 'cancelled' where state = 'held'`);
    expect((await deleteOwn(user)).body).toEqual({ deletedCount: 1 });
    expect(await traces(user)).toEqual([]);
  });
});

describe("a password reset email", () => {
  const row = "from identity_user where id = (select identity_id from account where id = $1)";
  const askForLink = ({ mark }: User) =>
    shop.call("POST", "/api/auth/request-password-reset", {
      body: { email: `${mark}@ulvenhout.example` },
    });

  test("is not queued if the deletion began first", async () => {
    const user = await someone("Buyer");
    const calls = [() => deleteOwn(user), () => askForLink(user)];
    const [deleted, linked] = await inOrder(user.id, calls, { row });
    expect(deleted!.body).toEqual({ deletedCount: 1 });
    expect([linked!.status, linked!.body]).toEqual([200, { status: true }]);
    expect(await traces(user)).toEqual([]);
  });

  test("is erased with the account if it was queued first", async () => {
    const user = await someone("Buyer");
    const calls = [() => askForLink(user), () => deleteOwn(user)];
    const [linked, deleted] = await inOrder(user.id, calls, { row });
    expect([linked!.status, linked!.body]).toEqual([200, { status: true }]);
    expect(deleted!.body).toEqual({ deletedCount: 1 });
    expect(await traces(user)).toEqual([]);
  });
});

describe("an email to a user who deletes their account", () => {
  const dismiss = (id: string) =>
    shop.call("POST", `/api/reportedProducts/${id}/dismiss`, { token: admin.token });
  const reported = async () => {
    const user = await someone("Buyer");
    const car = await aCar();
    await shop.call("PUT", `/api/reportedProducts/${car}`, { token: user.token });
    return { user, car };
  };
  const row = "from report where reporter_id = $1";

  test("about their report is erased if the report is decided first", async () => {
    const { user, car } = await reported();
    const calls = [() => dismiss(car), () => deleteOwn(user)];
    const [dismissed, deleted] = await inOrder(user.id, calls, { row });
    expect([dismissed!.body, deleted!.body]).toEqual([{ modifiedCount: 1 }, { deletedCount: 1 }]);
    expect(await traces(user)).toEqual([]);
  });

  test("about their report is not queued if the deletion began first", async () => {
    const { user, car } = await reported();
    const calls = [() => deleteOwn(user), () => dismiss(car)];
    const [deleted, dismissed] = await inOrder(user.id, calls, { row });
    expect([dismissed!.body, deleted!.body]).toEqual([{ modifiedCount: 1 }, { deletedCount: 1 }]);
    expect(await traces(user)).toEqual([]);
  });

  test.each(["Buyer", "Seller"] as const)("about the end of a hold is erased: %s", async (role) => {
    const user = await someone(role);
    const sellerId = role === "Seller" ? user.id : seller.id;
    const buyerId = role === "Buyer" ? user.id : (await anAccount(shop.deps)).id;
    const listing = await aListing(shop.deps, { sellerId });
    const expiresAt = new Date(Date.now() - 1_000);
    await aBooking(shop.deps, { listingId: listing.id, buyerId, expiresAt });
    let deleting: ReturnType<typeof deleteOwn> | undefined;
    await shop.deps.db.transaction(async (tx) => {
      const cause = { actorId: null, why: "hold expired" };
      const { ended } = await endHolds(tx, shop.deps, { lapsedOf: listing.id }, "expired", cause);
      expect(ended).toHaveLength(1);
      deleting = deleteOwn(user);
      await untilWaiting(shop.deps.pool, () => 1);
    });
    expect((await deleting!).body).toEqual({ deletedCount: 1 });
    expect(await traces(user)).toEqual([]);
  });

  test("that warns of a sign-up with their address is not queued after the deletion", async () => {
    const user = await someone("Buyer");
    const signUp = () =>
      shop.call("POST", "/api/auth/sign-up/email", {
        body: { name: "Stranger", email: `${user.mark}@ulvenhout.example`, password },
      });
    const calls = [() => deleteOwn(user), signUp];
    const of = "from identity_user where id = (select identity_id from account where id = $1)";
    const [deleted] = await inOrder(user.id, calls, { row: of });
    expect(deleted!.body).toEqual({ deletedCount: 1 });
    const { rows } = await shop.deps.pool.query<{ kind: string }>(
      `select kind from email where strpos(text, $1) > 0`,
      [user.name],
    );
    expect(rows).toEqual([]);
  });
});

test("either books a car or deletes its seller when both are requested at once", async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < 12; round++) {
    const user = await someone("Seller");
    const { token } = await anAccount(shop.deps);
    const productId = (await aListing(shop.deps, { sellerId: user.id })).id;
    const book = () =>
      shop.call("POST", "/api/bookings", { token, body: { productId, price: 20_000, item: "x" } });
    // In half of the rounds the booking waits for the deletion's locks.
    const calls = round % 2 === 0 ? [book, () => deleteOwn(user)] : [() => deleteOwn(user), book];
    const answers =
      round < 6 ? await inOrder(user.id, calls) : await Promise.all(calls.map((call) => call()));
    const [booked, deleted] = round % 2 === 0 ? answers : answers.toReversed();
    const isDeleted = deleted!.body.deletedCount === 1;
    expect([isDeleted, booked!.body.acknowledged === true]).toEqual([isDeleted, !isDeleted]);
    expect(await openBookingsOf(user)).toBe(isDeleted ? 0 : 1);
    outcomes.add(isDeleted ? "deleted" : "booked");
  }
  expect(outcomes.has("booked")).toBe(true);
});

describe("a seller whose records mention the email of an account that is being deleted", () => {
  const mentionsOf = ({ mark }: User) => `Write to ${mark}@ulvenhout.example.`;
  const identityRow =
    "from identity_user where id = (select identity_id from account where id = $1)";

  test("sells the listing that mentions it, while the deleted account's hold on it lapses", async () => {
    const user = await someone("Buyer");
    const { token } = await anAccount(shop.deps);
    const { id: productId } = await aListing(shop.deps, {
      sellerId: seller.id,
      description: mentionsOf(user),
    });
    const expiresAt = new Date(Date.now() - 1_000);
    await aBooking(shop.deps, { listingId: productId, buyerId: user.id, expiresAt });
    const body = { productId, price: 20_000, item: "x" };
    const calls = [
      () => deleteOwn(user),
      () => shop.call("POST", "/api/bookings", { token, body }),
    ];
    const [deleted, booked] = await inOrder(user.id, calls, { row: identityRow });
    expect(deleted!.body).toEqual({ deletedCount: 1 });
    expect([booked!.status, booked!.body.acknowledged]).toEqual([200, true]);
    expect(await traces(user)).toEqual([]);
  });

  test("is suspended while the deleted account's hold on their listing lapses", async () => {
    const user = await someone("Buyer");
    const verificationNote = mentionsOf(user);
    const noted = await anAccount(shop.deps, { role: "Seller", verificationNote });
    const listing = await aListing(shop.deps, { sellerId: noted.id });
    const expiresAt = new Date(Date.now() - 1_000);
    await aBooking(shop.deps, { listingId: listing.id, buyerId: user.id, expiresAt });
    const { token } = admin;
    const body = { reason: "Papers" };
    const calls = [
      () => deleteOwn(user),
      () => shop.call("PUT", `/api/seller/suspend/${noted.id}`, { token, body }),
    ];
    const [deleted, suspended] = await inOrder(user.id, calls, { row: identityRow });
    expect(deleted!.body).toEqual({ deletedCount: 1 });
    expect([suspended!.status, suspended!.body]).toEqual([200, { modifiedCount: 1 }]);
    expect(await traces(user)).toEqual([]);
  });
});

test("a payment that starts during the deletion prevents it, even after the hold has expired", async () => {
  const user = await someone("Buyer");
  const booked = await shop.call("POST", "/api/bookings", {
    token: user.token,
    body: { productId: await aCar(), price: 20_000, item: "BMW" },
  });
  const bookingId = booked.body.insertedId as string;
  const body = { bookingId, price: 20_000 };
  const [paid, deleted] = await Promise.all([
    shop.call("POST", "/api/create-payment-intent", { token: user.token, body }),
    deleteOwn(user),
  ]);
  expect([paid.status, deleted.body.deletedCount]).toEqual([200, 0]);
  await shop.deps.db.execute(
    sql`update booking set expires_at = now() - interval '1 minute' where id = ${bookingId}`,
  );
  // The payment may still succeed.
  expect((await deleteOwn(user)).body).toMatchObject({
    deletedCount: 0,
    message: expect.stringContaining("reserved"),
  });
});

test("two sellers whose cars mention each other's email are both deleted at the same time", async () => {
  const two = [await someone("Seller"), await someone("Seller")];
  const mentionOf = ({ mark }: User) => `Write to ${mark}@ulvenhout.example.`;
  // The first one that both lock, kept locked until both wait.
  const first = await aListing(shop.deps, {
    id: "00000000-0000-4000-8000-000000000001",
    sellerId: seller.id,
    description: two.map(mentionOf).join(" "),
  });
  for (const [at, { id }] of two.entries())
    await aListing(shop.deps, { sellerId: id, description: mentionOf(two[1 - at]!) });
  const client = await shop.deps.pool.connect();
  try {
    await client.query("begin");
    await client.query("select from listing where id = $1 for update", [first.id]);
    // In a process each, because deletions of a process take turns.
    const deletions = two.map((user, at) => deleteOwn(user, [shop, other][at]));
    await untilWaiting(shop.deps.pool, () => 2);
    await client.query("commit");
    for (const { status, body } of await Promise.all(deletions))
      expect([status, body]).toEqual([200, { deletedCount: 1 }]);
  } finally {
    client.release();
  }
  for (const user of two) expect(await traces(user)).toEqual([]);
});

test("a double click deletes once, with one audit entry and one email", async () => {
  // No mail server listens there, so queued emails stay and can be counted.
  const env = { SMTP_URL: "smtp://127.0.0.1:9" };
  const sending = await createTestApp(env);
  const second = await anotherProcessOf(sending, env);
  try {
    const user = await someone("Buyer", {}, sending);
    const twice = [() => deleteOwn(user, sending), () => deleteOwn(user, second)];
    const answers = await inOrder(user.id, twice, { at: sending });
    expect(answers.map(({ status }) => status)).toEqual([200, 401]);
    const { rows } = await sending.deps.pool.query<{ entries: number; farewells: number }>(
      `select (select count(*)::int from audit where subject_id = $1) as entries,
        (select count(*)::int from email where kind = 'account.deleted') as farewells`,
      [user.id],
    );
    expect(rows).toEqual([{ entries: 1, farewells: 1 }]);
  } finally {
    await second.close();
    await sending.close();
  }
});

test("an owner and an admin at the same time delete the account once", async () => {
  const user = await someone("Buyer");
  const answers = await inOrder(user.id, [
    () => deleteOwn(user),
    () => shop.call("DELETE", `/api/buyer/${user.id}`, { token: admin.token }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 404]);
});

test("keeps one of the last two admins who delete their accounts at the same time", async () => {
  const two = [await someone("Buyer"), await someone("Buyer")];
  await shop.deps.db.execute(sql`update account set role = 'Seller' where id = ${admin.id}`);
  for (const { id } of two)
    await shop.deps.db.execute(sql`update account set role = 'admin' where id = ${id}`);
  const answers = await Promise.all(two.map((user) => deleteOwn(user)));
  expect(answers.map(({ body }) => body.deletedCount).toSorted()).toEqual([0, 1]);
  expect(answers.find(({ body }) => body.deletedCount === 0)!.body.message).toBe(
    "You are the last admin. Make someone else an admin first.",
  );
  const stays = two[answers.findIndex(({ body }) => body.deletedCount === 0)]!;
  await shop.deps.db.execute(sql`update account set role = 'admin' where id = ${admin.id}`);
  expect((await deleteOwn(stays)).body).toEqual({ deletedCount: 1 });
});

describe("an interrupted deletion", () => {
  const viewerOf = async ({ id, name }: User) => {
    const { rows } = await shop.deps.pool.query<{ identityId: string; email: string }>(
      `select identity_id as "identityId", email from account where id = $1`,
      [id],
    );
    const role = "Buyer" as const;
    return { ...rows[0]!, accountId: id, sessionId: "", name, role, isVerified: false };
  };

  test("changes nothing if it fails before the commit", async () => {
    const user = await someone("Buyer", { image: true });
    const { name } = user;
    const { email } = await viewerOf(user);
    // The audit entry is written last.
    await shop.deps.pool.query(`
      create function break_off() returns trigger language plpgsql as $$ begin raise 'broken off'; end $$;
      create trigger break_off before insert on audit for each row execute function break_off()`);
    expect((await deleteOwn(user)).status).toBe(500);
    await shop.deps.pool.query("drop trigger break_off on audit; drop function break_off");
    const own = await shop.call("GET", "/api/account", { token: user.token });
    expect(own.body).toMatchObject({ name, email });
    expect((await shop.call("GET", own.body.photoURL as string)).status).toBe(200);
    const body = { email, password };
    expect((await shop.call("POST", "/api/auth/sign-in/email", { body })).status).toBe(200);
    expect((await deleteOwn(user)).body).toEqual({ deletedCount: 1 });
    expect(await imageFiles()).toEqual([]);
  });

  test("leaves the pictures to the next run of the job if it fails after the commit", async () => {
    const user = await someone("Buyer", { image: true });
    const viewer = await viewerOf(user);
    const own = await shop.call("GET", "/api/account", { token: user.token });
    const photo = own.body.photoURL as string;
    const catalogue = {
      ...shop.deps.catalogue,
      refresh: () => Promise.reject(new Error("the process ends here")),
    };
    const broken = deleteOwnAccount(
      { ...shop.deps, catalogue },
      viewer,
      { ip: "::1" },
      { password },
    );
    await expect(broken).rejects.toThrow("the process ends here");
    expect(await traces(user, photo)).toEqual([photo]);
    expect((await shop.call("GET", photo)).status).toBe(404);
    await removeExpiredImages(shop.deps);
    expect(await traces(user, photo)).toEqual([]);
  });

  test("leaves old files without a row to the sweep, which keeps all others", async () => {
    const folder = path.join(shop.deps.config.DATA_DIR, "images");
    const upload = async () => idOf(await uploadPhoto(shop, "No One"));
    const orphan = await upload();
    const young = await upload();
    const photo = await upload();
    for (const id of [orphan, young])
      await shop.deps.pool.query("delete from image where id = $1", [id]);
    const longAgo = new Date(Date.now() - 2 * 3_600_000);
    for (const id of [orphan, photo]) await utimes(path.join(folder, id), longAgo, longAgo);
    await removeOrphanedImages(shop.deps);
    const files = await imageFiles();
    expect([orphan, young, photo].map((id) => files.includes(id))).toEqual([false, true, true]);
  });
});

test("deletions wait with one connection, and are refused soon while another process deletes", async () => {
  const three = [await someone("Buyer"), await someone("Buyer"), await someone("Seller")];
  let deletions: ReturnType<typeof deleteOwn>[] = [];
  await other.deps.db.transaction(async (tx) => {
    await lockErasures(tx);
    deletions = three.map((user) => deleteOwn(user));
    await untilWaiting(shop.deps.pool, () => 1);
    for (const deletion of deletions)
      expect(await deletion).toMatchObject({
        status: 429,
        body: {
          error: { message: "Accounts are being deleted or updated. Try again in a moment." },
        },
      });
  });
  for (const user of three) expect((await deleteOwn(user)).body).toEqual({ deletedCount: 1 });
});
