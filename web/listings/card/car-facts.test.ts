import { describe, expect, it } from "vitest";
import type { Product } from "#shared/listings/listing-contract.ts";
import { presentDetails } from "#shared/listings/car-details.ts";
import { factRows, groupedFacts } from "../details/all-facts.ts";
import { cardFacts, cardLines, comparedFacts } from "./car-facts.ts";

describe("comparedFacts", () => {
  it("lists year, mileage, fuel and gearbox as readable text", () => {
    const facts = comparedFacts({
      year: 2019,
      mileage: 34120,
      mileageUnit: "km",
      fuel: "plug-in hybrid",
      transmission: "automatic",
    });
    expect(facts.map((fact) => fact.value)).toEqual([
      "2019",
      "34,120 km",
      "Plug-in hybrid",
      "Automatic",
    ]);
  });

  it("keeps a mileage of zero and leaves out what is not known", () => {
    const facts = comparedFacts({
      year: null,
      mileage: 0,
      mileageUnit: "mi",
      fuel: null,
      transmission: null,
    });
    expect(facts).toEqual([{ label: "Mileage", value: "0 mi" }]);
  });
});

describe("cardFacts", () => {
  const car = {
    name: "BMW 3 Series",
    year: 2011,
    mileage: 20_000,
    mileageUnit: "mi",
    fuel: "diesel",
    transmission: "semi-automatic",
  } as const;

  it("fits one line", () => {
    expect(cardFacts(car).map(({ value }) => value)).toEqual([
      "2011",
      "20,000 mi",
      "Diesel",
      "Semi-auto",
    ]);
  });

  it("does not repeat a year that the name has", () => {
    const named = { ...car, name: "2011 BMW 3 Series" };
    expect(cardFacts(named).map(({ label }) => label)).not.toContain("Year");
    expect(cardFacts({ ...named, year: 2012 })[0]).toEqual({ label: "Year", value: "2012" });
  });
});

describe("cardLines", () => {
  it("keeps zero years used and leaves out null lines", () => {
    expect(cardLines({ condition: null, used: 0 })).toEqual([{ label: "Years used", value: "0" }]);
    expect(cardLines({ condition: "Good", used: 3 }).map((line) => line.label)).toEqual([
      "Type",
      "Years used",
    ]);
  });
});

describe("groupedFacts", () => {
  const bare = {
    year: 2019,
    mileage: null,
    mileageUnit: null,
    fuel: null,
    transmission: null,
    engineSize: null,
    bodyType: null,
    bodyTypeTypical: false,
    colour: null,
    condition: null,
    used: null,
    purchase: null,
    fuelEconomy: null,
    tax: null,
    model: null,
    location: "",
    vin: null,
    make: "BMW",
    currency: "USD",
  } as unknown as Product;

  it("leaves out what is not known", () => {
    expect(groupedFacts(bare, presentDetails(null))).toEqual([
      { title: "Car", facts: [{ label: "Make", value: "BMW" }] },
      { title: "Use", facts: [{ label: "Year", value: "2019" }] },
    ]);
  });

  it("writes units as people read them", () => {
    const car = {
      ...bare,
      engineSize: 2,
      bodyType: "estate" as const,
      bodyTypeTypical: true,
      tax: 181.25,
      fuelEconomy: { value: 55.4, unit: "mpg_uk" as const },
    };
    const facts = groupedFacts(car, presentDetails(null)).flatMap((group) => group.facts);
    expect(Object.fromEntries(facts.map(({ label, value }) => [label, value]))).toMatchObject({
      "Engine size": "2.0 L",
      "Body type": "Station wagon (usual for this model)",
      "Fuel economy": "55.4 mpg (UK)",
      "Yearly tax": "$181.25",
    });
  });

  it("groups the stated details by what they are about", () => {
    const details = presentDetails({
      powerKw: 140,
      drive: "all-wheel",
      doors: 5,
      seats: 7,
      trim: "S line",
      previousKeepers: 0,
      serviceHistory: "full",
      firstRegistration: "2018-03",
    });
    const shown = groupedFacts(bare, details).map(({ title, facts }) => [
      title,
      ...facts.map(({ label, value }) => `${label}: ${value}`),
    ]);
    expect(shown).toEqual([
      ["Car", "Make: BMW", "Trim: S line", "Doors: 5", "Seats: 7"],
      ["Engine", "Power: 140 kW (188 hp)", "Drive: All-wheel drive"],
      [
        "Use",
        "Year: 2019",
        "First registration: March 2018",
        "Previous owners: 0",
        "Service history: Full",
      ],
    ]);
  });

  it("has a group for every fact", () => {
    const labels = groupedFacts(everything, everyDetail).flatMap(({ facts }) =>
      facts.map(({ label }) => label),
    );
    const compared = factRows(everything, everyDetail).map(({ label }) => label);
    expect(labels.toSorted()).toEqual(compared.toSorted());
  });
});

const everything = {
  year: 2019,
  mileage: 41_000,
  mileageUnit: "mi",
  fuel: "diesel",
  transmission: "manual",
  engineSize: 2,
  bodyType: "estate",
  bodyTypeTypical: false,
  colour: "blue",
  condition: "Good",
  used: 7,
  purchase: 2019,
  fuelEconomy: { value: 55.4, unit: "mpg_uk" },
  tax: 181.25,
  model: "3 Series",
  location: "Lisbon",
  vin: "WBA1A11000A000000",
  make: "BMW",
  currency: "USD",
} as unknown as Product;
const everyDetail = presentDetails({
  powerKw: 140,
  drive: "all-wheel",
  doors: 5,
  seats: 7,
  trim: "S line",
  previousKeepers: 0,
  serviceHistory: "full",
  firstRegistration: "2018-03",
});
