import { expect, test } from "vitest";
import { allMakeNames } from "./all-makes.ts";
import { chooseMakes } from "./choose-makes.ts";

test.each([
  [undefined, ["BMW", "Mercedes-Benz", "Audi"]],
  ["", ["BMW", "Mercedes-Benz", "Audi"]],
  ["Porsche, bmw", ["BMW", "Porsche"]],
  ["mercedes,ROLLS-ROYCE", ["Mercedes-Benz", "Rolls-Royce"]],
  ["Audi,audi", ["Audi"]],
  ["all", allMakeNames],
])("%j is %j", (setting, makes) => {
  expect(chooseMakes(setting)).toEqual({ makes });
});

test.each([
  ["BMW, Lada", "Lada"],
  ["BMW,,Audi", ""],
])("%j has a name that is no make's", (setting, name) => {
  expect(chooseMakes(setting)).toEqual({
    mistake: expect.stringMatching(`^names "${name}", which is not one of BMW, .* Tesla$`),
  });
});
