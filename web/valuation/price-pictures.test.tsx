import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { RatedCar } from "#shared/valuation/valuation-contract.ts";
import { axisOf, scale } from "./price-axis.ts";
import { PricePictures } from "./price-pictures.tsx";

const comparable = (price: number, year: number, mileage: number) => ({
  price,
  year,
  mileage,
  mileageUnit: "mi",
});
const valuation = {
  price: 21_500,
  low: 19_000,
  high: 24_000,
  estimate: 21_000,
  label: "fair",
  limits: [19_000, 20_000, 22_000, 24_000],
  currency: "USD",
  comparables: [comparable(18_900, 2015, 61_000), comparable(23_700, 2019, 22_500)],
} as unknown as RatedCar;
const car = { year: 2017, mileage: 42_000, mileageUnit: "mi" };
const draw = (given: object = {}) =>
  renderToStaticMarkup(<PricePictures valuation={valuation} car={{ ...car, ...given }} />);
const pictures = (page: string) => page.match(/<figure.*?<\/figure>/gs) ?? [];
const labels = (picture: string) =>
  [...picture.matchAll(/<text[^>]*>(.*?)<\/text>/g)].map(([, words]) => words);

it("labels both axes of each picture, with their units", () => {
  const [bar, byMileage, byYear] = pictures(draw());
  const words = [...bar!.matchAll(/>([^<]+)<\/(?:text|span)>/g)].map(([, word]) => word);
  expect(words.slice(0, 11)).toEqual([
    "Estimate",
    "This car $21,500",
    "Great",
    "Good",
    "Fair",
    "High",
    "Very high",
    "$19K",
    "$20K",
    "$22K",
    "$24K",
  ]);
  expect(labels(byMileage!)).toEqual([
    "Price",
    "$18K",
    "$20K",
    "$22K",
    "$24K",
    "20K",
    "30K",
    "40K",
    "50K",
    "60K",
    "70K",
    "Mileage (mi)",
  ]);
  expect(labels(byYear!).slice(-6)).toEqual(["2015", "2016", "2017", "2018", "2019", "Year"]);
});

it("ties each picture to a text with all of its values", () => {
  const texts = pictures(draw()).map((picture) => {
    const [, id] = /<(?:svg|div)[^>]*role="img"[^>]*aria-describedby="([^"]+)"/.exec(picture)!;
    return picture.split(`<figcaption id="${id}"`)[1]!.replace(/<[^>]+>/g, "");
  });
  expect(texts).toHaveLength(3);
  expect(texts[0]).toContain(
    "The flag is this car at $21,500, the tick our estimate of $21,000. Of 2 comparable cars, one costs less. Up to $19,000 is a great price, to $20,000 a good one, to $22,000 a fair one, to $24,000 a high one, and more is very high. The prices of comparable cars: $18,900, $23,700.",
  );
  expect(texts[1]).toContain(
    "This car: 42,000 mi, $21,500. Comparable cars: 61,000 mi, $18,900; 22,500 mi, $23,700.",
  );
  expect(texts[2]).toContain("This car: 2017, $21,500. Comparable cars: 2015, $18,900; 2019,");
});

it("leaves out a picture without a value of this car, or in which all cars are the same", () => {
  expect(pictures(draw({ mileage: null, mileageUnit: null }))).toHaveLength(2);
  expect(draw({ year: null })).not.toContain("Price by year");
});

it("leaves out the years of cars that are less than four apart", () => {
  const drawYears = (...years: number[]) => {
    const comparables = years.map((year, at) => comparable(20_000 + at, year, 20_000 + at));
    const one = { ...valuation, comparables } as RatedCar;
    return renderToStaticMarkup(<PricePictures valuation={one} car={car} />);
  };
  expect(drawYears(2015, 2018)).not.toContain("Price by year");
  expect(drawYears(2015, 2019)).toContain("Price by year");
});

describe("the bar of prices", () => {
  const drawBar = (given: Partial<RatedCar>) =>
    renderToStaticMarkup(<PricePictures valuation={{ ...valuation, ...given }} car={car} />);
  /** Where the estimate and the price are, in percent. */
  const marks = (page: string) =>
    [...page.matchAll(/<svg x="([\d.]+)%"/g)].map(([, place]) => Number(place));

  it("has the price and the estimate in their zones", () => {
    expect(marks(drawBar({}))).toEqual([50, 55]);
    expect(marks(drawBar({ price: 19_500, label: "good" }))).toEqual([50, 30]);
    expect(marks(drawBar({ price: 24_000, label: "high" }))).toEqual([50, 79]);
  });

  it("keeps the price in the zone of its label, which stays after a small change", () => {
    expect(marks(drawBar({ price: 19_900, label: "fair" }))).toEqual([50, 41]);
    expect(marks(drawBar({ price: 20_100, label: "good" }))).toEqual([50, 39]);
  });

  it("keeps prices beyond both ends on the bar", () => {
    expect(marks(drawBar({ price: 99_000, label: "very_high" }))).toEqual([50, 99]);
    expect(marks(drawBar({ price: 9_000, label: null }))).toEqual([50, 1]);
  });

  it("has no labels for a rough estimate, only the range of most cars", () => {
    const page = drawBar({ label: null, limits: null, price: 19_000 });
    expect(marks(page)).toEqual([44, 20]);
    expect(page).toContain("Eight of ten similar cars");
    expect(page).not.toMatch(/Great|Very high|great price/);
  });
});

it("leaves out comparable cars with absurd prices, and says so", () => {
  const drawAll = (...prices: number[]) => {
    const more = prices.map((price) => comparable(price, 2018, 30_000));
    const comparables = [...valuation.comparables, ...more] as RatedCar["comparables"];
    return renderToStaticMarkup(
      <PricePictures valuation={{ ...valuation, comparables }} car={car} />,
    );
  };
  const plain = pictures(drawAll());
  const page = drawAll(2_350_000);
  expect(pictures(page).map(labels)).toEqual(plain.map(labels));
  expect(page).not.toContain("$2,350,000");
  expect(page).toContain("Of 2 comparable cars, one costs less.");
  expect(page).toContain("One comparable car is not in the pictures: its price is more than");
  expect(drawAll(2_350_000, 190)).toContain("2 comparable cars are not in the pictures");
  expect(drawAll(62_000, 7_100)).not.toContain("not in the pictures");
});

it("says of a single comparable car whether it costs less", () => {
  const drawOne = (price: number) => {
    const one = { ...valuation, comparables: [comparable(price, 2018, 30_000)] } as RatedCar;
    return renderToStaticMarkup(<PricePictures valuation={one} car={car} />);
  };
  expect(drawOne(20_000)).toContain("The only comparable car costs less.");
  expect(drawOne(23_000)).toContain("The only comparable car does not cost less.");
});

it("has axes of a few round values around all of the given ones", () => {
  for (const values of [[5], [2_019, 2_020], [9_990, 412_345], [0, 1], [70_001, 70_002.5]]) {
    const axis = axisOf(values, 4);
    expect(axis.length).toBeGreaterThanOrEqual(2);
    expect(axis.length).toBeLessThanOrEqual(7);
    const at = scale(axis, 10, 90);
    for (const value of values) {
      expect(at(value)).toBeGreaterThanOrEqual(10);
      expect(at(value)).toBeLessThanOrEqual(90);
    }
  }
});
