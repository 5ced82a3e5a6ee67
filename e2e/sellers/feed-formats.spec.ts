import type { Page } from "@playwright/test";
import { feedFormats, type FeedFormat, type FeedRow } from "#testing/imports/feed-of-format.ts";
import { expectMessage, rowOf } from "../steps/locators.ts";
import { openAs } from "../steps/open-page.ts";
import { unique } from "../steps/shop.ts";
import { expect, test } from "../shop-test.ts";

const headers = ["Stock Number", "Make", "Model", "Year", "Price", "Mileage", "Color"];
const lot = unique();
const car = (number: number, changes: FeedRow = {}): FeedRow => ({
  "Stock Number": `${lot}-${number}`,
  Make: "BMW",
  Model: "3 Series",
  Year: "2018",
  Price: `${15_000 + number}`,
  Mileage: `${20_000 + number}`,
  Color: "black",
  ...changes,
});
const six = [1, 2, 3, 4, 5, 6].map((number) => car(number));

async function backToFeed(page: Page) {
  await page.getByRole("link", { name: "Stock system" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Stock system" })).toBeVisible();
}

const formats = ["xlsx", "xml", "json", "jsonl", "csv.gz", "zip"] satisfies FeedFormat[];
for (const format of formats)
  test(
    `a seller keeps cars in step with ${format} files`,
    { tag: "@deep" },
    async ({ page, shop }) => {
      test.slow();
      const seller = await shop.signUp("Seller");
      await shop.verify(seller);
      const { id } = await shop.addFeed(seller);
      await openAs(page, seller, `/dashboard/feeds/${id}`);
      const choose = (day: string, buffer: Buffer) =>
        page.getByLabel("The feed's file").setInputFiles({
          name: `${day}.${format}`,
          mimeType: "application/octet-stream",
          buffer,
        });
      const plan = async (day: string, rows: readonly FeedRow[]) => {
        await choose(day, feedFormats[format](headers, rows));
        const name = `${day}.${format}`;
        await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
      };
      const counts = page.getByLabel("Counts");
      const apply = async (day: string, changes: number) => {
        await page.getByRole("button", { name: `Apply ${changes} changes`, exact: true }).click();
        await expectMessage(page, `${day}.${format} was applied`);
        await expect(page.getByText(`${changes} changes were made.`)).toBeVisible();
        await backToFeed(page);
      };

      await test.step("Monday: six new cars", async () => {
        await plan("monday", six);
        await expect(counts).toContainText("New6");
        await expect(rowOf(page, `${lot}-1`)).toContainText("$15,001");
        await apply("monday", 6);
      });
      await test.step("Tuesday: a price, a new car, one gone, one damaged", async () => {
        const damaged = car(2, { Color: "black - accident damage" });
        await plan("tuesday", [car(1, { Price: "14000" }), damaged, ...six.slice(2, 5), car(7)]);
        for (const count of ["New1", "Changed1", "Gone2", "Refused rows1"])
          await expect(counts).toContainText(count);
        await page.getByLabel(/I have checked the changes/).check();
        await apply("tuesday", 4);
      });
      await test.step("Wednesday: an empty and a truncated file, then all cars again", async () => {
        await choose("empty", feedFormats[format](headers, []));
        await expect(page.getByRole("alert")).toContainText("empty.");
        const whole = feedFormats[format](headers, six);
        await choose("cut", whole.subarray(0, Math.floor(whole.length / 2) + 10));
        await expect(page.getByRole("alert")).toContainText(/cut\..*(?:cut off|ends too early)/);
        await expect(page.getByText("5 cars of this feed for sale.")).toBeVisible();
        await plan("wednesday", [...six, car(7)]);
        await expect(counts).toContainText("Back2");
        await apply("wednesday", 3);
        await expect(page.getByText("7 cars of this feed for sale.")).toBeVisible();
      });
    },
  );
