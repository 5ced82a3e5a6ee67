import type { Page } from "@playwright/test";
import type { EstimateAnswer } from "#shared/valuation/estimate-contract.ts";
import { expectAccessible } from "../steps/axe.ts";
import { loaded, open, openAs } from "../steps/open-page.ts";
import { expectMessage } from "../steps/locators.ts";
import { fillProduct, newProduct, sendProduct } from "../steps/add-product.ts";
import { rated } from "../steps/rated.ts";
import { expect, test } from "../shop-test.ts";

const difference = /≈ \$[\d,]+ below similar cars/;

test("a buyer sorts by value, filters by label, and reads why", async ({ page, request }) => {
  await rated(request);
  await open(page, "/products/1");
  await page.getByLabel("Sort").selectOption("Best value");
  await expect(page).toHaveURL(/sort=value/);
  const results = page.getByRole("region", { name: "Results" });
  const first = results.getByRole("article").first();
  await expect(first).toContainText("Great price");
  const filters = page.getByRole("complementary", { name: "Filters" });
  await filters.getByRole("checkbox", { name: /^Good price \d/ }).check();
  await expect(page).toHaveURL(/priceLabel=good/);
  await expect(first).toContainText("Good price");
  await expect(first).toContainText(difference);
  await loaded(page);
  await expectAccessible(page);

  await first.getByRole("link", { name: "Details" }).click();
  const heading = page.getByRole("heading", { name: "How the price compares" });
  const section = page.locator("section").filter({ has: heading });
  await expect(page.getByText(/^Good price ≈ .* below similar cars See why$/)).toBeVisible();
  const why = page.getByRole("link", { name: "See why" });
  expect((await why.boundingBox())!.height).toBeGreaterThanOrEqual(32);
  await why.click();
  await expect(heading).toBeInViewport();
  await expect(section).toContainText("Good price");
  await expect(section).toContainText(difference);
  await expect(section.getByText("Good price", { exact: true })).toHaveCSS("font-size", "30px");
  const bar = section.getByRole("img", { name: "This price among comparable cars" });
  expect((await bar.boundingBox())!.width).toBe((await section.boundingBox())!.width);
  const zones = bar.locator("rect");
  await expect(zones).toHaveCount(5);
  await expect(bar).toContainText("GreatGoodFairHighVery high");
  const place = (await zones.nth(1).boundingBox())!;
  const flag = (await bar.getByText(/^This car /).boundingBox())!;
  const pole = (await bar.locator("line").last().boundingBox())!.x;
  expect(pole).toBeGreaterThanOrEqual(place.x);
  expect(pole).toBeLessThanOrEqual(place.x + place.width);
  expect(flag.y).toBeLessThan(place.y);
  await loaded(page);
  await expectAccessible(page);
  // Open, until the visitor closes it.
  await expect(section.getByText("A typical car in this shop")).toBeVisible();
  await section.getByText(/^How we got to/).click();
  await expect(section.getByText("A typical car in this shop")).toBeHidden();
  await section.getByText("Comparable cars", { exact: true }).click();
  // Which car is first depends on the model, and a rare one has no comparable cars.
  const links = section.getByRole("link").or(section.getByText(/^No other .* on sale here\.$/));
  await expect(links.first()).toBeVisible();
  await expectAccessible(page);

  // The server's pictures stay when their code is loaded, which starts at the first move of the pointer.
  await open(page, new URL(page.url()).pathname);
  const scripts = () =>
    page.evaluate(
      () =>
        performance.getEntriesByType("resource").filter(({ name }) => /[.]js$/.test(name)).length,
    );
  const firstScripts = await scripts();
  await page.mouse.move(200, 300);
  await expect.poll(scripts).toBeGreaterThan(firstScripts);
  await expect(section.getByRole("img", { name: /comparable cars$/ })).toHaveCount(1);
  await expect(zones).toHaveCount(5);
});

test(
  "the comparison shows how each price compares with similar cars",
  { tag: "@deep" },
  async ({ page, request, shop }) => {
    await rated(request);
    const firstOf = async (label: string) => {
      const answer = await request.get(`/api/listings?priceLabel=${label}&limit=1`);
      return ((await answer.json()) as { listings: { _id: string }[] }).listings[0]!._id;
    };
    const good = await firstOf("good");
    const high = await firstOf("high");
    const unrated = await shop.addCar(await shop.signUp("Seller"));
    await open(page, `/compare?car=${good}&car=${high}&car=${unrated.id}`);
    const row = page.getByRole("row", { name: /^Price rating/ });
    await expect(row.getByRole("cell")).toHaveText([
      /^Good price \(≈\s\$[\d,]+ below similar cars\)$/,
      /^High price \(≈\s\$[\d,]+ above similar cars\)$/,
      "Not rated",
    ]);
    await open(page, `/compare?car=${unrated.id}`);
    await expect(page.getByRole("row", { name: /^Price / })).toBeVisible();
    await expect(row).toHaveCount(0);
  },
);

test(
  "no card of the demo is higher than 520 px on a phone",
  { tag: "@deep" },
  async ({ page, request }) => {
    await rated(request);
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of ["/", "/products/1?sort=value", "/search?priceLabel=very_high"]) {
      await open(page, path);
      const cards = page.getByRole("article").filter({ hasText: "similar cars" });
      await expect(cards.first()).toBeVisible();
      for (const card of await cards.all())
        expect((await card.boundingBox())!.height, await card.innerText()).toBeLessThanOrEqual(520);
    }
  },
);

const suggested = (page: Page) => page.getByRole("region", { name: "Suggested price" });

test("a seller sees what similar cars cost while typing", async ({ page, request, shop }) => {
  await rated(request);
  await openAs(page, await shop.signUp("Seller"), "/dashboard/addproduct");
  await expect(suggested(page)).toContainText("Fill in model, year, and mileage");
  await fillProduct(page, newProduct());
  await page.getByRole("combobox", { name: "Model", exact: true }).fill("A4");
  await page.getByRole("textbox", { name: "Year", exact: true }).fill("2018");
  await page.getByRole("textbox", { name: "Mileage" }).fill("30,000");
  await expect(suggested(page)).toContainText(/\$[\d,]+ to \$[\d,]+\s*Yours: ≈ \$[\d,]+ above/);
  await expect(suggested(page)).toContainText(/rests on \d+ cars of the same model/);
  await expectAccessible(page);
  await page.getByLabel("Resale price").fill("3250");
  await expect(suggested(page)).toContainText("Check it for a typing error.");
});

test(
  "an older suggestion never replaces a newer one, and a failure stops no seller",
  { tag: "@deep" },
  async ({ page, shop }) => {
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    const answer = (cars: number): EstimateAnswer => ({
      isEstimated: true,
      estimate: 20_000,
      low: 18_000,
      high: 22_000,
      basis: { level: "model", cars },
      currency: "USD",
    });
    const asked: (string | null)[] = [];
    await page.route(/\/api\/valuation\/estimate/, async (route) => {
      const model = new URL(route.request().url()).searchParams.get("model");
      asked.push(model);
      if (model === "Q7") return route.fulfill({ status: 500, json: {} });
      if (model === "A3") await isReleased;
      // The page may have given up on the older one.
      await route.fulfill({ json: answer(model === "A3" ? 3 : 8) }).catch(() => undefined);
    });
    await openAs(page, await shop.signUp("Seller"), "/dashboard/addproduct");
    const model = page.getByRole("combobox", { name: "Model", exact: true });
    await model.fill("A3");
    await expect.poll(() => asked).toContain("A3");
    await model.fill("A8");
    await expect(suggested(page)).toContainText("rests on 8 cars");
    await expect(suggested(page)).toHaveAttribute("aria-busy", "false");
    release();
    await expect(suggested(page)).toContainText("rests on 8 cars");
    await model.fill("Q7");
    await expect(suggested(page)).toContainText("We could not estimate a price right now.");
    await fillProduct(page, newProduct());
    await sendProduct(page);
    await expect(page).toHaveURL("/dashboard/myproduct");
  },
);

test("an admin reads the price model and trains it", async ({ page, request, shop }) => {
  await rated(request);
  await openAs(page, await shop.admin(), "/dashboard/price-model");
  const current = page.getByRole("region", { name: "Version in use" });
  await expect(current).toContainText(/Median error\s*\d+\.\d%/);
  await expect(page.getByRole("region", { name: "Cars for sale" })).toContainText("Great price");
  const trainings = page.getByRole("region", { name: "Trainings" }).getByRole("row");
  const before = await trainings.count();
  await page.getByRole("button", { name: "Retrain" }).click();
  await expectMessage(page, "The model will be trained now.");
  await expect(trainings).not.toHaveCount(before, { timeout: 60_000 });
  await expect(page.getByText(/^The last training made version \d+/)).toBeVisible();
  await loaded(page);
  await expectAccessible(page);
});
