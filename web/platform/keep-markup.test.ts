import { expect, test } from "vitest";
import { createKeptMarkup } from "./keep-markup.ts";

const part = (id: string, key: string) => ({
  key,
  start: `<article aria-labelledby="car-${id}"`,
  end: "</article>",
});
const aCard = (id: string, text: string) =>
  `<article aria-labelledby="car-${id}"><h2 id="car-${id}">${text}</h2></article>`;

test("takes each new part from the page it was rendered on", () => {
  const kept = createKeptMarkup();
  const page = kept.forPage();
  expect(page.find(part("1", "a BMW"))).toBeUndefined();
  expect(page.find(part("2", "an Audi"))).toBeUndefined();
  page.keep(`<ul><li>${aCard("1", "BMW")}</li><li>${aCard("2", "Audi")}</li></ul>`);
  const next = kept.forPage();
  expect(next.find(part("2", "an Audi"))).toBe(aCard("2", "Audi"));
  expect(next.find(part("1", "a BMW"))).toBe(aCard("1", "BMW"));
  expect(next.find(part("1", "a cheaper BMW"))).toBeUndefined();
});

test("takes a new part from between known ones", () => {
  const kept = createKeptMarkup();
  const first = kept.forPage();
  first.find(part("1", "a BMW"));
  first.keep(aCard("1", "BMW"));
  const second = kept.forPage();
  second.find(part("1", "a BMW"));
  second.find(part("2", "an Audi"));
  second.keep(aCard("1", "BMW") + aCard("2", "Audi") + aCard("3", "another"));
  expect(kept.forPage().find(part("2", "an Audi"))).toBe(aCard("2", "Audi"));
});

test("does not mistake a known part for another of the same car", () => {
  const kept = createKeptMarkup();
  const first = kept.forPage();
  first.find(part("1", "a BMW"));
  first.keep(aCard("1", "BMW"));
  const second = kept.forPage();
  second.find(part("1", "a BMW"));
  second.find(part("1", "a large BMW"));
  second.keep(aCard("1", "BMW") + aCard("1", "large BMW"));
  expect(kept.forPage().find(part("1", "a large BMW"))).toBe(aCard("1", "large BMW"));
});

test("keeps nothing for a part that the page does not have", () => {
  const kept = createKeptMarkup();
  const page = kept.forPage();
  page.find(part("1", "a BMW"));
  page.keep(aCard("2", "Audi"));
  expect(kept.forPage().find(part("1", "a BMW"))).toBeUndefined();
});

test("is limited by bytes and drops the least recently used parts first", () => {
  const kept = createKeptMarkup(800);
  const show = (id: string) => {
    const page = kept.forPage();
    const isKnown = page.find(part(id, id)) !== undefined;
    page.keep(aCard(id, "x".repeat(50)));
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
