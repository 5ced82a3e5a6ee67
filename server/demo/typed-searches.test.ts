import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { categoryIdOf } from "#shared/categories/category.ts";
import type { SearchAnswer } from "#shared/search/search-contract.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import { anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { demoRows } from "./demo-rows.ts";

/** What people type, with the chips that they should see, the words that are searched, and the first cars. */

let shop: Awaited<ReturnType<typeof createTestApp>>;
const extra = [
  {
    name: "Audi A4 Avant 2.0 TDI quattro S line",
    make: "Audi",
    model: "A4",
    year: 2019,
    bodyType: "estate",
    fuel: "diesel",
    transmission: "automatic",
    colour: "Mythos Black metallic",
    location: "Berlin",
    resalePriceMinor: 2_450_000,
    mileage: 41_000,
    mileageUnit: "mi",
    description: "Panoramic roof, heated leather seats, full service history.",
  },
  {
    name: "Mercedes-Benz C 220 d T-Modell AMG Line",
    make: "Mercedes-Benz",
    model: "C Class",
    year: 2018,
    bodyType: "estate",
    fuel: "diesel",
    transmission: "automatic",
    colour: "Obsidian Black",
    location: "München",
    resalePriceMinor: 1_890_000,
    mileage: 60_000,
    mileageUnit: "km",
    description: "Panoramadach, Sitzheizung, Anhängerkupplung, scheckheftgepflegt.",
  },
  {
    name: "BMW 320d xDrive Touring M Sport",
    make: "BMW",
    model: "3 Series",
    year: 2020,
    bodyType: "estate",
    fuel: "diesel",
    transmission: "automatic",
    colour: "Alpine White",
    location: "Zürich",
    resalePriceMinor: 2_790_000,
    mileage: 30_000,
    mileageUnit: "km",
    description: "One owner, reversing camera, tow bar.",
  },
  {
    name: "BMW M3 Competition",
    make: "BMW",
    model: "M3",
    year: 2019,
    bodyType: "saloon",
    fuel: "petrol",
    transmission: "automatic",
    colour: "Estoril Blue",
    location: "London",
    resalePriceMinor: 5_200_000,
    mileage: 18_000,
    mileageUnit: "mi",
    description: "Carbon roof, Harman Kardon.",
  },
  {
    name: "Audi RS6 Avant performance",
    make: "Audi",
    model: "RS6",
    year: 2017,
    bodyType: "estate",
    fuel: "petrol",
    transmission: "automatic",
    colour: "Nardo Grey",
    location: "Manchester",
    resalePriceMinor: 5_900_000,
    mileage: 35_000,
    mileageUnit: "mi",
    description: "Ceramic brakes, Milltek exhaust.",
  },
  {
    name: "BMW i3 120Ah",
    make: "BMW",
    model: "i3",
    year: 2020,
    bodyType: "hatchback",
    fuel: "electric",
    transmission: "automatic",
    colour: "Melbourne Red",
    location: "Bristol",
    resalePriceMinor: 1_990_000,
    mileage: 12_000,
    mileageUnit: "mi",
    description: "Heat pump, fast charging.",
  },
] as const;

beforeAll(async () => {
  shop = await createTestApp();
  const seller = await anAccount(shop.deps, {
    role: "Seller",
    isVerified: true,
    location: "Lisbon",
  });
  const now = Date.now();
  const rows = [...extra.map((car) => ({ ...car, condition: "Good" as const })), ...demoRows()].map(
    (row, index) => ({
      ...row,
      location: "location" in row ? row.location : ["Lisbon", "London", "New York"][index % 3]!,
      id: randomUUID(),
      sellerId: seller.id,
      phone: "+1 800 555 0142",
      categoryId: categoryIdOf(row.make),
      createdAt: new Date(now - index * 1_800_000),
    }),
  );
  for (let at = 0; at < rows.length; at += 500)
    await shop.deps.db.insert(listingTable).values(rows.slice(at, at + 500) as never);
  await shop.deps.catalogue.refresh();
});
afterAll(() => shop.close());

test.each([
  [
    "merc c class estate diesel under 25k",
    "Mercedes-Benz · C Class · Station wagon · Diesel · Up to $25,000",
    "",
    "Mercedes-Benz C 220 d T-Modell AMG Line",
  ],
  [
    "merc est dies",
    "Mercedes-Benz · Station wagon · Diesel",
    "",
    "Mercedes-Benz C 220 d T-Modell AMG Line",
  ],
  [
    "merc c estate",
    "Mercedes-Benz · C Class · Station wagon",
    "",
    "Mercedes-Benz C 220 d T-Modell AMG Line",
  ],
  [
    "merc a class auto petrol",
    "Mercedes-Benz · A Class · Automatic · Petrol",
    "",
    "Mercedes-Benz A Class",
  ],
  ["mercedez benz", "Mercedes-Benz", "", "Mercedes-Benz C 220 d T-Modell AMG Line"],
  ["mersedes", "Mercedes-Benz", "", "Mercedes-Benz C 220 d T-Modell AMG Line"],
  ["mercedes c220", "Mercedes-Benz · C Class c220", "", "Mercedes-Benz C 220 d T-Modell AMG Line"],
  ["glc 220d", "GLC Class 220d", "", "Mercedes-Benz GLC Class"],
  ["gle", "GLE Class", "", "Mercedes-Benz GLE Class"],
  ["e class coupe", "E Class · Coupe", "", "Mercedes-Benz E Class"],
  [
    "automatic silver merc cla",
    "Automatic · Silver · Mercedes-Benz · CLA Class",
    "",
    "Mercedes-Benz CLA Class",
  ],
  ["sil merc", "Silver · Mercedes-Benz", "", "Mercedes-Benz GLA Class"],
  ["2017-2019 a class", "2017–2019 · A Class", "", "Mercedes-Benz A Class"],
  ["c 63 amg", "C Class c 63", "amg", "Mercedes-Benz C 220 d T-Modell AMG Line"],
  ["amg line", "", "amg line", "Mercedes-Benz C 220 d T-Modell AMG Line"],
  [
    "a4 avant 2018+",
    "A4 · Station wagon · 2018 or newer",
    "",
    "Audi A4 Avant 2.0 TDI quattro S line",
  ],
  ["audi a3 sportback manual", "Audi · A3 · Hatchback · Manual", "", "Audi A3"],
  ["adui a3", "Audi · A3", "", "Audi A3"],
  ["audi tt convertable", "Audi · TT · Convertible", "", "Audi TT"],
  ["audi q5 suv 2019", "Audi · Q5 · SUV · 2019", "", "Audi Q5"],
  ["rs6", "RS6", "", "Audi RS6 Avant performance"],
  ["rs 6 avant", "RS6 · Station wagon", "", "Audi RS6 Avant performance"],
  ["quatro", "", "quatro", "Audi A4 Avant 2.0 TDI quattro S line"],
  ["a4 quattro", "A4", "quattro", "Audi A4 Avant 2.0 TDI quattro S line"],
  ["s line", "", "s line", "Audi A4 Avant 2.0 TDI quattro S line"],
  ["audi under 20k under 30k miles", "Audi · Up to $20,000 · Up to 30,000 miles", "", "Audi A1"],
  ["aud", "Audi", "", "Audi A4 Avant 2.0 TDI quattro S line"],
  ["q3 black edition", "Q3", "black edition", ""],
  ["panoramic roof audi", "Audi", "panoramic roof", "Audi A4 Avant 2.0 TDI quattro S line"],
  ["pano roof", "", "pano roof", "Audi A4 Avant 2.0 TDI quattro S line"],
  ["leath seats", "", "leath seats", "Audi A4 Avant 2.0 TDI quattro S line"],
  ["blue cabrio automatic", "Blue · Convertible · Automatic", "", "BMW 4 Series"],
  ["bmw 3 series touring", "BMW · 3 Series · Station wagon", "", "BMW 320d xDrive Touring M Sport"],
  [
    "bmw 320d touring",
    "BMW · 3 Series 320d · Station wagon",
    "",
    "BMW 320d xDrive Touring M Sport",
  ],
  ["bmw 320 d", "BMW · 3 Series 320 d", "", "BMW 320d xDrive Touring M Sport"],
  ["bmw 320", "BMW · 3 Series 320", "", "BMW 320d xDrive Touring M Sport"],
  ["bm 320d", "3 Series 320d", "bm", "BMW 320d xDrive Touring M Sport"],
  ["bmw 3", "BMW · 3 Series", "", "BMW 320d xDrive Touring M Sport"],
  ["bmw x5 diesel under 40k", "BMW · X5 · Diesel · Up to $40,000", "", "BMW X5"],
  ["bmw 1 series 5 door", "BMW · 1 Series", "5 door", ""],
  ["m3 comp", "M3", "comp", "BMW M3 Competition"],
  ["m3 competition", "M3", "competition", "BMW M3 Competition"],
  ["electric bmw", "Electric · BMW", "", "BMW i3 120Ah"],
  ["elec hatch", "Electric · Hatchback", "", "BMW i3 120Ah"],
  ["cheap bmw", "BMW", "", "BMW 320d xDrive Touring M Sport"],
  ["lond bmw", "BMW", "lond", "BMW M3 Competition"],
  ["black bmw london", "Black · BMW", "london", "BMW X3"],
  ["xdriv", "", "xdriv", "BMW 320d xDrive Touring M Sport"],
  ["tow bar touring", "Station wagon", "tow bar", "BMW 320d xDrive Touring M Sport"],
  ["newer than 2018 bmw", "2019 or newer · BMW", "", "BMW 320d xDrive Touring M Sport"],
  [
    "automtic diesle estate",
    "Automatic · Diesel · Station wagon",
    "",
    "Audi A4 Avant 2.0 TDI quattro S line",
  ],
  ["diesel 2.0", "Diesel · 2.0 L", "", "BMW 5 Series"],
  ["under 20000 miles", "Up to 20,000 miles", "", "BMW 320d xDrive Touring M Sport"],
  ["vw golf", "", "vw golf", ""],
  ["c klasse kombi", "C Class · Station wagon", "", "Mercedes-Benz C 220 d T-Modell AMG Line"],
  ["a-klasse benziner", "A Class · Petrol", "", "Mercedes-Benz A Class"],
  [
    "mercedes e klasse bis 20000 euro",
    "Mercedes-Benz · E Class · Up to $20,000",
    "",
    "Mercedes-Benz E Class",
  ],
  [
    "kombi mit anhängerkupplung",
    "Station wagon",
    "anhängerkupplung",
    "Mercedes-Benz C 220 d T-Modell AMG Line",
  ],
  ["münchen mercedes", "Mercedes-Benz", "münchen", "Mercedes-Benz C 220 d T-Modell AMG Line"],
  ["munchen mercedes", "Mercedes-Benz", "munchen", "Mercedes-Benz C 220 d T-Modell AMG Line"],
  ["scheckheftgepflegt", "", "scheckheftgepflegt", "Mercedes-Benz C 220 d T-Modell AMG Line"],
  [
    "schwarzer audi a4 avant",
    "Black · Audi · A4 · Station wagon",
    "",
    "Audi A4 Avant 2.0 TDI quattro S line",
  ],
  [
    "audi ab 2018 unter 25.000 €",
    "Audi · 2018 or newer · Up to $25,000",
    "",
    "Audi A4 Avant 2.0 TDI quattro S line",
  ],
  ["günstiger audi kombi", "Audi · Station wagon", "", "Audi A4 Avant 2.0 TDI quattro S line"],
  ["3er bmw", "3 Series · BMW", "", "BMW 320d xDrive Touring M Sport"],
  [
    "bmw 5er kombi diesel automatik",
    "BMW · 5 Series · Station wagon · Diesel · Automatic",
    "",
    "BMW 5 Series",
  ],
  ["roter bmw cabrio", "Red · BMW · Convertible", "", "BMW 2 Series"],
  ["bmw allrad kombi", "BMW · Station wagon", "allrad", "BMW 320d xDrive Touring M Sport"],
  ["gebrauchte bmw in zürich", "BMW", "zürich", "BMW 320d xDrive Touring M Sport"],
  ["elektro bmw", "Electric · BMW", "", "BMW i3 120Ah"],
])("understands %s", async (query, chips, text, first) => {
  const url = `/api/listings?q=${encodeURIComponent(query)}&limit=1`;
  const found: SearchAnswer = (await shop.app.inject(url)).json();
  expect({
    chips: found.understood.map(({ label }) => label).join(" · "),
    text: found.text,
    first: found.listings[0]?.name ?? "",
  }).toEqual({ chips, text, first });
});
