import { expect, test } from "vitest";
import { joinReason } from "#shared/reports/report-reasons.ts";
import { suspendBody } from "./moderation-contract.ts";
import { mayDecideAppeal, suspensionReasons } from "./moderation.ts";

test.each([
  ["another's act", { actedBy: "ada", adminId: "bea", admins: 2 }, true],
  ["one's own act, with another admin there", { actedBy: "ada", adminId: "ada", admins: 2 }, false],
  ["one's own act, as the only admin", { actedBy: "ada", adminId: "ada", admins: 1 }, true],
  ["an act of the command line", { actedBy: null, adminId: "ada", admins: 2 }, true],
  [
    "another's act, by the admin who was its seller",
    { actedBy: "ada", adminId: "sam", admins: 2 },
    false,
  ],
])("an appeal against %s", (_what, facts, may) => {
  expect(mayDecideAppeal({ sellerId: "sam", ...facts })).toBe(may);
});

test("the longest reason that the form lets through is taken by the call", () => {
  for (const choice of suspensionReasons)
    expect(() => suspendBody.parse({ reason: joinReason(choice, "x".repeat(400)) })).not.toThrow();
});
