import { writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { testMarket } from "#testing/valuation/market.ts";
import { freePort } from "#testing/free-port.ts";
import { expect, test } from "../shop-test.ts";
import { expectAccessible } from "../steps/axe.ts";
import { loaded, open, signIn } from "../steps/open-page.ts";
import { openShop } from "../steps/shop.ts";
import { shopFolder } from "../steps/shop-process.ts";
import { startTimeout } from "../steps/start-shop.ts";

// A shop of its own, because the demo has many cars of each make.
test.describe.configure({ timeout: startTimeout });

// Eight of a model would be enough for a label.
const models = ["A3", "A6"];
const ofEachModel = 4;

/** A stock list of BMWs and Mercedes-Benz, and a few Audis. */
function stockList(): string {
  const cars = testMarket(700);
  const stock = [
    ...cars.filter(({ car }) => car.make !== "Audi"),
    ...models.flatMap((model) =>
      cars.filter(({ car }) => car.model === model).slice(0, ofEachModel),
    ),
  ];
  const rows = stock.map(({ key, priceMinor, car }) =>
    [
      key,
      car.make,
      car.model,
      car.year,
      priceMinor / 100,
      car.miles,
      car.fuel,
      car.transmission,
      car.bodyType,
    ].join(","),
  );
  const head = "Stock number,Make,Model,Year,Price,Mileage,Fuel,Transmission,Body type";
  return [head, ...rows].join("\n");
}

const ratings = (page: Page) => page.getByRole("article").locator(".price-rating");

test(
  "a make with few cars has a rough estimate on the page of a car, and no label in lists",
  { tag: "@deep" },
  async ({ browser }, testInfo) => {
    const PORT = String(await freePort());
    const folder = shopFolder({
      PORT,
      PUBLIC_URL: `http://127.0.0.1:${PORT}`,
      HOST: "127.0.0.1",
      DEMO: "0",
      RATE_LIMITS: "off",
      LOG_LEVEL: "error",
    });
    try {
      const added = await folder.run("admin", "add", "owner@cars.example");
      const password = /only this once: (\S+)/.exec(added.output)?.[1] ?? "";
      const running = await folder.serve();
      const seller = await openShop(running.address).signUp("Seller");
      const file = testInfo.outputPath("stock.csv");
      writeFileSync(file, stockList());
      const how = ["--currency", "USD", "--distance-unit", "mi"];
      const imported = await folder.run("import", file, "--seller", seller.email, ...how);
      expect(imported, imported.output).toMatchObject({ code: 0 });

      const context = await browser.newContext({ baseURL: running.address });
      const page = await context.newPage();
      await open(page, "/login");
      await signIn(page, { email: "owner@cars.example", password });
      await expect(page.getByRole("link", { name: "Dashboard" }).first()).toBeVisible();
      await open(page, "/dashboard/price-model");
      await page.getByRole("button", { name: "Retrain" }).click();
      const current = page.getByRole("region", { name: "Version in use" });
      await expect(current).toContainText(/Audi, too few cars\s*Estimated from \d+ cars/, {
        timeout: 60_000,
      });
      await context.close();
      const visitor = await browser.newContext({ baseURL: running.address });
      await checkAsVisitor(await visitor.newPage());
      await visitor.close();
      await running.stop();
    } finally {
      folder.remove();
    }
  },
);

async function checkAsVisitor(page: Page): Promise<void> {
  // Cards of other makes have labels, so a missing one says something.
  await open(page, "/products/1");
  await expect(ratings(page).first()).toContainText("similar cars");
  for (const path of ["/products/3", "/products/3?sort=value", "/search?make=Audi"]) {
    await open(page, path);
    await expect(page.getByRole("article")).toHaveCount(models.length * ofEachModel);
    await expect(ratings(page)).toHaveCount(0);
  }

  await page.getByRole("article").first().getByRole("link", { name: "Details" }).click();
  const heading = page.getByRole("heading", { name: "How the price compares" });
  const section = page.locator("section").filter({ has: heading });
  await expect(section).toContainText("Rough estimate");
  // The few Audis move the estimate, at times to the price of one of them.
  await expect(section).toContainText(
    /(≈ \$[\d,]+ (above|below)|About the same as) similar cars of other makes/,
  );
  await expect(section).toContainText(/Eight of ten similar cars are offered for \$[\d,]+ to/);
  await expect(section).toContainText("There are too few Audi cars here to say");
  // Similar cars can be of other makes, whose cards have labels.
  await expect(section).not.toContainText(/(Great|Good|Fair|High|Very high) price/);
  await expect(page.locator(".price-rating:not(article *)")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "See why" })).toHaveCount(0);
  await expect(section).toContainText(/Learned from \d+ cars of other makes/);
  await loaded(page);
  await expectAccessible(page);
}
