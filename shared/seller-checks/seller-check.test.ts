import { expect, it } from "vitest";
import { endOfDay } from "#shared/dates/last-day.ts";
import { isCheckValid, shownChecks, type RecordedLevel } from "./seller-check.ts";

const at = (day: number) => new Date(Date.UTC(2026, 0, day));
const check = (level: RecordedLevel, checkedOn: number, given: object = {}) => ({
  level,
  listingId: null as string | null,
  checkedAt: at(checkedOn),
  validUntil: null as Date | null,
  withdrawnAt: null as Date | null,
  ...given,
});

it("is valid through its last day and not a millisecond longer", () => {
  const validUntil = endOfDay("2026-01-09");
  const ends = { validUntil, withdrawnAt: null };
  expect(isCheckValid(ends, new Date("2026-01-09T23:59:59.999Z"))).toBe(true);
  expect(isCheckValid(ends, new Date("2026-01-10T00:00:00.000Z"))).toBe(false);
  expect(isCheckValid({ validUntil: null, withdrawnAt: null }, at(3_000))).toBe(true);
  expect(isCheckValid({ validUntil: null, withdrawnAt: at(2) }, at(3))).toBe(false);
});

it("shows the newest valid check of each level, and a seen car only on its own listing", () => {
  const checks = [
    check("car", 1, { listingId: "a" }),
    check("identity", 1),
    check("identity", 3, { validUntil: at(5) }),
    check("phone", 2, { withdrawnAt: at(3) }),
  ];
  const shown = (listing: string, day: number) =>
    shownChecks(checks, listing, at(day)).map(
      ({ level, checkedAt }) => `${level} ${checkedAt.getUTCDate()}`,
    );
  expect(shown("a", 4)).toEqual(["identity 3", "car 1"]);
  expect(shown("b", 4)).toEqual(["identity 3"]);
  expect(shown("b", 5)).toEqual(["identity 1"]);
});
