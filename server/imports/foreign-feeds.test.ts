import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { readFeedRows, type ReadFeedRow } from "#testing/imports/read-feed-rows.ts";

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
};

it.each(Object.entries(feeds))(
  "reads every row of %s as a person does",
  async (name, { options, rows }) => {
    const content = readFileSync(path.join("server/imports/fixtures", name));
    expect((await readFeedRows({ [name]: content }, options)).map(shown)).toEqual(rows);
  },
);

it("keeps the advert's number, addresses and pictures of a dealer's feed", async () => {
  const content = readFileSync("server/imports/fixtures/british-dealer.csv");
  const [first] = await readFeedRows({ "feed.csv": content }, "--currency GBP");
  expect(first?.source).toMatchObject({
    advertId: "8812",
    registration: "AB17CDE",
    imageUrls: ["http://p.example/1.jpg", "http://p.example/2.jpg"],
    previousKeepers: 2,
    options: ["Sat nav", "Heated seats"],
  });
});
