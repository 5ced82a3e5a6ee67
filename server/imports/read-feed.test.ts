import { describe, expect, it } from "vitest";
import { readFeedRows } from "#testing/imports/read-feed-rows.ts";
import { readCommand } from "./command/read-command.ts";

const read = (text: string, options = "--currency EUR --distance-unit km") =>
  readFeedRows({ "feed.csv": text }, options);

/** A car of a feed with one more column. */
const one = async (header: string, value: string, model = "A4", make = "Audi") =>
  (
    await read(
      `make|model|year|price|mileage|${header}\n${make}|${model}|2018|15000|30000|${value}\n`,
    )
  )[0]!;

describe("an optional fact never costs the row", () => {
  it.each([
    ["transmission", "8-Speed A/T", "transmission", "automatic"],
    ["transmission", "6-Speed M/T", "transmission", "manual"],
    ["transmission", "7-Speed Automatic with Auto-Shift", "transmission", "automatic"],
    ["transmission", "Automatic with manual mode", "transmission", "automatic"],
    ["Getriebe", "6-Gang-Schaltgetriebe", "transmission", "manual"],
    ["Getriebe", "7G-DCT", "transmission", "automatic"],
    ["Cambio", "Automatico", "transmission", "automatic"],
    ["Versnellingsbak", "Handgeschakeld", "transmission", "manual"],
    ["fuel", "Electric/Gasoline", "fuel", "hybrid"],
    ["Kraftstoff", "Hybrid (Benzin/Elektro)", "fuel", "hybrid"],
    ["Kraftstoff", "Benzin / Super E10", "fuel", "petrol"],
    ["Alimentazione", "Benzina", "fuel", "petrol"],
    ["fuel", "Plug-in Hybrid/Petrol", "fuel", "plug-in hybrid"],
    ["engine", "300.0HP 3.7L V6 Cylinder Engine Gasoline Fuel", "engineSizeCc", 3700],
    ["engine", "2.0 TDI 150 PS", "engineSizeCc", 2000],
    ["engine", "3.0 Liter Turbo", "engineSizeCc", 3000],
    ["engine", "2.0L I4 16V GDI DOHC Turbo", "engineSizeCc", 2000],
    ["engine", "1.968 cm3 TDI", "engineSizeCc", 1968],
    ["body", "4D Sedan", "bodyType", "saloon"],
  ])("reads %s %s as %s", async (header, value, key, expected) =>
    expect((await one(header, value)).car).toMatchObject({ [key]: expected }),
  );

  it.each([
    ["transmission", "Warp drive", "transmission"],
    ["transmission", "6", "transmission"],
    ["transmission", "Transmission w/Dual Shift Mode", "transmission"],
    ["fuel", "Petrol/Diesel", "fuel"],
    ["fuel", "29", "fuel"],
    ["Kraftstoff", "Gas", "fuel"],
    ["engine", "0,2", "engineSizeCc"],
    ["engine", "2.0L or 3.0L", "engineSizeCc"],
    ["engine", "53.0Ah / 170.0HP Electric Motor", "engineSizeCc"],
    ["engine", "£160", "engineSizeCc"],
    ["engine", "2.0 gallons", "engineSizeCc"],
    ["mpg", "about 30", "fuelEconomy"],
    ["tax", "cheap", "sourceTaxMinor"],
    ["vin", "NOT-A-VIN", "vin"],
    ["Kolor", "Inny kolor", "colour"],
    ["colour", "other", "colour"],
    ["Farbe", "andere", "colour"],
    ["colour", "Diesel", "colour"],
    ["condition", "7/10", "condition"],
  ])("leaves out %s %s and says so", async (header, value, key) => {
    const { car, notes } = await one(header, value);
    expect(car).toMatchObject({ sourcePriceMinor: 1_500_000, mileage: 30_000, [key]: null });
    expect(notes).toEqual([expect.stringContaining(header)]);
  });

  it("reads n/a as no color, silently", async () => {
    const { car, notes } = await one("colour", "n/a");
    expect([car?.colour, notes]).toEqual([null, []]);
  });

  it('shows the usual body if the feed says "andere"', async () => {
    const { car, notes } = await one("Karosserie", "andere");
    expect(car).toMatchObject({ bodyType: "saloon", bodyTypeTypical: true });
    expect(notes).toEqual(['Karosserie: "andere" does not say which body']);
  });

  it("takes the second of two contradicting facts for as uncertain as the first", async () => {
    const [row] = await read(
      "make|model|year|price|mileage|fuel|fuel2\nAudi|A4|2018|15000|30000|Diesel|Petrol\n",
    );
    expect([row?.car?.fuel, row?.notes]).toEqual([null, ['fuel2: differs from "fuel"']]);
  });

  it("imports a joined table whose second columns hold other facts", async () => {
    const [row] = await read(
      'model,year,price,transmission,mileage,fuel type,engine size,mileage2,fuel type2,engine size2\n C Class,2013," £9,995",Automatic,"44,900",29,£160,46.3,Petrol,1.6\n',
      "--currency GBP",
    );
    expect(row?.car).toMatchObject({
      sourcePriceMinor: 999_500,
      mileage: 44_900,
      mileageUnit: "mi",
      fuel: "petrol",
      engineSizeCc: 1600,
    });
    expect(row?.notes).toHaveLength(3);
  });

  it.each([
    ["year", "Audi|A4||15000|30000"],
    ["price", "Audi|A4|2018|POA|30000"],
    ["mileage", "Audi|A4|2018|15000|low"],
    ["model", "Audi|andere|2018|15000|30000"],
  ])("refuses a row without %s", async (_, row) =>
    expect((await read(`make|model|year|price|mileage\n${row}\n`))[0]?.kind).toBe("faults"),
  );

  it("refuses a row whose cells have shifted", async () => {
    const [row] = await read(
      "make|model|year|price|mileage|fuel|transmission\nAudi|A4|2018|15000|30000|Manual|Petrol\n",
    );
    expect(row?.kind).toBe("faults");
  });
});

describe("models of a stated make", () => {
  it.each([
    ["BMW", "320", "320", "saloon"],
    ["BMW", "3", "3 Series", "saloon"],
    ["BMW", "3GT", "3GT", "hatchback"],
    ["BMW", "320d Touring", "320d Touring", "estate"],
    ["BMW", "420i Gran Coupé", "420i Gran Coupé", "hatchback"],
    ["BMW", "640d Gran Coupe", "640d Gran Coupe", "saloon"],
    ["BMW", "218d Active Tourer", "218d Active Tourer", "mpv"],
    ["BMW", "i8 Spyder", "i8 Spyder", null],
    ["mercedes_benz", "c_klasse", "C Class", "saloon"],
    ["mercedes_benz", "ML-CLASS", "M Class", "suv"],
    ["Mercedes-Benz", "CLA 200 Shooting Brake", "CLA 200 Shooting Brake", "estate"],
    ["Mercedes-Benz", "E 220 Cabrio", "E 220 Cabrio", "convertible"],
    ["Mercedes-Benz", "Vito", "Vito", null],
    ["Mercedes-Benz", "Maybach", "Maybach", null],
    ["Audi", "A4 allroad", "A4 allroad", "estate"],
    ["Audi", "R8 Spyder", "R8 Spyder", "convertible"],
    ["Audi", "A5 Sportback", "A5 Sportback", "hatchback"],
  ])("reads a %s %s as %s (%s)", async (make, text, model, body) => {
    const { car } = await one("note", "", text, make);
    expect([car?.model, car?.bodyType]).toEqual([
      model,
      text === "i8 Spyder" ? "convertible" : body,
    ]);
  });

  it.each([
    ["Mercedes-Benz", "230"],
    ["Mercedes-Benz", "Diesel"],
    ["BMW", "A4"],
    ["BMW", "Hilux"],
  ])("refuses a %s %s", async (make, model) =>
    expect((await one("note", "", model, make)).kind).toBe("faults"),
  );

  it("says what would help with an unknown model", async () =>
    expect((await one("note", "", "Hilux", "BMW")).notes[0]).toContain("--new-models"));

  it.each([
    ["A4", "saloon", false],
    ["A5", "coupe", true],
    ["Q5", "suv", false],
  ])("a German Limousine is a saloon only where the %s is one", async (model, body, typical) =>
    expect((await one("Karosserieform", "Limousine", model)).car).toMatchObject({
      bodyType: body,
      bodyTypeTypical: typical,
    }),
  );
});

describe("damaged cars are refused", () => {
  it.each([
    ["notRepairedDamage", "ja"],
    ["Unfallschaden", "Ja"],
    ["Uszkodzone", "Tak"],
    ["Powypadkowe", "1"],
    ["Bezwypadkowy", "Nie"],
    ["clean_title", "No"],
    ["accident", "At least 1 accident or damage reported"],
    ["title_status", "rebuilt"],
    ["condition", "salvage"],
    ["Zustand", "Unfallwagen"],
    ["Beschreibung", "Schönes Auto, leider Motorschaden."],
    ["unread column", "for parts, not running"],
    ["Opis", "Auto uszkodzone z przodu"],
    ["write-off category", "N"],
  ])("%s: %s", async (header, value) => expect((await one(header, value)).kind).toBe("damaged"));

  it("a value of a column about damage that says nothing is to be corrected", async () =>
    expect((await one("damage", "ask us")).kind).toBe("faults"));

  it.each([
    ["notRepairedDamage", "nein"],
    ["notRepairedDamage", ""],
    ["Unfallfrei", "Ja"],
    ["accident", "None reported"],
    ["title_status", "clean"],
    ["Zustand", "unfallfrei"],
    ["description", "No damage, one owner"],
    ["Opis", "Bezwypadkowy, serwisowany"],
    ["url", "https://cars.example/salvage/1"],
    ["Schadstoffklasse", "Euro 6"],
  ])("not with %s: %s", async (header, value) =>
    expect((await one(header, value)).car?.model).toBe("A4"),
  );
});

it("counts a row of another make as such, whatever else is wrong with it", async () => {
  const rows = await read(
    "make|model|year|price|mileage\nToyota|Hilux|x||\nAudi|A4|2018|15000|30000\n",
  );
  expect(rows.map(({ kind }) => kind)).toEqual(["otherMake", undefined]);
});

describe("currency", () => {
  const dollars = "model,year,price,mileage\nA4,2018,$15000,30000\n";
  it("takes a sign for what --symbol says", async () => {
    const [row] = await read(dollars, "--symbol $=EUR --distance-unit km");
    expect(row?.car).toMatchObject({ sourceCurrency: "EUR", sourcePriceMinor: 1_500_000 });
  });
  it("refuses a sign that contradicts --currency", async () =>
    expect((await read(dollars))[0]?.kind).toBe("faults"));
  it("refuses --symbol without a currency", () =>
    expect(() => readCommand(["x.csv", "--seller", "a@b.example", "--symbol", "$"], ".")).toThrow(
      "--symbol",
    ));
});

it("maps values with --map", async () => {
  const map = {
    Motor: { field: "fuel", values: { B: "petrol", D: "diesel" } },
    Waehrung: { field: "currency", values: { Franken: "CHF" } },
  };
  const feed =
    "model;year;price;mileage;Motor;Waehrung\nA4;2018;15000;30000;B;Franken\nA4;2018;15000;30001;d;Franken\n";
  const rows = await readFeedRows(
    { "feed.csv": feed, "map.json": JSON.stringify(map) },
    "--map map.json --distance-unit km",
  );
  expect(rows.map(({ car }) => [car?.fuel, car?.sourceCurrency])).toEqual([
    ["petrol", "CHF"],
    ["diesel", "CHF"],
  ]);
});

it("keeps what identifies the advert and its equipment", async () => {
  const [row] = await read(
    [
      "make;model;year;price;mileage;title;Interne Nummer;Kennzeichen;url;Bilder;PLZ;Leistung (PS);Türen;Sitzplätze;Antrieb;Vorbesitzer;Scheckheft;Ausstattung",
      "Audi;A4;2018;15000;30000;Audi A4 Avant S line;A-17;M-AB 1234;https://x.example/1;https://x.example/1.jpg|https://x.example/2.jpg;80331;190;4/5;5;Allrad;1;ja;Navi|Sitzheizung",
      "",
    ].join("\n"),
  );
  expect(row?.source).toEqual({
    title: "Audi A4 Avant S line",
    trim: null,
    stockNumber: "A-17",
    advertId: null,
    registration: "MAB1234",
    advertUrl: "https://x.example/1",
    imageUrls: ["https://x.example/1.jpg", "https://x.example/2.jpg"],
    postcode: "80331",
    powerKw: 140,
    doors: 5,
    seats: 5,
    drive: "all-wheel",
    previousKeepers: 1,
    serviceHistory: "available",
    firstRegistration: null,
    options: ["Navi", "Sitzheizung"],
  });
  expect(row?.car?.bodyType).toBe("estate");
});
