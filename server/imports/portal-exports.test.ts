import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { readFeedRows, type ReadFeedRow } from "#testing/imports/read-feed-rows.ts";

/** A row as one line, to compare with what a person reads in the file. */
function shown({ car, kind, notes }: ReadFeedRow): string {
  if (!car) return `${kind}: ${notes.join("; ")}`;
  const body = car.bodyType ? `${car.bodyType}${car.bodyTypeTypical ? "*" : ""}` : "?";
  return [
    `${car.make} ${car.model} ${car.year}`,
    `${car.sourcePriceMinor / 100} ${car.sourceCurrency}, ${car.mileage} ${car.mileageUnit}`,
    `${car.fuel ?? "?"} ${car.transmission ?? "?"} ${car.engineSizeCc ?? "?"} ${body} ${car.colour ?? "?"} ${car.vin ?? "?"}`,
  ].join(", ");
}

// Exports in the forms of portals and stock systems. A star marks a body that is only usual for the model.
const feeds: Record<string, { options: string; rows: string[] }> = {
  "ad-namespace.xml": {
    options: "--distance-unit km",
    rows: [
      "BMW 320 2017, 15900 EUR, 98500 km, diesel automatic 1995 estate BLACK WBA8K51000A000001",
      'damaged: vehicle/damage-and-unrepaired@value: the car is damaged ("true"), and damaged cars are not sold here',
    ],
  },
  "german-columns.csv": {
    options: "",
    rows: [
      "BMW 320 2017, 15900 EUR, 98500 km, ? ? 1995 estate schwarz ?",
      'damaged: beschaedigtes_fahrzeug: the car is damaged ("1"), and damaged cars are not sold here',
    ],
  },
  "consumer-price-gross.json": {
    options: "--distance-unit km",
    rows: [
      "BMW 520 2018, 28990 EUR, 120000 km, diesel automatic 1995 saloon* GREY WBAJC51010B000002",
    ],
  },
  "raw-and-formatted.json": {
    options: "",
    rows: ["Audi A4 2019, 24900 EUR, 83000 km, ? automatic 1968 estate ? ?"],
  },
  "public-price.json": {
    options: "",
    rows: ["BMW X3 2020, 32900 EUR, 45000 km, ? ? ? suv Blau WBAUZ36090N000003"],
  },
  "forecourt-price.json": {
    options: "",
    rows: [
      "BMW 3 Series 2018, 16995 GBP, 45012 mi, diesel automatic 1995 saloon Grey WBA8E12070K000004",
    ],
  },
  "internet-price.csv": {
    options: "--currency USD",
    rows: [
      "BMW 3 Series 2019, 28495 USD, 34210 mi, petrol automatic 2000 saloon Jet Black WBA5R1C50KAJ12345",
    ],
  },
  "special-price.csv": {
    options: "--currency USD",
    rows: ["Audi Q5 2018, 26990 USD, 41230 mi, ? ? ? suv Gray WA1BNAFY0J2012345"],
  },
  "bars-and-list-price.csv": {
    options: "--currency USD",
    rows: ["Mercedes-Benz C Class 2019, 29990 USD, 30123 mi, petrol automatic 2000 saloon White ?"],
  },
  "promotional-price.json": {
    options: "--currency MXN",
    rows: ["BMW X3 2019, 669999 MXN, 45000 km, petrol automatic ? suv ? ?"],
  },
  "attributes-object.json": {
    options: "--currency EUR --distance-unit km",
    rows: ["BMW X5 2018, 38900 EUR, 92000 km, diesel automatic ? suv ? ?"],
  },
  "params-with-gross-net.xml": {
    options: "--distance-unit km",
    rows: [
      "BMW X5 2018, 189900 PLN, 120000 km, diesel automatic 2993 suv black WBAKS41060G000005",
      'damaged: damaged: the car is damaged ("1"), and damaged cars are not sold here',
      'faults: price/value: "99900" is a price without tax ("net" in "price/gross_net")',
    ],
  },
  "dutch-adverts.xml": {
    options: "--currency EUR",
    rows: ["BMW X1 2019, 24950 EUR, 55000 km, petrol automatic ? suv ? ?"],
  },
  "dutch-stock.xml": {
    options: "",
    rows: ["Audi A4 2018, 22950 EUR, 98123 km, diesel automatic ? estate Zwart ?"],
  },
  "mil-as-unit.json": {
    options: "--currency SEK",
    rows: ["BMW 320d 2018, 229000 SEK, 123450 km, diesel automatic ? saloon* ? ?"],
  },
  "miltal.csv": {
    options: "--currency SEK",
    rows: ["BMW X1 2019, 259000 SEK, 76500 km, petrol automatic ? suv Grå ?"],
  },
  "czech-import.xml": {
    options: "",
    rows: ["BMW X5 2019, 1299000 CZK, 88000 km, ? ? ? suv černá ?"],
  },
  "json-ld-graph.json": {
    options: "",
    rows: [
      "faults: model: the model is missing; offers/price: the price is missing; mileageFromOdometer/value: the mileage is missing",
      "BMW X5 2019, 45900 EUR, 45000 km, diesel automatic 2993 suv Black WBAKS41060G000006",
      'notForSale: offers/availability: the car is sold: "https://schema.org/SoldOut"',
    ],
  },
  "json-ld-list.json": {
    options: "",
    rows: [
      "faults: offers/price: the price is missing",
      "BMW X3 2019, 44000 EUR, 45000 km, ? ? ? suv ? ?",
    ],
  },
  "vehicle-ads.tsv": {
    options: "",
    rows: [
      "BMW X5 2019, 44900 EUR, 45000 km, diesel automatic ? suv Black WBAKS41060G000007",
      "Audi Q5 2018, 32900 EUR, 30000 mi, petrol manual ? suv Red ?",
    ],
  },
  "vehicle-ads.xml": {
    options: "",
    rows: [
      "BMW X5 2019, 44900 EUR, 45000 km, ? ? ? suv Black ?",
      "Audi Q5 2018, 32900 EUR, 55000 km, ? ? ? suv ? ?",
    ],
  },
  "vehicle-catalog-flat.csv": {
    options: "",
    rows: [
      "BMW X5 2019, 44900 EUR, 45000 km, diesel automatic ? suv black WBAKS41060G000008",
      'notForSale: availability: the car is not available: "NOT_AVAILABLE"',
      "BMW X1 2019, 25900 EUR, 28000 mi, other ? ? suv black ?",
    ],
  },
  "rss-items.xml": {
    options: "",
    rows: [
      "BMW 320d 2018, 21900 EUR, 98000 km, ? ? ? saloon* ? ?",
      "BMW 320i 2018, 20900 EUR, 60000 mi, ? ? ? saloon* ? ?",
    ],
  },
  "catalog-with-address.xml": {
    options: "",
    rows: ["Audi Q5 2018, 32900 EUR, 55000 km, ? ? ? suv ? ?"],
  },
};

it.each(Object.entries(feeds))(
  "reads every row of %s as a person does",
  async (name, { options, rows }) => {
    const content = readFileSync(path.join("testing/imports/fixtures/portals", name));
    expect((await readFeedRows({ [name]: content }, options)).map(shown)).toEqual(rows);
  },
);
