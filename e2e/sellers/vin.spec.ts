import { fillProduct, newProduct, sendProduct } from "../steps/add-product.ts";
import { expectAccessible } from "../steps/axe.ts";
import { open, openAs } from "../steps/open-page.ts";
import { runSql } from "../steps/database.ts";
import { sharedAccounts } from "../steps/shared-accounts.ts";
import { expect, test } from "../shop-test.ts";

test("the edit page asks about a VIN of another manufacturer, and refuses one that is for sale", async ({
  page,
  shop,
}) => {
  const seller = await shop.signUp("Seller");
  const first = await shop.addCar(seller);
  const second = await shop.addCar(seller);
  const vin = `WVWZZZ1KZAW0${String(Date.now()).slice(-5)}`;
  const save = page.getByRole("button", { name: "Save changes" });
  const field = page.getByLabel("VIN", { exact: false }).first();

  await openAs(page, seller, `/dashboard/myproduct/${first.id}/edit`);
  await field.fill("WVWZZZ1KZ");
  await save.click();
  await expect(field).toHaveAccessibleDescription(/A VIN has/);
  await field.fill(vin);
  await expect(field).toHaveAccessibleDescription(/WVW, is not known for/);
  await save.click();
  await expect(field).toHaveAccessibleDescription(/Correct it, or confirm/);
  await page.getByRole("checkbox", { name: "The VIN is right" }).check();
  await expectAccessible(page);
  await save.click();
  await expect(page).toHaveURL(/\/dashboard\/myproduct$/);

  await openAs(page, seller, `/dashboard/myproduct/${second.id}/edit`);
  await field.fill(vin.toLowerCase());
  await page.getByRole("checkbox", { name: "The VIN is right" }).check();
  await save.click();
  await expect(field).toHaveAccessibleDescription(/already for sale here/);
});

test("the VIN field of a new car names what is wrong, in both themes and at all widths", async ({
  page,
  shop,
}) => {
  await openAs(page, await shop.signUp("Seller"), "/dashboard/addproduct");
  const field = page.getByRole("textbox", { name: /^VIN/ });
  await field.fill("WVWZZZ1KZ");
  await field.blur();
  await fillProduct(page, newProduct());
  await sendProduct(page);
  await expect(field).toHaveAccessibleDescription(/A VIN has/);
  await expectAccessible(page);
  await field.fill("WVWZZZ1KZAW099999");
  await expect(field).toHaveAccessibleDescription(/WVW, is not known for/);
  await expect(page.getByRole("checkbox", { name: "The VIN is right" })).toBeVisible();
  await expectAccessible(page);
});

test("a mileage that went down is shown on the car's page and to admins", async ({
  page,
  shop,
}) => {
  const seller = await shop.signUp("Seller");
  const before = await shop.addCar(seller);
  const after = await shop.addCar(seller);
  const vin = `WBAZZZ8K9AA0${String(Date.now()).slice(-5)}`;
  const facts = (mileage: number) => `vin = '${vin}', mileage = ${mileage}, mileage_unit = 'mi'`;
  await runSql(`
    update listing set ${facts(120_000)}, withdrawn_at = now() where id = '${before.id}';
    update listing set ${facts(80_000)} where id = '${after.id}';`);
  await open(page, `/cars/${after.id}`);
  await expect(
    page.getByText(/^The mileage went down: 120,000 miles on .*, 80,000 miles on /),
  ).toBeVisible();
  await expectAccessible(page);
  const accounts = await sharedAccounts(shop);
  await openAs(page, accounts.admin, "/dashboard/reportitem");
  const row = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name: after.name }) });
  await expect(row).toContainText("The mileage went down");
  await expectAccessible(page);
});
