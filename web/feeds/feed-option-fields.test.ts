import { expect, it } from "vitest";
import { optionValues, statedOptions } from "./feed-option-fields.tsx";

const symbolsOf = (symbols: string) => statedOptions({ ...optionValues({}), symbols }).symbols;

it("reads what currency signs mean, however they are separated", () => {
  expect(symbolsOf("$=CAD, kr = sek;¥=JPY")).toEqual({ $: "CAD", kr: "sek", "¥": "JPY" });
  expect(symbolsOf(" ")).toEqual({});
  // The server says what is wrong.
  expect(symbolsOf("$ CAD")).toEqual({ $: "", CAD: "" });
});

it("shows the signs of a feed as they are typed", () => {
  const symbols = { $: "CAD", kr: "SEK" };
  const values = optionValues({ symbols });
  expect(values.symbols).toBe("$=CAD, kr=SEK");
  expect(statedOptions(values)).toEqual({ symbols });
});
