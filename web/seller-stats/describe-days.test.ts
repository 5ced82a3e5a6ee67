import { expect, test } from "vitest";
import { describeDays } from "./describe-days.ts";

const days = ["2026-10-31", "2026-11-01", "2026-11-02"];
const views = { one: "view", many: "views" };

test("a chart in words: how many in all, and the best day", () => {
  expect(describeDays(views, days, [1, 4, 2])).toBe("7 views in 3 days, most on Nov 1 (4)");
  expect(describeDays(views, days, [0, 0, 1])).toBe("1 view in 3 days, most on Nov 2 (1)");
  expect(describeDays(views, days, [0, 0, 0])).toBe("0 views in 3 days");
});
