import { expect, it } from "vitest";
import { readFeedRows } from "#testing/imports/read-feed-rows.ts";

/** Each row in a line, or why it is refused. */
async function read(lines: readonly string[], options = "", name = "feed.csv") {
  const rows = await readFeedRows({ [name]: `${lines.join("\n")}\n` }, options);
  return rows.map(({ car, kind, notes }) =>
    car
      ? [
          `${car.make} ${car.model} ${car.year}`,
          `${car.sourcePriceMinor / 100} ${car.sourceCurrency}`,
          `${car.mileage} ${car.mileageUnit}`,
          `${car.fuel} ${car.transmission} ${car.engineSizeCc} ${car.bodyType} ${car.colour}`,
        ].join(", ")
      : `${kind} ${notes.join("; ")}`,
  );
}

it("reads a Czech feed", async () => {
  const rows = await read([
    "Značka;Model;Rok výroby;Cena (Kč);Najeto;Palivo;Převodovka;Barva;Karoserie;Objem;Výkon;Havarované;Prodáno",
    "Audi;A4;2019;549 000;98 500 km;nafta;automatická;černá metalíza;kombi;1 968 ccm;140 kW;ne;ne",
    "BMW;320d;2018;499.000,- Kč;120000;nafta;manuální;bílá;sedan;1995;140 kW (190 PS);ne;ne",
    "Mercedes-Benz;C 220;2017;399 tis. Kč;155 tis. km;nafta + elektro;automat;šedá;kupé;2143;;;",
    "BMW;X3;2020;899000;45000;benzín;automat;modrá;SUV;2,0;135 kW;ano;ne",
    "BMW;X5;2020;899000;45000;elektro;automat;modrá;SUV;;135 kW;ne;ano",
  ]);
  expect(rows).toEqual([
    "Audi A4 2019, 549000 CZK, 98500 km, diesel automatic 1968 estate černá metalíza",
    "BMW 320d 2018, 499000 CZK, 120000 km, diesel manual 1995 saloon bílá",
    "Mercedes-Benz C 220 2017, 399000 CZK, 155000 km, hybrid automatic 2143 coupe šedá",
    expect.stringMatching(/^damaged/),
    expect.stringMatching(/^notForSale/),
  ]);
});

it("reads Czech prices with tax, and words of damage and of soundness in texts", async () => {
  const facts = "Audi;A6;2016;271900;329000";
  const rows = await read(
    [
      "Značka;Model;Rok;Cena bez DPH;Cena s DPH;Stav tachometru (km);Palivo;Poznámka;Rezervováno",
      `${facts};180000;nafta;nehavarované, bez nehody;ne`,
      `${facts};180001;benzín;po nehodě, pojízdné;ne`,
      `${facts};180002;benzín;na náhradní díly;ne`,
      `${facts};180003;benzín;;ano`,
    ],
    "--currency CZK",
  );
  expect(rows).toEqual([
    "Audi A6 2016, 329000 CZK, 180000 km, diesel null null saloon null",
    expect.stringMatching(/^damaged/),
    expect.stringMatching(/^damaged/),
    expect.stringMatching(/^notForSale/),
  ]);
  const prices = ["1 299 000 Kč vč. DPH", "1 073 553 Kč bez DPH", "1 299 000 Kč + DPH", "Dohodou"];
  const lines = prices.map((price) => `BMW;X5;2019;${price};88 000 km`);
  expect(await read(["Značka;Model;Rok;Cena;Tachometr", ...lines])).toEqual([
    "BMW X5 2019, 1299000 CZK, 88000 km, null null null suv null",
    expect.stringContaining("without tax"),
    expect.stringContaining("without tax"),
    expect.stringContaining("not an amount"),
  ]);
});

it("reads Czech XML", async () => {
  const car = (model: string, currency: string) =>
    `<inzerat><znacka>BMW</znacka><model>${model}</model><rok_vyroby>2019</rok_vyroby><cena mena="${currency}">1299000</cena><najeto>88000</najeto><palivo>benzín</palivo></inzerat>`;
  const xml = [`<inzeraty>${car("X5", "CZK")}${car("X3", "CZK")}</inzeraty>`];
  expect(await read(xml, "", "feed.xml")).toEqual([
    "BMW X5 2019, 1299000 CZK, 88000 km, petrol null null suv null",
    "BMW X3 2019, 1299000 CZK, 88000 km, petrol null null suv null",
  ]);
});

it("reads a Swedish feed, whose mil are 10 km", async () => {
  const rows = await read(
    [
      "Märke;Modell;Årsmodell;Pris;Miltal;Bränsle;Växellåda;Färg;Kaross;Motor;Regnr;Skadad;Såld",
      "BMW;320d;2018;229 000 kr;12 345;Diesel;Automat;Svart;Kombi;2.0;ABC123;Nej;Nej",
      "Audi;A3;2017;189 000 kr;9 870,5;Bensin;Manuell;Vit;Halvkombi;1.4 TFSI;ABC12D;Nej;Nej",
      "Audi;e-tron;2021;529 000:-;4500 mil;El;Automat;Blå;SUV;;DEF456;Nej;Nej",
      "Mercedes-Benz;C 300;2019;389 000;6 000;Laddhybrid;Automat;Grå;Sedan;2.0;;Nej;Nej",
      "BMW;X5;2019;389 000;6 000;Bensin/El;Automat;Grå;SUV;3.0;;Ja;Nej",
      "BMW;X5;2019;389 000;6 000;Diesel;Automat;Grå;SUV;3.0;;Nej;Ja",
      "BMW;X5;2019;389 000;125000;Diesel;Automat;Grå;SUV;3.0;;Nej;Nej",
      "BMW;X5;2019;389 000;62 000 km;Diesel;Automat;Grå;SUV;3.0;;Nej;Nej",
    ],
    "--currency SEK",
  );
  expect(rows).toEqual([
    "BMW 320d 2018, 229000 SEK, 123450 km, diesel automatic 2000 estate Svart",
    "Audi A3 2017, 189000 SEK, 98705 km, petrol manual 1400 hatchback Vit",
    "Audi e-tron 2021, 529000 SEK, 45000 km, electric automatic null suv Blå",
    "Mercedes-Benz C 300 2019, 389000 SEK, 60000 km, plug-in hybrid automatic 2000 saloon Grå",
    expect.stringMatching(/^damaged/),
    expect.stringMatching(/^notForSale/),
    expect.stringContaining("may be in kilometers, not in mil"),
    expect.stringContaining("is in km, its column in mil"),
  ]);
});

const price = "389 000 SEK";
it.each([
  ["Mätarställning (km)", "62 000", "62000 km"],
  ["Mätarställning km", "62 000", "62000 km"],
  ["Mätarställning (mil)", "6 200", "62000 km"],
  ["Mätarställning", "6 200 mil", "62000 km"],
  ["Mätarställning", "62 000", "has no unit"],
  ["Miltal (km)", "62 000", "unknown unit"],
  ["Mileage", "6 200 mil", "unknown unit"],
  ["Miltal", "6 200,55", "not a distance in mil"],
])("reads the Swedish mileage %s: %s as %s", async (header, mileage, shown) => {
  const row = `BMW;X5;2019;${price};${mileage}`;
  expect((await read([`Märke;Modell;År;Pris;${header}`, row]))[0]).toContain(shown);
});

it("refuses a column of mil whose numbers are likelier kilometers, unless the operator says so", async () => {
  const feed = [
    "Märke;Modell;År;Pris;Miltal",
    ...["62 000", "92 000", "15 000"].map((mileage) => `BMW;X5;2019;${price};${mileage}`),
  ];
  for (const row of await read(feed)) expect(row).toContain("may be in kilometers");
  expect((await read(feed, "--distance-unit km"))[2]).toContain("15000 km");
});

it("reads a mileage in mil and in kilometers, if both agree", async () => {
  const feed = (km: number) => [
    "Märke;Modell;År;Pris;Miltal;Mätarställning (km)",
    `BMW;X5;2019;${price};6 200;${km}`,
  ];
  expect((await read(feed(62_004)))[0]).toContain("62000 km");
  expect((await read(feed(92_004)))[0]).toContain("differs");
});

it("does not know which crowns are meant by kr", async () => {
  const feed = (header: string, cell: string) => [
    `Märke;Modell;År;Pris (kr);Miltal${header}`,
    `BMW;X5;2019;389 000;6 200${cell}`,
  ];
  expect((await read(feed("", "")))[0]).toContain("use --currency");
  expect((await read(feed(";Valuta", ";SEK")))[0]).toContain("389000 SEK");
});

it("reads Swedish JSON, and damage in its texts", async () => {
  const car = (beskrivning: string) => ({
    märke: "BMW",
    modell: "X5",
    årsmodell: 2019,
    miltal: 6200,
    beskrivning,
    pris: { belopp: 389_000, valuta: "SEK" },
  });
  const annonser = [car("Inga skador, skadefri. Nya krockkuddar."), car("Krockskadad fram")];
  expect(await read([JSON.stringify({ annonser })], "", "feed.json")).toEqual([
    "BMW X5 2019, 389000 SEK, 62000 km, null null null suv null",
    expect.stringMatching(/^damaged/),
  ]);
});

it("reads a unit of mil beside a mileage, if prices are in crowns", async () => {
  const car = { make: "BMW", model: "X5", year: 2019, mileage: { value: 6_200, unit: "mil" } };
  const feed = (currency: string) =>
    read([JSON.stringify([{ ...car, price: 389_000 }])], `--currency ${currency}`, "feed.json");
  expect((await feed("SEK"))[0]).toContain("62000 km");
  expect((await feed("EUR"))[0]).toContain("unknown unit");
});

it("does not take mil for Swedish in other languages", async () => {
  const feed = ["Marca;Modelo;Año;Precio;Kilometraje", "BMW;X5;2019;38 000 €;45 mil"];
  expect((await read(feed))[0]).toContain("unknown unit");
});
