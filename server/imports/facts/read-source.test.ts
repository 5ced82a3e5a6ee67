import { expect, test } from "vitest";
import { readFeedRows } from "#testing/imports/read-feed-rows.ts";
import { parsePower } from "./read-power.ts";
import { imageUrlsIn } from "./read-source.ts";

const one = "https://x.example/1.jpg";
const two = "https://x.example/2,5.jpg?size=a,b";

test.each([
  ["bars", `${one}|${two}`],
  ["commas", `${one},${two},`],
  ["commas and spaces", `${one}, ${two}`],
  ["semicolons", `${one};${two}`],
  ["lines", `${one}\n${two}`],
  ["JSON", JSON.stringify([one, two])],
  ["JSON with escaped slashes", JSON.stringify([one, two]).replaceAll("/", "\\/")],
  ["JSON objects", JSON.stringify([{ url: one }, { url: two }])],
  ["a list as Python writes it", `['${one}', '${two}']`],
  ["a list without quotes", `[${one}, ${two}]`],
  ["text around them", `see ${one} and ${two}`],
])("finds image URLs separated by %s", (_, text) => {
  expect(imageUrlsIn([text])).toEqual([one, two]);
});

test("leaves out what is no image URL, and URLs that were there before", () => {
  expect(imageUrlsIn([`${one}|1.jpg|ftp://x.example/1.jpg|https:///1.jpg|${one}`])).toEqual([one]);
  const gallery = "https://x.example/1.jpg?photo[]=1";
  expect(imageUrlsIn([gallery])).toEqual([gallery]);
});

const sourceOf = async (headers: string, cells: string) => {
  const facts = "make;model;year;price;mileage";
  const text = `${facts};${headers}\nAudi;A4;2018;15000;30000;${cells}\n`;
  const [row] = await readFeedRows({ "feed.csv": text }, "--currency EUR --distance-unit km");
  return row?.source;
};

test("leaves out image URLs that are too long or not text, and says so", async () => {
  const long = `https://x.example/${"é".repeat(1_000)}.jpg`;
  const odd = "https://x.example/\u0000.jpg";
  const good = { make: "Audi", model: "A4", year: 2018, price: 15_000, mileage: 30_000 };
  for (const url of [long, odd]) {
    const file = JSON.stringify([{ ...good, images: [one, url] }]);
    const [row] = await readFeedRows({ "feed.json": file }, "--currency EUR --distance-unit km");
    expect(row?.source?.imageUrls).toEqual([one]);
    expect(row?.notes).toEqual([expect.stringMatching(/image URL is longer than 2000 bytes/)]);
  }
});

test("takes as many image URLs as a car can have photos, and as have 10,000 characters", async () => {
  const good = { make: "Audi", model: "A4", year: 2018, price: 15_000, mileage: 30_000 };
  const read = async (length: number) => {
    const urlOf = (at: number) => `https://x.example/${String(at).padStart(length - 18, "0")}`;
    const images = Array.from({ length: 30 }, (_, at) => urlOf(at));
    const file = JSON.stringify([{ ...good, images }]);
    const [row] = await readFeedRows({ "feed.json": file }, "--currency EUR --distance-unit km");
    return row!;
  };
  const short = await read(100);
  expect([short.source?.imageUrls.length, short.notes]).toEqual([24, []]);
  const long = await read(1_000);
  expect(long.source?.imageUrls).toHaveLength(10);
  expect(long.notes).toEqual([
    expect.stringContaining("the image URLs have more than 10000 characters together"),
  ]);
});

test("takes the images of all columns, in their order", async () => {
  const cells = `${one};;${two}|${one};https://x.example/3.jpg`;
  const source = await sourceOf("main image;image1;images;image2", cells);
  expect(source?.imageUrls).toEqual([one, two, "https://x.example/3.jpg"]);
});

test("keeps a trim of up to 300 characters as written", async () => {
  expect((await sourceOf("trim", " S  line "))?.trim).toBe("S line");
  expect((await sourceOf("trim", "n/a"))?.trim).toBeNull();
  expect((await sourceOf("trim", "x".repeat(301)))?.trim).toBeNull();
});

test.each([
  ["140 kW", null, 140],
  ["190 PS", null, 140],
  ["190 bhp", null, 142],
  ["140 kW (190 PS)", null, 140],
  ["190 PS / 140 kW", null, 140],
  ["190 KM", null, 140],
  ["190", "ps", 140],
  ["190", "kw", 190],
] as const)("reads the power %s (column: %s) as %i kW", (text, unit, expected) =>
  expect(parsePower(text, "point", unit)).toEqual({ value: expected }),
);

test.each([
  ["190", "unit of power is not known"],
  ["190 Nm", "unit of power is not known"],
  ["strong", "is not a power"],
  ["1901 kW", "is not the power of a car"],
  ["19 kW", "is not the power of a car"],
])("leaves out the power %s: %s", (text, reason) =>
  expect(parsePower(text, "point", null)).toEqual({ fault: expect.stringContaining(reason) }),
);

test.each(["", "0", "0 kW"])("has no power for %j", (text) =>
  expect(parsePower(text, "point", "kw")).toBe("empty"),
);
