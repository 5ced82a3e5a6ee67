import { expect, test } from "vitest";
import {
  heldCorrections,
  holdCorrection,
  holdFile,
  holdPlan,
  isPlanOfHeldFile,
} from "./held-files.ts";

const stockFile = () => new File(["Make,Model\n"], "stock.csv");

test("a plan belongs to the file that it was made of, not to a later one of the same name", () => {
  const monday = stockFile();
  holdFile("feed", monday);
  holdPlan("feed", monday, "monday's plan");
  holdCorrection("feed", 6, { 2: "17000" });
  // With other options, the same file is read again.
  holdFile("feed", monday);
  holdPlan("feed", monday, "second plan");
  expect(isPlanOfHeldFile("feed", "monday's plan")).toBe(true);
  expect(isPlanOfHeldFile("feed", "second plan")).toBe(true);

  const tuesday = stockFile();
  holdFile("feed", tuesday);
  holdPlan("feed", monday, "late plan");
  holdPlan("feed", tuesday, "tuesday's plan");
  expect(isPlanOfHeldFile("feed", "monday's plan")).toBe(false);
  expect(isPlanOfHeldFile("feed", "late plan")).toBe(false);
  expect(isPlanOfHeldFile("feed", "tuesday's plan")).toBe(true);
  expect(heldCorrections("feed")).toEqual({});
  expect(isPlanOfHeldFile("other feed", "tuesday's plan")).toBe(false);
});
