import { expectAccessible } from "../steps/axe.ts";
import { open, openAs } from "../steps/open-page.ts";
import { cardOf, expectMessage, rowOf } from "../steps/locators.ts";
import { expect, test } from "../shop-test.ts";

const begin = "Start with your car's details";

test("a visitor who wants to sell signs up as a seller", async ({ page, browser }) => {
  await open(page, "/");
  await page.getByRole("link", { name: begin }).click();
  await expect(page).toHaveURL("/signup?role=Seller&from=%2Fsell");
  await expect(page.getByRole("radio", { name: "Seller" })).toBeChecked();
  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await plain.goto("/");
  await plain.getByRole("link", { name: begin }).click();
  await expect(plain.getByRole("heading", { name: "Register" })).toBeVisible();
  await plain.context().close();
});

test(
  "the sell link leads a seller to the form and an admin to the dashboard",
  { tag: "@deep" },
  async ({ page, browser, shop }) => {
    await openAs(page, await shop.signUp("Seller"), "/");
    await page.getByRole("link", { name: begin }).click();
    await expect(page).toHaveURL("/dashboard/addproduct");
    const admins = await (await browser.newContext()).newPage();
    await openAs(admins, await shop.admin(), "/sell");
    await expect(admins).toHaveURL("/dashboard");
    await admins.context().close();
  },
);

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

    await open(page, "/");
    await page.getByRole("link", { name: begin }).click();
    await expect(page).toHaveURL("/dashboard/account#become-a-seller");
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
    await expect(page).toHaveURL("/dashboard/addproduct");
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
