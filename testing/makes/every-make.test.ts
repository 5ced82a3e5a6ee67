import { afterAll, beforeAll, expect, test, vi } from "vitest";

// The makes are chosen when the modules load, so these are loaded again for a shop that sells every make.
let find: typeof import("#shared/makes/find-model.ts");
let make: typeof import("#shared/makes/read-make.ts");
let query: typeof import("#shared/search/read-query.ts");
let vin: typeof import("#shared/vin/vin.ts");
beforeAll(async () => {
  vi.stubEnv("MAKES", "all");
  vi.resetModules();
  find = await import("#shared/makes/find-model.ts");
  make = await import("#shared/makes/read-make.ts");
  query = await import("#shared/search/read-query.ts");
  vin = await import("#shared/vin/vin.ts");
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

test.each([
  ["Porsche", "911 Carrera 4S", "911"],
  ["Porsche", "Carrera 4S", "911"],
  ["Porsche", "991 Turbo S", "911"],
  ["Porsche", "Carrera GT", "Carrera GT"],
  ["Porsche", "718 Cayman GTS", "718 Cayman"],
  ["Porsche", "Cayenne E-Hybrid", "Cayenne"],
  ["Jaguar", "F-PACE P250", "F-Pace"],
  ["Jaguar", "FTYPE", "F-Type"],
  ["Jaguar", "XJ8 Sovereign", "XJ"],
  ["Land Rover", "Range Rover Sport HSE", "Range Rover Sport"],
  ["Land Rover", "Range Rover Autobiography", "Range Rover"],
  ["Land Rover", "Evoque SE", "Range Rover Evoque"],
  ["Land Rover", "L405 Range Rover", "Range Rover"],
  ["Lexus", "RX 450h", "RX"],
  ["Lexus", "IS250", "IS"],
  ["Lexus", "RC F", "RC"],
  ["Volvo", "XC90 B5 AWD", "XC90"],
  ["Volvo", "V60 Cross Country", "V60"],
  ["Volvo", "940 Turbo", "940"],
  ["Bentley", "Continental GTC V8", "Continental GT"],
  ["Bentley", "Flying Spur W12", "Flying Spur"],
  ["Aston Martin", "V12 Vantage S", "Vantage"],
  ["Aston Martin", "DBX707", "DBX"],
  ["Maserati", "Gran Turismo MC Stradale", "GranTurismo"],
  ["Ferrari", "458 Italia", "458"],
  ["Ferrari", "488GTB", "488"],
  ["Ferrari", "F8 Tributo", "F8"],
  ["Lamborghini", "Huracán EVO", "Huracan"],
  ["Rolls-Royce", "Ghost Black Badge", "Ghost"],
  ["Tesla", "Model 3 Long Range", "Model 3"],
  ["Tesla", "S", "Model S"],
] as const)("a %s %s is a %s", (name, text, model) => {
  expect(find.findStatedModel(name, text)?.facts.model).toBe(model);
});

test.each(["911", "IS", "Ghost", "240", "Roma 2.0"])(
  "%s alone is no model, because it also means something else",
  (text) => expect(find.findModels(text)).toEqual([]),
);

test.each([
  ["Land Rover Defender 110", "Land Rover", "Defender 110"],
  ["2019 Rolls-Royce Wraith", "Rolls-Royce", "Wraith"],
  ["ASTON MARTIN - DB11", "Aston Martin", "DB11"],
])("the title %j begins with a make", (title, name, rest) => {
  expect(make.splitMake(title)).toEqual({ make: name, rest });
});

test.each([
  ["porsche 911 under 80k", { make: ["Porsche"], model: ["911"], priceMax: 80_000 }],
  ["range rover sport diesel", { model: ["Range Rover Sport"], fuel: ["diesel"] }],
  ["lexus is 300", { make: ["Lexus"], model: ["IS"] }],
  ["rx450h", { model: ["RX"] }],
  ["lambo huracan", { make: ["Lamborghini"], model: ["Huracan"] }],
  ["tesla s", { make: ["Tesla"], model: ["Model S"] }],
  ["rolls royce ghost", { make: ["Rolls-Royce"], model: ["Ghost"] }],
  ["bmw 320d", { make: ["BMW"], model: ["3 Series"], fuel: ["diesel"] }],
])("a search for %j", (typed, filters) => {
  const { parts } = query.readQuery(typed, {
    currency: "USD",
    thisYear: 2026,
    isKnownWord: () => false,
    beginsInTitle: () => false,
    hasCars: () => true,
  });
  expect(Object.assign({}, ...parts.map((part) => part.filters))).toEqual(filters);
});

test("a VIN of another make is refused", () => {
  const porsche = "WP0ZZZ99ZTS392124";
  expect(vin.examineVin(porsche, { make: "Porsche", year: 2026 }).fault).toBeNull();
  expect(vin.examineVin(porsche, { make: "Audi", year: 2026 }).fault).toMatch(
    /^This VIN is of a Porsche: its manufacturer code is WP0\./,
  );
});
