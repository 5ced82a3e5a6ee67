import { listingPath } from "#shared/listings/listing-path.ts";
import { expectAccessible } from "../steps/axe.ts";
import { runSql } from "../steps/database.ts";
import { clearSession, open, openAs } from "../steps/open-page.ts";
import { chooseInRow, expectMessage, rowOf } from "../steps/locators.ts";
import { expect, test } from "../shop-test.ts";

test("an admin records levels of a seller, and a car's page shows them until they end", async ({
  page,
  shop,
}) => {
  test.slow();
  const seller = await shop.signUp("Seller");
  const car = await shop.addCar(seller);
  const path = listingPath({ ...car, _id: car.id });

  await openAs(page, await shop.admin(), `/dashboard/allseller?q=${seller.email}`);
  await chooseInRow(rowOf(page, seller.email), `Checks of ${seller.name}`);
  const dialog = page
    .getByRole("dialog", { name: `Checks of ${seller.name}` })
    .getByRole("region", { name: "Each check" });
  await dialog.getByText("Record a check").click();
  await dialog.getByLabel("Checked").selectOption("identity");
  await dialog.getByLabel("Valid until").fill("2090-01-31");
  await dialog.getByLabel("Note").fill("Passport seen");
  await dialog.getByRole("button", { name: "Record check" }).click();
  await expectMessage(page, "Check recorded");
  await expect(dialog).toContainText("valid until Jan 31, 2090");
  await dialog.getByLabel("Checked").selectOption("car");
  await dialog.getByRole("button", { name: "Record check" }).click();
  await expect(dialog.getByText("Paste the address of the car's page.")).toBeVisible();
  await dialog.getByLabel("Address of the car's page").fill(`${shop.address}${path}`);
  await dialog.getByRole("button", { name: "Record check" }).click();
  await expect(dialog.getByRole("list", { name: "Checks" })).toContainText(`Car seen: ${car.name}`);
  await expect(dialog).toContainText("Passport seen");
  await expectAccessible(page);

  const shown = page.getByRole("list", { name: "Checks of this seller" });
  await clearSession(page);
  await open(page, path);
  await expect(shown).toContainText("Identity document seen");
  await expect(shown).toContainText("valid until Jan 31, 2090");
  await expect(shown).toContainText("This car seen");
  await expectAccessible(page);

  await runSql(
    `update seller_check set valid_until = now() - interval '1 second' where level = 'identity' and seller_id = '${seller.id}'`,
  );
  await expect(async () => {
    await open(page, path);
    await expect(shown).toContainText("This car seen");
    await expect(shown).not.toContainText("Identity document seen");
  }).toPass();

  await openAs(page, await shop.admin(), `/dashboard/allseller?q=${seller.email}`);
  await chooseInRow(rowOf(page, seller.email), `Checks of ${seller.name}`);
  await expect(dialog.getByText("Expired")).toBeVisible();
  await dialog.getByRole("button", { name: `Withdraw: Car seen: ${car.name}` }).click();
  await expectMessage(page, "Check withdrawn");
  await expect(dialog.getByText("Withdrawn", { exact: true })).toBeVisible();
});
