import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { CarEvent, CarEventKind } from "#shared/car-history/car-event.ts";
import { CarHistory } from "./car-history.tsx";

const event = (kind: CarEventKind, day: number, given: Partial<CarEvent> = {}): CarEvent => ({
  kind,
  price: null,
  at: new Date(Date.UTC(2026, 0, day)).toISOString(),
  isEarlierListing: false,
  ...given,
});
const words = (html: string) =>
  html
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
const draw = (events: CarEvent[], days = 12) =>
  renderToStaticMarkup(<CarHistory events={events} days={days} currency="USD" />);
const rows = (html: string) => [...html.matchAll(/<li.*?<\/li>/gs)].map(([row]) => words(row));

it("lists prices with their differences and what happened, the newest first", () => {
  const html = draw([
    event("listed", 1, { price: 20_000 }),
    event("price", 3, { price: 19_000 }),
    event("price", 5, { price: 19_500 }),
    event("reserved", 6),
    event("released", 7),
    event("sold", 8, { price: 19_500 }),
  ]);
  const shown = rows(html);
  expect(shown).toHaveLength(6);
  expect(shown[0]).toMatch(/Sold.*\$19,500/);
  expect(shown[1]).toContain("Reservation ended");
  expect(shown[2]).toContain("Reserved");
  expect(shown[3]).toMatch(/\$19,500.*\$500|\$500.*\$19,500/);
  expect(shown[4]).toMatch(/\$19,000.*\$1,000|\$1,000.*\$19,000/);
  expect(shown[5]).toMatch(/Listed.*\$20,000/);
  expect(html).toContain('dateTime="2026-01-08T00:00:00.000Z"');
});

it("says that the price has not changed, and does not repeat a single entry as a list", () => {
  const html = draw([event("listed", 1, { price: 20_000 })]);
  expect(words(html)).toContain("The price has not changed since.");
  expect(rows(html)).toEqual([]);
});

it("counts the days of all listings and marks those of earlier ones", () => {
  const earlier = { isEarlierListing: true };
  const html = draw(
    [
      event("listed", 1, { price: 20_000, ...earlier }),
      event("withdrawn", 3, earlier),
      event("listed", 20, { price: 21_000 }),
    ],
    30,
  );
  expect(words(html)).toContain("For sale for 30 days in all");
  const shown = rows(html);
  expect(shown[1]).toContain("Taken off sale");
  expect(shown[1]).toMatch(/earlier listing/i);
  expect(shown[0]).not.toMatch(/earlier listing/i);
});

it("leaves out what says nothing about the car", () => {
  const html = draw([
    event("listed", 1, { price: 20_000 }),
    event("identified", 2),
    event("advertised", 3),
    event("unadvertised", 4),
    event("lapsed", 5),
  ]);
  expect(rows(html)).toHaveLength(2);
  expect(rows(html)[0]).toContain("Off sale, not confirmed by the seller");
});

it("folds all but the newest eight entries, and strikes no price through", () => {
  const html = draw(
    Array.from({ length: 11 }, (_, at) =>
      event(at === 0 ? "listed" : "price", at + 1, { price: 20_000 - at * 100 }),
    ),
  );
  expect(html).toContain("Show 3 earlier entries");
  expect(rows(html.split("<details")[0]!)).toHaveLength(8);
  expect(html).not.toMatch(/<(s|del|strike)\b|line-through/);
});
