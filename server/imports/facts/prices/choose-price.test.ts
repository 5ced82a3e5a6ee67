import { describe, expect, it } from "vitest";
import { readFeedRows } from "#testing/imports/read-feed-rows.ts";

const car = { make: "BMW", model: "X5", year: 2019, km: 45_000 };

/** A row's price in major units, or why it is refused. Today is 1 June 2026. */
async function read(name: string, content: string, options = "--currency EUR") {
  const [row] = await readFeedRows({ [name]: content }, options);
  return row?.car ? row.car.sourcePriceMinor / 100 : (row?.notes.join("; ") ?? "no row");
}
const readCsv = (headers: string, cells: string) =>
  read("feed.csv", `make,model,year,km,${headers}\nBMW,X5,2019,45000,${cells}\n`);
const readJson = (facts: object) => read("feed.json", JSON.stringify([{ ...car, ...facts }]));

describe("a price without tax beside one with it", () => {
  it.each([
    ["price,grossPrice", "25210,30000", 30_000],
    ["price,price_gross", "25210,29999.90", 29_999.9],
    ["price,Bruttopreis,MwSt", "25210,30000,19%", 30_000],
    ["price,price_gross", "30000,30000", 30_000],
    ["price,totalPrice,vat", "25210,30000,19", 30_000],
    ["price,totalPrice,vatRate", "25210,30000,0.19", 30_000],
    ["price,total_price,vat_amount", "25000,30000,5000", 30_000],
    ["price,totalPrice,taux_tva", "25000,30000,20", 30_000],
    // Fees, and a tax that the price has.
    ["price,totalPrice", "30000,30499", 30_000],
    ["price,totalPrice,vat", "30000,30499,19", 30_000],
    ["price,totalPrice,vat", "30000,30000,19", 30_000],
    ["price,vat_amount,vat_rate", "30000,4789.92,19", 30_000],
    ["price,vat_amount", "30000,5000", 30_000],
  ])("%s: %s", async (headers, cells, paid) => {
    expect(await readCsv(headers, cells)).toBe(paid);
  });

  it.each([
    // Only a total or a tax shows that the price is without it.
    ["price,totalPrice", "25210,30000", "without tax"],
    ["price,vat_amount,vat_rate", "25210,4789.90,19", "without tax"],
    ["price,price_gross", "27500,30000", "differs"],
    ["price,price_gross,vat", "25210,30000,7", "differs"],
    ["price,price_gross", "30000,27000", "differs"],
  ])("is refused if no one can tell: %s: %s", async (headers, cells, reason) => {
    expect(await readCsv(headers, cells)).toContain(reason);
  });

  it("is refused like any other if its currency is not known", async () => {
    const csv = "make,model,year,km,price_eur,price_usd\nBMW,X5,2019,45000,24900,27000\n";
    expect(await read("feed.csv", csv, "")).toContain("use --currency");
  });

  it("in objects", async () => {
    const price = { amount: 25_210, total: 30_000, vat: 19 };
    expect(await readJson({ price })).toBe(30_000);
    expect(await readJson({ price: { net: 25_210, gross: 30_000, vat: 19 } })).toBe(30_000);
  });
});

describe("the price that is asked today", () => {
  it.each([
    ["price,special_price", "30000,27500", 27_500],
    ["Preis,Aktionspreis", "30000,27500", 27_500],
    ["Preis,Angebotspreis", "30000,27500", 27_500],
    ["price,final price", "30000,27500", 27_500],
    ["price,offer price", "30000,27500", 27_500],
    ["price,special_price", "30000,0", 30_000],
    ["price,special_price", "30000,", 30_000],
    ["price,special_price", ",27500", 27_500],
    ["price,promo", "30000,27500", 27_500],
    ["price,promo", "30000,500", 30_000],
    ["price,promo", "30000,Free service", 30_000],
    ["price,promo", "30000,yes", 30_000],
    ["regular_price,sale_price", "30000,27500", 27_500],
    ["regular_price,sale_price", "30000,", 30_000],
    ["price,regular_price,sale_price", "27500,30000,27500", 27_500],
    ["special_price,make2", "27500,BMW", 27_500],
    ["price,was price,old_price", "27500,30000,31000", 27_500],
    ["price,UVP,list price", "27500,30000,31000", 27_500],
    ["price,MSRP,RRP", "27500,40000,41000", 27_500],
  ])("is read from %s: %s", async (headers, cells, paid) => {
    expect(await readCsv(headers, cells)).toBe(paid);
  });

  it.each([
    ["special_price_to", "2026-05-31", 30_000],
    ["special_price_to", "2026-06-01", 27_500],
    ["special_price_to", "2026-06-01 23:59:59", 27_500],
    ["special_price_from", "2026-06-01", 27_500],
    ["special_price_from", "2026-06-02", 30_000],
    ["special_price_from", "2026-07-01", 30_000],
    ["Special price valid until", "31.05.2026", 30_000],
    ["Special price valid until", "12/31/2026", 27_500],
    ["Special price valid until", "07/08/2026", 27_500],
    ["sale_ends", "04/03/2026", 30_000],
    ["promo end date", "0000-00-00", 27_500],
    ["sale_price_effective_date", "2026-05-01T08:00+0100/2026-05-31T20:00+0100", 30_000],
    ["sale_price_effective_date", "2026-05-01T08:00+0100/2026-07-31T20:00+0100", 27_500],
  ])("by its dates, %s: %s", async (header, date, paid) => {
    expect(await readCsv(`price,special_price,${header}`, `30000,27500,${date}`)).toBe(paid);
  });

  it.each([
    ["price,special_price,special_price_to", "30000,27500,05/06/2026", "not clear"],
    ["price,special_price,special_price_to", "30000,27500,soon", "not clear"],
    ["price,special_price", "30000,2750", "differs"],
    ["price,special_price", "30000,32000", "differs"],
    ["price,special_price", "30000,2 for 1", "not an amount"],
    ["price,special_price", "POA,27500", "POA"],
    ["price,price_gross,special_price", "25210,30000,27000", "may be a price without tax"],
    ["price,promo", "30000,15000", "differs"],
    ["old_price,special_price_to", "30000,2026-07-01", "no column for price"],
  ])("is refused if it is not clear: %s: %s", async (headers, cells, reason) => {
    const read = readCsv(headers, cells).catch((error: Error) => error.message);
    expect(await read).toContain(reason);
  });

  it("is found among typed prices of XML and in objects", async () => {
    const xml = (prices: string) =>
      `<cars><car><make>BMW</make><model>X5</model><year>2019</year><km>1</km>${prices}</car></cars>`;
    const list = '<price type="list">40000</price><price type="special">27500</price>';
    expect(await read("a.xml", xml(list))).toBe(27_500);
    expect(await read("b.xml", xml(`<price>30000</price>${list}`))).toBe(27_500);
    expect(await readJson({ offer: { price: 30_000 } })).toBe(30_000);
    expect(await readJson({ price: { now: 27_500, was: 30_000 } })).toBe(27_500);
    expect(await readJson({ price: { current: 27_500, previous: 30_000 } })).toBe(27_500);
    expect(await readJson({ price: 30_000, specialPrice: { amount: 27_500 } })).toBe(27_500);
    expect(await readJson({ price: { amount: 30_000, special: 27_500, old: 35_000 } })).toBe(
      27_500,
    );
  });
});
