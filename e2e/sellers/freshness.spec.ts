import type { Page } from "@playwright/test";
import { expectAccessible } from "../steps/axe.ts";
import { runSql } from "../steps/database.ts";
import { expectMessage, rowOf } from "../steps/locators.ts";
import { open, openAs } from "../steps/open-page.ts";
import { linkInEmail } from "../steps/outbox.ts";
import type { Account, Car } from "../steps/shop.ts";
import { expect, test } from "../shop-test.ts";

/** Makes a car's last confirmation older and runs the job. `remindedDays` says which reminder was sent a day ago. */
async function age({ id }: Car, days: number, remindedDays: number | null = null): Promise<void> {
  const remindedAt = remindedDays === null ? "null" : "now() - interval '1 day'";
  await runSql(`
    update listing set updated_at = now() - interval '${days} days' where id = '${id}';
    insert into listing_confirmation values ('${id}', now() - interval '${days} days', ${remindedDays}, ${remindedAt})
    on conflict (listing_id) do update set confirmed_at = excluded.confirmed_at,
      reminded_days = excluded.reminded_days, reminded_at = excluded.reminded_at;
    insert into pgboss.job (name, policy) values ('freshness', 'short') on conflict do nothing;`);
}

async function linkFor(page: Page, { email }: Account): Promise<string> {
  return linkInEmail(page, email, /^Still for sale\?/);
}

test("a seller confirms a car by the link of an email, without signing in", async ({
  page,
  shop,
}) => {
  const seller = await shop.signUp("Seller");
  const car = await shop.addCar(seller);
  await age(car, 11);
  const link = await linkFor(page, seller);
  // Opening it is not enough.
  for (let visit = 1; visit <= 2; visit++) {
    await open(page, link);
    const box = page.getByRole("checkbox", { name: car.name });
    await expect(box).toBeChecked();
    await expect(box).toHaveCSS("width", "18px");
  }
  await expectAccessible(page);
  await page.getByRole("button", { name: "Confirm this car" }).click();
  await expect(page.getByText("1 car is confirmed.")).toBeVisible();
  await expect(page.getByText("None of your cars waits to be confirmed.")).toBeVisible();
  await openAs(page, seller, "/dashboard/myproduct");
  await expect(rowOf(page, car.name)).toContainText("Expires in 14 days");
});

test("a seller confirms an expiring car and relists an expired one", async ({ page, shop }) => {
  const seller = await shop.signUp("Seller");
  const expiring = await shop.addCar(seller);
  const expired = await shop.addCar(seller);
  await age(expiring, 12);
  await age(expired, 15, 1);
  await openAs(page, seller, "/dashboard/myproduct");
  await expect
    .poll(async () => {
      await page.reload();
      return rowOf(page, expired.name).textContent();
    })
    .toContain("Expired on");
  await expect(rowOf(page, expiring.name)).toContainText("Expires in 2 days");
  await expectAccessible(page);
  await page.getByRole("button", { name: `Confirm ${expiring.name}` }).click();
  await expectMessage(page, `${expiring.name} confirmed`);
  await expect(rowOf(page, expiring.name)).toContainText("Expires in 14 days");
  expect((await page.request.get(`/cars/${expired.id}`)).status()).toBe(404);
  await page.getByRole("button", { name: `Relist ${expired.name}` }).click();
  await expectMessage(page, `${expired.name} is for sale again`);
  await expect(rowOf(page, expired.name)).toContainText("For sale");
  expect((await page.request.get(`/cars/${expired.id}`)).status()).toBe(200);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the link confirms only the chosen cars", { tag: "@deep" }, async ({ page, shop }) => {
    const seller = await shop.signUp("Seller");
    const one = await shop.addCar(seller);
    const other = await shop.addCar(seller);
    for (const car of [one, other]) await age(car, 11);
    await page.goto(await linkFor(page, seller));
    await page.getByRole("checkbox", { name: one.name }).uncheck();
    await page.getByRole("button", { name: "Confirm these cars" }).click();
    await expect(page.getByRole("checkbox")).toHaveCount(1);
    await expect(page.getByRole("checkbox", { name: one.name })).toBeVisible();
  });
});
