import { expect, test } from "../shop-test.ts";
import { expectAccessible } from "../steps/axe.ts";
import { fillProduct, newProduct } from "../steps/add-product.ts";
import { loaded, openAs } from "../steps/open-page.ts";
import { photosOf, pictures } from "../steps/photos.ts";

const form = "/dashboard/addproduct";

test("the form begins with the photos, and shows the card beside it", async ({ page, shop }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAs(page, await shop.signUp("Seller"), form);
  await loaded(page);
  await expect(page.getByRole("main").locator("form legend.display, form summary")).toHaveText([
    "Photos",
    "Car",
    "Condition and description",
    "Price",
    "Contact",
    "More details",
  ]);
  const price = (await page.getByLabel("Resale price").boundingBox())!;
  const suggestion = (await page.getByRole("region", { name: "Suggested price" }).boundingBox())!;
  expect(suggestion.x).toBeGreaterThan(price.x + price.width);
  expect(Math.abs(suggestion.y - price.y)).toBeLessThan(60);

  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview).toContainText("Without a photo, buyers see an illustration.");
  const product = newProduct();
  await fillProduct(page, product);
  await page.getByLabel("Mileage", { exact: true }).fill("41,000");
  await expect(preview).toContainText(product.name);
  await expect(preview).toContainText("41,000 mi");
  await expect(preview).toContainText("$32,500");
  await expect(preview).toContainText("Market Price $41,000");
  await page.getByLabel("Image").setInputFiles(await pictures(1));
  await expect(preview.getByRole("img", { name: "The cover" })).toBeVisible();
  await expectAccessible(page);

  await page.getByText("More details").click();
  await page.getByLabel("Options").scrollIntoViewIfNeeded();
  await expect(preview).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("button", { name: "Add product" })).toBeInViewport({ ratio: 1 });
});

test("on a phone the button stays at the bottom and covers no field", async ({ page, shop }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, await shop.signUp("Seller"), form);
  await loaded(page);
  const button = page.getByRole("button", { name: "Add product" });
  const bottomOf = async () => {
    const { y, height } = (await button.boundingBox())!;
    return y + height;
  };
  await expect(page.getByRole("region", { name: "Preview" })).toBeHidden();
  await expect.poll(bottomOf).toBeGreaterThan(844 - 16);
  expect(await bottomOf()).toBeLessThanOrEqual(844);
  await page.getByLabel("Image").focus();
  const fields = page.getByRole("main").locator("form input:visible, form select:visible");
  const count = await fields.count();
  for (let at = 0; at < count; at++) {
    await page.keyboard.press("Tab");
    const hidden = await page.evaluate(() => {
      const field = document.activeElement!;
      if (!field.matches("input, select, textarea")) return null;
      const { bottom } = field.getBoundingClientRect();
      return bottom > document.querySelector("form [type=submit]")!.getBoundingClientRect().top
        ? field.getAttribute("name")
        : null;
    });
    expect(hidden).toBeNull();
  }
});

test("photos stand in a grid and are ordered by keyboard", async ({ page, shop }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const seller = await shop.signUp("Seller");
  const car = await shop.addCar(seller, { photos: await photosOf(shop, 5) });
  await openAs(page, seller, `/dashboard/myproduct/${car.id}/edit`);
  const photos = page.getByRole("list", { name: "Photos" }).getByRole("listitem");
  await expect(photos).toHaveCount(5);
  const boxes = await Promise.all((await photos.all()).map((photo) => photo.boundingBox()));
  expect(new Set(boxes.slice(0, 4).map((box) => box!.y)).size).toBe(1);
  expect(boxes[4]!.x).toBe(boxes[0]!.x);
  const thumb = (await photos.first().getByRole("img").boundingBox())!;
  expect(thumb.width / thumb.height).toBeCloseTo(4 / 3, 1);

  const texts = () => photos.getByText(/^Photo number/).allTextContents();
  await page.getByRole("button", { name: "Move photo 2 earlier" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(texts).toEqual([2, 1, 3, 4, 5].map((number) => `Photo number ${number}`));
  await expect(photos.first()).toContainText("Cover");
  await expect(page.locator(":focus")).toHaveAccessibleName("Move photo 1 later");
  await expect(page.getByText("Moved to position 1 of 5.")).toBeVisible();
  await expect(photos.nth(1)).not.toContainText("Cover");
  await expect(page.getByRole("textbox", { name: "Text for photo 1" })).toHaveCount(0);
  await page.getByRole("button", { name: "Edit text for photo 1" }).press("Enter");
  await expect(page.getByRole("textbox", { name: "Text for photo 1" })).toHaveValue(
    "Photo number 2",
  );
});
