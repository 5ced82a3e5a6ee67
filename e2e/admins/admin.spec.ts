import { expectAccessible } from "../steps/axe.ts";
import { open, openAs, signIn } from "../steps/open-page.ts";
import { cardOf, chooseInRow, expectMessage, rowOf } from "../steps/locators.ts";
import { expect, test } from "../shop-test.ts";

test(
  "an admin verifies a seller and revokes it, and the badge comes and goes on the car's card",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const seller = await shop.signUp("Seller");
    const car = await shop.addCar(seller);
    await open(page, "/products/1");
    await expect(cardOf(page, car.name)).not.toContainText("Verified seller");
    await openAs(page, await shop.admin(), "/dashboard/allseller");
    const own = rowOf(page, seller.email);
    await own.getByRole("button", { name: `Verify ${seller.name}` }).click();
    const checks = page.getByRole("dialog", { name: `Checks of ${seller.name}` });
    await checks.getByRole("button", { name: "Verify" }).click();
    await expectMessage(page, `Seller ${seller.name} verified!`);
    await expect(own.getByText("Verified", { exact: true })).toBeVisible();
    await chooseInRow(own, `Checks of ${seller.name}`);
    await expect(checks).toContainText(/Verified\s*by Ada Demo on \w+ \d+, \d{4}/);
    await page.keyboard.press("Escape");
    await open(page, "/products/1");
    await expect(cardOf(page, car.name)).toContainText("Verified seller");

    await open(page, "/dashboard/allseller");
    await chooseInRow(own, `Revoke the verification of ${seller.name}`);
    const question = page.getByRole("alertdialog");
    await question.getByLabel("Reason").selectOption("A document has expired");
    await question.getByRole("button", { name: "Revoke" }).click();
    await expectMessage(page, `Verification of ${seller.name} revoked`);
    await expect(own).toContainText("Not verified");
    await open(page, "/products/1");
    await expect(cardOf(page, car.name)).toBeVisible();
    await expect(cardOf(page, car.name)).not.toContainText("Verified seller");
    await open(page, "/outbox");
    await expect(page.getByRole("main")).toContainText("Your verification on Marque was revoked");
  },
);

test("a deleted buyer leaves the table and can no longer sign in", async ({
  page,
  shop,
  browser,
}) => {
  const buyer = await shop.signUp("Buyer");
  await openAs(page, await shop.admin(), "/dashboard/allbuyer");
  await rowOf(page, buyer.email)
    .getByRole("button", { name: `Delete ${buyer.name}` })
    .click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expectMessage(page, "Buyer Deleted Successfully");
  await expect(rowOf(page, buyer.email)).toHaveCount(0);

  const theirs = await browser.newPage();
  await open(theirs, "/login");
  await signIn(theirs, buyer);
  await expectMessage(theirs, "Invalid email or password");
  await theirs.close();
});

test("a deleted seller's cars leave the shop", { tag: "@deep" }, async ({ page, shop }) => {
  const seller = await shop.signUp("Seller");
  const car = await shop.addCar(seller);
  await openAs(page, await shop.admin(), "/dashboard/allseller");
  await chooseInRow(rowOf(page, seller.email), `Delete ${seller.name}`);
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expectMessage(page, "Seller Deleted Successfully");
  await expect(rowOf(page, seller.email)).toHaveCount(0);
  await open(page, "/products/1");
  await expect(cardOf(page, car.name)).toHaveCount(0);
});

test("a new admin has the admin's drawer until another admin revokes the role", async ({
  page,
  shop,
  browser,
}) => {
  const user = await shop.signUp("Buyer");
  await openAs(page, await shop.admin(), "/dashboard/allusers");
  const own = rowOf(page, user.email);
  await expect(own).toContainText("Not confirmed");
  await own.getByRole("button", { name: `Make Admin: ${user.name}` }).click();
  await expect(page.getByRole("alertdialog")).toContainText(
    "They have not confirmed this email address, so make sure it really belongs to them.",
  );
  await page.getByRole("alertdialog").getByRole("button", { name: "Make Admin" }).click();
  await expectMessage(page, "Make admin successful");
  await expect(own).toContainText("Admin Created");

  const theirs = await (await browser.newContext()).newPage();
  await openAs(theirs, user, "/dashboard/allbuyer");
  const drawer = theirs.getByRole("navigation", { name: "Dashboard" }).getByRole("link");
  await expect(drawer).toHaveText(["All Buyer", "All Seller", "Make Admin", "Reported Items"]);

  // With the keyboard alone.
  await own.getByRole("button", { name: `Revoke the admin role of ${user.name}` }).focus();
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("becomes a buyer again");
  await question.getByRole("button", { name: "Revoke" }).focus();
  await page.keyboard.press("Enter");
  await expectMessage(page, `${user.name} is no longer an admin`);
  await expect(own).toContainText("Buyer");
  await expect(own.getByRole("button", { name: `Make Admin: ${user.name}` })).toBeVisible();

  // The page that is still open finds out with its next request.
  await drawer.filter({ hasText: "All Seller" }).click();
  await expect(theirs.getByRole("heading", { name: "You can't open that page" })).toBeVisible();
  await theirs.context().close();
});

test(
  "refuses to make a seller with cars for sale an admin, with the reason",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const seller = await shop.signUp("Seller");
    await openAs(page, await shop.admin(), "/dashboard/allusers");
    await rowOf(page, seller.email)
      .getByRole("button", { name: `Make Admin: ${seller.name}` })
      .click();
    await shop.addCar(seller);
    await page.getByRole("alertdialog").getByRole("button", { name: "Make Admin" }).click();
    await expect(page.getByRole("region", { name: "Messages" }).getByRole("status")).toContainText(
      /car|listing/i,
    );
    await expect(rowOf(page, seller.email)).not.toContainText("Admin Created");
  },
);

test(
  "an admin opens a car's page from the list of cars",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const car = await shop.addCar(await shop.signUp("Seller"));
    await openAs(page, await shop.admin(), `/dashboard/cars?q=${encodeURIComponent(car.name)}`);
    await rowOf(page, car.name).getByRole("link", { name: car.name }).click();
    await expect(page.getByRole("heading", { level: 1, name: car.name })).toBeVisible();
  },
);

for (const { button, message, leaves } of [
  {
    button: "Dismiss the reports on",
    message: (name: string) => `Reports on ${name} dismissed`,
    leaves: false,
  },
  { button: "Remove", message: (name: string) => `${name} removed from the shop`, leaves: true },
]) {
  test(`an admin reviews a report and chooses ${button}`, async ({ page, shop }) => {
    const [seller, buyer] = await Promise.all([shop.signUp("Seller"), shop.signUp("Buyer")]);
    const car = await shop.addCar(seller);
    await shop.report(buyer, car);
    await openAs(page, await shop.admin(), "/dashboard/reportitem");
    const own = rowOf(page, car.name);
    await expect(own).toContainText(buyer.name);
    await expect(own).toContainText(seller.name);
    await own.getByRole("link", { name: car.name }).click();
    await expect(page.getByRole("heading", { level: 1, name: car.name })).toBeVisible();
    await page.goBack();
    if (leaves) await chooseInRow(own, `${button} ${car.name}`);
    else await own.getByRole("button", { name: `${button} ${car.name}` }).click();
    const question = page.getByRole("alertdialog");
    if (leaves) {
      await question.getByRole("button", { name: "Remove" }).click();
      await expect(question.getByLabel("Reason")).toHaveAccessibleDescription(
        /Reason is required\./,
      );
      await expectAccessible(page);
      await question.getByLabel("Reason").fill("It is sold elsewhere.");
      await question.getByRole("button", { name: "Remove" }).click();
    }
    await expectMessage(page, message(car.name));
    await expect(own).toHaveCount(0);
    await open(page, "/products/1");
    await expect(cardOf(page, car.name)).toHaveCount(leaves ? 0 : 1);
    if (!leaves) return;
    await open(page, `/dashboard/audit?subject=${car.id}`);
    await expect(rowOf(page, car.name)).toContainText("Reason: It is sold elsewhere.");
  });
}
