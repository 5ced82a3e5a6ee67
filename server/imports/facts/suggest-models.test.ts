import { expect, it } from "vitest";
import { readFeedRows } from "#testing/imports/read-feed-rows.ts";
import { countReason } from "../feed-summary.ts";

/** Why a row with this model is refused. */
async function refusalOf(make: string, model: string): Promise<string | undefined> {
  const feed = `make;model;year;km;price\n${make};${model};2022;45000;39000\n`;
  const [row] = await readFeedRows({ "feed.csv": feed }, "--currency EUR");
  return row?.notes[0];
}

it.each([
  ["Mercedes-Benz", "GLCC", "GLC Class"],
  ["Mercedes-Benz", "GLCC 220 d 4Matic", "GLC Class"],
  ["Mercedes-Benz", "Vianno", "Viano"],
  ["Audi", "e-torn", "e-tron"],
  ["Audi", "allraod A6", ""],
])("suggests the nearest known models of a %s %s: %s", async (make, model, nearest) => {
  const question = nearest === "" ? "" : `. Did you mean ${nearest}?`;
  expect(await refusalOf(make, model)).toBe(
    `model: "${model}" is not a known model of ${make}${question} (use --new-models to accept it)`,
  );
});

it.each([
  ["BMW", "X8"],
  ["Audi", "A9"],
  ["Mercedes-Benz", "GLX"],
  ["Mercedes-Benz", "Q"],
])("suggests nothing for a %s %s, which is near to many models or to none", async (make, model) =>
  expect(await refusalOf(make, model)).not.toContain("Did you mean"),
);

it("counts damaged cars together, whatever their texts say", () => {
  const counts = {};
  for (const text of ["Heckschaden", "leichter Unfall"])
    countReason(counts, "Text", `the car is "${text}", and damaged cars are not sold here`);
  expect(counts).toEqual({ 'Text: the car is "…", and damaged cars are not sold here': 2 });
});

it("counts refusals with different suggestions together", () => {
  const counts = {};
  for (const [model, near] of [
    ["GLCC", "GLC Class"],
    ["Vianno", "Viano"],
  ])
    countReason(
      counts,
      "model",
      `"${model}" is not a known model of Mercedes-Benz. Did you mean ${near}? (use --new-models to accept it)`,
    );
  expect(counts).toEqual({
    "model: … is not a known model of Mercedes-Benz. Did you mean …? (use --new-models to accept it)": 2,
  });
});
