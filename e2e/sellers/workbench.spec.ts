import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../steps/axe.ts";
import { runSql } from "../steps/database.ts";
import { chooseForSelected, openFilters, rowOf, selectionBar } from "../steps/locators.ts";
import { loaded, open, openAs } from "../steps/open-page.ts";
import { sharedAccounts } from "../steps/shared-accounts.ts";
import { pagesOf } from "../steps/shop-pages.ts";
import { uniqueWord, type Account } from "../steps/shop.ts";
import { expect, test } from "../shop-test.ts";

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  expect(box).not.toBeNull();
  return box!;
}

const addFleet = (seller: Account, name: string, cars: number) =>
  runSql(`
    insert into listing (id, seller_id, name, make, category_id, resale_price_minor, year, mileage, mileage_unit, stock_number)
    select gen_random_uuid(), '${seller.id}', '${name} ' || number, 'BMW', 1, 2000000, 2019, 6295, 'km', 'S-' || number
    from generate_series(1, ${cars}) as number`);

async function bodyRows(page: Page): Promise<Locator[]> {
  await expect(page.getByRole("rowheader").first()).toBeVisible();
  return (await page.getByRole("row").all()).slice(1);
}

test("My Products shows 12 cars a screen, each in a row of 56 px", async ({ page, shop }) => {
  await page.setViewportSize(desktop);
  const seller = await shop.signUp("Seller");
  const fleet = uniqueWord();
  await addFleet(seller, fleet, 20);
  await openAs(page, seller, "/dashboard/myproduct");
  const rows = await bodyRows(page);
  expect(rows).toHaveLength(20);
  for (const row of rows) {
    const { height } = await boxOf(row);
    expect(Math.abs(height - 56)).toBeLessThanOrEqual(1);
  }
  const twelfth = await boxOf(rows[11]!);
  expect(twelfth.y + twelfth.height).toBeLessThanOrEqual(desktop.height);
  await expect(page.getByText("20 cars", { exact: true })).toBeVisible();
  await expect(rowOf(page, `${fleet} 1`).first()).toContainText("2019 · 6,295 km · S-");
});

test("on a phone, a car is a row of two lines with its picture, price and one menu", async ({
  page,
  shop,
}) => {
  await page.setViewportSize(phone);
  const seller = await shop.signUp("Seller");
  await addFleet(seller, uniqueWord(), 3);
  await openAs(page, seller, "/dashboard/myproduct");
  for (const row of await bodyRows(page)) {
    const { height } = await boxOf(row);
    expect(height).toBeGreaterThanOrEqual(72);
    expect(height).toBeLessThanOrEqual(96);
    await expect(row.getByRole("button", { name: /^Actions for/ })).toHaveCount(1);
    await expect(row.getByRole("button", { name: /^Advertise/ })).toHaveCount(0);
    const picture = await boxOf(row.locator("img").first());
    const price = await boxOf(row.getByText("$20,000"));
    expect(price.x).toBeGreaterThan(picture.x + picture.width);
  }
  const [row] = await bodyRows(page);
  await row!.getByRole("button", { name: /^Actions for/ }).click();
  await expect(page.getByRole("menuitem")).toHaveText([
    "Advertise",
    "Confirm",
    "Change price",
    "Edit",
    "Delete",
  ]);
  await expectAccessible(page, [phone.width]);
  await page.getByRole("menuitem", { name: /^Change the price/ }).click();
  await expect(page.getByLabel(/^New price of/)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(row!.getByRole("button", { name: /^Actions for/ })).toBeFocused();
});

test("filters are in a popover that says how many are set, and each can be removed", async ({
  page,
  shop,
}) => {
  const seller = await shop.signUp("Seller");
  const fleet = uniqueWord();
  await addFleet(seller, fleet, 2);
  await openAs(page, seller, "/dashboard/myproduct?status=available");
  const filters = await openFilters(page);
  await filters.getByLabel("Home page").selectOption("Not advertised");
  await expect(page.getByRole("button", { name: "Filters (2)" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Remove the filter Status: For sale" }).click();
  await expect(page).toHaveURL("/dashboard/myproduct?advertised=no");
  await (await openFilters(page)).getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL("/dashboard/myproduct");
});

test("what can be done with selected cars is a bar of 64 px at the bottom, over the list", async ({
  page,
  shop,
}) => {
  await page.setViewportSize(desktop);
  const seller = await shop.signUp("Seller");
  await addFleet(seller, uniqueWord(), 30);
  await openAs(page, seller, "/dashboard/myproduct");
  const [first] = await bodyRows(page);
  const before = await boxOf(first!);
  await first!.getByRole("checkbox").check();
  const bar = selectionBar(page);
  const box = await boxOf(bar);
  expect(box.height).toBe(64);
  expect(box.y + box.height).toBe(desktop.height);
  expect((await boxOf(first!)).y).toBe(before.y);
  await expect(bar.getByRole("button")).toHaveText([
    "Change prices",
    "Advertise",
    "Confirm",
    "More",
    "",
  ]);
  await chooseForSelected(page, "Take off sale");
  await expect(page.getByRole("alertdialog")).toContainText("can be put back on sale");
});

test("each task of the welcome page opens the list of what it counts", async ({ page, shop }) => {
  const [seller, buyer] = await Promise.all([shop.signUp("Seller"), shop.signUp("Buyer")]);
  const held = await shop.addCar(seller);
  await shop.addCar(seller);
  await shop.addCar(seller, { advertised: true });
  await shop.book(buyer, held);
  await openAs(page, seller, "/dashboard");
  const main = page.getByRole("main");
  const tasks = main.getByRole("heading", { name: "To do" }).locator("..").getByRole("link");
  await expect(tasks).toHaveCount(3);
  const words = await tasks.allTextContents();
  for (const task of words) {
    await open(page, "/dashboard");
    await tasks.filter({ hasText: task }).click();
    const count = /^\d+/.exec(task)![0];
    await expect(main.getByText(new RegExp(`^${count} cars?$`))).toBeVisible();
  }
});

test("headings of the dashboard are 40 px high and start at one height", async ({ page, shop }) => {
  test.slow();
  await page.setViewportSize(desktop);
  const accounts = await sharedAccounts(shop);
  await openAs(page, accounts.seller, "/dashboard");
  const tops = new Set<number>();
  for (const { path, heading } of pagesOf("seller", accounts)) {
    if (!path.startsWith("/dashboard")) continue;
    await open(page, path);
    const title = page.getByRole("heading", { level: 1, name: heading });
    await expect(title).toBeVisible();
    await expect(title).toHaveCSS("font-size", "40px");
    await expect(async () => tops.add(Math.round((await title.boundingBox())!.y))).toPass();
  }
  expect([...tops]).toHaveLength(1);
});

test("the drawer is 208 px wide, its rule reaches the footer, and pages below an entry highlight it", async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 1440, height: 1200 });
  await openAs(page, await shop.signUp("Seller"), "/dashboard/keys");
  const drawer = page.getByRole("navigation", { name: "Dashboard" });
  expect((await boxOf(drawer)).width).toBe(208);
  await expect(drawer.getByRole("link", { name: "My Products" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  const rule = await boxOf(
    page.getByRole("main").locator("div.border-s, div.lg\\:border-s").first(),
  );
  const footer = await boxOf(page.getByRole("contentinfo"));
  expect(Math.abs(rule.y + rule.height - footer.y)).toBeLessThanOrEqual(1);
  // The pages about the stock share their tabs.
  const reviews = page
    .getByRole("navigation", { name: "Your stock" })
    .getByRole("link", { name: "Reviews" });
  await reviews.click();
  await expect(page.getByRole("heading", { level: 1, name: "Reviews" })).toBeVisible();
  await expect(reviews).toHaveAttribute("aria-current", "page");
  await page
    .getByRole("navigation", { name: "Breadcrumbs" })
    .getByRole("link", { name: "My Products" })
    .click();
  await expect(page).toHaveURL("/dashboard/myproduct");
});

for (const viewer of ["seller", "admin", "buyer"] as const)
  test(`no list of a ${viewer} is wider than a tablet or the room beside the drawer`, async ({
    page,
    shop,
  }) => {
    test.slow();
    const accounts = await sharedAccounts(shop);
    const suspended = await shop.signUp("Seller");
    const reason = "Two cars with one number plate, again";
    await shop.call(await shop.admin(), "PUT", `/api/seller/suspend/${suspended.id}`, { reason });
    await openAs(page, accounts[viewer], "/dashboard");
    for (const { path, heading } of pagesOf(viewer, accounts)) {
      if (!path.startsWith("/dashboard")) continue;
      await open(page, path);
      await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
      await loaded(page);
      for (const width of [768, 1024]) {
        await page.setViewportSize({ width, height: 900 });
        const over = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect.soft(over, `${path} at ${width}`).toBe(0);
      }
    }
  });
