import { expect, test } from "vitest";
import { newCarsPath } from "./new-cars-path.ts";

const seenAt = "2026-11-20T10:00:00.000Z";

test.each([
  ["make=BMW", seenAt, "a search of any time starts when it was last seen"],
  ["make=BMW&newSince=2026-11-01", seenAt, "an earlier start moves to that moment"],
  ["make=BMW&newSince=2026-11-25", "2026-11-25", "a later start of its own stays"],
])("%s leads to cars since %s: %s", (search, newSince) => {
  const path = new URL(newCarsPath({ search, seenAt }), "https://shop.example");
  expect(path.pathname).toBe("/search");
  expect(Object.fromEntries(path.searchParams)).toEqual({ make: "BMW", newSince });
});
