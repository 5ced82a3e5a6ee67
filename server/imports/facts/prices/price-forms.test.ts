import { describe, expect, it } from "vitest";
import { readFeedRows } from "#testing/imports/read-feed-rows.ts";

const car = { make: "BMW", model: "X5", year: 2019, km: 45_000 };

/** The first row's price and currency, or why it is refused. */
async function read(name: string, content: string, options = "") {
  const [row] = await readFeedRows({ [name]: content }, options);
  return row?.car
    ? `${row.car.sourcePriceMinor / 100} ${row.car.sourceCurrency}`
    : (row?.notes.join("; ") ?? "no row");
}
const readJson = (facts: object, options?: string) =>
  read("feed.json", JSON.stringify([{ ...car, ...facts }]), options);
const readXml = (prices: string, options?: string) =>
  read(
    "feed.xml",
    `<cars><car><make>BMW</make><model>X5</model><year>2019</year><km>1</km>${prices}</car></cars>`,
    options,
  );

describe("words beside a price", () => {
  const headers = "Marke;Modell;Baujahr;Kilometerstand;Preis";
  const one = (price: string) =>
    read("feed.csv", `${headers}\nBMW;X5;2019;45000;${price}\n`, "--currency EUR");

  it.each([
    "21.990 € à débattre",
    "21.990 € ferme",
    "21.990 € non négociable",
    "21.990 tratt.",
    "21.990 € (TVA récupérable)",
    "21.990 € IVA compresa",
    "21.990 € differenzbesteuert",
    "21.990 € (MwSt. nicht ausweisbar)",
    "21.990 € VB!",
    "€ 21.990 rijklaar",
    "21,99 T€",
    "Vraagprijs € 21.990",
    "Prix: 21 990 €",
    "21.990 € al contado",
    "€ 21.990 vaste prijs",
  ])("leave %s as it is", async (price) => expect(await one(price)).toBe("21990 EUR"));

  it.each([
    ["18.325 € HT", "is a price without tax"],
    ["18.325 € IVA esclusa", "is a price without tax"],
    ["18.325 € (sin IVA)", "is a price without tax"],
    ["18.325 € exkl. MwSt.", "is a price without tax"],
    ["18.325 € exkl. Überführung", "is a price without costs that a buyer pays, too"],
    ["18.325 € + frais", "is a price without costs that a buyer pays, too"],
    ["18.325 € plus admin fee", "is a price without costs that a buyer pays, too"],
    ["499.-/Mt.", "is a monthly rate, not a price"],
    ["£249 pcm", "is a monthly rate, not a price"],
    ["1 699 zł/mc", "is a monthly rate, not a price"],
    ["LOA 299 €", "is a monthly rate, not a price"],
    ["Anzahlung 2.500 €", "is a deposit, not a price"],
    ["$1,500 down", "is a deposit, not a price"],
    ["Preis auf Anfrage", "a car without a price cannot be listed"],
    ["N.o.t.k.", "a car without a price cannot be listed"],
    ["Was 24.990 € now 21.990 €", "nothing says which of its numbers a buyer pays"],
    ["Neupreis 61.000 €", 'is not an amount: "Neupreis"'],
    ["ab 21.990 €", 'is not an amount: "ab"'],
    ["-5", "is negative"],
  ])("say why %s is refused: it %s", async (price, reason) =>
    expect(await one(price)).toContain(reason),
  );
});

describe("the currency of a price", () => {
  const headers = [
    "price/code",
    "price.currency",
    "priceCurrency",
    "price/@currency",
    "price@currency",
    "price_currency_code",
    "price.code",
    "price/currencyCode",
    "price_unit",
  ];
  it.each(headers)("is read from a CSV column %s", async (header) => {
    const csv = (code: string) =>
      `make,model,year,km,price,${header}\nBMW,X5,2019,45000,30000,${code}\n`;
    expect(await read("feed.csv", csv("EUR"))).toBe("30000 EUR");
    expect(await read("feed.csv", csv("EUR"), "--currency GBP")).toContain("the price is in EUR");
  });

  it.each<[string, object]>([
    ["currencyCode", { price: { amount: 30_000, currencyCode: "EUR" } }],
    ["code", { price: { amount: 30_000, code: "EUR" } }],
    ["isoCode", { price: { value: 30_000, isoCode: "EUR" } }],
    ["a currency's code", { price: { amount: 30_000, currency: { code: "EUR", symbol: "€" } } }],
    ["a key with a slash", { price: 30_000, "price/code": "EUR" }],
    ["an attribute", { price: { "@currency": "EUR", "#text": "30000" } }],
    ["an attribute beside $t", { price: { currency: "EUR", $t: "30000" } }],
    ["priceCurrency", { offers: { price: 30_000, priceCurrency: "EUR" } }],
    [
      "a price specification",
      { offers: { priceSpecification: { price: 30_000, priceCurrency: "EUR" } } },
    ],
  ])("is read in JSON and JSON Lines from %s", async (_, facts) => {
    expect(await readJson(facts)).toBe("30000 EUR");
    const line = `${JSON.stringify({ ...car, ...facts })}\n`;
    expect(await read("feed.jsonl", line)).toBe("30000 EUR");
    expect(await readJson(facts, "--currency GBP")).toContain("the price is in EUR");
  });

  it.each([
    '<price currency="EUR">30000</price>',
    '<price code="EUR">30000</price>',
    '<price unit="EUR">30000</price>',
    '<price value="30000" currency="EUR"/>',
    "<price><value>30000</value><code>EUR</code></price>",
    '<price><amount currency="EUR">30000</amount></price>',
  ])("is read in XML from %s", async (price) => {
    expect(await readXml(price)).toBe("30000 EUR");
    expect(await readXml(price, "--currency GBP")).toContain("the price is in EUR");
  });

  it("is not taken from a code that means something else", async () => {
    const price = { amount: 30_000, code: "A17" };
    expect(await readJson({ price, currency: "EUR" })).toBe("30000 EUR");
  });
});

describe("a list of prices", () => {
  it("is refused if nothing says which one a buyer pays", async () => {
    const reason = "nothing says which one a buyer pays";
    const unnamed = [{ value: 30_000 }, { value: 27_000 }];
    expect(await readJson({ prices: unnamed, currency: "EUR" })).toContain(reason);
    expect(await readJson({ prices: [30_000, 27_000], currency: "EUR" })).toContain(reason);
    const coded = unnamed.map((price, index) => ({ ...price, type: `P${index}` }));
    expect(await readJson({ prices: coded, currency: "EUR" })).toContain(reason);
  });

  it("is read by the types of its prices", async () => {
    const currency = "EUR";
    const prices = [
      { value: 27_000, type: "trade", currency },
      { value: 30_000, type: "RETAIL", currency },
      { value: 40_000, type: "MSRP", currency },
    ];
    expect(await readJson({ prices })).toBe("30000 EUR");
    expect(await readJson({ prices: [...prices, { value: 28_500, type: "special" }] })).toBe(
      "28500 EUR",
    );
    expect(
      await readXml(
        '<currency>EUR</currency><prices><price><type>net</type><value>25210</value></price><price kind="gross"><value>30000</value></price></prices>',
      ),
    ).toBe("30000 EUR");
  });

  it("may be one of a lease, which is no price", async () => {
    const offers = { priceSpecification: { price: 399, priceCurrency: "EUR", unitCode: "MON" } };
    expect(await readJson({ offers })).toContain("not the price of a purchase");
  });
});
