import { afterAll, beforeAll, expect, test } from "vitest";
import type { Make } from "#shared/makes/all-makes.ts";
import { factsOf, makes } from "#shared/makes/sold-makes.ts";
import { aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";

// `car-reading.test.ts` has the rules with the same frauds. Here sellers list the cars, and an admin looks for flags.

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

type Facts = { make: Make; vin: string; year: number; mileage: number; mileageUnit: "mi" | "km" };
/** What the shop does when a car is listed: the strongest of these. */
type Outcome = "accepted" | "asked" | "refused" | "flagged";

let serial = 0;
let seed = 200;
// Numbers from 0 to 1 that are the same in each run (Park and Miller).
const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
const upTo = (most: number) => Math.floor(random() * most);
const pick = <Item>(from: readonly Item[]) => from[upTo(from.length)]!;

function aCar(): Facts {
  const make = pick(makes);
  const vin = `${factsOf(make).manufacturerCodes[0]}ZZZ8K9AA${String(++serial).padStart(6, "0")}`;
  const facts = { make, vin, year: 2008 + upTo(15), mileage: 20_000 + upTo(150_000) };
  return { ...facts, mileageUnit: pick(["mi", "km"]) };
}

/** Lists cars by another seller than their earlier ones, and returns what the shop did, in their order. */
async function offer(cars: readonly Facts[]): Promise<Outcome[]> {
  const { token } = await anAccount(shop.deps, { role: "Seller", isVerified: true });
  const listed: { id: string | null; wasAsked: boolean }[] = [];
  for (const { make, ...facts } of cars) {
    const body = {
      name: make,
      category: make,
      originalPrice: 30_000,
      resalePrice: 20_000,
      condition: "Good",
      ...facts,
    };
    const add = (confirmed: object) =>
      shop.call("POST", "/api/addproduct", { token, body: { ...body, ...confirmed } });
    const first = await add({});
    // A fraud confirms whatever the shop asks.
    const last = first.status === 200 ? first : await add({ vinConfirmed: true });
    if (last.status !== 200) expect(last.body.error.fields).toHaveProperty("vin");
    const id = last.status === 200 ? (last.body.insertedId as string) : null;
    listed.push({ id, wasAsked: first !== last });
  }
  const flagged = new Set(await listFlagged());
  return listed.map(({ id, wasAsked }) => {
    if (id === null) return "refused";
    if (flagged.has(id)) return "flagged";
    return wasAsked ? "asked" : "accepted";
  });
}

async function listFlagged(): Promise<string[]> {
  const { token } = await anAccount(shop.deps, { role: "admin" });
  const flagged: string[] = [];
  let url: string | undefined = "/api/flagged-cars?limit=200";
  while (url) {
    const page = await shop.call("GET", url, { token });
    flagged.push(...(page.body as { _id: string }[]).map(({ _id }) => _id));
    url = /<([^>]+)>; rel="next"/.exec(String(page.headers.link ?? ""))?.[1];
  }
  return flagged;
}

/** A car that another seller has listed before. It is still for sale, or no longer. */
async function aPast(sellerId: string, isLive: boolean): Promise<Facts> {
  const car = aCar();
  const catalogue = { refresh: () => Promise.resolve() } as typeof shop.deps.catalogue;
  const withdrawnAt = isLive ? null : new Date();
  await aListing({ db: shop.deps.db, catalogue }, { ...car, sellerId, withdrawnAt });
  return car;
}

const perKind = 50;
const frauds: Record<string, (was: Facts) => Partial<Facts>> = {
  "a clean VIN on another car": () => ({
    make: pick(makes),
    year: 2008 + upTo(15),
    mileage: 20_000 + upTo(150_000),
  }),
  "a rolled back odometer": ({ mileage }) => ({
    mileage: Math.round(mileage * (0.25 + random() * 0.6)),
  }),
  "a car that is for sale already": () => ({}),
  "a VIN of another manufacturer": ({ vin }) => ({ vin: `VF1${vin.slice(3)}` }),
};
const honest: ((was: Facts) => Partial<Facts>)[] = [
  ({ mileage }) => ({ mileage: mileage + upTo(20_000) }),
  ({ mileage }) => ({ mileage: Math.round(mileage / 1_000) * 1_000 }),
  ({ mileageUnit }) => ({ mileageUnit: mileageUnit === "mi" ? "km" : "mi" }),
  ({ mileage, mileageUnit }) =>
    mileageUnit === "mi"
      ? { mileage: Math.round(mileage * 1.609), mileageUnit: "km" }
      : { mileage: Math.round(mileage / 1.609), mileageUnit: "mi" },
  ({ mileage, year }) => ({ mileage: mileage + upTo(20_000), year: year + 1 }),
];

test("the shop finds at least 95 % of 200 frauds, and 90 % of what it finds is one", async () => {
  const seller = await anAccount(shop.deps, { role: "Seller" });
  const outcomes: Record<string, Outcome[]> = {};
  for (const [kind, change] of Object.entries(frauds)) {
    const cars: Facts[] = [];
    for (let at = 0; at < perKind; at += 1) {
      const was = await aPast(seller.id, kind === "a car that is for sale already");
      cars.push({ ...was, ...change(was) });
    }
    outcomes[kind] = await offer(cars);
  }
  const again: Facts[] = [];
  for (let at = 0; at < 200; at += 1) {
    const was = await aPast(seller.id, false);
    again.push({ ...was, ...honest[at % honest.length]!(was) });
  }
  const falselyFound = (await offer(again)).filter((outcome) => outcome !== "accepted").length;
  const count = (kind: string, ...ways: Outcome[]) =>
    outcomes[kind]!.filter((outcome) => ways.includes(outcome)).length;

  // Each kind by the rule that is for it.
  expect(count("a car that is for sale already", "refused")).toBe(perKind);
  expect(count("a VIN of another manufacturer", "asked")).toBe(perKind);
  expect(count("a rolled back odometer", "flagged")).toBe(perKind);
  const otherCars = count("a clean VIN on another car", "refused", "flagged");
  expect(otherCars / perKind).toBeGreaterThanOrEqual(0.9);
  const flaggedCount = Object.keys(frauds).reduce(
    (sum, kind) => sum + count(kind, "asked", "refused", "flagged"),
    0,
  );
  expect(flaggedCount / (4 * perKind)).toBeGreaterThanOrEqual(0.95);
  expect(flaggedCount / (flaggedCount + falselyFound)).toBeGreaterThanOrEqual(0.9);
}, 600_000);
