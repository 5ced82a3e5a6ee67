import { expect, test } from "vitest";
import { createKeptMarkup } from "./keep-markup.ts";
import type { Part } from "./known-markup.ts";

const part = (id: string, key: string) => ({
  key: "in a list",
  of: [{ name: key }],
  start: `<article aria-labelledby="car-${id}"`,
  end: "</article>",
});
const aCard = (id: string, text: string) =>
  `<article aria-labelledby="car-${id}"><h2 id="car-${id}">${text}</h2></article>`;

/** The markup of a part on a page; undefined if it is new. */
function find(markups: ReturnType<typeof createKeptMarkup>, given: Part): string | undefined {
  const page = markups.forPage();
  const markup = page.find(given);
  return markup === undefined ? undefined : page.fill(markup).map(String).join("");
}

test("takes each new part from the page it was rendered on", () => {
  const markups = createKeptMarkup();
  const page = markups.forPage();
  expect(page.find(part("1", "a BMW"))).toBeUndefined();
  expect(page.find(part("2", "an Audi"))).toBeUndefined();
  page.fill(`<ul><li>${aCard("1", "BMW")}</li><li>${aCard("2", "Audi")}</li></ul>`);
  expect(find(markups, part("2", "an Audi"))).toBe(aCard("2", "Audi"));
  expect(find(markups, part("1", "a BMW"))).toBe(aCard("1", "BMW"));
  expect(find(markups, part("1", "a cheaper BMW"))).toBeUndefined();
});

test("takes a new part from between known ones", () => {
  const markups = createKeptMarkup();
  const first = markups.forPage();
  first.find(part("1", "a BMW"));
  first.fill(aCard("1", "BMW"));
  const second = markups.forPage();
  const markup = second.find(part("1", "a BMW"))!;
  second.find(part("2", "an Audi"));
  second.fill(markup + aCard("2", "Audi") + aCard("3", "another"));
  expect(find(markups, part("2", "an Audi"))).toBe(aCard("2", "Audi"));
});

test("does not mistake a known part for another of the same car", () => {
  const markups = createKeptMarkup();
  const first = markups.forPage();
  first.find(part("1", "a BMW"));
  first.fill(aCard("1", "BMW"));
  const second = markups.forPage();
  const markup = second.find(part("1", "a BMW"))!;
  second.find(part("1", "a large BMW"));
  second.fill(markup + aCard("1", "large BMW"));
  expect(find(markups, part("1", "a large BMW"))).toBe(aCard("1", "large BMW"));
});

test("keeps nothing for a part that the page does not have", () => {
  const markups = createKeptMarkup();
  const page = markups.forPage();
  page.find(part("1", "a BMW"));
  page.fill(aCard("2", "Audi"));
  expect(find(markups, part("1", "a BMW"))).toBeUndefined();
});

test("is limited by bytes and drops the least recently used parts first", () => {
  const markups = createKeptMarkup(600);
  const show = (id: string) => {
    const page = markups.forPage();
    const isKnown = page.find(part(id, id)) !== undefined;
    page.fill(aCard(id, "x".repeat(50)));
    return isKnown;
  };
  expect(["1", "2", "1", "3", "1", "2"].map(show)).toEqual([
    false,
    false,
    true,
    false,
    true,
    false,
  ]);
});

test("tells parts apart by their text and by each of their objects", () => {
  const markups = createKeptMarkup();
  const car = { name: "a BMW" };
  const first = markups.forPage();
  first.find({ ...part("1", ""), key: "in a list", of: [car] });
  first.fill(aCard("1", "BMW"));
  const markup = (key: string, of: object[]) => find(markups, { ...part("1", ""), key, of });
  expect(markup("in a list", [car])).toBe(aCard("1", "BMW"));
  expect(markup("in a list", [{ ...car }])).toBe(aCard("1", "BMW"));
  expect(markup("beside filters", [car])).toBeUndefined();
  expect(markup("in a list", [{ name: "an Audi" }])).toBeUndefined();
  expect(markup("in a list", [car, car])).toBeUndefined();
});

test("fills a page with its known parts, each in its place", () => {
  const markups = createKeptMarkup();
  const first = markups.forPage();
  for (const id of ["1", "2"]) first.find(part(id, id));
  first.fill(aCard("1", "BMW €1") + aCard("2", "Audi"));
  const page = markups.forPage();
  const two = page.find(part("2", "2"))!;
  const one = page.find(part("1", "1"))!;
  expect(page.fill(`<p>A</p>${one}<p>B</p>${two}`).map(String).join("")).toBe(
    `<p>A</p>${aCard("1", "BMW €1")}<p>B</p>${aCard("2", "Audi")}`,
  );
  expect(page.fill("<p>None</p>")).toEqual(["<p>None</p>"]);
});

test("gives equal pages equal pieces, whichever parts it knew", () => {
  const markups = createKeptMarkup();
  const show = () => {
    const page = markups.forPage();
    const cards = ["1", "2"].map((id) => page.find(part(id, id)) ?? aCard(id, "BMW"));
    return page.fill(`<ul>${cards.join("<br>")}</ul>`);
  };
  const first = show();
  const second = show();
  expect(second).toEqual(first);
  expect(second.map((piece) => typeof piece)).toEqual([
    "string",
    "object",
    "string",
    "object",
    "string",
  ]);
});
