import { afterAll, beforeAll, expect, test } from "vitest";
import { anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { applyPlan } from "../apply/apply-plan.ts";
import { carRow } from "#testing/feeds/car-rows.ts";
import type { CarRow } from "../feed-facts.ts";
import { openFeed } from "../feed-store.ts";
import { makePlan } from "./make-plan.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

test("a car that an admin has seen is no longer seen when its feed makes it another one", async () => {
  const { deps, call } = shop;
  const { token } = await anAccount(deps, { role: "admin" });
  const seller = await anAccount(deps, { role: "Seller" });
  const feed = await openFeed(deps.db, seller.id, "Stock");
  const sync = async (...cars: CarRow[]) => {
    const read = { source: "stock.csv", cars, rows: cars.length, refused: 0, isComplete: true };
    const rest = { options: {}, columns: [], leftOut: {}, refusals: [], refusedRows: [] };
    const given = { ...read, ...rest };
    const plan = await makePlan(deps.db, feed.id, given, { keepsUnchanged: true });
    await applyPlan(deps.db, { planId: plan.id!, seller: { id: seller.id, phone: seller.phone } });
    await deps.catalogue.refresh();
  };
  const one = "WBA8B9G50HNU20001";
  const other = "WBA8B9G50HNU20002";
  await sync(carRow("stock 1", { vin: one }), carRow("stock 2"));
  const own = await call("GET", "/api/addproduct", { token: seller.token });
  const ids = (own.body as { _id: string; vin: string | null }[])
    .toSorted((a, b) => Number(b.vin === one) - Number(a.vin === one))
    .map(({ _id }) => _id);
  for (const listingId of ids)
    await call("POST", `/api/seller/${seller.id}/checks`, {
      token,
      body: { level: "car", listingId },
    });
  const seen = async () => {
    const answers = await Promise.all(ids.map((id) => call("GET", `/api/listings/${id}/checks`)));
    return answers.map(({ body }) =>
      (body as { level: string }[]).some(({ level }) => level === "car"),
    );
  };
  await sync(carRow("stock 1", { vin: one, resalePriceMinor: 1_400_000 }), carRow("stock 2"));
  expect(await seen()).toEqual([true, true]);
  await sync(carRow("stock 1", { vin: other, resalePriceMinor: 1_400_000 }), carRow("stock 2"));
  expect(await seen()).toEqual([false, true]);
});
