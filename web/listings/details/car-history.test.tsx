import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { CarEvent, CarEventKind } from "#shared/car-history/car-event.ts";
import { CarHistory } from "./car-history.tsx";
import { describeHistory } from "./describe-history.ts";

const event = (kind: CarEventKind, day: number, given: Partial<CarEvent> = {}): CarEvent => ({
  kind,
  price: null,
  at: new Date(Date.UTC(2026, 0, day)).toISOString(),
  isEarlierListing: false,
  isLaterListing: false,
  ...given,
});
const words = (html: string) =>
  html
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
const draw = (events: CarEvent[], days = 12, given: { isSold?: boolean; isKnown?: boolean } = {}) =>
  renderToStaticMarkup(
    <CarHistory
      history={describeHistory({
        events,
        days,
        isSold: false,
        isKnown: true,
        currency: "USD",
        ...given,
      })}
    />,
  );
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
  // The price changed while the car was away.
  expect(shown[0]).toMatch(/\$1,000 more.*\$21,000/);
  expect(words(html)).not.toContain("has not changed");
});

it("compares a price with the one before in the same listing", () => {
  const other = { isEarlierListing: true };
  const html = draw([
    event("listed", 1, { price: 20_000, ...other }),
    event("listed", 2, { price: 30_000 }),
    event("price", 3, { price: 19_000, ...other }),
    event("price", 4, { price: 29_500 }),
    event("relisted", 5, { price: 29_500 }),
  ]);
  const shown = rows(html);
  expect(shown[1]).toContain("$500 less");
  expect(shown[2]).toContain("$1,000 less");
  // Without a change there is nothing to say.
  expect(shown[0]).not.toMatch(/less|more/);
});

it("says that the price is the same after a new listing for the same price", () => {
  const html = draw([
    event("listed", 1, { price: 20_000, isEarlierListing: true }),
    event("withdrawn", 3, { isEarlierListing: true }),
    event("listed", 20, { price: 20_000 }),
  ]);
  expect(words(html)).toContain("The price has not changed since.");
});

it("claims nothing about the price of a car without recorded prices", () => {
  expect(words(draw([], 5))).toBe("Listed 5 days ago");
});

it("claims nothing while the history cannot be read", () => {
  expect(words(draw([], 5, { isKnown: false }))).toBe(
    "The history is not available right now. Try again in a few minutes.",
  );
});

it.each([
  [0, "Sold within a day"],
  [1, "Sold after 1 day"],
  [12, "Sold after 12 days"],
])("says of a sold car after how many days it was sold: %i", (days, sentence) => {
  const sold = [event("listed", 1, { price: 20_000 }), event("sold", 9, { price: 20_000 })];
  const text = words(draw(sold, days, { isSold: true }));
  expect(text).toMatch(new RegExp(`^${sentence} `));
  expect(text).not.toMatch(/ago|today|for sale/i);
  expect(text).toContain("The price did not change.");
});

it("counts the days of all listings until the sale", () => {
  const html = draw(
    [
      event("listed", 1, { price: 20_000, isEarlierListing: true }),
      event("withdrawn", 3, { isEarlierListing: true }),
      event("listed", 20, { price: 20_000 }),
      event("sold", 22, { price: 20_000 }),
    ],
    4,
    { isSold: true },
  );
  expect(words(html)).toMatch(/^Sold after 4 days for sale in all /);
});

it("marks a later listing of a sold car, which says nothing of its days and prices", () => {
  const later = { isLaterListing: true };
  const html = draw(
    [
      event("listed", 1, { price: 20_000 }),
      event("sold", 3, { price: 20_000 }),
      event("listed", 20, { price: 24_000, ...later }),
      event("withdrawn", 21, later),
      event("relisted", 22, { price: 23_000, ...later }),
    ],
    2,
    { isSold: true },
  );
  expect(words(html)).toMatch(/^Sold after 2 days The price did not change\. /);
  expect(rows(html)).toEqual([
    "Jan 22, 2026 · later listing For sale again $1,000 less $23,000",
    "Jan 21, 2026 · later listing Taken off sale",
    "Jan 20, 2026 · later listing Listed $4,000 more $24,000",
    "Jan 3, 2026 Sold $20,000",
    "Jan 1, 2026 Listed $20,000",
  ]);
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
