import type { Page } from "@playwright/test";
import { expect, test } from "../shop-test.ts";
import { expectAccessible } from "../steps/axe.ts";
import { loaded, open } from "../steps/open-page.ts";
import { photosOf } from "../steps/photos.ts";
import type { openShop } from "../steps/shop.ts";

type Shop = ReturnType<typeof openShop>;

async function openPhotos(page: Page, shop: Shop, count: number) {
  const photos = await photosOf(shop, count);
  const car = await shop.addCar(await shop.signUp("Seller"), { photos });
  await open(page, `/cars/${car.id}`);
  await loaded(page);
  await page.getByRole("button", { name: "Full screen" }).click();
  const full = page.getByRole("dialog", { name: `Photos of ${car.name}` });
  const photo = (number: number) => full.getByRole("img", { name: `Photo number ${number}` });
  await expect(photo(1)).toBeInViewport();
  /** How much larger than the whole photo it is. */
  const scaleOf = (number: number) =>
    photo(number).evaluate((image: HTMLImageElement) => {
      const { width } = image.getBoundingClientRect();
      return Math.round((width / image.offsetWidth) * 10) / 10;
    });
  return { full, photo, scaleOf };
}

test.describe("on a desktop", () => {
  test.use({ viewport: { width: 1440, height: 900 }, colorScheme: "light" });

  test("photos fill a dark screen with captions, thumbnails and zoom", async ({ page, shop }) => {
    const { full, photo, scaleOf } = await openPhotos(page, shop, 3);
    await expect(full).toHaveCSS("background-color", "rgb(15, 15, 15)");
    await expect(full.getByText("Photo number 1", { exact: true })).toBeVisible();
    const thumbnails = full.getByRole("list", { name: "Thumbnails" }).getByRole("button");
    await expect(thumbnails).toHaveCount(3);
    for (const name of ["Close", "Zoom in", "Next photo"]) {
      const button = full.getByRole("button", { name });
      const { width, height } = (await button.boundingBox())!;
      expect([name, width, height]).toEqual([name, 44, 44]);
      await expect(button).toHaveCSS("border-radius", /9999|e\+|50%/);
    }
    await expectAccessible(page);

    await thumbnails.nth(2).click();
    await expect(photo(3)).toBeInViewport();
    await expect(full.getByText("Photo number 3", { exact: true })).toBeVisible();
    await expect.poll(() => scaleOf(3)).toBe(1);
    await photo(3).dblclick({ position: { x: 700, y: 200 } });
    await expect.poll(() => scaleOf(3)).toBe(2.5);
    const before = (await photo(3).boundingBox())!;
    await page.mouse.move(700, 300);
    await page.mouse.down();
    await page.mouse.move(760, 320, { steps: 4 });
    await page.mouse.up();
    const after = (await photo(3).boundingBox())!;
    expect(Math.round(after.x - before.x)).toBe(60);
    await full.getByRole("button", { name: "Zoom out" }).click();
    await expect.poll(() => scaleOf(3)).toBe(1);

    // Another photo starts whole, and so does this one later.
    await full.getByRole("button", { name: "Zoom in" }).click();
    await expect.poll(() => scaleOf(3)).toBe(2.5);
    await page.keyboard.press("Home");
    await expect(photo(1)).toBeInViewport();
    expect([await scaleOf(1), await scaleOf(3)]).toEqual([1, 1]);
    await expect(full.getByRole("button", { name: "Zoom in" })).toBeVisible();
  });
});

test.describe("on a touch screen", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("two fingers and a double tap zoom a photo, and one finger moves it", async ({
    page,
    shop,
  }) => {
    const { full, photo, scaleOf } = await openPhotos(page, shop, 2);
    await expect(full.getByRole("list", { name: "Thumbnails" })).toBeHidden();
    await page.touchscreen.tap(195, 400);
    await page.touchscreen.tap(195, 400);
    await expect.poll(() => scaleOf(1)).toBe(2.5);
    const fingers = await touch(page);
    await fingers("touchStart", [195, 400]);
    for (const x of [165, 135, 105]) await fingers("touchMove", [x, 400]);
    await fingers("touchEnd");
    // The photo has moved, and the next one has not come.
    await expect(full.getByText("Photo 1 / 2")).toBeVisible();
    expect((await photo(1).boundingBox())!.x).toBeLessThan(195 - 2.5 * 195 - 60);
    await page.touchscreen.tap(195, 400);
    await page.touchscreen.tap(195, 400);
    await expect.poll(() => scaleOf(1)).toBe(1);

    await fingers("touchStart", [175, 400], [215, 400]);
    for (const by of [10, 20, 40]) await fingers("touchMove", [175 - by, 400], [215 + by, 400]);
    await fingers("touchEnd");
    await expect.poll(() => scaleOf(1)).toBe(3);
    await fingers("touchStart", [100, 400], [290, 400]);
    for (const by of [30, 60, 80]) await fingers("touchMove", [100 + by, 400], [290 - by, 400]);
    await fingers("touchEnd");
    await expect.poll(() => scaleOf(1)).toBe(1);
  });
});

/** Fingers on the page, each at a point. */
async function touch(page: Page) {
  const browser = await page.context().newCDPSession(page);
  return async (type: "touchStart" | "touchMove" | "touchEnd", ...points: [number, number][]) => {
    await browser.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: points.map(([x, y], id) => ({ x, y, id })),
    });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  };
}
