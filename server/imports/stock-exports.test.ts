import { expect, it } from "vitest";
import { readFeedRows } from "#testing/imports/read-feed-rows.ts";
import { workbookOf } from "#testing/imports/zip-of.ts";

/** Each row as its model, year, price and mileage, or the reason for refusing it. */
async function read(files: Record<string, string | Buffer>, options = "") {
  const rows = await readFeedRows(files, options);
  return rows.map(({ car, kind, notes }) =>
    car
      ? `${car.make} ${car.model} ${car.year}, ${car.sourcePriceMinor / 100} ${car.sourceCurrency}, ${car.mileage} ${car.mileageUnit}, ${car.fuel}`
      : `${kind}: ${notes.join("; ")}`,
  );
}

it("does not list a car that a Dutch stock system deletes", async () => {
  const car = (action: string, make: string, fuel: string) =>
    `<voertuig actie="${action}"><merk>${make}</merk><model>X5</model><bouwjaar>2017</bouwjaar><tellerstand eenheid="K">142.350</tellerstand><brandstof>${fuel}</brandstof><prijs>22.950</prijs></voertuig>`;
  const feed = `<voertuigen>${car("add", "BMW", "D")}${car("delete", "BMW", "B")}</voertuigen>`;
  expect(await read({ "feed.xml": feed }, "--currency EUR")).toEqual([
    "BMW X5 2017, 22950 EUR, 142350 km, diesel",
    'notForSale: @actie: the car is not available: "delete"',
  ]);
});

it("reads mileages with points as thousands in JSON with English names", async () => {
  const car = (km: string) => ({
    make: "BMW",
    model: "X5",
    year: 2018,
    km,
    price: { amount: 19_900, currency: "EUR" },
  });
  const feed = (...kms: string[]) => ({ "feed.json": JSON.stringify({ ads: kms.map(car) }) });
  expect(await read(feed("115.000 km", "98.500 km", "77.250 km"))).toEqual([
    "BMW X5 2018, 19900 EUR, 115000 km, null",
    "BMW X5 2018, 19900 EUR, 98500 km, null",
    "BMW X5 2018, 19900 EUR, 77250 km, null",
  ]);
  expect(await read(feed("115.000 km", "98.000 km"))).toEqual(
    Array(2).fill(expect.stringContaining("--decimal comma")),
  );
});

it("reads the standard facts of nested stock, and what it says of write-offs and sales", async () => {
  const car = (lifecycleState: string, insuranceWriteoffCategory: string | null) => ({
    vehicle: {
      standard: { make: "BMW", model: "3 Series", fuelType: "Diesel" },
      odometerReadingMiles: 45_210,
      firstRegistrationDate: "2017-10-12",
    },
    adverts: { retailAdverts: { price: { amountGBP: 17_995 } } },
    metadata: { lifecycleState },
    check: { insuranceWriteoffCategory },
  });
  const stock = [car("FORECOURT", null), car("FORECOURT", "S"), car("SOLD", null)];
  expect(await read({ "feed.json": JSON.stringify({ stock }) })).toEqual([
    "BMW 3 Series 2017, 17995 GBP, 45210 mi, diesel",
    expect.stringContaining('the car is damaged ("S")'),
    expect.stringContaining('the car is sold: "SOLD"'),
  ]);
});

it.each([
  [
    "N° Police;Immat;Marque;Gamme;Date 1ère MEC;Km;PV TTC;PV HT",
    "001;FA-123-BB;BMW;X5;15/03/2018;87 450;32 990,00;27 491,67",
    "32990",
  ],
  [
    "Titolo;Marca;Modello;Anno immatricolazione;Km;Prezzo",
    "BMW X5;BMW;X5;03/2018;87.450;32.990 €",
    "32990",
  ],
  [
    "Lp.;Marka;Model;Rok prod.;Data 1. rej.;Przebieg [km];Cena brutto",
    "1;BMW;X5;2018;04.05.2018;87450;32990",
    "32990",
  ],
])("reads the headers %s", async (headers, row, price) =>
  expect(await read({ "feed.csv": `${headers}\n${row}\n` }, "--currency EUR")).toEqual([
    `BMW X5 2018, ${price} EUR, 87450 km, null`,
  ]),
);

it("reads columns below merged headers in a workbook", async () => {
  const sheet = workbookOf([
    ["Lagerliste"],
    ["Nr.", "Fahrzeug", null, null, "Preis", null, null, "EZ", "km"],
    [null, "Marke", "Modell", "Farbe", "netto", "MwSt.", "brutto", null, null],
    ["L1", "BMW", "520d Touring", "schwarz", 16_798.32, 3_191.68, 19_990, "04/2017", 121_000],
    ["L3", "Mercedes-Benz", "GLE 350 d", "weiß", null, null, 41_990, "09/2019", 88_000],
  ]);
  expect(await read({ "feed.xlsx": sheet }, "--currency EUR")).toEqual([
    "BMW 520d Touring 2017, 19990 EUR, 121000 km, null",
    "Mercedes-Benz GLE 350 d 2019, 41990 EUR, 88000 km, null",
  ]);
});

it("reads a title above an empty row of a workbook as no header of the columns below", async () => {
  const sheet = workbookOf([
    ["Preis", null, null, null, null],
    [],
    ["Marke", "Modell", "brutto", "EZ", "km"],
    ["BMW", "520d Touring", 19_990, "04/2017", 121_000],
  ]);
  await expect(readFeedRows({ "feed.xlsx": sheet }, "--currency EUR")).rejects.toThrow(
    "no column for price",
  );
});

it("reads the price on the Internet of an American stock system", async () => {
  const feed =
    "Type|Stock|Year|Make|Model|Miles|SellingPrice|Internet_Special\nUsed|U1|2019|BMW|X5|38211|29995|27995\nUsed|U2|2019|BMW|X5|38212|29995|\n";
  const rows = await readFeedRows({ "feed.txt": feed }, "--currency USD");
  expect(rows.map(({ car, notes }) => [car?.sourcePriceMinor, notes])).toEqual([
    [2_799_500, []],
    [2_999_500, []],
  ]);
});
