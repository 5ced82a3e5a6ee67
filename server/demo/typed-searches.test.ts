import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { categoryIdOf } from "#shared/makes/sold-makes.ts";
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
  [
    "mercedes c220",
    "Mercedes-Benz · C Class c220 · Diesel",
    "",
    "Mercedes-Benz C 220 d T-Modell AMG Line",
  ],
  ["glc 220d", "GLC Class · Diesel", "", "Mercedes-Benz GLC Class"],
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
  ["c 63 amg", "C Class", "amg", "Mercedes-Benz C 220 d T-Modell AMG Line"],
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
  ["q3 black edition", "Q3", "", "Audi Q3"],
  ["panoramic roof audi", "Audi", "panoramic roof", "Audi A4 Avant 2.0 TDI quattro S line"],
  ["pano roof", "", "pano roof", "Audi A4 Avant 2.0 TDI quattro S line"],
  ["leath seats", "", "leath seats", "Audi A4 Avant 2.0 TDI quattro S line"],
  ["blue cabrio automatic", "Blue · Convertible · Automatic", "", "BMW 4 Series"],
  ["bmw 3 series touring", "BMW · 3 Series · Station wagon", "", "BMW 320d xDrive Touring M Sport"],
  [
    "bmw 320d touring",
    "BMW · 3 Series 320d · Diesel · Station wagon",
    "",
    "BMW 320d xDrive Touring M Sport",
  ],
  ["bmw 320 d", "BMW · 3 Series 320 d · Diesel", "", "BMW 320d xDrive Touring M Sport"],
  ["bmw 320", "BMW · 3 Series 320", "", "BMW 320d xDrive Touring M Sport"],
  ["bm 320d", "3 Series 320d · Diesel", "bm", "BMW 320d xDrive Touring M Sport"],
  ["bmw 3", "BMW · 3 Series", "", "BMW 320d xDrive Touring M Sport"],
  ["bmw x5 diesel under 40k", "BMW · X5 · Diesel · Up to $40,000", "", "BMW X5"],
  ["bmw 1 series 5 door", "BMW · 1 Series", "5 door", ""],
  ["m3 comp", "M3", "comp", "BMW M3 Competition"],
  ["m3 competition", "M3", "competition", "BMW M3 Competition"],
  ["electric bmw", "Electric · BMW", "", "BMW i3 120Ah"],
  ["elec hatch", "Electric · Hatchback", "", "BMW i3 120Ah"],
  ["cheap bmw", "Lowest price first · BMW", "", "BMW 5 Series"],
  ["bmw with low mileage", "BMW · Lowest mileage first", "", "BMW M4"],
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
  ["x5 3.0d", "X5 · 3.0 L diesel", "", "BMW X5"],
  ["a4 2.0tdi", "A4 · 2.0 L diesel", "", "Audi A4"],
  ["audi a4 15000", "Audi · A4 · Up to $15,000", "", "Audi A4"],
  ["bmw 20,000", "BMW · Up to $20,000", "", "BMW i3 120Ah"],
  [
    "audi a4 under 25k 50000 miles",
    "Audi · A4 · Up to $25,000 · Up to 50,000 miles",
    "",
    "Audi A4 Avant 2.0 TDI quattro S line",
  ],
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
  ["günstiger audi kombi", "Lowest price first · Audi · Station wagon", "", "Audi A4"],
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
  ["bmw x5 m sport", "BMW · X5", "", "BMW X5"],
  ["bmw m sport", "BMW", "m sport", "BMW 320d xDrive Touring M Sport"],
  ["spor", "", "spor", "BMW 320d xDrive Touring M Sport"],
  ["a5 sport", "A5", "", "Audi A5"],
  ["a5 sportback", "A5 · Hatchback", "", "Audi A5"],
  ["a4 s line", "A4", "s line", "Audi A4 Avant 2.0 TDI quattro S line"],
  ["c class se", "C Class", "", "Mercedes-Benz C 220 d T-Modell AMG Line"],
  ["a45 amg", "A Class", "", "Mercedes-Benz A Class"],
  ["330d", "3 Series · Diesel", "", "BMW 320d xDrive Touring M Sport"],
  ["m340i", "3 Series · Petrol", "", "BMW 3 Series"],
  ["320d petrol", "3 Series · Petrol", "", "BMW 3 Series"],
  ["c63", "C Class", "", "Mercedes-Benz C 220 d T-Modell AMG Line"],
  ["c220 cdi", "C Class c220 · Diesel", "", "Mercedes-Benz C 220 d T-Modell AMG Line"],
  ["audi over 500 hp", "Audi", "", "Audi A4 Avant 2.0 TDI quattro S line"],
  ["black leather recaros", "", "black leather recaros", ""],
])("understands %s", async (query, chips, text, first) => {
  const url = `/api/listings?q=${encodeURIComponent(query)}&limit=1`;
  const answer: SearchAnswer = (await shop.app.inject(url)).json();
  expect({
    chips: answer.understood.map(({ label }) => label).join(" · "),
    text: answer.text,
    first: answer.listings[0]?.name ?? "",
  }).toEqual({ chips, text, first });
});

async function search(q: string): Promise<SearchAnswer> {
  return (await shop.app.inject(`/api/listings?q=${encodeURIComponent(q)}`)).json();
}

test.each([
  ["c63", "No C Class is described as “c63”. All C Class cars are shown.", "c class"],
  ["C 63 amg line", "None of these cars is described as “C 63”.", "c class amg line"],
  ["330d", "No diesel 3 Series is described as “330d”.", "diesel 3 series"],
  ["bmw x5 m sport", "No X5 is described as “m sport”. All X5 cars are shown.", "bmw x5"],
  [
    "a45 amg black edition",
    "No A Class is described as “a45” or “amg” or “black edition”.",
    "a class",
  ],
  ["audi technik", "No Audi is described as “technik”. All Audi cars are shown.", "audi"],
  ["luxury line", "No car is described as “luxury line”. All cars are shown.", ""],
  ["a5 sport blue", "None of these cars is described as “sport”.", "a5 blue"],
  ["m3 480 hp", "No M3 is described as “480 hp”. All M3 cars are shown.", "m3"],
  [
    "audi over 500 hp",
    "“over 500 hp” was left out. Cars cannot be filtered by power here.",
    "audi",
  ],
  ["£12,000 audi", "“£12,000” was read as an amount in USD", "audi under $12,000"],
])("says what became of words in %s", async (q, message, same) => {
  const answer = await search(q);
  const other = await search(same);
  expect(answer.notes[0]?.message).toContain(message);
  expect(answer.total).toBeGreaterThan(0);
  expect(answer.total).toBe(other.total);
});

test.each(["bmw m sport", "320d", "c220", "a4 under $20,000", "audi", "sport"])(
  "has nothing to say about %s",
  async (q) => {
    expect((await search(q)).notes).toEqual([]);
  },
);

test("finds only the cars that have the variant or trim, if any has", async () => {
  expect((await search("320d")).total).toBe(1);
  expect((await search("bmw m sport")).total).toBe(1);
  expect((await search("sport")).listings.map(({ name }) => name)).toEqual([
    "BMW 320d xDrive Touring M Sport",
  ]);
  const fuels = (await search("330d")).listings.map(({ fuel }) => fuel);
  expect(new Set(fuels)).toEqual(new Set(["diesel"]));
});

test("tries six trims alone, because each is a search of its own", async () => {
  const others = "technik vorsprung elegance exclusive xline";
  expect((await search(`bmw ${others} m sport`)).total).toBe(1);
  const { total, notes } = await search(`bmw ${others} avantgarde m sport`);
  expect(total).toBe((await search("bmw")).total);
  expect(notes[0]?.message).toContain("“m sport”");
});

test("the fuel of a badge is left out by itself", async () => {
  const { understood } = await search("330d under 20k");
  expect(understood.map(({ label, search: without }) => [label, without])).toEqual([
    ["3 Series", "q=under+20k&fuel=diesel"],
    ["Diesel", "q=under+20k&model=3+Series"],
    ["Up to $20,000", "q=330d"],
  ]);
});

test("words ask for an order unless one is chosen", async () => {
  const order = async (parameters: string) => {
    const answer: SearchAnswer = (await shop.app.inject(`/api/listings?${parameters}`)).json();
    return { prices: answer.listings.map(({ resalePrice }) => resalePrice), ...answer };
  };
  const cheap = await order("q=cheap+bmw");
  expect(cheap.understood[0]).toMatchObject({ words: "cheap", filters: {}, sort: "price-asc" });
  expect(cheap.prices).toEqual(cheap.prices.toSorted((a, b) => a - b));
  const dear = await order("q=cheap+bmw&sort=price-desc");
  expect(dear.understood.map(({ label }) => label)).toEqual(["BMW"]);
  expect(dear.prices).toEqual(dear.prices.toSorted((a, b) => b - a));
});

test.each([
  ["black leather recaros", ["“recaros” 1", "“black leather recaros” 1506"]],
  ["tt rs", ["“rs” 24", "TT RS 1506"]],
  ["audi under 600", ["the price limit 502"]],
  ["3 series m sport under 600", ["the price limit 1"]],
  ["330d cabrio", ["3 Series 62", "Convertible 49"]],
  ["q7 not diesel not petrol not hybrid", ["the choice of fuels 26", "Q7 3"]],
])("advises what to leave out of %s", async (q, advice) => {
  const { relaxations } = await search(q);
  expect(relaxations.map(({ label, total }) => `${label} ${total}`)).toEqual(advice);
  for (const { search: without, total } of relaxations) {
    const answer: SearchAnswer = (await shop.app.inject(`/api/listings?${without}`)).json();
    expect(answer.total).toBe(total);
  }
});
