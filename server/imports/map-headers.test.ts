import { describe, expect, it } from "vitest";
import { fold } from "#shared/text/fold.ts";
import { mapHeaders } from "./map-headers.ts";

const one = (header: string) => mapHeaders([header])[0];

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
  ])("reads %s as %s", (header, field) => expect(one(header)?.field).toBe(field));

  it.each(["reference", "Leistung (PS)", "Preis (netto)", "marque_reason", "", "City MPG"])(
    "ignores %j",
    (header) => expect(one(header)).toBeUndefined(),
  );

  it("reads units in headers", () => {
    expect(one("Mileage (km)")?.distanceUnit).toBe("km");
    expect(one("Mileage")?.distanceUnit).toBeNull();
    expect(one("Kilometerstand")?.distanceUnit).toBe("km");
    expect(one("engineSize (cc)")?.engineUnit).toBe("cc");
    expect(one("Cena [PLN]")?.currencies).toEqual(["PLN"]);
    expect(one("Price £")?.currencies).toEqual(["GBP"]);
    expect(one("Verbrauch (l/100km)")?.economyUnit).toBe("l_100km");
    expect(one("MPG (US)")?.economyUnit).toBe("mpg_us");
    expect(one("Mileage [leagues]")?.unknownUnit).toBe("leagues");
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
