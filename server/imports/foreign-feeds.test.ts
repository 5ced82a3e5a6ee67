import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { readFeedRows, type ReadFeedRow } from "#testing/imports/read-feed-rows.ts";
import { workbookOf } from "#testing/imports/zip-of.ts";

/** A row as one line, to compare with what a person reads in the file. */
function shown({ line, car, kind }: ReadFeedRow): string {
  if (!car) return `${line} ${kind}`;
  const price = `${car.sourcePriceMinor / 100} ${car.sourceCurrency}`;
  const body = car.bodyType ? `${car.bodyType}${car.bodyTypeTypical ? "*" : ""}` : "?";
  return [
    `${line} ${car.make} ${car.model} ${car.year}, ${price}, ${car.mileage} ${car.mileageUnit}`,
    `${car.fuel ?? "?"} ${car.transmission ?? "?"} ${car.engineSizeCc ?? "?"} ${body} ${car.colour ?? "?"}`,
  ].join(", ");
}

// A star marks a body that is only usual for the model.
const feeds: Record<string, { options: string; rows: string[] }> = {
  "american-dealers.csv": {
    options: "--currency USD",
    rows: [
      "2 otherMake",
      "3 BMW M340 i 2021, 48900 USD, 21350 mi, petrol automatic 3000 saloon* Alpine White",
      "4 Mercedes-Benz C-Class C 300 4MATIC 2019, 31000 USD, 34870 mi, petrol automatic 2000 saloon* Black",
      "5 Mercedes-Benz AMG C 43 AMG C 43 4MATIC 2020, 52900 USD, 12450 mi, petrol automatic 3000 saloon* ?",
      "6 Mercedes-Benz Sprinter 2500 Standard Roof 2015, 21500 USD, 88000 mi, diesel automatic 2100 ? White",
      "7 damaged",
      "8 Audi e-tron Prestige 2019, 38800 USD, 44210 mi, ? automatic ? suv Blue",
      "9 BMW i3 94 2017, 15500 USD, 41770 mi, hybrid automatic ? hatchback Gray",
      "10 BMW 740 iL 2001, 7300 USD, 231400 mi, petrol automatic 4400 saloon Green",
      "11 damaged",
      "12 BMW M3 Base 2016, 38000 USD, 64300 mi, petrol manual 3000 saloon* Red",
      "13 Audi A4 2.0T Premium 2012, 9999 USD, 98000 mi, petrol automatic 2000 saloon* Silver",
    ],
  },
  "american-classifieds.csv": {
    options: "--currency USD",
    rows: [
      "2 BMW 3 series 328i sedan 2014, 31450 USD, 58110 mi, petrol ? ? saloon white",
      "3 damaged",
      "4 damaged",
      "5 faults",
      "6 damaged",
      "7 Audi Q5 2013, 14500 USD, 99999 mi, hybrid automatic ? suv ?",
    ],
  },
  "british-dealer.csv": {
    options: "--currency GBP",
    rows: [
      "2 BMW 3 Series 2017, 16995 GBP, 45012 mi, diesel automatic 1995 estate Grey",
      "3 damaged",
      "4 Mercedes-Benz C Class 2019, 28995 GBP, 12000 mi, hybrid automatic 1991 saloon Blue",
    ],
  },
  "german-private.csv": {
    options: "--currency EUR",
    rows: [
      "2 damaged",
      "3 otherMake",
      "4 damaged",
      "5 BMW 3 Series 2009, 9150 EUR, 150000 km, diesel automatic ? estate ?",
      "6 Mercedes-Benz C Class 2004, 3500 EUR, 150000 km, petrol automatic ? saloon ?",
      "7 Mercedes-Benz vito 2008, 6500 EUR, 150000 km, diesel manual ? mpv ?",
      "8 Audi A1 2012, 9500 EUR, 60000 km, petrol manual ? hatchback ?",
      "9 faults",
      "10 faults",
      "11 Mercedes-Benz M Class 2005, 7900 EUR, 150000 km, lpg automatic ? suv ?",
      "12 BMW x_reihe 2008, 12000 EUR, 125000 km, diesel automatic ? suv ?",
      "13 damaged",
    ],
  },
  "german-dealer.xml": {
    options: "--distance-unit km",
    rows: ["3 BMW 320 2017, 15900 EUR, 98500 km, diesel automatic 1995 estate GREY", "18 damaged"],
  },
  "polish-classifieds.csv": {
    options: "--currency PLN",
    rows: [
      "2 BMW 3 Series 2015, 64900 PLN, 189000 km, diesel automatic 1995 estate ?",
      "3 damaged",
      "4 damaged",
      "5 faults",
      "6 damaged",
      "7 Mercedes-Benz C Class 2016, 75500 PLN, 120000 km, lpg automatic 1595 saloon Srebrny",
    ],
  },
  "french.csv": {
    options: "",
    rows: [
      "2 Audi A3 2020, 24990 EUR, 45300 km, diesel automatic ? hatchback gris foncé",
      "3 BMW 1 Series 2019, 19490 EUR, 61200 km, petrol manual ? hatchback* ?",
      "4 damaged",
      "5 faults",
      "6 damaged",
    ],
  },
  "italian.csv": {
    options: "--currency EUR",
    rows: [
      "2 Audi A4 Avant 2018, 18900 EUR, 98500 km, diesel automatic 1968 estate Grigio",
      "3 Mercedes-Benz A Class 2016, 12500 EUR, 120000 km, diesel manual 1461 hatchback* ?",
      "4 damaged",
      "5 damaged",
      "6 Audi TT Roadster 2014, 16000 EUR, 90000 km, petrol manual 1800 convertible rosso",
    ],
  },
  "spanish.jsonl": {
    options: "--currency EUR",
    rows: [
      "1 BMW 3 Series 2017, 18900 EUR, 125000 km, diesel automatic ? saloon* Gris / Plata",
      "2 Audi Q3 2019, 24500 EUR, 68000 km, petrol manual ? suv ?",
      "3 damaged",
      "4 otherMake",
      "5 faults",
    ],
  },
  "dutch.csv": {
    options: "--currency EUR",
    rows: [
      "2 Audi A4 Avant 2017, 18950 EUR, 98500 km, petrol automatic ? estate ?",
      "3 BMW 5 Series 2014, 12500 EUR, 210000 km, diesel manual ? saloon zwart",
      "4 damaged",
      "5 damaged",
    ],
  },
  "linked-data.json": {
    options: "",
    rows: [
      "4 Audi Q5 2018, 27900 EUR, 64000 km, diesel automatic ? suv Manhattan Grey",
      "19 BMW X5 2017, 31900 EUR, 45000 mi, ? ? ? suv ?",
    ],
  },
  "german-stock-system.csv": {
    options: "",
    rows: [
      "2 BMW 520d xDrive Luxury Line 2019, 27990 EUR, 98500 km, diesel automatic 1995 saloon Saphirschwarz",
      "4 Audi A6 Avant 3.0 TDI quattro 2016, 21450 EUR, 154321 km, diesel automatic 2967 estate Daytonagrau Perleffekt",
      "5 damaged",
      "6 Mercedes-Benz GLE 350 d 4Matic 2018, 44900 EUR, 76400 km, diesel automatic 2987 suv Weiß",
      "7 BMW i3 (120 Ah) 2020, 22480 EUR, 21900 km, electric automatic ? hatchback Capparisweiß",
      "8 otherMake",
      "9 damaged",
      "10 notForSale",
      "11 faults",
      "12 Audi A3 Sportback 30 g-tron 2019, 19990 EUR, 45000 km, other automatic 1498 hatchback ?",
      "13 Audi A4 40 TFSI 2020, 26990 EUR, 35000 km, hybrid automatic 1984 saloon ?",
    ],
  },
  "nested-vehicles.xml": {
    options: "",
    rows: [
      "4 BMW X5 2019, 51900 EUR, 67000 km, diesel automatic 2993 suv Schwarz",
      "11 damaged",
      "16 Mercedes-Benz E 220 2018, 29900 EUR, 121400 km, diesel automatic 1950 estate Silber",
      "21 Mercedes-Benz EQC 400 2021, 43900 EUR, 31000 km, electric automatic ? suv Blau",
    ],
  },
  "french-one-line.jsonl": {
    options: "",
    rows: [
      "1 Audi Q3 2020, 31990 EUR, 42500 km, diesel automatic ? suv Gris nano métal",
      "2 Mercedes-Benz A Class 2019, 20490 EUR, 89120 km, diesel automatic ? hatchback* Blanc",
      "3 BMW 3 Series 2018, 22900 EUR, 110000 km, diesel manual ? estate Noir",
      "4 faults",
      "5 otherMake",
      "6 damaged",
      "7 faults",
    ],
  },
  "polish-windows-1250.csv": {
    options: "--currency PLN",
    rows: [
      "2 BMW 5 Series 2018, 119900 PLN, 145000 km, diesel automatic 1995 saloon Czarny",
      "4 Audi A4 2016, 64900 PLN, 198340 km, diesel manual 1968 estate Biały",
      "5 damaged",
      "6 faults",
      "7 damaged",
      "8 damaged",
      "9 BMW i8 2016, 299000 PLN, 40000 km, hybrid automatic 1499 coupe Biały",
      "10 Audi A3 2014, 34900 PLN, 180000 km, diesel manual 1598 hatchback Niebieski",
      "11 Mercedes-Benz E Class 1989, 25000 PLN, 320000 km, lpg manual 2996 saloon Granatowy",
    ],
  },
  "italian-dealer.csv": {
    options: "--currency EUR",
    rows: [
      "2 Audi A3 2018, 17900 EUR, 87450 km, diesel manual 1598 hatchback Grigio",
      "5 BMW X1 2017, 18500 EUR, 102000 km, diesel automatic 1995 suv Bianco",
      "6 Mercedes-Benz B Class 2016, 14900 EUR, 125300 km, diesel automatic 1461 mpv Nero",
      "7 damaged",
      "8 Audi Q2 2021, 25900 EUR, 0 km, petrol manual 999 suv Blu",
      "9 BMW 118 2020, 19900 EUR, 33210 km, petrol manual 1499 hatchback* Bianco",
    ],
  },
  "spanish-utf-16.csv": {
    options: "",
    rows: [
      "2 BMW 1 Series 2018, 16900 EUR, 95000 km, diesel manual 1995 hatchback* Blanco",
      "4 Audi A6 2016, 19990 EUR, 120500 km, diesel automatic 1968 saloon Negro",
      "5 damaged",
      "6 Mercedes-Benz Vito 2019, 21000 EUR, 150000 km, diesel manual 2143 mpv Gris",
      "7 BMW X6 2015, 29900 EUR, 145200 km, diesel automatic 2993 suv Blanco",
    ],
  },
  "dutch-dealer.csv": {
    options: "",
    rows: [
      "2 BMW 3 Series 2019, 27950 EUR, 82340 km, petrol automatic 1998 estate Mineral Grey",
      "3 Audi A3 2016, 15450 EUR, 129876 km, hybrid automatic 1395 hatchback Zwart",
      "4 damaged",
      "6 Mercedes-Benz A Class 2022, 32500 EUR, 15001 km, petrol automatic 1332 hatchback Wit",
    ],
  },
  "american-inventory.csv": {
    options: "--currency USD",
    rows: [
      "2 BMW 3 Series 2017, 27995 USD, 32114 mi, ? automatic 2000 saloon Black Sapphire Metallic",
      "3 faults",
      "4 damaged",
      "5 Mercedes-Benz C Class 2018, 24900 USD, 41000 mi, ? automatic 2000 saloon Selenite Gray",
      "6 BMW X5 2016, 21900 USD, 79540 mi, ? automatic 3000 suv Alpine White",
      "7 faults",
      "8 faults",
      "9 faults",
    ],
  },
  "spanish-nested.xml": {
    options: "",
    rows: [
      "2 BMW 3 Series 2018, 18900 EUR, 98000 km, diesel automatic ? saloon* ?",
      "3 Audi A3 2016, 12900 EUR, 120000 km, petrol manual ? hatchback ?",
    ],
  },
  "vehicle-catalog.xml": {
    options: "",
    rows: [
      "3 BMW X3 2018, 26900 USD, 51200 mi, petrol automatic ? suv White",
      "4 Audi A5 2019, 28500 USD, 22100 mi, petrol automatic ? hatchback Blue",
      "5 damaged",
    ],
  },
  "swiss-utf-16.csv": {
    options: "",
    rows: [
      "2 BMW M340i xDrive Touring 2020, 54900 CHF, 48200 km, petrol automatic ? estate schwarz mét.",
      "3 Audi RS6 Avant 2019, 89500 CHF, 61000 km, petrol automatic ? estate grau",
      "4 damaged",
      "5 faults",
    ],
  },
  "american-stock.csv": {
    options: "--currency USD",
    rows: [
      "2 BMW 3 Series 2016, 19995 USD, 48211 mi, ? automatic 2000 saloon Alpine White",
      "3 Audi A4 2017, 17888 USD, 61002 mi, ? automatic 2000 saloon Brilliant Black",
      "4 faults",
      "5 damaged",
      "6 faults",
    ],
  },
  "german-leasing.csv": {
    options: "",
    rows: [
      "2 Audi A5 Sportback 40 TDI 2021, 36990 EUR, 35200 km, ? ? ? hatchback Grau",
      "3 BMW iX3 2022, 49850 EUR, 18100 km, ? ? ? suv Weiß",
      "4 faults",
    ],
  },
  "spanish-adverts.xml": {
    options: "",
    rows: [
      "2 BMW 3 Series 2017, 18900 EUR, 110500 km, diesel manual ? saloon* Azul",
      "3 Mercedes-Benz A Class 2021, 28750 EUR, 25000 km, petrol automatic ? hatchback* Blanco",
      "4 damaged",
    ],
  },
  "french-dealer.csv": {
    options: "",
    rows: [
      "2 BMW 3 Series 2018, 23990 EUR, 102300 km, diesel automatic ? estate Gris",
      "3 Audi A3 2020, 24500 EUR, 41800 km, petrol manual ? hatchback Blanc",
      "4 damaged",
      "5 Mercedes-Benz GLC Class 2021, 42900 EUR, 38250 km, diesel automatic ? suv Bleu nuit",
      "6 faults",
    ],
  },
};

it.each(Object.entries(feeds))(
  "reads every row of %s as a person does",
  async (name, { options, rows }) => {
    const content = readFileSync(path.join("testing/imports/fixtures", name));
    expect((await readFeedRows({ [name]: content }, options)).map(shown)).toEqual(rows);
  },
);

it("keeps the advert's number, addresses and pictures of a dealer's feed", async () => {
  const content = readFileSync("testing/imports/fixtures/british-dealer.csv");
  const [first] = await readFeedRows({ "feed.csv": content }, "--currency GBP");
  expect(first?.source).toMatchObject({
    advertId: "8812",
    registration: "AB17CDE",
    imageUrls: ["http://p.example/1.jpg", "http://p.example/2.jpg"],
    previousKeepers: 2,
    options: ["Sat nav", "Heated seats"],
  });
});

it("reads a sheet with titles and two rows of headers", async () => {
  const sheet = workbookOf([
    ["Fahrzeugbestand Autohaus Kern GmbH", null, null, null, null, null],
    [null, null, null, null, null, null],
    ["Fahrzeug", null, null, "Laufleistung", "Preis", null],
    ["Hersteller", "Modell", "EZ", "km", "Brutto €", "Netto €"],
    ["Audi", "A6 Avant 50 TDI", "10/2019", 88_400, 37_450.5, 31_471],
    ["Summe", null, null, 88_400, 37_450.5, null],
  ]);
  expect((await readFeedRows({ "feed.xlsx": sheet }, "")).map(shown)).toEqual([
    "5 Audi A6 Avant 50 TDI 2019, 37450.5 EUR, 88400 km, ? ? ? estate ?",
    "6 otherMake",
  ]);
});

it.each([
  ["30000,27500", 27_500],
  ["30000,", 30_000],
  ["30000,30000", 30_000],
  // A discount, or another fact: no one can tell.
  ["30000,2500", null],
  ["30000,32000", null],
])("reads the price and the sale price %s as what a buyer pays", async (prices, paid) => {
  const csv = `make,model,year,km,price,sale_price\nBMW,X5,2019,45000,${prices}\n`;
  const [row] = await readFeedRows({ "feed.csv": csv }, "--currency EUR");
  expect(row?.car ? row.car.sourcePriceMinor / 100 : null).toBe(paid);
});

it.each([
  ["€ 24.900 ex. BTW", "without tax"],
  ["590 €/mois", "monthly rate"],
  ["$399/mo", "monthly rate"],
  ["499 € monatlich", "monthly rate"],
])("says why %s is no price", async (price, reason) => {
  const csv = `make;model;year;km;price\nBMW;X5;2019;45000;${price}\n`;
  const [row] = await readFeedRows({ "feed.csv": csv }, "--currency EUR");
  expect(row?.notes.join()).toContain(reason);
});

it('reads a stock number from "Stock #", but not from "Stock", which may count cars', async () => {
  const read = async (header: string) => {
    const csv = `make,model,year,km,price,${header}\nBMW,X5,2019,45000,30000,P1\n`;
    const [row] = await readFeedRows({ "feed.csv": csv }, "--currency EUR");
    return row?.source?.stockNumber;
  };
  expect([await read("Stock #"), await read("Stock")]).toEqual(["P1", null]);
});
