import type { Page } from "@playwright/test";
import { expectAccessible } from "../steps/axe.ts";
import { runSql } from "../steps/database.ts";
import { expectMessage, filterBy, rowOf, selectionBar } from "../steps/locators.ts";
import { open, openAs } from "../steps/open-page.ts";
import { unique } from "../steps/shop.ts";
import { expect, test } from "../shop-test.ts";

const headers = "Stock Number,Make,Model,Year,Price,Mileage,Color";
const lot = unique();
const car = (number: number, price: number | string = 15_000 + number) =>
  `${lot}-${number},BMW,3 Series,2018,${price},${20_000 + number},black`;

async function choose(page: Page, name: string, rows: readonly string[]) {
  await page.getByLabel("The feed's file").setInputFiles({
    name,
    mimeType: "text/csv",
    buffer: Buffer.from(`${[headers, ...rows].join("\n")}\n`),
  });
}

/** Uploads a file on the open feed's page and waits for its plan. */
async function upload(page: Page, name: string, rows: readonly string[]) {
  await choose(page, name, rows);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

const counts = (page: Page) => page.getByLabel("Counts");
const apply = (page: Page, label: string) =>
  page.getByRole("button", { name: label, exact: true }).click();

async function backToFeed(page: Page) {
  await page.getByRole("link", { name: "Night export" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Night export" })).toBeVisible();
}

test("a seller keeps cars in step with a feed from Monday to Wednesday, and undoes", async ({
  page,
  shop,
}) => {
  test.slow();
  const seller = await shop.signUp("Seller");
  await shop.verify(seller);
  await openAs(page, seller, "/dashboard/myproduct");
  await page.getByRole("link", { name: "Feeds" }).click();
  await expect(page.getByText("You have no feeds")).toBeVisible();
  await page.getByRole("button", { name: "Create a feed" }).click();
  const dialog = page.getByRole("dialog", { name: "New feed" });
  await dialog.getByRole("button", { name: "Create feed" }).click();
  await expect(dialog.getByLabel("Name")).toHaveAccessibleDescription(/A name is required/);
  await dialog.getByLabel("Name").fill("Night export");
  await dialog.getByText("How its files are read").click();
  await dialog.getByLabel("Currency").fill("usd");
  await dialog.getByLabel("Distance unit").selectOption("Miles");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create feed" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Night export" })).toBeVisible();

  await test.step("a file that is no feed", async () => {
    await page.getByLabel("The feed's file").setInputFiles({
      name: "odd.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("a,b\n1,2\n"),
    });
    await expect(page.getByRole("alert")).toContainText("odd.csv");
  });
  const six = [1, 2, 3, 4, 5, 6].map((number) => car(number));
  await test.step("Monday: six new cars", async () => {
    await upload(page, "monday.csv", six);
    await expect(counts(page)).toContainText("New6");
    await expect(rowOf(page, `${lot}-1`)).toContainText("$15,001");
    await expectAccessible(page);
    await apply(page, "Apply 6 changes");
    await expectMessage(page, "monday.csv was applied");
    await expect(page.getByText("6 changes were made.")).toBeVisible();
  });
  await test.step("Tuesday: a price, a car gone, a car back from a fault", async () => {
    await backToFeed(page);
    await upload(page, "tuesday.csv", [car(1, 14_000), car(2), car(3), car(4), car(5, "cheap")]);
    await expect(counts(page)).toContainText("Changed1");
    await expect(counts(page)).toContainText("Gone1");
    await expect(rowOf(page, `${lot}-1`)).toContainText("$15,001");
    await expect(rowOf(page, `${lot}-1`)).toContainText("$14,000");
    await filterBy(page, "Kind", "Gone (1)");
    await expect(page).toHaveURL(/kind=retired/);
    await expect(rowOf(page, `${lot}-6`)).toContainText("Taken off sale");
    await expect(rowOf(page, `${lot}-1`)).toHaveCount(0);
    await page.getByRole("link", { name: "Refused rows (1)" }).click();
    await expect(rowOf(page, "cheap")).toContainText("6");
    await expect(rowOf(page, "cheap")).toContainText("Can be corrected");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Correct line 6" }).click();
    const row = page.getByRole("dialog", { name: "Correct line 6" });
    await expect(row.getByLabel("Price")).toHaveAccessibleDescription(/is not an amount/);
    await expect(row.getByLabel("Price")).toBeFocused();
    await row.getByLabel("Price").fill("15500");
    await row.getByRole("button", { name: "Save the row" }).click();
    await expectAccessible(page, [390]);
    await page.getByRole("button", { name: "Plan tuesday.csv with the corrections" }).click();
    await expect(counts(page)).toContainText("Changed2");
    await expect(rowOf(page, `${lot}-5`)).toContainText("$15,500");
    await expect(counts(page)).not.toContainText("Refused rows");
    await backToFeed(page);
    await upload(page, "tuesday.csv", [car(1, 14_000), car(2), car(3), car(4), car(5, "cheap")]);
    await apply(page, "Apply 2 changes");
    await expect(page.getByText("2 changes were made.")).toBeVisible();
  });
  await test.step("an earlier plan is not corrected in a later file of the same name", async () => {
    const correct = page.getByRole("button", { name: "Correct line 6" });
    await page.getByRole("link", { name: "Refused rows (1)" }).click();
    await expect(correct).toBeVisible();
    await backToFeed(page);
    await page.getByRole("link", { name: "tuesday.csv" }).last().click();
    await page.getByRole("link", { name: "Refused rows (1)" }).click();
    await expect(rowOf(page, "cheap")).toBeVisible();
    await expect(page.getByText("To correct rows here, upload the file again.")).toBeVisible();
    await expect(correct).toHaveCount(0);
    await backToFeed(page);
  });
  await test.step("Wednesday: an empty and a truncated file, then all cars again", async () => {
    await upload(page, "empty.csv", [",,,,,,"]);
    await expect(page.getByText(/No car could be read from this file/)).toBeVisible();
    await expect(page.getByRole("button", { name: /^Apply/ })).toHaveCount(0);
    await backToFeed(page);
    await upload(page, "cut.csv", [car(1), `${lot}-2,BMW`]);
    await expect(page.getByText(/The end of this file seems to be missing/)).toBeVisible();
    await expect(counts(page)).not.toContainText("Gone");
    await backToFeed(page);
    await upload(page, "few.csv", [car(1), car(2)]);
    const confirm = page.getByRole("button", { name: /^Apply/ });
    await expect(page.getByText("3 of 5 cars would be taken off sale.")).toBeVisible();
    await expect(confirm).toBeDisabled();
    await page.getByLabel(/I have checked the changes/).check();
    await expect(confirm).toBeEnabled();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Discard plan" }).click();
    await expectMessage(page, "The plan for few.csv was discarded");
    await expect(confirm).toHaveCount(0);
    await backToFeed(page);
    await expect(rowOf(page, "few.csv")).toContainText("Discarded");
    await upload(page, "wednesday.csv", six);
    await expect(counts(page)).toContainText("Back1");
    await apply(page, "Apply 2 changes");
    await expect(page.getByText("2 changes were made.")).toBeVisible();
  });
  await test.step("undo", async () => {
    await page.getByRole("button", { name: "Undo the sync of wednesday.csv" }).click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("Reserved and sold cars stay");
    await question.getByRole("button", { name: "Undo" }).click();
    await expectMessage(page, "The sync of wednesday.csv was undone");
    await backToFeed(page);
    await expect(page.getByText("5 cars of this feed for sale.")).toBeVisible();
    await expect(rowOf(page, "wednesday.csv")).toContainText("Undone");
    await expectAccessible(page);
  });
  await open(page, "/dashboard/feeds");
  await expect(rowOf(page, "Night export")).toContainText("wednesday.csv");
});

test("a seller maps the columns of a file with a live preview", async ({ page, shop }) => {
  test.slow();
  const seller = await shop.signUp("Seller");
  const { id } = await shop.addFeed(seller);
  await openAs(page, seller, `/dashboard/feeds/${id}`);
  const odd = {
    name: "odd.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("Num,Make,Model,Year,Money,Mileage\nA1,BMW,X5,2019,30000,9000\n"),
  };
  await page.getByLabel("The feed's file").setInputFiles(odd);
  await expect(page.getByRole("alert")).toContainText("odd.csv: no column for price");
  await page.getByRole("link", { name: "Map the columns" }).click();
  const save = page.getByRole("button", { name: "Save and plan odd.csv" });
  await expect(page.getByText("odd.csv has no column for price yet.")).toBeVisible();
  await expect(save).toBeDisabled();
  await page.getByLabel("Read Money as").selectOption("Price");
  await expect(page.getByText("1 of the 1 rows at the beginning")).toBeVisible();
  const rows = page.getByRole("region", { name: "First rows" });
  await expect(rows).toContainText("BMW X5 2019");
  await expect(rows).toContainText("$30,000");
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByText("Choose odd.csv again to go on.")).toBeVisible();
  await page.getByLabel("The feed's file").setInputFiles(odd);
  await expect(page.getByText("1 of the 1 rows at the beginning")).toBeVisible();
  await expect(page.getByLabel("Read Money as")).toHaveValue("price");
  await page.getByLabel("Read Num as").selectOption("Stock number");
  await save.click();
  await expect(page.getByRole("heading", { level: 1, name: "odd.csv" })).toBeVisible();
  await expect(rowOf(page, "BMW X5 2019")).toContainText("stock A1");
  await page.getByRole("link", { name: "Columns" }).click();
  await expect(rowOf(page, "Money")).toContainText("Price");
});

test(
  "a seller chooses what values of a file mean, and takes it back",
  { tag: "@deep" },
  async ({ page, shop }) => {
    test.slow();
    const seller = await shop.signUp("Seller");
    const { id } = await shop.addFeed(seller);
    const rows = ["Dampf", "Dampf", "Diesel"].map(
      (fuel, at) => `A${at},BMW,${at === 0 ? "Quux" : "X5"},2019,3000${at},900${at} mi,${fuel}`,
    );
    const file = {
      name: "words.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(`Stock Number,Make,Model,Year,Price,Mileage,Fuel\n${rows.join("\n")}\n`),
    };
    await openAs(page, seller, `/dashboard/feeds/${id}`);
    await page.getByLabel("The feed's file").setInputFiles(file);
    await expect(page.getByRole("heading", { level: 1, name: "words.csv" })).toBeVisible();
    await page.getByRole("link", { name: /^Notes/ }).click();
    await expect(page.getByText("unknown fuel …")).toBeVisible();
    await page.getByRole("link", { name: "Choose what they mean" }).click();

    const values = page.getByRole("region", { name: "Values" });
    const first = page.getByRole("region", { name: "First rows" });
    const fuel = values.getByRole("table", { name: "Values of Fuel" });
    const dampf = fuel.getByRole("row", { name: /^Dampf/ });
    await expect(page.getByText("2 of the 3 rows at the beginning")).toBeVisible();
    await expect(dampf).toContainText('unknown fuel "Dampf"');
    await expect(fuel.getByRole("row", { name: /^Diesel/ })).toHaveCount(0);
    const meaning = page.getByLabel("Meaning of Dampf in Fuel");
    await meaning.focus();
    await meaning.press("p");
    await expect(dampf.getByRole("cell", { name: "Petrol", exact: true })).toBeVisible();
    await expect(meaning).toBeFocused();
    await expect(first).toContainText("fuel: petrol");
    const model = page.getByLabel("Meaning of Quux in Model");
    await model.fill("X5");
    await model.press("Enter");
    await expect(page.getByText("3 of the 3 rows at the beginning")).toBeVisible();
    await expect(model).toBeFocused();
    await page.getByLabel("Show values that were read").check();
    await expect(fuel.getByRole("row", { name: /^Diesel/ })).toContainText("Diesel");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save and plan words.csv" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "words.csv" })).toBeVisible();
    await expect(counts(page)).toContainText("New3");

    await page.getByRole("link", { name: "Columns", exact: true }).click();
    await page.getByRole("link", { name: "Change columns" }).click();
    await expect(meaning).toHaveValue("petrol");
    await expect(model).toHaveValue("X5");
    await meaning.selectOption("As it is read");
    await expect(dampf).toContainText('unknown fuel "Dampf"');
    await page.reload();
    await page.getByLabel("The feed's file").setInputFiles(file);
    await expect(dampf).toContainText('unknown fuel "Dampf"');
    await page.getByRole("button", { name: "Recognize columns and values again" }).click();
    await expect(page.getByText("2 of the 3 rows at the beginning")).toBeVisible();
    await expect(model).toHaveValue("");

    // Beyond the rows that a preview reads, and then without the file.
    const many = Array.from({ length: 1_001 }, (_, at) => {
      const word = at === 1_000 ? "Para" : "Diesel";
      return `L${at},BMW,X5,2019,${30_000 + at},${9_000 + at} mi,${word}`;
    });
    const late = {
      name: "late.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(`Stock Number,Make,Model,Year,Price,Mileage,Fuel\n${many.join("\n")}\n`),
    };
    await open(page, `/dashboard/feeds/${id}`);
    await page.getByLabel("The feed's file").setInputFiles(late);
    await expect(page.getByRole("heading", { level: 1, name: "late.csv" })).toBeVisible();
    await page.getByRole("link", { name: /^Notes/ }).click();
    await page.getByRole("link", { name: "Choose what they mean" }).click();
    await expect(page.getByText("1,000 of the 1,000 rows at the beginning")).toBeVisible();
    const para = fuel.getByRole("row", { name: /^Para/ });
    await expect(para).toContainText('unknown fuel "Para"');
    const ofPara = page.getByLabel("Meaning of Para in Fuel");
    await page.reload();
    await expect(para).toContainText('unknown fuel "Para"');
    await ofPara.selectOption("Petrol");
    await expect(para).toContainText("Counts in the next plan");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expectMessage(page, "Columns saved");
    await page.getByLabel("The feed's file").setInputFiles(late);
    await expect(ofPara).toHaveValue("petrol");
    await page.getByRole("button", { name: "Save and plan late.csv" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "late.csv" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Notes (0)" })).toBeVisible();
  },
);

test(
  "a seller sees which photos of a feed failed, and tries them again",
  { tag: "@deep" },
  async ({ page, shop }) => {
    test.slow();
    const seller = await shop.signUp("Seller");
    await shop.verify(seller);
    const { id } = await shop.addFeed(seller);
    const stock = `${lot}-photos`;
    await openAs(page, seller, `/dashboard/feeds/${id}`);
    const photos = page.getByRole("region", { name: "Photos" });
    await expect(page.getByRole("heading", { name: "History" })).toBeVisible();
    await expect(photos).toHaveCount(0);
    // Nothing listens there.
    const urls = ["http://127.0.0.1:9/1.jpg", "http://127.0.0.1:9/2.jpg"];
    await page.getByLabel("The feed's file").setInputFiles({
      name: "photos.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(
        `${headers},Images\n${stock},BMW,X5,2019,30000,9000,black,${urls.join("|")}\n`,
      ),
    });
    await apply(page, "Apply 1 change");
    await expect(page.getByText("1 change was made.")).toBeVisible();
    await runSql(
      `update feed_photo set error = 'answered with status 404', next_attempt_at = now() + interval '1 hour'
       where listing_id in (select listing_id from feed_car where feed_id = '${id}')`,
    );
    await open(page, `/dashboard/feeds/${id}`);
    await expect(photos).toContainText("0 fetched, 2 failed.");
    const row = photos.getByRole("listitem").filter({ hasText: stock });
    await expect(row).toContainText("Photo 1, Photo 2: answered with status 404");
    await expect(row.getByRole("link", { name: "BMW X5 2019" })).toHaveAttribute(
      "href",
      /^\/dashboard\/myproduct\/[\da-f-]{36}\/edit$/,
    );
    await expect(row.getByRole("link", { name: "Photo 2" })).toHaveAttribute("href", urls[1]!);
    await expectAccessible(page);
    await photos.getByRole("button", { name: "Try failed photos again" }).press("Enter");
    await expectMessage(page, "2 photos are fetched again now");
    await expect(page.getByRole("heading", { name: "Photos" })).toBeFocused();
    // The server's own answer by now.
    await expect(row).toContainText(/Photo 1, Photo 2: could not be fetched/, {
      timeout: 60_000,
    });
  },
);

test(
  "a seller corrects a wrong rate, lets the feed win over an edit, and deletes the feed",
  { tag: "@deep" },
  async ({ page, shop }) => {
    test.slow();
    const seller = await shop.signUp("Seller");
    await shop.verify(seller);
    await openAs(page, seller, "/dashboard/feeds");
    await page.getByRole("button", { name: "Create a feed" }).click();
    await page.getByLabel("Name").fill("Night export");
    await page.getByText("How its files are read").click();
    await page.getByLabel("Currency").fill("GBP");
    await page.getByLabel("Exchange rate").fill("2");
    await page.getByRole("button", { name: "Create feed" }).click();
    await upload(page, "lot.csv", [car(11, 10_000), car(12, 12_000)]);
    await expect(rowOf(page, `${lot}-11`)).toContainText("$20,000");
    await backToFeed(page);
    await page.getByLabel("Exchange rate").fill("1.25");
    await page.getByRole("button", { name: "Save and read lot.csv again" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "lot.csv" })).toBeVisible();
    await expect(rowOf(page, `${lot}-11`)).toContainText("$12,500");
    await apply(page, "Apply 2 changes");
    await expect(page.getByText("2 changes were made.")).toBeVisible();

    await open(page, "/dashboard/myproduct?sort=price");
    const row = page.getByRole("row").filter({ hasText: "$12,500" });
    await row.getByRole("button", { name: /^Change the price/ }).click();
    await page.getByLabel(/^New price/).fill("13,000");
    await page.keyboard.press("Enter");
    await expectMessage(page, "BMW 3 Series 2018 now costs $13,000");
    await page.goto("/dashboard/feeds");
    await page.getByRole("link", { name: "Night export", exact: true }).click();
    await upload(page, "lot.csv", [car(11, 9_900), car(12, 12_000)]);
    const changed = rowOf(page, `${lot}-11`);
    await expect(changed).toContainText("stays $13,000, as edited in the shop");
    await expectAccessible(page);
    await changed.getByRole("button", { name: /^Let the feed win for price/ }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Feed wins" }).click();
    await expect(changed).toContainText("$13,000 → $12,375");
    await backToFeed(page);
    await expect(page.getByRole("checkbox", { name: "price", exact: true })).toBeChecked();
    await page.getByRole("button", { name: "Delete this feed" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete feed" }).click();
    await expect(page.getByText("You have no feeds")).toBeVisible();
  },
);

test(
  "a seller has the file fetched every day, and ends it",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const seller = await shop.signUp("Seller");
    const { id } = await shop.addFeed(seller);
    await openAs(page, seller, `/dashboard/feeds/${id}`);
    const url = page.getByLabel("URL of the file");
    await url.fill("stock.csv");
    await page.getByRole("button", { name: "Fetch every day" }).click();
    await expect(url).toHaveAccessibleDescription(/Enter the full URL of the file/);
    await url.fill("https://127.0.0.1:9/stock.csv");
    await page.getByLabel("Every day at").selectOption("05:00 UTC");
    await page.getByRole("button", { name: "Fetch every day" }).click();
    await expectMessage(page, "The file is fetched within a minute");
    await expect(page.getByText("Not fetched yet.")).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(url).toHaveValue("https://127.0.0.1:9/stock.csv");
    const save = page.getByRole("button", { name: "Save and fetch now" });
    await url.fill("sftp://127.0.0.1:9/stock.csv");
    await save.click();
    const username = page.getByLabel("User name");
    await expect(username).toHaveAccessibleDescription("Enter the user name.");
    await username.fill("dealer");
    const password = page.getByLabel("Password of the server");
    await password.fill("secret");
    await save.click();
    await expectMessage(page, "The file is fetched within a minute");
    await expect(password).toHaveAccessibleDescription("Stored. Leave empty to keep it.");
    await expect(password).toHaveValue("");
    await expectAccessible(page);
    await expect(page.getByLabel("Every day at")).toHaveValue("5");
    await open(page, "/dashboard/feeds");
    await expect(rowOf(page, "Stock system").getByRole("time").first()).toBeVisible();
    await expect(rowOf(page, "Stock system")).not.toContainText("When you upload");
    await expectAccessible(page);
    await open(page, `/dashboard/feeds/${id}`);
    await page.getByRole("button", { name: "Stop fetching" }).click();
    await expectMessage(page, "Fetching ended");
    await expect(url).toHaveValue("");
    await open(page, "/dashboard/feeds");
    await expect(rowOf(page, "Stock system")).toContainText("When you upload");
  },
);

test(
  "a week with a new, a damaged and a dropped file's car, filters and progress",
  { tag: "@deep" },
  async ({ page, shop }) => {
    test.slow();
    const seller = await shop.signUp("Seller");
    await shop.verify(seller);
    const { id } = await shop.addFeed(seller);
    const feedPage = `/dashboard/feeds/${id}`;
    await openAs(page, seller, feedPage);
    const week = [1, 2, 3, 4, 5, 6].map((number) => car(30 + number));
    await test.step("Monday: the file is dropped on the page, and progress is shown", async () => {
      const content = `${[headers, ...week].join("\n")}\n`;
      const file = await page.evaluateHandle((text) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([text], "monday.csv", { type: "text/csv" }));
        return transfer;
      }, content);
      const zone = page.getByText(/^Drop/).first();
      await zone.dispatchEvent("dragover", { dataTransfer: file });
      await zone.dispatchEvent("drop", { dataTransfer: file });
      await expect(page.getByRole("heading", { level: 1, name: "monday.csv" })).toBeVisible();
      let go = () => {};
      const shown = new Promise<void>((resolve) => (go = resolve));
      await page.route("**/apply", async (route) => {
        await shown;
        await route.continue();
      });
      await apply(page, "Apply 6 changes");
      await expect(page.getByText(/^Applying \d of 6 changes$/)).toBeVisible();
      await expect(page.getByRole("progressbar", { name: "Applying the plan" })).toBeVisible();
      go();
      await expect(page.getByText("6 changes were made.")).toBeVisible();
    });
    await test.step("Tuesday: a new car, a damaged one and one without a price", async () => {
      await open(page, feedPage);
      const damaged = `${car(35).replace(/black$/, "black - accident damage")}`;
      const rows = [...week.slice(0, 4), damaged, car(36, "call us"), car(37)];
      await upload(page, "tuesday.csv", rows);
      await expect(counts(page)).toContainText("New1");
      await expect(counts(page)).toContainText("Gone1");
      await page.getByLabel("Search by car or stock number").fill(`${lot}-37`);
      await expect(page).toHaveURL(/q=/);
      await expect(rowOf(page, `${lot}-37`)).toBeVisible();
      await expect(rowOf(page, `${lot}-35`)).toHaveCount(0);
      await page.getByRole("link", { name: "Refused rows (2)" }).click();
      await page.getByLabel("Kind").selectOption("Damaged car");
      await expect(page).toHaveURL(/kind=damaged/);
      await expect(rowOf(page, "accident damage")).toBeVisible();
      await expect(rowOf(page, "call us")).toHaveCount(0);
      await page.getByLabel("Kind").selectOption("Can be corrected");
      await expect(rowOf(page, "call us")).toBeVisible();
      await expect(rowOf(page, "accident damage")).toHaveCount(0);
      await page.getByLabel("Kind").selectOption("Other brand");
      await expect(page.getByText("No matching rows")).toBeVisible();
      await page.getByRole("button", { name: "Show all rows" }).click();
      await expect(rowOf(page, "accident damage")).toBeVisible();
      await expectAccessible(page, [390]);
      await apply(page, "Apply 2 changes");
      await expect(page.getByText("2 changes were made.")).toBeVisible();
    });
    await test.step("Wednesday: the repaired car is back", async () => {
      await open(page, feedPage);
      await upload(page, "wednesday.csv", [...week, car(37), car(37, 15_000)]);
      await expect(counts(page)).toContainText("Back1");
      await page.getByRole("link", { name: "Notes (1)" }).click();
      await expect(page.getByText(/Line 9 repeats line 8, but differs/)).toBeVisible();
      await expect(page.getByText("$15,037 in line 8, $15,000 in line 9").first()).toBeVisible();
    });
  },
);

test(
  "what was edited in the shop waits until its seller decides, by keyboard",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const seller = await shop.signUp("Seller");
    await shop.verify(seller);
    const { id, plan } = await shop.addFeed(seller);
    await openAs(page, seller, `/dashboard/feeds/${id}/plans/${plan}`);
    await apply(page, "Apply 1 change");
    await expect(page.getByText("1 change was made.")).toBeVisible();
    await open(page, `/dashboard/feeds/${id}`);
    await expect(page.getByText("Nothing to decide")).toBeVisible();
    await open(page, "/dashboard/myproduct");
    const changeTo = async (price: string) => {
      await page.getByRole("button", { name: /^Change the price/ }).click();
      await page.getByLabel(/^New price/).fill(price);
      await page.keyboard.press("Enter");
      await expectMessage(page, `BMW 3 Series 2018 now costs $${price}`);
    };
    await changeTo("16,000");
    await open(page, "/dashboard/feeds");
    await page.getByRole("link", { name: "1 edit waiting for you" }).click();
    const row = rowOf(page, "$16,000");
    await expect(row).toContainText("$15,000");
    await expectAccessible(page, [390, 1440]);
    await row.getByRole("button", { name: /^Feed wins for price/ }).press("Enter");
    await expectMessage(page, "The price of BMW 3 Series 2018 shows what the feed says");
    await expect(page.getByText("Nothing to decide")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Edited in the shop" })).toBeFocused();
    await open(page, "/dashboard/myproduct");
    await expect(rowOf(page, "BMW 3 Series 2018")).toContainText("$15,000");
    await changeTo("16,500");
    await open(page, `/dashboard/feeds/${id}`);
    await page.getByRole("button", { name: /^Shop wins for price/ }).press("Enter");
    await expect(page.getByText("Nothing to decide")).toBeVisible();
    await open(page, "/dashboard/feeds");
    await expect(page.getByText("waiting for you")).toHaveCount(0);
  },
);

test(
  "a file of which no car can be read says so, and shows why first",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const seller = await shop.signUp("Seller");
    const { id } = await shop.addFeed(seller);
    await openAs(page, seller, `/dashboard/feeds/${id}`);
    await upload(page, "prices.csv", [car(1, "call us"), car(2, "call us")]);
    const main = page.getByRole("main");
    await expect(main).toContainText("no car could be read from this file");
    await expect(main).not.toContainText("already shows");
    await expect(main.getByText("No car read")).toBeVisible();
    await expect(main.getByRole("link", { name: "Refused rows (2)" })).toHaveAttribute(
      "aria-current",
      "page",
    );
    await expect(rowOf(page, "call us").first()).toBeVisible();
    await main.getByRole("link", { name: "Changes (0)" }).click();
    await expect(main).toContainText("No car could be read from this file.");
    await expectAccessible(page);
  },
);

test("a first file without currencies asks for it above the tabs, and is read again", async ({
  page,
  shop,
}) => {
  const seller = await shop.signUp("Seller");
  await openAs(page, seller, "/dashboard/feeds");
  await page.getByRole("button", { name: "Create a feed" }).click();
  const dialog = page.getByRole("dialog", { name: "New feed" });
  await dialog.getByLabel("Name").fill("Night export");
  await dialog.getByText("How its files are read").click();
  await dialog.getByLabel("Distance unit").selectOption("Miles");
  await dialog.getByRole("button", { name: "Create feed" }).click();
  await upload(page, "plain.csv", [car(71), car(72), car(73)]);
  const banner = page.getByRole("region", { name: "Missing currency" });
  await expect(banner).toContainText("All 3 prices have no currency.");
  const tabs = (await page.getByRole("navigation", { name: "Parts of the plan" }).boundingBox())!;
  const box = (await banner.boundingBox())!;
  expect(box.y + box.height).toBeLessThan(tabs.y);
  await expect(page.getByLabel("Reason")).toContainText("Price: … has no currency (3)");
  await expectAccessible(page, [390]);
  await banner.getByRole("button", { name: "Read again" }).click();
  await expect(counts(page)).toContainText("New3");
  await expect(banner).toHaveCount(0);
});

test("many edits are decided at once: those that are selected, and all that wait", async ({
  page,
  shop,
}) => {
  test.slow();
  const seller = await shop.signUp("Seller");
  await shop.verify(seller);
  const { id, plan } = await shop.addFeed(seller, 5);
  await openAs(page, seller, `/dashboard/feeds/${id}/plans/${plan}`);
  await apply(page, "Apply 5 changes");
  await expect(page.getByText("5 changes were made.")).toBeVisible();
  const cars = await shop.listOwnCars(seller);
  for (const car of cars) await shop.setPrice(seller, car, 14_000);

  await open(page, `/dashboard/feeds/${id}`);
  const table = page.getByRole("table", { name: "Edited in the shop" });
  await expect(rowOf(page, "$14,000")).toHaveCount(5);
  const boxes = table.getByRole("checkbox", { name: "Select price of BMW 3 Series 2018" });
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await expectAccessible(page, [390]);
  await selectionBar(page).getByRole("button", { name: "Shop wins" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("Your edits stay as long as the file says the same.");
  await dialog.getByRole("button", { name: "Shop wins for 2 edits" }).click();
  const result = page.getByRole("region", { name: "Result" });
  await expect(result.getByRole("status")).toHaveText("2 edits kept");
  await expect(result.getByRole("status")).toBeFocused();
  await expect(rowOf(page, "$14,000")).toHaveCount(3);
  await result.getByRole("button", { name: "Close" }).click();

  // One of them is changed in another tab, after the page has counted them.
  const all = page.getByRole("button", { name: "Feed wins for all 3 edits" });
  await expect(all).toBeVisible();
  const waiting = await shop.listEdits(seller, id);
  await shop.setPrice(seller, waiting[0]!, 15_000);
  await all.click();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Feed wins for all 3 edits" }).click();
  await expect(dialog.getByRole("alert")).toHaveText(
    "2 edits wait now, not 3. Nothing was changed.",
  );
  await dialog.getByRole("button", { name: "Feed wins for all 2 edits" }).click();
  await expect(result.getByRole("status")).toHaveText("2 edits replaced by what the feed says");
  await expect(result.getByRole("status")).toBeFocused();
  await expect(page.getByText("Nothing to decide")).toBeVisible();
  await result.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("heading", { name: "Edited in the shop" })).toBeFocused();
  const prices = (await shop.listOwnCars(seller)).map(({ resalePrice }) => resalePrice);
  expect(prices.toSorted()).toEqual([14_000, 14_000, 15_000, 15_000, 15_000]);
});
