import { expectAccessible } from "../steps/axe.ts";
import { runSql } from "../steps/database.ts";
import {
  chooseForSelected,
  expectMessage,
  filterBy,
  openFilters,
  rowOf,
  selectionBar,
} from "../steps/locators.ts";
import { open, openAs } from "../steps/open-page.ts";
import { uniqueWord, type Account } from "../steps/shop.ts";
import { expect, test } from "../shop-test.ts";

/** More cars than a page shows. */
/** Adds cars with consecutive numbers, of which the highest is the newest and so on the first page. */
const addFleet = (seller: Account, name: string, cars: number) =>
  runSql(`
    insert into listing (id, seller_id, name, make, category_id, resale_price_minor, created_at)
    select gen_random_uuid(), '${seller.id}', '${name} ' || number, 'BMW', 1, 2000000,
      now() + number * interval '1 millisecond'
    from generate_series(1, ${cars}) as number`);

test("a seller finds cars, changes prices in place and in bulk, and takes it back", async ({
  page,
  shop,
}) => {
  test.slow();
  const [seller, buyer] = await Promise.all([shop.signUp("Seller"), shop.signUp("Buyer")]);
  const first = await shop.addCar(seller);
  const second = await shop.addCar(seller);
  const booked = await shop.addCar(seller);
  await shop.book(buyer, booked);
  await openAs(page, seller, "/dashboard/myproduct");
  const row = (car: { name: string }) => rowOf(page, car.name);

  await filterBy(page, "Status", "Reserved");
  await expect(page).toHaveURL("/dashboard/myproduct?status=reserved");
  await expect(row(booked)).toBeVisible();
  await expect(row(first)).toHaveCount(0);
  await page.getByLabel("Search by car or VIN").fill("no such car");
  await expect(page.getByText("No matching cars")).toBeVisible();
  await page.goBack();
  await expect(row(booked)).toBeVisible();
  await page.goBack();
  await (await openFilters(page)).getByLabel("Price from").fill("999,999");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/priceMin=999999/);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Show all cars" }).click();
  await expect(row(second)).toBeVisible();

  const change = row(first).getByRole("button", { name: `Change the price of ${first.name}` });
  await expect(row(booked).getByRole("button", { name: /^Change the price/ })).toHaveCount(0);
  await change.press("Enter");
  const field = page.getByLabel(`New price of ${first.name}`);
  await expect(field).toBeFocused();
  await field.fill("41.000,50");
  await page.keyboard.press("Enter");
  await expect(field).toHaveAccessibleDescription(/commas between thousands/);
  await page.keyboard.press("Escape");
  await expect(change).toBeFocused();
  await change.press("Enter");
  await field.fill("20,123.50");
  await page.keyboard.press("Enter");
  await expectMessage(page, `${first.name} now costs $20,123.50`);
  await expect(row(first)).toContainText("$20,123.50");
  await row(first)
    .getByRole("button", { name: `Undo the price change of ${first.name}` })
    .click();
  await expect(row(first)).not.toContainText("$20,123.50");
  await expect(change).toBeFocused();

  await page.getByRole("checkbox", { name: "Select all on this page" }).first().check();
  const before = await row(second).textContent();
  await selectionBar(page).getByRole("button", { name: "Change prices" }).click();
  const dialog = page.getByRole("dialog", { name: "Change prices" });
  await dialog.getByLabel("Percentage").fill("x");
  await expect(dialog.getByLabel("Percentage")).toHaveAccessibleDescription(/above zero/);
  await dialog.getByLabel("By", { exact: true }).selectOption("An amount in USD");
  await dialog.getByLabel("Amount").fill("1,000");
  await expect(dialog.getByRole("status")).toHaveText("2 of 3 prices would change, 1 left out");
  await expect(dialog.getByRole("listitem").filter({ hasText: booked.name })).toContainText(
    "Left out: A buyer has reserved this car.",
  );
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Change 2 prices" }).click();
  const report = page.getByRole("region", { name: "Result" });
  await expect(report).toContainText("2 cars changed in price, 1 failed");
  await expect(report).toContainText(`${booked.name}: A buyer has reserved this car.`);
  expect(await row(second).textContent()).not.toBe(before);
  await expectAccessible(page);
  await report.getByRole("button", { name: "Undo" }).click();
  await expect(report).toContainText("2 cars back at the earlier price");

  await page.getByRole("button", { name: "Clear selection" }).click();
  for (const { name } of [first, second])
    await page.getByRole("checkbox", { name: `Select ${name}` }).check();
  await chooseForSelected(page, "Delete");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete 2 cars" }).click();
  await expect(report).toContainText("2 cars deleted");
  await expect(row(first)).toHaveCount(0);
  await expect(row(booked)).toBeVisible();

  await open(page, `/cars/${second.id}`);
  await expect(page.getByRole("heading", { name: second.name })).toHaveCount(0);
});

test("on a phone, a car's facts stand beside its picture, and it can be selected", async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const seller = await shop.signUp("Seller");
  const car = await shop.addCar(seller);
  await openAs(page, seller, "/dashboard/myproduct");
  const row = rowOf(page, car.name);
  const picture = (await row.locator("img").first().boundingBox())!;
  const price = (await row.getByText(/^\$/).first().boundingBox())!;
  expect(price.x).toBeGreaterThan(picture.x + picture.width);
  expect((await row.boundingBox())!.height).toBeLessThanOrEqual(96);
  const box = row.getByRole("checkbox", { name: `Select ${car.name}` });
  await box.click();
  await expect(box).toBeChecked();

  // The bar lies over the list, and no car's checkbox shows through it.
  for (let more = 0; more < 7; more += 1) await shop.addCar(seller);
  await page.reload();
  await page.getByRole("checkbox", { name: "Select all on this page" }).first().check();
  const status = page.getByText("8 cars selected");
  const bar = (await selectionBar(page).boundingBox())!;
  expect(bar.height).toBe(64);
  expect(bar.y + bar.height).toBe(844);
  const covered = await page.evaluate(
    ({ x, y }) => document.elementFromPoint(x, y)?.closest('[role="group"]')?.ariaLabel,
    { x: bar.x + 20, y: bar.y + 32 },
  );
  expect(covered).toBe("Selection");
  await page.getByRole("button", { name: "Clear selection" }).click();
  await expect(status).toHaveCount(0);
});

test(
  "a seller takes cars off sale, undoes it, and finds them under Off sale",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const seller = await shop.signUp("Seller");
    const one = await shop.addCar(seller);
    const held = await shop.addCar(seller);
    const buyer = await shop.signUp("Buyer");
    await shop.book(buyer, held);
    await openAs(page, seller, "/dashboard/myproduct");
    const takeOff = async () => {
      await page.getByRole("checkbox", { name: "Select all on this page" }).first().check();
      await chooseForSelected(page, "Take off sale");
      const question = page.getByRole("alertdialog");
      await expect(question).toContainText("can be put back on sale");
      await question.getByRole("button", { name: /^Take .+ off sale/ }).click();
    };
    const report = page.getByRole("region", { name: "Result" });
    await takeOff();
    await expect(report).toContainText("1 car taken off sale, 1 failed");
    await expect(report).toContainText("It can be taken off sale when the hold ends.");
    await expect(rowOf(page, one.name)).toHaveCount(0);
    await expectAccessible(page);
    await report.getByRole("button", { name: "Undo" }).click();
    await expect(report).toContainText("1 car back on sale");
    await expect(rowOf(page, one.name)).toBeVisible();
    await takeOff();
    await expect(report).toContainText("1 car taken off sale");
    await filterBy(page, "Status", "Off sale");
    await expect(rowOf(page, one.name)).toContainText("Off sale");
    await page.getByRole("checkbox", { name: `Select ${one.name}` }).check();
    await chooseForSelected(page, "Put on sale");
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: /^Put .+ on sale/ })
      .click();
    await expect(report).toContainText("1 car put on sale");
    await open(page, `/cars/${one.id}`);
    await expect(page.getByRole("heading", { level: 1, name: one.name })).toBeVisible();
  },
);

test("a seller changes every car that matches a search, beyond the page", async ({
  page,
  shop,
}) => {
  test.slow();
  const [seller, buyer] = await Promise.all([shop.signUp("Seller"), shop.signUp("Buyer")]);
  const fleet = uniqueWord();
  const other = await shop.addCar(seller);
  const held = await shop.addCar(seller, { name: `${fleet} held` });
  await shop.book(buyer, held);
  await addFleet(seller, fleet, 55);
  await openAs(page, seller, `/dashboard/myproduct?q=${fleet}`);
  const report = page.getByRole("region", { name: "Result" });
  const selectAll = async (cars: number) => {
    await page.getByRole("checkbox", { name: "Select all on this page" }).first().check();
    await expect(page.getByText("50 cars selected")).toBeVisible();
    await page.getByRole("button", { name: `Select all ${cars} cars that match` }).press("Enter");
    await expect(page.getByText(`All ${cars} cars that match selected`)).toBeFocused();
  };

  // A row that is clicked ends it, and the other rows of its page stay selected.
  await selectAll(56);
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page.getByText("6 of 56 shown")).toBeVisible();
  const boxes = page.getByRole("checkbox", { name: /^Select (?!all)/ });
  await expect(boxes.first()).toBeChecked();
  await boxes.first().click();
  await expect(page.getByText("5 cars selected")).toBeVisible();
  await page.getByRole("button", { name: "Clear selection" }).click();
  await page.getByRole("link", { name: "First" }).click();
  await expect(page.getByText("50 of 56 shown")).toBeVisible();

  await selectAll(56);
  await selectionBar(page).getByRole("button", { name: "More" }).click();
  await expect(page.getByRole("menuitem", { name: "Take off sale" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Delete" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expectAccessible(page);
  await selectionBar(page).getByRole("button", { name: "Change prices" }).click();
  const prices = page.getByRole("dialog", { name: "Change prices" });
  await prices.getByLabel("Percentage").fill("10");
  await expect(prices.getByRole("status")).toHaveText("The first 20 of 56 cars");
  await expect(prices.getByRole("listitem").first()).toContainText("$18,000");
  await expectAccessible(page);
  await prices.getByRole("button", { name: "Change 56 prices" }).click();
  await expect(report).toContainText("55 cars changed in price, 1 failed");
  await expect(report.getByRole("status")).toBeFocused();
  await expect(report).toContainText(`1 car (${held.name}): A buyer has reserved this car.`);
  await expect(rowOf(page, `${fleet} 55`)).toContainText("$18,000");
  await report.getByRole("button", { name: "Close" }).click();

  // An answer is lost, and the seller tries again: each price changes once.
  await selectAll(56);
  await selectionBar(page).getByRole("button", { name: "Change prices" }).click();
  await prices.getByLabel("Percentage").fill("10");
  await expect(prices.getByRole("listitem").first()).toContainText("$16,200");
  const call = "**/api/products/bulk/matching";
  await page.route(call, async (route) => {
    const body = route.request().postDataJSON() as { preview?: boolean };
    if (body.preview) return route.fallback();
    await route.fetch();
    return route.abort();
  });
  await prices.getByRole("button", { name: "Change 56 prices" }).click();
  await expect(prices.getByRole("alert")).toBeVisible();
  await page.unroute(call);
  await prices.getByRole("button", { name: "Change 56 prices" }).click();
  await expect(report).toContainText("55 cars");
  await expect(report).toContainText("The price has changed since you looked");
  await expect(rowOf(page, `${fleet} 55`)).toContainText("$16,200");
  await report.getByRole("button", { name: "Close" }).click();

  // A car that came to match after the seller looked stops the change as a whole.
  await selectAll(56);
  await chooseForSelected(page, "Take off sale");
  const question = page.getByRole("alertdialog", { name: "Take 56 cars off sale?" });
  await expect(question).toContainText("can be put back on sale");
  await addFleet(seller, `${fleet} late`, 1);
  await question.getByRole("button", { name: "Take 56 cars off sale" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Take 57 cars off sale?" });
  await expect(dialog.getByRole("alert")).toHaveText(
    "57 cars match now, not 56. Nothing was changed.",
  );
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Take 57 cars off sale" }).click();
  await expect(report).toContainText("56 cars taken off sale, 1 failed");
  await expect(page.getByText("1 car", { exact: true })).toBeVisible();
  await expect(rowOf(page, held.name)).toBeVisible();
  await page.getByLabel("Search by car or VIN").fill("");
  await expect(rowOf(page, other.name)).toBeVisible();
});
