import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";

// Which plan a path means, and whether it can still be applied.

let shop: Awaited<ReturnType<typeof createTestApp>>;
let seller: Awaited<ReturnType<typeof anAccount>>;
beforeAll(async () => {
  shop = await createTestApp();
});
beforeEach(async () => {
  seller = await anAccount(shop.deps, { role: "Seller", isVerified: true });
});
afterAll(() => shop.close());

const call = (method: "GET" | "POST", url: string, body?: object, token = seller.token) =>
  shop.call(method, url, { token, body });

async function aFeed(name: string, token = seller.token): Promise<string> {
  const body = { name, options: { currency: "usd", distanceUnit: "mi" } };
  return (await call("POST", "/api/feeds", body, token)).body.insertedId as string;
}

/** Uploads a file with this many cars. Returns the id of the plan. */
async function aPlan(feed: string, cars: number, token = seller.token): Promise<string> {
  const row = (_: unknown, at: number) => `S${at},BMW,3 Series,2018,15000,${20_000 + at}`;
  const rows = ["Stock Number,Make,Model,Year,Price,Mileage", ...Array.from({ length: cars }, row)];
  const { body } = await shop.call("POST", `/api/feeds/${feed}/plans?file=stock.csv`, {
    token,
    body: Buffer.from(rows.join("\n")),
    headers: { "content-type": "application/octet-stream" },
  });
  return body._id as string;
}

const calls = [
  ...(["", "/changes", "/refused"] as const).map((path) => ["GET", path] as const),
  ...(["/apply", "/undo", "/discard"] as const).map((path) => ["POST", path] as const),
];

test.each(["another seller", "another feed of the same seller"])(
  "does not take a plan of %s for one of a feed",
  async (whose) => {
    const other = await anAccount(shop.deps, { role: "Seller", isVerified: true });
    const token = whose === "another seller" ? other.token : seller.token;
    const own = await aFeed("Own");
    const owner = await aFeed("Other", token);
    const plan = await aPlan(owner, 2, token);
    for (const [method, path] of calls) {
      const body = path === "/apply" ? {} : undefined;
      const answer = await call(method, `/api/feeds/${own}/plans/${plan}${path}`, body);
      expect([path, answer.status, answer.body.error?.message]).toEqual([
        path,
        404,
        "There is no such plan.",
      ]);
    }
    const { body } = await call("GET", `/api/feeds/${owner}/plans/${plan}`, undefined, token);
    expect(body).toMatchObject({ state: "waiting", done: 0, counts: { added: 2 } });
  },
);

test("refuses a plan that was made before the last sync was undone", async () => {
  const feed = await aFeed("Stock");
  const url = `/api/feeds/${feed}/plans`;
  const first = await aPlan(feed, 2);
  await call("POST", `${url}/${first}/apply`, {});
  const next = await aPlan(feed, 3);
  expect((await call("POST", `${url}/${first}/undo`)).body.state).toBe("undone");
  const refused = await call("POST", `${url}/${next}/apply`, {});
  expect([refused.status, refused.body.error.message]).toEqual([
    409,
    "The feed has changed since this plan was made. Sync it again.",
  ]);
  expect((await call("GET", `/api/feeds/${feed}`)).body).toMatchObject({ cars: 0 });
});
