import { expectAccessible } from "../steps/axe.ts";
import { expectMessage } from "../steps/locators.ts";
import { openAs } from "../steps/open-page.ts";
import { expect, test } from "../shop-test.ts";

test("an admin confirms a claimed VIN with the keyboard, and the histories are joined @deep", async ({
  page,
  shop,
}) => {
  test.slow();
  const first = await shop.signUp("Seller");
  const second = await shop.signUp("Seller");
  const vin = `WBA8B9G50HNW${String(Date.now()).slice(-5)}`;
  const facts = { year: 2018, vin, mileageUnit: "mi" };
  const before = await shop.addCar(first, { ...facts, mileage: 120_000 });
  await fetch(`${shop.address}/api/addproduct/${before.id}`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${first.token}` },
  });
  const car = await shop.addCar(second, { ...facts, mileage: 80_000 });

  await openAs(page, second, `/dashboard/myproduct/${car.id}/edit`);
  await expect(page.getByText("Its earlier history is shown once an admin")).toBeVisible();

  await openAs(page, await shop.admin(), "/dashboard/reportitem");
  const section = page.getByRole("region", { name: "Claimed VINs" });
  const claim = section.getByRole("listitem").filter({ hasText: vin });
  await expect(claim).toContainText("80,000 miles");
  await expect(claim).toContainText("120,000 miles");
  await expect(claim).toContainText(`${before.name} (no longer shown)`);
  await expect(claim.getByRole("link", { name: car.name })).toBeVisible();
  await expectAccessible(page);

  await claim.getByRole("button", { name: `Confirm the claim of ${car.name}` }).focus();
  await page.keyboard.press("Enter");
  await expectMessage(page, `Claim of ${car.name} confirmed`);
  await expect(claim).toHaveCount(0);
  await expect(section.getByRole("heading", { name: "Claimed VINs" })).toBeFocused();
  await section.getByRole("button", { name: "Show decided claims" }).click();
  const decided = page
    .getByRole("region", { name: "Decided claims" })
    .getByRole("listitem")
    .filter({ hasText: vin });
  await expect(decided).toContainText("Confirmed by");
  await expect(
    decided.getByRole("button", { name: `Refuse the claim of ${car.name}` }),
  ).toBeVisible();
  await expectAccessible(page);

  await decided.getByRole("link", { name: car.name }).click();
  await expect(page.getByText(/The mileage went down/)).toBeVisible();
});
