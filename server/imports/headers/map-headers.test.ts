import { describe, expect, it } from "vitest";
import { fold } from "#shared/text/fold.ts";
import { mapHeaders } from "./map-headers.ts";

const one = (header: string) => mapHeaders([header])[0];

it("does not read a header that is longer than any name", () => {
  expect(one(`Price ${" ".repeat(100)}(EUR)`)).toMatchObject({ field: "price" });
  expect(one(`Price ${" ".repeat(500)}(EUR)`)).toBeUndefined();
});

describe("mapHeaders", () => {
  it.each([
    ["fuelType", "fuel"],
    ["FUEL_TYPE", "fuel"],
    ["fuel type2", "fuel"],
    ["Kraftstoffart", "fuel"],
    ["Skrzynia biegów", "transmission"],
    ["Pojemność skokowa [cm³]", "engineSize"],
    ["Boîte de vitesses", "transmission"],
    ["Año", "year"],
    ["Erstzulassung", "firstRegistration"],
    ["Exterior Color", "colour"],
    ["Preis inkl. MwSt.", "price"],
    ["Leistung (PS)", "power"],
    ["ext_col", "colour"],
    ["paint_color", "colour"],
    ["Kolor nadwozia", "colour"],
    ["Colore esterno", "colour"],
    ["powerPS", "power"],
    ["engine_power_kw", "power"],
    ["Liczba drzwi", "doors"],
    ["Zitplaatsen", "seats"],
    ["Napęd", "drive"],
    ["Targa", "registration"],
    ["Interne Nummer", "stockNumber"],
    ["image_urls", "imageUrls"],
    ["Number of previous owners", "previousKeepers"],
    ["Prezzo", "price"],
    ["Tellerstand", "mileage"],
    ["Chilometraggio", "mileage"],
    ["Bouwjaar", "year"],
    ["Anno", "year"],
    ["notRepairedDamage", "damage"],
    ["has_accidents", "damage"],
    ["Unfallfrei", "soundness"],
    ["clean_title", "soundness"],
    ["vehicle/make@key", "make"],
    ["price/consumer-price-amount@value", "price"],
    ["price[gross]", "price"],
    ["details.odometer.value", "mileage"],
    ["dealer/address/city", "location"],
    ["vehicle/consumerPrice/amount", "price"],
    ["vehicle/kwota", "price"],
    ["offer/kwota", "price"],
    ["ogloszenie/cena/kwota", "price"],
    ["vehicle/price/amount", "price"],
    ["podatek/kwota", "tax"],
    ["price/annualTax", "tax"],
    ["price/car/type", "bodyType"],
    ["images/url", "imageUrls"],
  ])("reads %s as %s", (header, field) => expect(one(header)?.field).toBe(field));

  it.each([
    "dealer/reference",
    "Preis (netto)",
    "marque_reason",
    "",
    "City MPG",
    "finance/price",
    "list price",
    "distance",
    "mileage_km_per_year",
    "Price (EUR/month)",
    "Preis [€ pro Monat]",
    "price_excl_vat",
    "history/price",
    "tax/year",
    "price[net]",
    "dealer/name",
    "finance/kwota",
    "price/net/kwota",
    "price/tax",
    "price/tax/amount",
    "registration/amount",
    "consumerPrice/tax",
    "vehicle/price/type",
    "Schadstoffklasse",
  ])("ignores %j", (header) => expect(one(header)).toBeUndefined());

  it("reads units in headers", () => {
    expect(one("Mileage (km)")?.distanceUnit).toBe("km");
    expect(one("Mileage")?.distanceUnit).toBeNull();
    expect(one("Kilometerstand")?.distanceUnit).toBe("km");
    expect(one("engineSize (cc)")?.engineUnit).toBe("cc");
    expect(one("Cena [PLN]")?.currencies).toEqual(["PLN"]);
    expect(one("Price £")?.currencies).toEqual(["GBP"]);
    expect(one("Verbrauch (l/100km)")?.economyUnit).toBe("l_100km");
    expect(one("MPG (US)")?.economyUnit).toBe("mpg_us");
    expect(one("Tellerstand")?.distanceUnit).toBe("km");
    expect(one("Leistung (PS)")?.powerUnit).toBe("ps");
    expect(one("power_kw")?.powerUnit).toBe("kw");
    expect(one("bhp")?.powerUnit).toBe("hp");
    expect(one("Moc (KM)")?.powerUnit).toBe("ps");
    expect(one("Moc")?.powerUnit).toBeNull();
    expect(one("Mileage (per year)")?.unknownUnit).toBe("per year");
    expect(one("Tax (per year)")?.unknownUnit).toBeNull();
    expect(one("Mileage [leagues]")?.unknownUnit).toBe("leagues");
  });

  it("takes a bare id for the reference of a feed without another one", () => {
    const fieldsOf = (...headers: string[]) =>
      mapHeaders(headers).map(({ header, field }) => `${header}: ${field}`);
    expect(fieldsOf("id", "Model")).toEqual(["id: reference", "Model: model"]);
    expect(fieldsOf("_id")).toEqual(["_id: reference"]);
    expect(fieldsOf("@id", "Our ref")).toEqual(["Our ref: reference"]);
    expect(fieldsOf("id", "make/id", "dealer/id", "Referencia")).toEqual(["Referencia: reference"]);
  });

  it("prefers the operator's map, which can also ignore columns", () => {
    const own = new Map([
      [fold("Betrag"), "price" as const],
      [fold("Mileage"), null],
    ]);
    expect(mapHeaders(["Betrag", "Mileage", "Model"], own).map(({ field }) => field)).toEqual([
      "price",
      "model",
    ]);
  });
});
