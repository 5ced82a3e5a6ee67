import { expectAccessible } from "./steps/axe.ts";
import { openAs } from "./steps/open-page.ts";
import { expect, test } from "./shop-test.ts";

test("the edit page asks about a VIN of another manufacturer, and refuses one that is for sale", async ({
  page,
  shop,
}) => {
  const seller = await shop.signUp("Seller");
  const [first, second] = [await shop.addCar(seller), await shop.addCar(seller)];
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
