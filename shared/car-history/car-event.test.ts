import { expect, test } from "vitest";
import { daysOnMarket, type CarEventKind } from "./car-event.ts";

const on = (kind: CarEventKind, day: number) => ({
  kind,
  at: new Date(Date.UTC(2026, 0, day)).toISOString(),
});
const now = new Date(Date.UTC(2026, 0, 31));

test.each<[string, ReturnType<typeof on>[], number]>([
  ["nothing", [], 0],
  ["a car on sale", [on("listed", 1), on("price", 5), on("reserved", 7), on("released", 8)], 30],
  ["a sold car", [on("listed", 1), on("reserved", 9), on("sold", 11)], 10],
  ["a car that was away", [on("listed", 1), on("withdrawn", 4), on("relisted", 21)], 13],
  ["a car listed twice", [on("listed", 1), on("withdrawn", 4), on("listed", 29)], 5],
  ["a car in two listings at once", [on("listed", 1), on("listed", 11), on("withdrawn", 21)], 20],
  ["less than a day", [on("listed", 31)], 0],
])("counts the days on the market of %s", (_, events, days) =>
  expect(daysOnMarket(events, now)).toBe(days),
);
