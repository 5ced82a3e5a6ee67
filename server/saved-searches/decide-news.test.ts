import { expect, test } from "vitest";
import { decideNews } from "./decide-news.ts";

const day = (number: number) => new Date(Date.UTC(2026, 0, number));
const prices = (...changes: [number, number][]) =>
  changes.map(([number, priceMinor]) => ({ at: day(number), priceMinor }));
const sales = (...changes: [number, boolean][]) =>
  changes.map(([number, isOnSale]) => ({ at: day(number), isOnSale }));
const car = (given: Partial<Parameters<typeof decideNews>[0]>) =>
  decideNews({
    listedAt: day(1),
    priceMinor: 100,
    history: prices([1, 100]),
    saleChanges: sales([1, true]),
    watchedSince: day(10),
    announcedPriceMinor: null,
    editedAt: null,
    ...given,
  });

test("a car that was there when the search was saved is no news", () => {
  expect(car({})).toBeNull();
});

test("a car listed later is new, once", () => {
  const listed = { listedAt: day(11), history: prices([11, 100]) };
  expect(car(listed)).toEqual({ kind: "new", wasMinor: null });
  expect(car({ ...listed, announcedPriceMinor: 100 })).toBeNull();
});

test("a new car that already got cheaper says its first price", () => {
  const listed = { listedAt: day(11), history: prices([11, 120], [12, 100]) };
  expect(car(listed)).toEqual({ kind: "new", wasMinor: 120 });
});

test("a lower price is news against the price when the search was saved", () => {
  const history = prices([1, 150], [5, 130], [12, 100]);
  expect(car({ history })).toEqual({ kind: "price", wasMinor: 130 });
});

test("a price that was already this low when the search was saved is no news", () => {
  expect(car({ history: prices([1, 100], [12, 130], [13, 100]) })).toBeNull();
});

test("an announced car is news again only below the announced price", () => {
  const listed = { listedAt: day(11), history: prices([11, 100], [12, 120], [13, 110]) };
  expect(car({ ...listed, priceMinor: 110, announcedPriceMinor: 100 })).toBeNull();
  expect(car({ ...listed, priceMinor: 90, announcedPriceMinor: 100 })).toEqual({
    kind: "price",
    wasMinor: 100,
  });
});

test("a car that an edit made match is news once", () => {
  expect(car({ editedAt: day(11) })).toEqual({ kind: "edit", wasMinor: null });
  expect(car({ editedAt: day(11), announcedPriceMinor: 100 })).toBeNull();
  expect(car({ editedAt: day(9) })).toBeNull();
});

test("an edit that also lowered the price is a price drop", () => {
  const history = prices([1, 150], [11, 100]);
  expect(car({ history, editedAt: day(11) })).toEqual({ kind: "price", wasMinor: 150 });
});

test("what happened while emails were off is no news", () => {
  const history = prices([1, 150], [8, 100]);
  expect(car({ history, announcedPriceMinor: 150 })).toBeNull();
});

test("a car that was off sale when the search was saved is news once it returns", () => {
  const saleChanges = sales([1, true], [5, false], [12, true]);
  expect(car({ saleChanges })).toEqual({ kind: "return", wasMinor: null });
  expect(car({ saleChanges, announcedPriceMinor: 100 })).toBeNull();
  const history = prices([1, 120], [11, 100]);
  expect(car({ saleChanges, history })).toEqual({ kind: "return", wasMinor: 120 });
});

test("a car that was on sale when the search was saved is no news when it returns", () => {
  expect(car({ saleChanges: sales([1, true], [11, false], [12, true]) })).toBeNull();
  expect(car({ saleChanges: sales([1, true], [5, false], [8, true]) })).toBeNull();
  expect(car({ saleChanges: sales([1, true], [5, false]) })).toBeNull();
  expect(car({ saleChanges: [] })).toBeNull();
});
