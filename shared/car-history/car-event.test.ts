import { expect, test } from "vitest";
import { daysOnMarket, type CarEventKind } from "./car-event.ts";

const on = (kind: CarEventKind, day: number, listingId = "a") => ({
  kind,
  listingId,
  at: new Date(Date.UTC(2026, 0, day)).toISOString(),
});
const now = new Date(Date.UTC(2026, 0, 31));

test.each<[string, ReturnType<typeof on>[], number]>([
  ["nothing", [], 0],
  ["a car on sale", [on("listed", 1), on("price", 5), on("reserved", 7), on("released", 8)], 30],
  ["a sold car", [on("listed", 1), on("reserved", 9), on("sold", 11)], 10],
  ["a car that was away", [on("listed", 1), on("withdrawn", 4), on("relisted", 21)], 13],
  ["a car listed twice", [on("listed", 1), on("withdrawn", 4), on("listed", 29, "b")], 5],
  [
    "a car in two listings at once, the older of which ended",
    [on("listed", 1), on("listed", 11, "b"), on("withdrawn", 21)],
    30,
  ],
  [
    "a car in two listings at once, both of which ended",
    [on("listed", 1), on("listed", 11, "b"), on("withdrawn", 16, "b"), on("withdrawn", 21)],
    20,
  ],
  [
    "a listing that ends twice",
    [on("listed", 1), on("withdrawn", 6), on("listed", 6, "b"), on("removed", 9)],
    30,
  ],
  ["less than a day", [on("listed", 31)], 0],
])("counts the days on the market of %s", (_, events, days) =>
  expect(daysOnMarket(events, now)).toBe(days),
);
