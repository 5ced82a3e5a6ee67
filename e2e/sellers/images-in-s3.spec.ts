import { startS3Server, type S3Server } from "#testing/images/s3-server.ts";
import { expect, test } from "../shop-test.ts";
import { fillProduct, newProduct, sendProduct } from "../steps/add-product.ts";
import { cardOf, expectMessage, rowOf } from "../steps/locators.ts";
import { open, openAs } from "../steps/open-page.ts";
import { pictures } from "../steps/photos.ts";
import { startShop, startTimeout, type RunningShop } from "../steps/start-shop.ts";

// The journey of a photo in a shop whose images are in an S3-compatible store.
test.describe("images in S3", { tag: "@deep" }, () => {
  test.describe.configure({ timeout: startTimeout });

  let s3: S3Server;
  let running: RunningShop;
  test.beforeAll(async () => {
    s3 = await startS3Server();
    running = await startShop({ IMAGE_STORE_URL: s3.url() });
  });
  test.afterAll(async () => {
    await running.stop();
    await s3.remove();
  });

  test("a seller's photo is on the listing; a failed upload says so and can be repeated", async ({
    page,
  }) => {
    const { shop } = running;
    const [photo] = await pictures(1);
    const product = newProduct();
    await openAs(page, await shop.signUp("Seller"), `${shop.address}/dashboard/addproduct`);
    await fillProduct(page, product);
    await s3.stop();
    await page.getByLabel("Image").setInputFiles(photo!);
    const failure = page.getByText("We could not save this image. Please try again in a moment.");
    await expect(failure).toBeVisible();
    await s3.start();
    await page.getByRole("button", { name: /^Upload .* again$/ }).click();
    await expect(failure).toHaveCount(0);
    await sendProduct(page);
    await expectMessage(page, "Product Add Successful");
    await expect(rowOf(page, product.name)).toContainText("For sale");

    await open(page, `${shop.address}/products/3`);
    const image = cardOf(page, product.name).getByRole("img", { name: product.name });
    await expect(image).toHaveAttribute("src", /\/images\//);
    await expect
      .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
      .toBeGreaterThan(0);
  });
});
