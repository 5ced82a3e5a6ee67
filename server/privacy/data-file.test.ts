import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { DataFile } from "#shared/privacy/data-file-contract.ts";
import { aListing, anAccount } from "#testing/builders.ts";
import { aSignedUpUser } from "#testing/identity/sign-up.ts";
import { createTestApp } from "#testing/test-app.ts";
import { anAccountHistory, buyerFacts, sellerFacts } from "#testing/privacy/personal-data.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let story: Awaited<ReturnType<typeof anAccountHistory>>;
let files: { buyer: DataFile; seller: DataFile; admin: DataFile };
beforeAll(async () => {
  shop = await createTestApp();
  story = await anAccountHistory(shop);
  await shop.deps.pool.query("insert into listing_view_day values ($1, current_date, 3)", [
    story.sold.id,
  ]);
  const read = async (user: { token: string }) => {
    const answer = await shop.call("GET", "/api/account/data", { token: user.token });
    expect(answer.status).toBe(200);
    return answer.body as DataFile;
  };
  files = {
    buyer: await read(story.buyer),
    seller: await read(story.seller),
    admin: await read(story.admin),
  };
}, 120_000);
afterAll(() => shop.close());

/** Paths in a file whose text matches, such as `bookings.0.item`. */
function placesOf(pattern: RegExp, value: unknown, place = ""): string[] {
  if (typeof value === "string") return pattern.test(value) ? [place] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    placesOf(pattern, inner, place ? `${place}.${key}` : key),
  );
}

const tableRow = /^\| `([a-z_.*]+)` \| (.+?) \| (.+?) \| (.+?) \|$/gm;

/** The table of docs/privacy.md: for each table of the database, the parts of the file that come from it. */
async function publishedTables() {
  const text = await readFile("docs/privacy.md", "utf8");
  return [...text.matchAll(tableRow)].map(([, table = "", , inFile = ""]) => ({
    table,
    parts: [...inFile.matchAll(/`([A-Za-z.]+)`/g)].map(([, part = ""]) => part),
    reason: inFile.startsWith("no: ") ? inFile.slice(4) : null,
  }));
}

/** Every table outside the system schemas, named as in docs/privacy.md. */
async function allTables(): Promise<string[]> {
  const { rows } = await shop.deps.pool.query<{ schema: string; name: string }>(`
    select nspname as schema, relname as name
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p', 'm') and nspname !~ '^pg_|^information_schema$'
    order by 1, 2`);
  return rows.map(({ schema, name }) => (schema === "public" ? name : `${schema}.*`));
}

describe("every table", () => {
  test("is in the file, or docs/privacy.md says why not", async () => {
    const published = await publishedTables();
    const names = published.map(({ table }) => table);
    expect(new Set(names).size).toBe(names.length);
    const tables = await allTables();
    expect(tables.length).toBeGreaterThan(20);
    expect(tables.filter((table) => !names.includes(table))).toEqual([]);
    for (const { table, parts, reason } of published)
      expect([table, parts.length > 0 || (reason ?? "").length > 10]).toEqual([table, true]);
  });

  test("that is in the file contributes to it, and every part of the file comes from a table", async () => {
    const published = (await publishedTables()).flatMap(({ parts }) => parts);
    for (const part of published) {
      const [head = "", tail] = part.split(".");
      const given = Object.values(files).map((file) => file[head as keyof DataFile]);
      const inner = given.flat().map((one) => (tail ? (one as never)[tail] : one));
      expect([part, inner.some((one) => (Array.isArray(one) ? one.length : one))]).toEqual([
        part,
        true,
      ]);
    }
    const ownWords = ["shop", "writtenAt", "leftOut"];
    const heads = new Set(published.map((part) => part.split(".")[0]));
    expect(
      Object.keys(files.buyer).filter((key) => !ownWords.includes(key) && !heads.has(key)),
    ).toEqual([]);
  });
});

test("a buyer's file contains what they did and what it cost", () => {
  const { account, signIn, bookings, sales, listings, reports, decisions, log } = files.buyer;
  expect(account).toMatchObject({ ...buyerFacts, phone: "", location: "", role: "Buyer" });
  expect(signIn).toMatchObject({ email: buyerFacts.email, hasTwoFactor: false });
  expect(signIn.ways.map(({ by }) => by)).toEqual(["password", "google"]);
  expect(signIn.sessions.length).toBeGreaterThan(0);
  expect(bookings).toMatchObject([
    {
      productId: story.sold.id,
      ...buyerFacts,
      price: 20_000,
      state: "partly_refunded",
      receipt: { number: "M-000001", amountPaid: 20_000 },
      payments: [{ status: "succeeded", amountCaptured: 20_000, refunds: [{ amount: 500 }] }],
    },
  ]);
  expect(bookings[0]!.history[0]).toMatchObject({ to: "held", byYou: true });
  expect([sales, listings, decisions]).toEqual([[], [], []]);
  expect(files.buyer.favorites).toEqual([
    { productId: story.reported.id, name: "Audi Q5", savedAt: expect.any(String) as string },
  ]);
  expect(files.buyer.savedSearches).toMatchObject([
    {
      name: `Q5 for ${buyerFacts.name}`,
      search: "q=q5&make=Audi",
      emailsOn: true,
      lastEmailAt: expect.any(String) as string,
      matches: [
        { productId: story.reported.id, foundAt: null, emailedAt: expect.any(String) as string },
      ],
    },
  ]);
  expect(reports).toMatchObject([
    { outcome: "removed", reason: expect.stringContaining("papers") },
  ]);
  expect(log).toMatchObject([{ action: "booking.refund", byYou: false }]);
  expect(files.buyer.emails.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(["password_reset", "receipt.buyer", "refund.buyer"]),
  );
});

test("a seller's file contains their cars, sales and moderation decisions", () => {
  const { account, listings, sales, bookings, decisions, log } = files.seller;
  expect(account).toMatchObject({ email: sellerFacts.email, isVerified: true });
  expect(listings).toHaveLength(3);
  expect(listings[0]).toMatchObject({
    phone: sellerFacts.phone,
    location: sellerFacts.location,
    resalePrice: 19_500,
    currency: "USD",
    image: expect.stringMatching(/^\/images\//),
    photos: [{ image: listings[0]!.image, alt: sellerFacts.phone }],
    priceChanges: [{ price: 20_000 }, { price: 19_500 }],
    stockNumber: `1 of ${sellerFacts.name}`,
    registration: expect.any(String) as string,
  });
  expect(listings[2]!.photos.map(({ alt }) => alt)).toEqual([
    `The car of ${sellerFacts.name}`,
    sellerFacts.email,
  ]);
  expect(sales.map(({ state }) => state).toSorted()).toEqual(["cancelled", "partly_refunded"]);
  expect(bookings).toEqual([]);
  expect(decisions).toMatchObject([
    { kind: "removal", appeal: { text: expect.stringContaining("by post"), outcome: null } },
  ]);
  expect(log.map(({ action }) => action)).toEqual([
    "seller.verify",
    "key.create",
    "webhook.set",
    "seller.check",
    "listing.remove",
  ]);
});

test("an admin's file contains what they did, but not to whom", () => {
  expect(files.admin.log.map(({ action, byYou, subjectId }) => [action, byYou, subjectId])).toEqual(
    ["seller.verify", "booking.refund", "seller.check", "listing.remove"].map((action) => [
      action,
      true,
      null,
    ]),
  );
  expect(placesOf(/zebulon|quixworth|wilhelmina|brackenfjord/i, files.admin)).toEqual([]);
});

test("mentions others only in names of cars and in the user's own words", () => {
  const buyer = /zebulon|quixworth|ulvenhout|7731 442/i;
  const seller = /wilhelmina|brackenfjord|ostrobothnia|5512 907/i;
  const admin = new RegExp(story.admin.email, "i");
  expect(placesOf(buyer, files.seller)).toEqual([]);
  const shownOrTyped =
    /^(bookings\.0\.(receipt\.)?item|reports\.0\.reason|reviews\.0\.text|emails\.\d+\.subject)$/;
  expect(placesOf(seller, files.buyer).filter((place) => !shownOrTyped.test(place))).toEqual([]);
  for (const file of [files.buyer, files.seller]) expect(placesOf(admin, file)).toEqual([]);
  expect(placesOf(new RegExp(story.bystander.email), files)).toEqual([]);
});

test("contains nothing that can be used to sign in", async () => {
  const { rows } = await shop.deps.pool.query<{ secret: string }>(`
    select token as secret from identity_session
    union select password from identity_credential where password is not null
    union select id_token from identity_credential where id_token like 'ey%'
    union select regexp_replace(identifier, '^.*:', '') from identity_verification where length(identifier) > 20
    union select substring(text from 'token=([^\\s&]+)') from email where text like '%token=%'`);
  expect(rows.length).toBeGreaterThan(5);
  const written = JSON.stringify(files);
  for (const { secret } of rows) expect(written).not.toContain(secret);
});

test("is a download, not cached, and limited to ten per hour", async () => {
  const limited = await createTestApp({ RATE_LIMITS: "on" });
  try {
    const { token } = await aSignedUpUser(limited, { email: "often@example.com", role: "Buyer" });
    const answers = [];
    for (let asked = 0; asked < 11; asked++)
      answers.push(await limited.call("GET", "/api/account/data", { token }));
    expect(answers[0]!.headers).toMatchObject({
      "content-type": expect.stringContaining("application/json"),
      "content-disposition": 'attachment; filename="my-data.json"',
      "cache-control": "private, no-store",
    });
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(10).fill(200), 429]);
    expect(answers[10]!.body.message).toMatch(/minutes?/);
  } finally {
    await limited.close();
  }
});

test("answers 401 if the account is deleted after its token was checked", async () => {
  const { token, identityId } = await anAccount(shop.deps);
  const { transaction } = shop.deps.db;
  vi.spyOn(shop.deps.db, "transaction").mockImplementationOnce(async (...given) => {
    await shop.deps.pool.query("delete from identity_user where id = $1", [identityId]);
    return transaction.apply(shop.deps.db, given);
  });
  const { status, body } = await shop.call("GET", "/api/account/data", { token });
  expect([status, body.error.code]).toEqual([401, "not_signed_in"]);
});

test("another user's token returns only that user's file", async () => {
  const stranger = await anAccount(shop.deps);
  const { token } = stranger;
  const query = `?email=${buyerFacts.email}&accountId=${story.buyer.id}`;
  const asked = await shop.call("GET", `/api/account/data${query}`, { token });
  expect([asked.status, Object.keys(asked.body.error.fields)]).toEqual([
    400,
    ["email", "accountId"],
  ]);
  const { body } = await shop.call("GET", "/api/account/data", { token });
  expect(body.account.email).toBe(stranger.email);
  expect(placesOf(/zebulon/i, body)).toEqual([]);
});

test("a seller's file contains details that a form would refuse", async () => {
  const seller = await anAccount(shop.deps, { role: "Seller" });
  const details = {
    trim: "Deleted account".repeat(9),
    advertUrl: "https://cars.example/?by=Deleted account",
  };
  await aListing(shop.deps, { sellerId: seller.id, details });
  const { status, body } = await shop.call("GET", "/api/account/data", { token: seller.token });
  expect(status).toBe(200);
  expect(body).toMatchObject({ listings: [{ details, stockNumber: null, registration: null }] });
});
