import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { eq, inArray, like } from "drizzle-orm";
import { accountTable } from "#server/accounts/account-table.ts";
import { anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let token: string;
beforeAll(async () => {
  shop = await createTestApp();
  ({ token } = await anAccount(shop.deps, { role: "admin", name: "The admin" }));
});
afterAll(() => shop.close());
beforeEach(() =>
  shop.deps.db.delete(accountTable).where(like(accountTable.email, "%@tables.example")),
);

type Given = {
  name: string;
  second: number;
  role: "Buyer" | "Seller";
  isVerified: boolean;
  suspendedAt: Date;
};
type Listed = { _id: string; name: string; email: string };

/** Accounts without a sign-in. Those with the same `second` differ by microseconds at most. */
async function settle(people: Partial<Given>[]): Promise<string[]> {
  const rows = people.map(({ second = 0, ...user }) => ({
    id: randomUUID(),
    email: `${randomUUID()}@tables.example`,
    name: "Someone",
    role: "Buyer" as const,
    createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, second)),
    ...user,
  }));
  if (rows.length > 0) await shop.deps.db.insert(accountTable).values(rows);
  return rows.map(({ id }) => id);
}

async function page(path: string): Promise<{
  rows: Listed[];
  total: number;
  next: string | null;
  prev: string | null;
}> {
  const { status, body, headers } = await shop.call("GET", path, { token });
  expect(status, JSON.stringify(body)).toBe(200);
  const link = (relation: string) =>
    new RegExp(`<([^>]*)>; rel="${relation}"`).exec(String(headers.link ?? ""))?.[1] ?? null;
  return {
    rows: body as Listed[],
    total: Number(headers["x-total-count"]),
    next: link("next"),
    prev: link("prev"),
  };
}

const people = fc.array(
  fc.record({
    // Few names and times, so most rows have ties.
    name: fc.constantFrom("Ada", "ada", "Bo", "Zoë", "李雷", "%_\\", "o'Neil"),
    second: fc.integer({ min: 0, max: 2 }),
  }),
  { maxLength: 14 },
);
const sorts = ["joined", "-joined", "name", "-name", "email", "-email"] as const;

test("paging forward and back shows each account once and in order under every sort, despite ties and new accounts", async () => {
  await fc.assert(
    fc.asyncProperty(
      people,
      people,
      fc.constantFrom(...sorts),
      fc.integer({ min: 1, max: 5 }),
      async (given, newcomers, sort, limit) => {
        await shop.deps.db.delete(accountTable).where(like(accountTable.email, "%@tables.example"));
        const ids = await settle(given);
        const whole = await page(`/api/buyer?sort=${sort}&limit=200`);
        expect(whole.rows.map(({ _id }) => _id).toSorted()).toEqual(ids.toSorted());

        const seen: string[][] = [];
        let next: string | null = `/api/buyer?sort=${sort}&limit=${limit}`;
        let last = await page(next);
        let arrived: string[] = [];
        while (next) {
          last = await page(next);
          seen.push(last.rows.map(({ _id }) => _id));
          // Users sign up while the list is being paged.
          if (seen.length === 1) arrived = await settle(newcomers);
          next = last.next;
        }
        const old = seen.flat().filter((id) => !arrived.includes(id));
        expect(old).toEqual(whole.rows.map(({ _id }) => _id));
        expect(new Set(seen.flat()).size).toBe(seen.flat().length);

        // Back to the start, in the same order.
        const now = (await page(`/api/buyer?sort=${sort}&limit=200`)).rows.map(({ _id }) => _id);
        let { prev } = last;
        // Without a previous page, the last one would have to be the first.
        let reached = seen.length > 1 ? now.indexOf(last.rows[0]!._id) : 0;
        while (prev) {
          const before = await page(prev);
          const start = Math.max(0, reached - limit);
          expect(before.rows.map(({ _id }) => _id)).toEqual(now.slice(start, start + limit));
          reached = start;
          ({ prev } = before);
        }
        expect(reached).toBe(0);
      },
    ),
    { numRuns: 40 },
  );
}, 120_000);

test("sorts names case-insensitively in both directions", async () => {
  await settle([{ name: "bo" }, { name: "Ada" }, { name: "Cleo" }]);
  const names = async (sort: string) =>
    (await page(`/api/buyer?sort=${sort}`)).rows.map(({ name }) => name);
  expect(await names("name")).toEqual(["Ada", "bo", "Cleo"]);
  expect(await names("-name")).toEqual(["Cleo", "bo", "Ada"]);
});

test("sorts newest first by default", async () => {
  const ids = await settle([{ second: 1 }, { second: 3 }, { second: 2 }]);
  const { rows } = await page("/api/buyer");
  expect(rows.map(({ _id }) => _id)).toEqual([ids[1], ids[2], ids[0]]);
});

test.each(["/api/users", "/api/buyer", "/api/seller", "/api/bookings", "/api/reportedProducts"])(
  "%s refuses an unknown sort and a cursor of another one by name",
  async (path) => {
    const unknown = await shop.call("GET", `${path}?sort=password`, { token });
    expect(unknown.status).toBe(400);
    expect(Object.keys(unknown.body.error.fields)).toEqual(["sort"]);
    for (const cursor of [
      "x",
      "bnVsbA",
      Buffer.from('["-joined","on","x","y"]').toString("base64url"),
    ]) {
      const broken = await shop.call("GET", `${path}?cursor=${cursor}`, { token });
      expect(broken.status).toBe(400);
      expect(Object.keys(broken.body.error.fields)).toEqual(["cursor"]);
    }
  },
);

test("a forged cursor does not reach the database", async () => {
  const id = randomUUID();
  for (const [sort, value] of [
    ["-joined", "0000-01-01T00:00:00Z"],
    ["-joined", "now"],
    ["name", "a\u0000b"],
  ]) {
    const cursor = Buffer.from(JSON.stringify([sort, "on", value, id])).toString("base64url");
    const { status } = await shop.call("GET", `/api/users?sort=${sort}&cursor=${cursor}`, {
      token,
    });
    expect(status, value).toBe(400);
  }
});

test("searches for part of a name or email, case-insensitively and without wildcards", async () => {
  const [percent, plain, score] = await settle([
    { name: "100% Robin", role: "Buyer" },
    { name: "Robin Redbreast" },
    { name: "A_B \\ C.*" },
  ]);
  const namesFor = async (q: string) =>
    (await page(`/api/buyer?q=${encodeURIComponent(q)}`)).rows.map(({ _id }) => _id).toSorted();
  expect(await namesFor("ROBIN")).toEqual([percent, plain].toSorted());
  expect(await namesFor("0%")).toEqual([percent]);
  expect(await namesFor("0% r")).toEqual([percent]);
  expect(await namesFor("%robin%")).toEqual([]);
  expect(await namesFor("A_B")).toEqual([score]);
  expect(await namesFor("AxB")).toEqual([]);
  expect(await namesFor("\\ c.*")).toEqual([score]);
  expect(await namesFor("R.*n")).toEqual([]);
  expect(await namesFor("'; drop table account; --")).toEqual([]);
  expect(await namesFor("@tables")).toHaveLength(3);
  expect(await namesFor("  red ")).toEqual([plain]);
  expect(await namesFor("")).toHaveLength(3);
  expect((await page("/api/buyer?q=robin&limit=1")).total).toBe(2);
  const nul = await shop.call("GET", "/api/buyer?q=%00abc", { token });
  expect(nul.status).toBe(400);
  expect(Object.keys(nul.body.error.fields)).toEqual(["q"]);
});

test("finds a name by any part of it, however short", async () => {
  const name = "Zoë 🚗 İnci 李雷";
  const [id] = await settle([{ name }, { name: "Someone else" }]);
  const letters = [...name];
  for (let from = 0; from < letters.length; from += 1)
    for (let to = from + 1; to <= letters.length; to += 1) {
      const part = letters.slice(from, to).join("");
      // A single space is not a search word, so it matches both.
      if (part.trim() === "") continue;
      const { rows, total } = await page(`/api/users?q=${encodeURIComponent(part)}`);
      expect([rows.map(({ _id }) => _id).includes(id!), total > 0], part).toEqual([true, true]);
    }
});

test("filters users by role and sellers by verification", async () => {
  const ids = await settle([
    { role: "Seller", isVerified: true },
    { role: "Seller", isVerified: false },
    { role: "Buyer" },
  ]);
  const listed = async (path: string) => (await page(path)).rows.map(({ _id }) => _id);
  expect(await listed("/api/seller?verified=yes")).toEqual([ids[0]]);
  expect(await listed("/api/seller?verified=no")).toEqual([ids[1]]);
  expect(await listed("/api/users?role=Buyer")).toEqual([ids[2]]);
  expect(await listed("/api/users?role=admin")).toHaveLength(1);
  expect((await page("/api/seller?verified=no")).total).toBe(1);
});

test("suspended sellers do not wait for verification, and the dashboard summary counts like the list", async () => {
  const [, waits] = await settle([
    { role: "Seller", isVerified: false, suspendedAt: new Date() },
    { role: "Seller", isVerified: false },
    { role: "Seller", isVerified: true },
  ]);
  const { rows, total } = await page("/api/seller?verified=waiting");
  expect([rows.map(({ _id }) => _id), total]).toEqual([[waits], 1]);
  expect((await page("/api/seller?verified=no")).total).toBe(2);
  const { body } = await shop.call("GET", "/api/dashboard-summary", { token });
  expect(body).toMatchObject({ sellersToVerify: 1, sellers: 3, buyers: 0, users: 4, bookings: 0 });
});

test("leaves deleted accounts out of lists and searches", async () => {
  const [vanished] = await settle([{ name: "Vanished Person" }]);
  await shop.deps.db
    .update(accountTable)
    .set({ deletedAt: new Date() })
    .where(eq(accountTable.id, vanished!));
  expect((await page("/api/users?q=vanished")).rows).toEqual([]);
  await shop.deps.db.delete(accountTable).where(inArray(accountTable.id, [vanished!]));
});
