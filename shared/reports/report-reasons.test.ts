import { expect, test } from "vitest";
import { reportBody } from "./report-contract.ts";
import { joinReason, reportReasons } from "./report-reasons.ts";

test.each([
  ["", "", undefined],
  ["", "  \n ", undefined],
  ["Something else", "", "Something else"],
  ["", " Odd ", "Odd"],
  ["Something else", "Odd", "Something else: Odd"],
])("joins %j and %j into the reason %j", (choice, words, reason) => {
  expect(joinReason(choice, words)).toBe(reason);
});

test("the call accepts the longest reason that the form allows", () => {
  for (const choice of reportReasons)
    expect(() => reportBody.parse({ reason: joinReason(choice, "x".repeat(500)) })).not.toThrow();
});
