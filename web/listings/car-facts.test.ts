import { describe, expect, it } from "vitest";
import { cardLines, comparedFacts } from "./car-facts.ts";

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

describe("cardLines", () => {
  it("keeps zero years used and leaves out null and empty lines", () => {
    expect(cardLines({ condition: null, used: 0, location: "" })).toEqual([
      { label: "Years used", value: "0" },
    ]);
    expect(
      cardLines({ condition: "Good", used: 3, location: "Leeds" }).map((line) => line.label),
    ).toEqual(["Type", "Years used", "Location"]);
  });
});
