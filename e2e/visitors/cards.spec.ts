import type { Locator } from "@playwright/test";
import { expect, test } from "../shop-test.ts";
import { open, openAs } from "../steps/open-page.ts";
import { uniqueWord } from "../steps/shop.ts";

const box = async (part: Locator) => (await part.boundingBox())!;
const bottom = async (part: Locator) => {
  const { y, height } = await box(part);
  return y + height;
};

for (const width of [390, 820, 1440])
  test(`a card has one line of facts, and its parts in order, at ${width} px`, async ({
    page,
    shop,
  }) => {
    const name = `BMW ${uniqueWord()}`;
    const seller = await shop.signUp("Seller", {
      name: `Long Road Motor Company ${"and Sons ".repeat(6).trim()}`,
    });
    await shop.addCar(seller, {
      name,
      year: 2016,
      mileage: 123_456,
      fuel: "plug-in hybrid",
      transmission: "semi-automatic",
      location: "Llanfairpwllgwyngyllgogerychwyrndrobwll",
    });
    await page.setViewportSize({ width, height: 900 });
    await open(page, `/search?q=${encodeURIComponent(name)}`);
    const card = page.getByRole("article").filter({ hasText: name });
    const facts = card.getByRole("list");
    await expect(facts).toContainText("Semi-auto");
    const oneLine = 32;
    expect((await box(facts)).height).toBeLessThan(oneLine);
    const parts = [
      card.getByRole("heading"),
      facts,
      card.getByText("$24,500"),
      card.getByText("Market Price"),
      card.getByText("Type", { exact: true }),
      card.getByText(seller.name),
      card.getByRole("button", { name: "Book Now" }),
    ];
    for (const [at, part] of parts.slice(1).entries())
      expect((await box(part)).y).toBeGreaterThanOrEqual((await bottom(parts[at]!)) - 2);
    // Three facts with labels beside each other, and the seller with the place in a line below them.
    const labels = ["Type", "Years used", "Post On"].map((label) =>
      card.getByText(label, { exact: true }),
    );
    const tops = await Promise.all(labels.map(async (label) => (await box(label)).y));
    expect(new Set(tops).size).toBe(1);
    expect((await box(card.getByText(seller.name))).height).toBeLessThan(oneLine);

    const book = await box(card.getByRole("button", { name: "Book Now" }));
    const report = await box(card.getByRole("button", { name: "Report" }));
    const details = await box(card.getByRole("link", { name: "Details" }));
    for (const { height } of [book, report, details]) expect(height).toBeGreaterThanOrEqual(44);
    expect(new Set([book.y, report.y, details.y]).size).toBe(1);
    expect(report).toMatchObject({ width: 44 });
    expect(book.x).toBeLessThan(report.x);
    expect(report.x).toBeLessThan(details.x);
    const frame = await box(card);
    expect(details.x + details.width).toBeLessThanOrEqual(frame.x + frame.width + 8);
  });

test("the buttons of a reserved car are level with those beside it", async ({ page, shop }) => {
  const seller = await shop.signUp("Seller");
  const word = uniqueWord();
  const held = await shop.addCar(seller, { name: `BMW ${word} one` });
  await shop.addCar(seller, { name: `BMW ${word} two` });
  const buyer = await shop.signUp("Buyer");
  await shop.book(buyer, held);
  await openAs(page, buyer, `/search?q=${word}`);
  const pay = page.getByRole("link", { name: `Pay for ${held.name}` });
  const book = page.getByRole("button", { name: "Book Now" });
  expect((await box(pay)).y).toBe((await box(book)).y);
});
