import { expect, test } from "vitest";
import { joinReason } from "#shared/reports/report-reasons.ts";
import { suspendBody } from "./moderation-contract.ts";
import { mayDecideAppeal, suspensionReasons } from "./moderation.ts";

test.each([
  ["another admin's action", { actedBy: "ada", adminId: "bea", admins: 2 }, true],
  [
    "the admin's own action, with another admin",
    { actedBy: "ada", adminId: "ada", admins: 2 },
    false,
  ],
  [
    "the admin's own action, as the only admin",
    { actedBy: "ada", adminId: "ada", admins: 1 },
    true,
  ],
  ["an action of the command line", { actedBy: null, adminId: "ada", admins: 2 }, true],
  [
    "another admin's action, by the admin who was its seller",
    { actedBy: "ada", adminId: "sam", admins: 2 },
    false,
  ],
])("who may decide an appeal against %s", (_what, facts, may) => {
  expect(mayDecideAppeal({ sellerId: "sam", ...facts })).toBe(may);
});

test("the call accepts the longest reason that the form allows", () => {
  for (const choice of suspensionReasons)
    expect(() => suspendBody.parse({ reason: joinReason(choice, "x".repeat(400)) })).not.toThrow();
});
