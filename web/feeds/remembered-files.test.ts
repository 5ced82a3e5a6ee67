import { expect, test } from "vitest";
import {
  rememberedCorrections,
  rememberCorrection,
  rememberFile,
  rememberPlan,
  isPlanOfRememberedFile,
} from "./remembered-files.ts";

const stockFile = () => new File(["Make,Model\n"], "stock.csv");

test("a plan belongs to the file that it was made of, not to a later one of the same name", () => {
  const monday = stockFile();
  rememberFile("feed", monday);
  rememberPlan("feed", monday, "monday's plan");
  rememberCorrection("feed", 6, { 2: "17000" });
  // With other options, the same file is read again.
  rememberFile("feed", monday);
  rememberPlan("feed", monday, "second plan");
  expect(isPlanOfRememberedFile("feed", "monday's plan")).toBe(true);
  expect(isPlanOfRememberedFile("feed", "second plan")).toBe(true);

  const tuesday = stockFile();
  rememberFile("feed", tuesday);
  rememberPlan("feed", monday, "late plan");
  rememberPlan("feed", tuesday, "tuesday's plan");
  expect(isPlanOfRememberedFile("feed", "monday's plan")).toBe(false);
  expect(isPlanOfRememberedFile("feed", "late plan")).toBe(false);
  expect(isPlanOfRememberedFile("feed", "tuesday's plan")).toBe(true);
  expect(rememberedCorrections("feed")).toEqual({});
  expect(isPlanOfRememberedFile("other feed", "tuesday's plan")).toBe(false);
});
