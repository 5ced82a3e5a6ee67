import { describe, expect, it } from "vitest";
import { readFeedRows } from "#testing/imports/read-feed-rows.ts";

/** Each row as its year, price and mileage, or the reason for refusing it. */
async function read(options: string, ...lines: string[]) {
  const rows = await readFeedRows({ "feed.csv": `${lines.join("\n")}\n` }, options);
  return rows.map(({ car, kind, notes }) =>
    car
      ? `${car.year}, ${car.sourcePriceMinor} ${car.sourceCurrency}, ${car.mileage} ${car.mileageUnit}`
      : `${kind} ${notes.join("; ")}`,
  );
}
const contains = (text: string) => expect.stringContaining(text) as string;

describe("a number that is no price", () => {
  it("is a rate or a deposit, by the age of the car or the advert's text", async () => {
    const rows = await read(
      "--currency USD",
      "make;model;year;miles;price;description",
      "BMW;X5;2019;45000;299;Great lease",
      "BMW;X5;2012;45000;2500;$2,500 down and nothing else",
      "BMW;X5;2012;45000;1299;Only $1299/mo.",
      "BMW;X5;2004;145000;900;Runs and drives. $99 for the inspection.",
    );
    expect(rows).toEqual([
      contains("299 USD is not the price of a car of 2019"),
      contains("a rate or a deposit"),
      contains("a rate or a deposit"),
      "2004, 90000 USD, 145000 mi",
    ]);
  });

  it.each([
    ["INR", "18.5", "18"],
    ["INR", "1850", "18"],
    ["JPY", "298", "298"],
    ["HUF", "7990", "7990"],
    ["KRW", "2980", "2980"],
  ])("is a count of lakh, ten thousands or thousands in %s: %s", async (currency, price, shown) => {
    const [row] = await read(
      `--currency ${currency} --decimal point`,
      "make;model;year;km;price",
      `BMW;X5;2012;45000;${price}`,
    );
    expect(row).toMatch(new RegExp(`^faults .*${shown}.* is not the price of a car`));
  });
});

describe("a mileage with words", () => {
  const one = (km: string, year = 2015) =>
    read(
      "--currency EUR --decimal comma",
      "make;model;year;Kilometerstand;price",
      `BMW;X5;${year};${km};9000`,
    );
  it.each([
    "ca. 120.000 km",
    "TKM 120",
    "120 T km",
    "120.000 KM!",
    "120.000 km abgelesen",
    "120 000 km certifiés",
    "120.000 km certificati",
    "120 tyś. km",
    "KM120000",
    "120.000 kilómetros",
    "120 000 kilomètres",
    "120000 kilometrów",
    "120 mila km",
  ])("is read from %s", async (km) =>
    expect(await one(km)).toEqual(["2015, 900000 EUR, 120000 km"]),
  );
  it.each([
    "unter 120.000 km",
    "120.000 km (Motor 20.000 km)",
    "120.000 km non garanti",
    ">120.000",
  ])("is not read from %s", async (km) => expect(await one(km)).toEqual([contains("faults")]));
  it("is not read from 120.00, which was probably to be 120.000, unless the car is new", async () => {
    expect(await one("120,00 km")).toEqual([contains('"120,00 km" may be in thousands')]);
    expect(await one("120,00 km", 2026)).toEqual(["2026, 900000 EUR, 120 km"]);
  });
});

describe("a year with words", () => {
  const header = "make;model;year;Erstzulassung;km;price";
  const one = (registered: string, year = "") =>
    read("--currency EUR", header, `BMW;X5;${year};${registered};98000;9000`);
  it.each([
    "EZ 03/2018",
    "03 / 2018",
    "15. 3. 2018",
    "2018 r.",
    "Bj. 2018",
    "1er mars 2018",
    "2018,0",
    "2018-03-00",
    "00/2018",
  ])("is read from %s", async (date) =>
    expect(await one(date)).toEqual(["2018, 900000 EUR, 98000 km"]),
  );
  it.each([
    ["03/18", "write all four digits"],
    ["43160", "a spreadsheet's number of a date"],
    ["06/2027", "the first registration in 2027 is in the future"],
  ])("is not read from %s, and the reason says why", async (date, reason) =>
    expect(await one(date)).toEqual([contains(reason)]),
  );
  it.each(["1900-01-01", "01.01.0001", "0000-00-00"])(
    "is the stated one beside the empty date %s",
    async (date) => expect(await one(date, "2018")).toEqual(["2018, 900000 EUR, 98000 km"]),
  );
  it("is not the next one for a car that was driven far", async () =>
    expect(await one("", "2027")).toEqual([
      contains("a car of 2027 has not been driven 98000 km"),
    ]));
});

describe("a number that is no mileage", () => {
  it("is 0 for a car that is not new", async () => {
    expect(
      await read(
        "--currency EUR",
        "make;model;year;km;price",
        "BMW;X5;2012;0;9000",
        "BMW;X5;2026;0;90000",
      ),
    ).toEqual([contains("0 is not the mileage of a car of 2012"), "2026, 9000000 EUR, 0 km"]);
  });

  it("is fuel consumption, as in India", async () => {
    const header = "brand,model,year,price,km_driven,mileage";
    const rows = ["BMW,X1,2017,2150000,45000,20.68 kmpl", "BMW,X3,2017,2150000,55000,17"];
    expect(await read("--currency INR", header, ...rows, "BMW,X3,2017,2150000,55000,18.1")).toEqual(
      [
        "2017, 215000000 INR, 45000 km",
        "2017, 215000000 INR, 55000 km",
        "2017, 215000000 INR, 55000 km",
      ],
    );
    const [only] = await read(
      "--currency INR --distance-unit km",
      "brand,model,year,price,mileage",
      "BMW,X1,2017,2150000,20.68 kmpl",
      "BMW,X1,2017,2150000,17",
      "BMW,X1,2017,2150000,17.5",
    );
    expect(only).toContain("about fuel consumption");
  });

  it("is a count of thousands, as most of its column", async () => {
    const rows = ["BMW;X5;2012;198;9000", "BMW;X3;2014;98;9000", "BMW;X3;2015;120000;9000"];
    const header = "make;model;year;km;price";
    expect(await read("--currency EUR", header, ...rows)).toEqual([
      contains('"198" may be in thousands'),
      contains('"98" may be in thousands'),
      "2015, 900000 EUR, 120000 km",
    ]);
    const recent = ["BMW;X5;2026;198;90000", "BMW;X3;2026;98;90000", "BMW;X3;2012;120;9000"];
    expect(await read("--currency EUR", header, ...recent)).toEqual([
      "2026, 9000000 EUR, 198 km",
      "2026, 9000000 EUR, 98 km",
      "2012, 900000 EUR, 120 km",
    ]);
  });

  it("has no unit where prices are said to be in US dollars", async () => {
    const feed = (price: string) => [
      `make,model,year,odometer,${price}`,
      "BMW,X5,2012,190000,9000",
    ];
    expect([
      ...(await read("", ...feed("price_usd"))),
      ...(await read("--distance-unit km", ...feed("price_usd"))),
      ...(await read("--currency USD", ...feed("price"))),
    ]).toEqual([
      contains("--distance-unit"),
      "2012, 900000 USD, 190000 km",
      "2012, 900000 USD, 190000 mi",
    ]);
  });
});

describe("a car that is not sound, or not for sale", () => {
  it.each([
    ["itemCondition", "https://schema.org/DamagedCondition"],
    ["Title Brand", "Flood"],
    ["Title Brand", "Lemon"],
    ["theft_title", "True"],
    ["Auction grade", "R"],
    ["Auction grade", "RA"],
    ["state", "emergency"],
    ["description", "Condition: Engine issues."],
    ["Состояние", "Битый / не на ходу"],
    ["description", "После ДТП, требует ремонта"],
    ["description", "Після ДТП"],
    ["description", "на части"],
    ["Attention_Grabber", "SALE AGREED"],
  ])("is refused by %s: %s", async (header, value) => {
    const csv = [`make;model;year;km;price;${header}`, `BMW;X5;2012;45000;9000;${value}`];
    expect(await read("--currency EUR", ...csv)).toEqual([
      expect.stringMatching(/damaged|repaired after an accident|reserved/),
    ]);
  });

  it.each([
    ["itemCondition", "https://schema.org/UsedCondition"],
    ["Title Brand", "None"],
    ["theft_title", "False"],
    ["Auction grade", "4.5"],
    ["state", "owned"],
    ["options", "ABS|Emergency brake"],
    ["description", "No engine issues"],
    ["Состояние", "Не битый"],
    ["description", "Автомобиль в ДТП не участвовал, не требует ремонта"],
    ["description", "Без ДТП, аварийное торможение"],
    ["Attention_Grabber", "Just sold out? No, in stock"],
    ["description", "It has never been in a fire, flood or reported accident."],
    ["description", "GAP insurance covers you in case of total loss."],
    ["description", "One owner. We also buy wrecked and damaged cars!"],
    ["description", "Top Zustand. Ankauf auch mit Motorschaden."],
  ])("but not by %s: %s", async (header, value) => {
    const csv = [`make;model;year;km;price;${header}`, `BMW;X5;2012;45000;9000;${value}`];
    expect(await read("--currency EUR", ...csv)).toEqual(["2012, 900000 EUR, 45000 km"]);
  });
});

it("leaves out facts that are longer than any fact, and refuses a row that needs them", async () => {
  const filler = "x".repeat(1_000);
  const rows = await readFeedRows(
    {
      "feed.csv": [
        "make;model;year;miles;price;colour",
        `BMW;X5;2019;45000;29900;black ${filler}`,
        `BMW;X5 ${filler};2019;45000;29900;black`,
        "",
      ].join("\n"),
    },
    "--currency USD",
  );
  expect(rows.map(({ kind, notes }) => [kind, ...notes])).toEqual([
    [undefined, "colour: longer than 1000 characters"],
    ["faults", "model: longer than 1000 characters"],
  ]);
});

it.each([
  [2027, true],
  [2028, false],
])("a car of %s is read in June 2026: %s", async (year, isRead) => {
  const csv = `make,model,year,miles,price\nBMW,5 Series,${year},10,60000\n`;
  const [row] = await readFeedRows({ "feed.csv": csv }, "--currency GBP");
  expect(row!.car?.year).toBe(isRead ? year : undefined);
});
