import { afterAll, beforeAll, expect, test } from "vitest";
import { aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
// @ts-expect-error scripts are plain JavaScript without declarations
import * as untyped from "../../scripts/check-history.mjs";
import { readHead } from "./car-history-store.ts";
import { recordCarKeys } from "./car-key-store.ts";
import { sealHistory } from "./seal-history.ts";

type Read = (path: string) => Promise<unknown>;
type Head = { position: number; hash: string };
const { checkHistory } = untyped as {
  checkHistory: (read: Read, earlier?: { heads?: Head[]; cars?: string[] }) => Promise<Head>;
};

let shop: Awaited<ReturnType<typeof createTestApp>>;
let car = "";
let earlier = "";
const vin = "WBA8B9G50HNU10001";
const plateKey = `03${"ab".repeat(32)}`;

beforeAll(async () => {
  shop = await createTestApp();
  const { id: sellerId, token } = await anAccount(shop.deps, { role: "Seller" });
  earlier = (await aListing(shop.deps, { sellerId, vin })).id;
  await shop.call("DELETE", `/api/addproduct/${earlier}`, { token });
  car = (await aListing(shop.deps, { sellerId, vin })).id;
  await shop.call("PATCH", `/api/products/${car}`, { token, body: { resalePrice: 19_000 } });
  await recordCarKeys(shop.deps.db, [{ listingId: car, keys: [plateKey] }]);
  await sealHistory(shop.deps);
});
afterAll(() => shop.close());

const read: Read = async (path) => (await shop.call("GET", path)).body;

/** The same answers with one of them changed. */
const changed =
  (path: string, change: (body: string) => string): Read =>
  async (asked) => {
    const body = JSON.stringify(await read(asked));
    return JSON.parse(asked.startsWith(path) ? change(body) : body);
  };

test("a visitor computes the end of the chain from what the shop publishes", async () => {
  const { position, hash } = await readHead(shop.deps.db);
  const end = { position, hash: hash.toString("hex") };
  expect(await checkHistory(read, { cars: [car] })).toEqual(end);
  // An end that was written down earlier is still in it.
  await aListing(shop.deps, { sellerId: (await anAccount(shop.deps, { role: "Seller" })).id });
  await sealHistory(shop.deps);
  expect((await checkHistory(read, { heads: [end] })).position).toBe(position + 1);
});

test("the events of a car's page are in the chain, without the texts of earlier listings and its registration", async () => {
  const { events } = (await read(`/api/listings/${car}/history/seals`)) as {
    events: { position: number; text: string | null; hash: string }[];
  };
  expect(events.map(({ text }) => text?.split("|")[3] ?? null)).toEqual([
    null,
    null,
    "listed",
    "price",
  ]);
  const { seals: chain } = (await read("/api/history/chain")) as { seals: { hash: string }[] };
  expect(events.map(({ hash }) => hash)).toEqual(
    events.map(({ position }) => chain[position - 1]!.hash),
  );
  expect(JSON.stringify(events)).not.toContain(earlier);
  expect(JSON.stringify(events)).not.toContain(plateKey);
  const { seals } = (await read("/api/history/chain")) as { seals: object[] };
  expect(Object.keys(seals[0]!)).toEqual(["position", "hash", "seal"]);
});

test("pages of the chain follow each other", async () => {
  const whole = (await read("/api/history/chain")) as { seals: unknown[] };
  const second = await read("/api/history/chain?after=2&limit=2");
  expect(second).toEqual({ seals: whole.seals.slice(2, 4) });
  for (const after of ["", "-1", "two"]) {
    const refused = await shop.call("GET", `/api/history/chain?after=${after}`);
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { fields: { after: expect.stringMatching(/whole number/) } } },
    });
  }
});

const flip = (digits: string) => digits.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
test.each<[string, Read, RegExp]>([
  [
    "another hash in the chain",
    changed("/api/history/chain", (body) => body.replace(/(?<="hash":")\w+/, flip)),
    /^Position 1: the seal does not fit/,
  ],
  [
    "an event that is left out of the chain",
    changed("/api/history/chain", (body) => body.replace(/\{"position":2.*?\},/, "")),
    /^Position 2 is missing/,
  ],
  [
    "another price of the car",
    changed(`/api/listings/`, (body) => body.replace("|price|1900000|", "|price|1800000|")),
    /its hash does not fit/,
  ],
  [
    "an event of an earlier listing that is not in the chain",
    changed(`/api/listings/`, (body) => body.replace(/(?<="hash":")\w+/, flip)),
    /^Event 1 of the car is not at position/,
  ],
  [
    "another end",
    changed("/api/history/head", (body) => body.replace(/(?<="hash":")\w+/, flip)),
    /the chain was made again/,
  ],
])("finds %s", async (_, tampered, message) => {
  await expect(checkHistory(tampered, { cars: [car] })).rejects.toThrow(message);
});
