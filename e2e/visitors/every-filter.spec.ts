import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../shop-test.ts";
import { runSql } from "../steps/database.ts";
import { cardOf } from "../steps/locators.ts";
import { open } from "../steps/open-page.ts";
import { uniqueWord, type Shop } from "../steps/shop.ts";

const filters = (page: Page) => page.getByRole("complementary", { name: "Filters" });
const results = (page: Page) => page.getByRole("region", { name: "Results" });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** A BMW and an Audi that share a word and differ in all that a search can filter by. */
async function addTwoCars(shop: Shop) {
  const word = uniqueWord();
  const model = uniqueWord();
  const seller = await shop.signUp("Seller");
  const verified = await shop.signUp("Seller");
  await shop.verify(verified);
  const bmw = await shop.addCar(seller, {
    name: `BMW ${word}`,
    model: uniqueWord(),
    year: 2018,
    mileage: 60_000,
    fuel: "diesel",
    transmission: "manual",
    bodyType: "estate",
    engineSize: 2,
    colour: "Estoril Blue",
    resalePrice: 18_000,
    location: "Lisbon",
  });
  const audi = await shop.addCar(verified, {
    name: `Audi ${word}`,
    model,
    year: 2021,
    mileage: 20_000,
    fuel: "petrol",
    categoryId: 3,
    transmission: "automatic",
    bodyType: "saloon",
    engineSize: 3,
    colour: "Red",
    resalePrice: 42_000,
    originalPrice: 50_000,
    location: "Boston",
  });
  await runSql(`update listing set created_at = now() - interval '10 days' where id = '${bmw.id}'`);
  await expect
    .poll(async () => {
      const answer = await fetch(`${shop.address}/api/listings?q=${word}&sort=newest`);
      const { listings } = (await answer.json()) as { listings: { createdAt: string }[] };
      return listings.map(({ createdAt }) => Date.now() - Date.parse(createdAt) > 864_000_000);
    })
    .toEqual([false, true]);
  return { word, model, bmw, audi };
}

const fill = (label: string, text: string) => async (form: Locator) => {
  await form.getByLabel(label).fill(text);
  await form.getByLabel(label).press("Enter");
};
const check = (name: string | RegExp) => (form: Locator) =>
  form.getByRole("checkbox", { name }).check();

test(
  "every filter narrows the results to as many cars as it says",
  { tag: "@deep" },
  async ({ page, shop }) => {
    test.slow();
    const { word, model, bmw, audi } = await addTwoCars(shop);
    await open(page, `/search?q=audi+${word}`);
    await expect(heading(page)).toHaveText(`1 used car for “audi ${word}”`);
    // What was understood can be removed.
    await page.getByRole("link", { name: "Remove Audi" }).click();
    await expect(page).toHaveURL(`/search?q=${word}`);
    await expect(heading(page)).toHaveText(`2 used cars for “${word}”`);
    for (const ends of [
      /^Price of these cars: \$18,000 to \$42,000\. Most common: .+, 1 car\.$/,
      /^Year of these cars: 2018 to 2021\. Most common: .+, 1 car\.$/,
      /^Mileage in miles of these cars: 20,000 to 60,000\. Most common: .+, 1 car\.$/,
    ])
      await expect(filters(page).getByRole("img", { name: ends })).toBeVisible();

    type Step = { folded?: string; choose: (form: Locator) => Promise<void>; parameter: string };
    const steps: Step[] = [
      { choose: check("Audi 1 car"), parameter: "make=Audi" },
      { folded: "Audi models", choose: check(`${model} 1 car`), parameter: `model=${model}` },
      { choose: fill("Price from", "$20k"), parameter: "priceMin=20000" },
      { choose: fill("Year from", "2020"), parameter: "yearMin=2020" },
      { choose: fill("Mileage in miles to", "30,000"), parameter: "mileageMax=30000" },
      { choose: check("Sedan 1 car"), parameter: "body=saloon" },
      { choose: check("Petrol 1 car"), parameter: "fuel=petrol" },
      {
        folded: "Transmission",
        choose: check("Automatic 1 car"),
        parameter: "transmission=automatic",
      },
      { folded: "Color", choose: check("Red 1 car"), parameter: "colour=red" },
      {
        folded: "Engine size",
        choose: fill("Engine size in liters from", "2.5"),
        parameter: "engineMin=2.5",
      },
      { folded: "Location", choose: fill("City or region", "bost"), parameter: "location=bost" },
      {
        folded: "Seller",
        choose: check("Verified sellers only 1 car"),
        parameter: "verified=1",
      },
      {
        folded: "Listed",
        choose: (form) => form.getByRole("radio", { name: /^Last 7 days 1 car$/ }).check(),
        parameter: "newSince=",
      },
    ];
    for (const { folded, choose, parameter } of steps)
      await test.step(parameter, async () => {
        await open(page, `/search?q=${word}`);
        if (folded) await filters(page).locator("summary", { hasText: folded }).click();
        await choose(filters(page));
        await expect(page).toHaveURL(
          (url) => url.search.startsWith(`?q=${word}&`) && url.search.includes(`&${parameter}`),
        );
        await expect(heading(page)).toHaveText(`1 used car for “${word}”`);
        await expect(cardOf(page, audi.name)).toBeVisible();
        await expect(cardOf(page, bmw.name)).toHaveCount(0);
      });
  },
);

test(
  "several models are chosen, and those without cars cannot be",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const { word, model, bmw, audi } = await addTwoCars(shop);
    const seller = await shop.signUp("Seller");
    const other = uniqueWord();
    const third = uniqueWord();
    const second = await shop.addCar(seller, {
      name: `Audi ${word} Two`,
      categoryId: 3,
      model: other,
    });
    await shop.addCar(seller, { name: `Audi ${word} Three`, categoryId: 3, model: third });
    const chooseModels = async () => {
      await filters(page).locator("summary", { hasText: "Audi models" }).click();
      for (const name of [model, other])
        await filters(page)
          .getByRole("checkbox", { name: `${name} 1 car` })
          .check();
    };
    await open(page, `/search?q=${word}`);
    await chooseModels();
    await expect(results(page).getByRole("article")).toHaveCount(2);
    for (const car of [audi, second]) await expect(cardOf(page, car.name)).toBeVisible();
    await expect(cardOf(page, bmw.name)).toHaveCount(0);

    await open(page, `/search?q=${word}&fuel=diesel`);
    await filters(page).locator("summary", { hasText: "Audi models" }).click();
    await expect(filters(page).getByRole("checkbox", { name: `${third} 0 cars` })).toBeDisabled();
  },
);

test("results come in the chosen order", { tag: "@deep" }, async ({ page, shop }) => {
  const { word, bmw, audi } = await addTwoCars(shop);
  await open(page, `/search?q=${word}`);
  // Each order is the reverse of the one before.
  for (const [order, first, second] of [
    ["Highest price first", audi, bmw],
    ["Lowest price first", bmw, audi],
    ["Newest model year first", audi, bmw],
    ["Oldest model year first", bmw, audi],
    ["Lowest mileage first", audi, bmw],
    ["Highest mileage first", bmw, audi],
    ["Newest first", audi, bmw],
  ] as const) {
    await page.getByLabel("Sort").selectOption(order);
    await expect(results(page).getByRole("heading"), order).toHaveText([first.name, second.name]);
    await expect(page).toHaveURL(/&sort=/);
  }
});
