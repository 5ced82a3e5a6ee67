import { expect, test } from "vitest";
import { dateFormat } from "./date-format.ts";

test("writes dates in US English, with plain spaces", () => {
  const format = dateFormat({ dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  expect(format("2026-11-22T21:48:00Z")).toBe("November 22, 2026 at 9:48 PM");
  expect(format(new Date(0))).toBe("January 1, 1970 at 12:00 AM");
});
