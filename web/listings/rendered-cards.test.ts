import { expect, test } from "vitest";
import { createRenderedCards } from "./rendered-cards.ts";

const aCard = (id: string, text: string) =>
  `<article aria-labelledby="car-${id}"><h2 id="car-${id}">${text}</h2></article>`;

test("takes each new card from the page it was rendered on", () => {
  const cards = createRenderedCards();
  const page = cards.forPage();
  expect(page.find("1", "a BMW")).toBeUndefined();
  expect(page.find("2", "an Audi")).toBeUndefined();
  page.keep(`<ul><li>${aCard("1", "BMW")}</li><li>${aCard("2", "Audi")}</li></ul>`);
  const next = cards.forPage();
  expect(next.find("2", "an Audi")).toBe(aCard("2", "Audi"));
  expect(next.find("1", "a BMW")).toBe(aCard("1", "BMW"));
  expect(next.find("1", "a cheaper BMW")).toBeUndefined();
});

test("takes a new card from between known ones", () => {
  const cards = createRenderedCards();
  const first = cards.forPage();
  first.find("1", "a BMW");
  first.keep(aCard("1", "BMW"));
  const second = cards.forPage();
  second.find("1", "a BMW");
  second.find("2", "an Audi");
  second.keep(aCard("1", "BMW") + aCard("2", "Audi") + aCard("3", "another"));
  expect(cards.forPage().find("2", "an Audi")).toBe(aCard("2", "Audi"));
});

test("keeps nothing for a card that the page does not have", () => {
  const cards = createRenderedCards();
  const page = cards.forPage();
  page.find("1", "a BMW");
  page.keep(aCard("2", "Audi"));
  expect(cards.forPage().find("1", "a BMW")).toBeUndefined();
});

test("is limited by bytes and drops the least recently used cards first", () => {
  const cards = createRenderedCards(800);
  const show = (id: string) => {
    const page = cards.forPage();
    const isKnown = page.find(id, id) !== undefined;
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
