import type { Page } from "@playwright/test";
import { expectAccessible } from "../steps/axe.ts";
import { loaded, open, openAs } from "../steps/open-page.ts";
import { cardOf, expectMessage, rowOf } from "../steps/locators.ts";
import { rated } from "../steps/rated.ts";
import { newUser } from "../steps/shop.ts";
import { fillSignUp, sendSignUp } from "../steps/sign-up.ts";
import { expect, test } from "../shop-test.ts";

const begin = "Start with your car's details";
const describedCar = "category=Audi&model=A4&year=2018&mileage=30%2C000&mileageUnit=km";
const formWithCar = `/dashboard/addproduct?${describedCar}`;
const suggested = (page: Page) => page.getByRole("region", { name: "Suggested price" });

async function describeCar(page: Page): Promise<void> {
  await page.getByLabel("Brand").selectOption("Audi");
  await page.getByLabel("Model", { exact: true }).fill("A4");
  await page.getByLabel("Year", { exact: true }).fill("2018");
  await page.getByLabel("Mileage", { exact: true }).fill("30,000");
  await page.getByLabel("Mileage unit").selectOption("km");
}

async function expectDescribedCar(page: Page): Promise<void> {
  await expect(page.getByLabel("Category")).toHaveValue("Audi");
  await expect(page.getByLabel("Model", { exact: true })).toHaveValue("A4");
  await expect(page.getByLabel("Year", { exact: true })).toHaveValue("2018");
  await expect(page.getByLabel("Mileage", { exact: true })).toHaveValue("30,000");
  await expect(page.getByLabel("Mileage unit")).toHaveValue("km");
}

test("a visitor sees what similar cars cost, signs up, and goes on with the car", async ({
  page,
  request,
}) => {
  await rated(request);
  await open(page, "/");
  await page.getByRole("link", { name: begin }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sell your car" })).toBeVisible();
  await expect(suggested(page)).toContainText("Fill in model, year, and mileage");
  await loaded(page);
  await describeCar(page);
  await expect(suggested(page)).toContainText(/\$[\d,]+ to \$[\d,]+/);
  await expect(suggested(page)).toContainText(/rests on \d+ cars of the same model/);
  await expectAccessible(page);

  await page.getByRole("button", { name: "List it" }).click();
  await expect(page).toHaveURL(/^[^?]+\/signup\?role=Seller&from=%2Fsell/);
  await expect(page.getByRole("radio", { name: "Seller" })).toBeChecked();
  await fillSignUp(page, { ...newUser(), role: "Seller" });
  await sendSignUp(page);
  await expect(page).toHaveURL(formWithCar);
  await expectDescribedCar(page);
  await expect(suggested(page)).toContainText(/\$[\d,]+ to \$[\d,]+/);

  // It is kept like what is typed into the form.
  await page.reload();
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expectDescribedCar(page);
});

test("says what is wrong, why there is no range, and keeps the car after Back", async ({
  page,
}) => {
  await open(page, "/sell");
  await loaded(page);
  await describeCar(page);
  await page.getByLabel("Year", { exact: true }).fill("18");
  await page.getByLabel("Mileage", { exact: true }).fill("few");
  await expect(page.getByLabel("Year", { exact: true })).toHaveAccessibleDescription(/four digits/);
  await page.getByLabel("Year", { exact: true }).focus();
  await expect(page.getByLabel("Mileage", { exact: true })).toHaveAccessibleDescription(
    /as a number/,
  );
  await expect(suggested(page)).toContainText("Fill in year and mileage");
  await describeCar(page);
  await page.getByLabel("Model", { exact: true }).fill("Horch");
  await expect(suggested(page)).toContainText("There are too few Audi Horch cars here");
  await page.getByRole("button", { name: "List it" }).click();
  await expect(page.getByRole("heading", { name: "Register" })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel("Model", { exact: true })).toHaveValue("Horch");
});

test("says when a price can't be estimated, and tries again", async ({ page }) => {
  await open(page, "/sell");
  await loaded(page);
  await page.route(/\/api\/valuation\/estimate/, (route) => route.abort(), { times: 1 });
  await describeCar(page);
  await expect(suggested(page)).toContainText("We could not estimate a price right now.");
  await suggested(page).getByRole("button", { name: "Retry" }).click();
  await expect(suggested(page)).not.toContainText("We could not");
});

test("works without scripts", async ({ browser, request }) => {
  await rated(request);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/");
  await page.getByRole("link", { name: begin }).click();
  await describeCar(page);
  await page.getByRole("button", { name: "Show the price" }).click();
  await expect(suggested(page)).toContainText(/\$[\d,]+ to \$[\d,]+/);
  await page.getByRole("button", { name: "List it" }).click();
  await expect(page.getByRole("heading", { name: "Register" })).toBeVisible();
  expect(new URL(page.url()).searchParams.get("from")).toContain(`/sell?${describedCar}`);
  await context.close();
});

test("a seller goes straight to the form and an admin to the dashboard", async ({
  page,
  browser,
  shop,
}) => {
  await openAs(page, await shop.signUp("Seller"), "/sell");
  await loaded(page);
  await describeCar(page);
  await page.getByRole("button", { name: "List it" }).click();
  await expect(page).toHaveURL(formWithCar);
  await expectDescribedCar(page);
  const admins = await (await browser.newContext()).newPage();
  await openAs(admins, await shop.admin(), "/sell");
  await admins.getByRole("button", { name: "List it" }).click();
  await expect(admins).toHaveURL("/dashboard");
  await admins.context().close();
});

test(
  "a buyer becomes a seller in every tab, unless they have a reserved car",
  { tag: "@deep" },
  async ({ page, context, shop }) => {
    test.slow();
    const buyer = await shop.signUp("Buyer");
    const dealer = await shop.signUp("Seller");
    const booking = await shop.book(buyer, await shop.addCar(dealer));
    const otherTab = await context.newPage();
    await openAs(otherTab, buyer, "/dashboard");
    const drawer = otherTab.getByRole("navigation", { name: "Dashboard" }).getByRole("link");
    await expect(drawer).toHaveText(["My Orders"]);

    await open(page, "/sell");
    await loaded(page);
    await describeCar(page);
    await page.getByRole("button", { name: "List it" }).click();
    await expect(page).toHaveURL(/\/dashboard\/account\?from=[^#]+#become-a-seller$/);
    const section = page.getByRole("region", { name: "Become a seller" });
    await expect(section).toBeInViewport();
    const button = section.getByRole("button", { name: "Become a seller" });
    await button.focus();
    await page.keyboard.press("Enter");
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("You cannot change back to a buyer.");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(question).toHaveCount(0);
    await button.click();
    await question.getByRole("button", { name: "Become a seller" }).click();
    await expect(section.getByRole("alert")).toContainText("You have a reserved car.");

    await shop.cancel(buyer, booking);
    await button.click();
    await question.getByRole("button", { name: "Become a seller" }).click();
    await expectMessage(page, "You are now a seller");
    await expect(page).toHaveURL(formWithCar);
    await expectDescribedCar(page);
    await expect(drawer).toHaveText(["Add Products", "My Products"]);
    await open(page, "/dashboard/account");
    await expect(page.getByRole("region", { name: "Purchases" })).toContainText(
      "You haven't paid for any cars.",
    );
    await expect(section).toHaveCount(0);
  },
);

test(
  "an admin finds a car without reports and removes it",
  { tag: "@deep" },
  async ({ page, shop }) => {
    test.slow();
    const seller = await shop.signUp("Seller");
    const car = await shop.addCar(seller);
    await openAs(page, await shop.admin(), `/dashboard/allseller?q=${seller.email}`);
    await page.getByRole("link", { name: `Cars of ${seller.name}: 1` }).click();
    await expect(rowOf(page, car.name)).toContainText("For sale");
    await expectAccessible(page);

    await open(page, `/products/${car.categoryId}`);
    await cardOf(page, car.name).getByRole("button", { name: "Report" }).click();
    await page.getByRole("dialog").getByRole("link", { name: "Open it in Cars" }).click();
    await rowOf(page, car.name)
      .getByRole("button", { name: `Remove ${car.name}` })
      .click();
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: "Remove" }).click();
    await expect(question.getByLabel("Reason")).toHaveAccessibleDescription(/Reason is required\./);
    await question.getByLabel("Reason").fill("A duplicate of another listing.");
    await question.getByRole("button", { name: "Remove" }).click();
    await expectMessage(page, `${car.name} removed from the shop`);
    await expect(rowOf(page, car.name)).toHaveCount(0);
    await open(page, `/products/${car.categoryId}`);
    await expect(cardOf(page, car.name)).toHaveCount(0);
  },
);
