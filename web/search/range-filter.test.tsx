import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { formatMajor } from "#shared/money/money.ts";
import { describeHistogram, type Range, RangeFilter } from "./range-filter.tsx";

const histogram = {
  min: 9_000,
  max: 61_500,
  buckets: [
    { from: null, to: 20_000, count: 4 },
    { from: 20_000, to: 40_000, count: 2 },
    { from: 40_000, to: null, count: 1 },
  ],
};

/** The price filter: the fields' names, values and hints, and which bars step back. */
function draw(range: Range, given: { min: number | null; max: number | null } = histogram) {
  const html = renderToStaticMarkup(
    <RangeFilter
      name="price"
      label="Price"
      range={range}
      histogram={{ ...histogram, ...given }}
      hasBars
      format={(value) => formatMajor(value, "USD")}
      onChange={() => undefined}
    />,
  );
  const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
  const fields = [...html.matchAll(/<input[^>]*>/g)].map(([tag]) =>
    ["name", "value", "placeholder"].map((name) => attribute(tag, name)),
  );
  const dimmed = attribute(/<path class="fill-line"[^>]*>/.exec(html)![0], "d")!;
  return { fields, dimmed: [...dimmed.matchAll(/M(\d+) /g)].map(([, x]) => Number(x) / 4) };
}

test("shows the lowest and highest price of the cars in its empty fields", () => {
  expect(draw({ low: undefined, high: 20_000 })).toEqual({
    fields: [
      ["priceMin", "", "$9,000"],
      ["priceMax", "$20,000", "$61,500"],
    ],
    dimmed: [2],
  });
  const none = draw({ low: undefined, high: undefined }, { min: null, max: null });
  expect(none.fields.map(([, , hint]) => hint)).toEqual(["", ""]);
});

test("dims the bars outside of the range", () => {
  expect(draw({ low: undefined, high: undefined }).dimmed).toEqual([]);
  expect(draw({ low: 20_000, high: undefined }).dimmed).toEqual([0]);
  expect(draw({ low: 25_000, high: 30_000 }).dimmed).toEqual([0, 2]);
});

test("describes a histogram in words", () => {
  const buckets = [
    { from: null, to: 2015, count: 2 },
    { from: 2015, to: 2018, count: 1 },
    { from: 2018, to: null, count: 1_200 },
  ];
  expect(describeHistogram("Year", { min: 2009, max: 2023, buckets }, String)).toBe(
    "Year of these cars: 2009 to 2023. Most common: 2018 to 2023, 1,200 cars.",
  );
  expect(describeHistogram("Year", { min: null, max: null, buckets }, String)).toBe(
    "Year: no cars",
  );
});
