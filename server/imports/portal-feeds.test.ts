import { describe, expect, it } from "vitest";
import { readFeedRows } from "#testing/imports/read-feed-rows.ts";

const car = { make: "BMW", model: "X5", year: 2019 };

/** Each row as its price and mileage, or the reason for refusing it. */
async function read(name: string, content: string, options = "--currency EUR") {
  const rows = await readFeedRows({ [name]: content }, options);
  return rows.map(({ car: stated, kind, notes }) =>
    stated
      ? `${stated.sourcePriceMinor / 100} ${stated.sourceCurrency}, ${stated.mileage} ${stated.mileageUnit}`
      : `${kind} ${notes.join("; ")}`,
  );
}
const readJson = (content: unknown, options?: string) =>
  read("feed.json", JSON.stringify(content), options);
const readCsv = (...lines: string[]) => read("feed.csv", `${lines.join("\n")}\n`);

describe("an amount that is not what a buyer pays is not read as the price", () => {
  it.each([
    ["price_with_vat", "0", "without tax"],
    ["inc_vat", "N", "without tax"],
    ["Brutto/Netto", "netto", "without tax"],
    ["Typ ceny", "netto", "without tax"],
    ["Preisart", "Netto", "without tax"],
    ["Preisart", "Leasing", "not the price of a purchase"],
    ["Preisart", "Händlerpreis", "not what a buyer pays"],
    ["Prijstype", "Bieden", "not the price of a purchase"],
    ["Nettopreis", "ja", "without tax"],
    ["vat", "+VAT", "without tax"],
    ["vat", "ex", "without tax"],
    ["plus_vat", "yes", "without tax"],
    ["Price excludes VAT", "yes", "without tax"],
    ["price_gross_net", "net", "without tax"],
    ["price_suffix", "p/m", "not the price of a purchase"],
    ["price_prefix", "+VAT", "without tax"],
  ])("because of %s: %s", async (header, value, reason) => {
    const [row] = await readCsv(
      `make;model;year;km;price;${header}`,
      `BMW;X5;2019;45000;30000;${value}`,
    );
    expect(row).toMatch(new RegExp(`^faults .*${reason}`));
  });

  it.each([
    ["price_with_vat", "1"],
    ["Brutto/Netto", "brutto"],
    ["Typ ceny", "brutto"],
    ["Preisart", "Festpreis"],
    ["vat", "20"],
    ["vat", "inc"],
    ["plus_vat", "no"],
    ["Nettopreis", "25210"],
    ["price_gross_net", "gross"],
    ["price_prefix", "only"],
  ])("but it is despite %s: %s", async (header, value) => {
    const feed = [`make;model;year;km;price;${header}`, `BMW;X5;2019;45000;30000;${value}`];
    expect(await readCsv(...feed)).toEqual(["30000 EUR, 45000 km"]);
  });

  it("because of a fact beside an amount in an object", async () => {
    const price = { amount: 30_000, currency: "EUR" };
    const [net, gross] = await readJson([
      { ...car, km: 45_000, price, priceType: "NET" },
      { ...car, km: 45_000, price, priceType: "GROSS" },
    ]);
    expect([net, gross]).toEqual([expect.stringContaining("without tax"), "30000 EUR, 45000 km"]);
  });
});

describe("other cars of a document are not the stock", () => {
  it("such as more cars that were sold", async () => {
    const sold = [
      { ...car, price: 14_900, km: 145_000 },
      { ...car, price: 14_950, km: 145_100 },
    ];
    const stock = [{ ...car, price: 24_900, km: 45_000 }];
    expect(await readJson({ stock, recentlySold: sold })).toEqual(["24900 EUR, 45000 km"]);
  });

  it("such as similar ones below each car", async () => {
    const others = [
      { ...car, price: 9_900, km: 1_000 },
      { ...car, price: 8_900, km: 2_000 },
    ];
    const one = { ...car, price: 24_900, km: 45_000 };
    for (const name of ["similar", "alsoLookAt"])
      expect(await readJson([{ ...one, [name]: others }])).toEqual(["24900 EUR, 45000 km"]);
  });

  it("and give the car no facts", async () => {
    const tradeIn = { fuel: "diesel", colour: "red", vin: "WBA3A5C50EF000000" };
    const feed = JSON.stringify([{ ...car, price: 24_900, km: 45_000, tradeIn }]);
    const [row] = await readFeedRows({ "feed.json": feed }, "--currency EUR");
    expect(row?.car).toMatchObject({ fuel: null, colour: null, vin: null });
  });
});

describe("mileages", () => {
  it('reads no miles from the Italian word for thousand, as in "98 mila"', async () => {
    const [row] = await readCsv(
      "Marca;Modello;Anno;Percorrenza;Prezzo",
      "BMW;X5;2019;98 mila;1000",
    );
    expect(row).toContain('"98 mila" has no unit');
  });

  it("reads one that is stated in kilometers and in miles, if both agree", async () => {
    const one = (km: number) => ({ ...car, price: 24_900, mileage: { km, miles: 45_000 } });
    expect(await readJson([one(72_420), one(45_000)])).toEqual([
      "24900 EUR, 72420 km",
      expect.stringContaining("differs"),
    ]);
  });

  it("reads the unit of schema.org's unitText", async () => {
    const one = (unitText: string) => ({
      ...car,
      price: 24_900,
      mileage: { value: 45_000, unitText },
    });
    const rows = await readJson([one("km"), one("miles")], "--currency EUR --distance-unit km");
    expect(rows).toEqual(["24900 EUR, 45000 km", "24900 EUR, 45000 mi"]);
  });
});

it.each([
  ["currencyIso", "USD"],
  ["currency_symbol", "$"],
  ["ccy", "USD"],
  ["price_currency_code", "USD"],
])("sees another currency in %s: %s", async (header, value) => {
  const csv = [`make;model;year;km;price;${header}`, `BMW;X5;2019;45000;30000;${value}`];
  expect(await readCsv(...csv)).toEqual([expect.stringContaining("the price is in USD")]);
});

it.each([
  ['odometer uom="MI"', "45000 mi"],
  ['tellerstand eenheid="K"', "45000 km"],
  ['tellerstand eenheid="M"', 'unknown unit of distance "M"'],
])("reads <%s> as %s", async (element, mileage) => {
  const name = element.split(" ")[0];
  const facts = "<make>BMW</make><model>X5</model><year>2019</year><price>30000</price>";
  const xml = `<cars><car>${facts}<${element}>45000</${name}></car><car/></cars>`;
  const [row] = await read("feed.xml", xml, "--currency EUR --distance-unit km");
  expect(row).toContain(mileage);
});

it("reads the price with tax beside one without", async () => {
  for (const without of ["ex VAT", "plus VAT", "HT", "+VAT"]) {
    const csv = `make,model,year,km,Price (${without}),Price (inc VAT)\nBMW,X5,2019,1,25000,30000\n`;
    expect(await read("feed.csv", csv)).toEqual(["30000 EUR, 1 km"]);
  }
});

it("reads a column named unit as that of the mileage, if it is one", async () => {
  const csv = (unit: string) =>
    `make,model,year,mileage,unit,price\nBMW,X5,2019,45000,${unit},30000\n`;
  expect([
    ...(await read("feed.csv", csv("km"), "--currency GBP")),
    ...(await read("feed.csv", csv("piece"), "--currency GBP")),
  ]).toEqual(["30000 GBP, 45000 km", "30000 GBP, 45000 mi"]);
});

it("reads a unit from the mileage's type, which can also be a word such as actual", async () => {
  const one = (mileageType: string) => ({ ...car, price: 30_000, mileage: 45_000, mileageType });
  const rows = await readJson([one("miles"), one("actual")], "--currency EUR --distance-unit km");
  expect(rows).toEqual(["30000 EUR, 45000 mi", "30000 EUR, 45000 km"]);
});

it.each([
  ["Insurance Category", "S"],
  ["Roadworthy", "No"],
  ["Fahrbereit", "nein"],
  ["Zustand", "Defekt"],
])("refuses a damaged car by %s: %s", async (header, value) => {
  const [row] = await readCsv(`make;model;year;km;price;${header}`, `BMW;X5;2019;1;30000;${value}`);
  expect(row).toMatch(/^damaged/);
});

it.each([
  ["Insurance Category", "20E"],
  ["Insurance Category", "Not recorded"],
  ["Roadworthy", "Yes"],
  ["Zustand", "Gebraucht"],
])("takes a car for sound despite %s: %s", async (header, value) => {
  const csv = [`make;model;year;km;price;${header}`, `BMW;X5;2019;1;30000;${value}`];
  expect(await readCsv(...csv)).toEqual(["30000 EUR, 1 km"]);
});

it.each([
  ["Price on request", "yes", "on request"],
  ["hide_price", "1", "on request"],
  ["Preis auf Anfrage", "ja", "on request"],
  ["Odometer Status", "TMU", "not the true one"],
  ["Odometer Status", "Not Actual Mileage", "not the true one"],
])("refuses a price or mileage that does not hold by %s: %s", async (header, value, reason) => {
  const csv = [`make;model;year;km;price;${header}`, `BMW;X5;2019;1;30000;${value}`];
  expect(await readCsv(...csv)).toEqual([expect.stringContaining(reason)]);
});

it.each([
  ["Price on request", "no"],
  ["Odometer Status", "Actual"],
  ["Odometer Status", "Exempt"],
])("reads a car despite %s: %s", async (header, value) => {
  const csv = [`make;model;year;km;price;${header}`, `BMW;X5;2019;1;30000;${value}`];
  expect(await readCsv(...csv)).toEqual(["30000 EUR, 1 km"]);
});

it("takes the year of registration for what it is, beside the year of build", async () => {
  const feed = (year: number) =>
    `make,model,year of registration,build year,km,price\nBMW,X5,${year},2018,1,30000\n`;
  const [row] = await readFeedRows({ "feed.csv": feed(2019) }, "--currency EUR");
  expect(row?.car?.year).toBe(2018);
  expect(await read("feed.csv", feed(2023))).toEqual([expect.stringContaining("do not fit")]);
});

it("leaves out a fuel with two meanings and a VIN that only fills its field", async () => {
  const csv = `make,model,year,km,price,fuel,vin\nMercedes-Benz,E-Klasse All-Terrain,2019,1,30000,nafta,${"X".repeat(17)}\n`;
  const [row] = await readFeedRows({ "feed.csv": csv }, "--currency EUR");
  expect(row?.car).toMatchObject({ fuel: null, vin: null, bodyType: "estate" });
});

it("reads what a buyer pays, not what a dealer or the maker asks", async () => {
  const rows = [
    ...(await readCsv(
      "marque;modele;annee;km;prix_public;prix_vente;prix_pro",
      "BMW;X5;2019;1;35000;30000;27000",
    )),
    ...(await readCsv(
      "merk;model;bouwjaar;km-stand;verkoopprijs_particulier;verkoopprijs_handel",
      "BMW;X5;2019;1;30000;26000",
    )),
  ];
  expect(rows).toEqual(["30000 EUR, 1 km", "30000 EUR, 1 km"]);
});

it("reads the stock of an API that nests vehicle, adverts and metadata", async () => {
  const result = (vatStatus: string, lifecycleState: string) => ({
    vehicle: { make: "BMW", model: "X5", yearOfManufacture: "2019", odometerReadingMiles: 45_012 },
    adverts: {
      forecourtPrice: { amountGBP: 16_995 },
      forecourtPriceVatStatus: vatStatus,
      retailAdverts: { totalPrice: { amountGBP: 17_500 }, attentionGrabber: "Just sold out" },
    },
    metadata: { lifecycleState },
  });
  const results = [
    result("No VAT", "FORECOURT"),
    result("Ex VAT", "FORECOURT"),
    result("No VAT", "SOLD"),
  ];
  expect(await readJson({ results }, "")).toEqual([
    "16995 GBP, 45012 mi",
    expect.stringContaining("without tax"),
    expect.stringContaining("notForSale"),
  ]);
});

it("reads an API's gross price, not the one for dealers, and months as 201903", async () => {
  const price = { consumerPriceGross: "36990.00", dealerPriceGross: "34000.00", currency: "EUR" };
  const ad = { make: "BMW", model: "X5", firstRegistration: "201903", kilometer: 45_000, price };
  expect(await readJson({ ads: [ad] }, "")).toEqual(["36990 EUR, 45000 km"]);
});

it("reads the price in the feed's currency, and the currency beside a gross price", async () => {
  const csv = ["make,model,year,km,price_eur,price_usd", "BMW,X5,2019,45000,24900,27000"];
  expect(await readCsv(...csv)).toEqual(["24900 EUR, 45000 km"]);
  const prices =
    '<price currency="EUR" type="net">25000</price><price currency="EUR" type="gross">30000</price>';
  const xml = `<cars><car><make>BMW</make><model>X5</model><year>2019</year><km>45000</km>${prices}</car></cars>`;
  expect(await read("feed.xml", xml, "")).toEqual(["30000 EUR, 45000 km"]);
});

it("refuses adverts of people who look for a car", async () => {
  const [wanted] = await readCsv(
    "make,model,year,km,price,offerType",
    "BMW,X5,2019,1000,9000,Gesuch",
  );
  expect(wanted).toContain("notForSale");
});

it("reads raw values beside formatted ones, and the public price", async () => {
  const raw = (value: unknown) => ({ raw: value, formatted: `about ${String(value)}` });
  const vehicle = {
    classification: { make: raw("BMW"), model: raw("X5") },
    condition: { mileageInKm: raw(83_000), firstRegistrationDate: raw("2019-03-01") },
  };
  const prices = {
    public: { amountInEUR: raw(24_900), vatRate: 19 },
    dealer: { amountInEUR: raw(22_000) },
  };
  expect(await readJson([{ details: { vehicle }, prices }], "")).toEqual(["24900 EUR, 83000 km"]);
  const price = {
    publicPrice: { amount: 32_900, currency: "EUR" },
    dealerPrice: { amount: 30_000, currency: "EUR" },
  };
  const mileage = { value: 45_000, unit: "km" };
  const { year: _, ...named } = car;
  const ad = { ...named, price, mileage, firstRegistrationDate: "2020-04" };
  expect(await readJson([ad], "")).toEqual(["32900 EUR, 45000 km"]);
});

it("reads a dollar sign in a feed of pesos", async () => {
  const ad = { ...car, km: "45,000 km", price: "$ 689,999" };
  expect(await readJson([ad], "--currency MXN")).toEqual(["689999 MXN, 45000 km"]);
});

it("reads facts that are listed with their names in JSON", async () => {
  const attributes = (mileage: object) => [
    { key: "brand", value: "BMW", value_label: "BMW" },
    { key: "model", value: "X5" },
    { key: "year", value: "2019" },
    { key: "mileage", ...mileage },
    { name: "Unfallschaden", value: "nein" },
  ];
  const ads = [
    { id: 1, price: [30_000], attributes: attributes({ value: 45_000, unit: "km" }) },
    { id: 2, price: [31_000], attributes: attributes({ value: 45_000, unit: "mi" }) },
    { id: 3, price: [32_000], attributes: attributes({ name: "Mileage" }) },
  ];
  expect(await readJson({ ads })).toEqual([
    "30000 EUR, 45000 km",
    "31000 EUR, 45000 mi",
    expect.stringContaining("the mileage is missing"),
  ]);
  const named = { ...car, name: "BMW X5", value: "good", km: 45_000 };
  const details = [
    { ...named, price: 30_000 },
    { ...named, price: 31_000 },
  ];
  expect(await readJson({ details })).toEqual(["30000 EUR, 45000 km", "31000 EUR, 45000 km"]);
});
