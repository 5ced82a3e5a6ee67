import { describe, expect, it } from "vitest";
import { readFeedRows } from "#testing/imports/read-feed-rows.ts";

/** Why the row of a feed with one more column is refused; null for a row that is read as a car. */
async function refusalOf(header: string, value: string): Promise<string | null> {
  const csv = `make;model;year;km;price;${header}\nBMW;X5;2019;45000;30000;"${value}"\n`;
  const [row] = await readFeedRows({ "feed.csv": csv }, "--currency EUR");
  return row?.kind ? `${row.kind} ${row.notes.join()}` : null;
}

describe("a row of a car that is not for sale", () => {
  it.each([
    ["status", "sold", "sold"],
    ["Stock Status", "SOLD", "sold"],
    ["availability", "out of stock", "not available"],
    ["availability", "https://schema.org/SoldOut", "sold"],
    ["Availability", "OutOfStock", "not available"],
    ["Verkaufsstatus", "Verkauft", "sold"],
    ["Status", "reserviert", "reserved"],
    ["Statut", "Vendu", "sold"],
    ["Stato", "Venduto", "sold"],
    ["Estado", "Vendido", "sold"],
    ["Estado", "Reservado", "reserved"],
    ["status", "verkocht", "sold"],
    ["Status ogłoszenia", "sprzedany", "sold"],
    ["is_sold", "true", "sold"],
    ["Verkauft", "ja", "sold"],
    ["reserved", "1", "reserved"],
    ["sold_date", "2026-05-01", "sold"],
    ["sold_at", "2026-05-01T10:00:00Z", "sold"],
    ["in_stock", "0", "not available"],
    ["active", "false", "not available"],
    ["Disponible", "non", "not available"],
    ["listing_status", "Under offer", "reserved"],
    ["status", "removed_by_user", "not available"],
    ["Status", "VERKAUFT!", "sold"],
    ["Status", "Verkauft am 12.03.2026", "sold"],
    ["Status", "Reserved until 01/07/2026", "reserved"],
    ["vehicle_state", "sold", "sold"],
    ["condition", "Sold", "sold"],
  ])("is refused by %s: %s", async (header, value, state) => {
    expect(await refusalOf(header, value)).toBe(
      `notForSale ${header}: the car is ${state}: "${value}"`,
    );
  });

  it.each([
    ["status", "active"],
    ["status", "0"],
    ["status", "used"],
    ["Status", "N"],
    ["availability", "in stock"],
    ["availability", "InStock"],
    ["availability", "1"],
    ["Status", "sold as seen"],
    ["status", "pending"],
    ["condition", "used"],
    ["title", "Just sold out"],
    ["title", "sold"],
    ["seller", "Sold by dealer"],
    ["description", "sold"],
    ["is_sold", "false"],
    ["sold", "0"],
    ["sold", "3"],
    ["sold_date", "0000-00-00"],
    ["sold_date", "2000-01-01"],
    ["state", "sold"],
    ["sold_date", "2027-05-01"],
    ["in_stock", "2"],
    ["published", "1"],
    ["published", "2026-05-01"],
    ["reserve", "yes"],
    ["warranty status", "expired"],
  ])("is read despite %s: %s", async (header, value) => {
    expect(await refusalOf(header, value)).toBeNull();
  });

  it.each([
    ["SOLD", "notForSale"],
    ["reserviert", "notForSale"],
    ["not available", "faults"],
    ["POA", "faults"],
  ])("is refused by the price %s as %s", async (price, kind) => {
    const csv = `make;model;year;km;price\nBMW;X5;2019;45000;${price}\nBMW;X5;2019;1000;30000\n`;
    const [row] = await readFeedRows({ "feed.csv": csv }, "--currency EUR");
    expect(row?.kind).toBe(kind);
  });

  it("is refused in nested data, but not for the status of something else", async () => {
    const car = { make: "BMW", model: "X5", year: 2019, km: 45_000 };
    const json = JSON.stringify([
      { ...car, offers: { price: 30_000, availability: "http://schema.org/OutOfStock" } },
      { ...car, offers: { price: 30_000, availability: "http://schema.org/InStock" } },
      { ...car, offers: { price: 30_000 }, metadata: { lifecycleState: "SOLD" } },
      { ...car, offers: { price: 30_000 }, reservation: { status: "expired" } },
    ]);
    const rows = await readFeedRows({ "feed.json": json }, "--currency EUR");
    expect(rows.map(({ kind }) => kind)).toEqual([
      "notForSale",
      undefined,
      "notForSale",
      undefined,
    ]);
  });
});
