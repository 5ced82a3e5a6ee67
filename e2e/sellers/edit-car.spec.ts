import { expect, test } from "../shop-test.ts";
import { expectAccessible } from "../steps/axe.ts";
import { runSql } from "../steps/database.ts";
import { chooseInRow, expectMessage, rowOf } from "../steps/locators.ts";
import { loaded, open, openAs } from "../steps/open-page.ts";
import { photosOf, pictures } from "../steps/photos.ts";

const options = Array.from({ length: 20 }, (_, at) => `Option ${at + 1}`);

for (const width of [390, 1440])
  test(
    `a seller reorders, adds and removes photos and lowers the price at ${width} px`,
    { tag: width === 1440 ? [] : "@deep" },
    async ({ page, shop }) => {
      await page.setViewportSize({ width, height: 900 });
      const seller = await shop.signUp("Seller");
      const car = await shop.addCar(seller, { photos: await photosOf(shop, 3) });
      await openAs(page, seller, "/dashboard/myproduct");
      await chooseInRow(rowOf(page, car.name), `Edit ${car.name}`);
      await expect(page.getByRole("heading", { name: `Edit ${car.name}` })).toBeVisible();
      const photos = page.getByRole("list", { name: "Photos" }).getByRole("listitem");
      await expect(photos).toHaveCount(3);
      await page.getByLabel("Image").setInputFiles(await pictures(2));
      await expect(photos).toHaveCount(5);
      await page.getByRole("button", { name: "Use photo 3 as the cover" }).click();
      await page.getByRole("button", { name: "Move photo 2 later" }).click();
      await page.getByRole("button", { name: "Remove photo 4" }).click();
      await page.getByRole("button", { name: "Add text for photo 4" }).click();
      await page.getByLabel("Text for photo 4", { exact: true }).fill("Rear");
      await page.getByLabel("Resale price").fill("22,000");
      await page.getByRole("button", { name: "Save changes" }).click();
      await expectMessage(page, "Changes saved");
      await expect(page).toHaveURL("/dashboard/myproduct");
      await expect(rowOf(page, car.name)).toContainText("$22,000");

      await open(page, `/cars/${car.id}`);
      const gallery = page.getByRole("group", { name: `Photos of ${car.name}` });
      await expect(gallery.getByRole("img")).toHaveCount(4);
      const names = await gallery
        .getByRole("img")
        .evaluateAll((images) => images.map((image) => image.getAttribute("alt")));
      expect(names).toEqual(["Photo number 3", "Photo number 2", "Photo number 1", "Rear"]);
      await expect(page.getByText("$2,500 less")).toBeVisible();
    },
  );

test(
  "photos are dragged to another place, or moved by buttons, which is said",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const seller = await shop.signUp("Seller");
    const car = await shop.addCar(seller, { photos: await photosOf(shop, 3) });
    await openAs(page, seller, `/dashboard/myproduct/${car.id}/edit`);
    const photos = page.getByRole("list", { name: "Photos" }).getByRole("listitem");
    const texts = () => photos.getByText(/^Photo number/).allTextContents();
    await expect.poll(texts).toEqual(["Photo number 1", "Photo number 2", "Photo number 3"]);
    const corner = { x: 20, y: 20 };
    await photos.nth(2).dragTo(photos.first(), { sourcePosition: corner, targetPosition: corner });
    await expect.poll(texts).toEqual(["Photo number 3", "Photo number 1", "Photo number 2"]);
    await expect(page.getByText("Moved to position 1 of 3.")).toBeVisible();
    await page.getByRole("button", { name: "Move photo 1 later" }).click();
    await expect.poll(texts).toEqual(["Photo number 1", "Photo number 3", "Photo number 2"]);
    await expect(page.getByText("Moved to position 2 of 3.")).toBeVisible();

    // At an end, the focus goes to the button for the other direction.
    const focused = page.locator(":focus");
    for (const [pressed, next] of [
      ["Move photo 2 earlier", "Move photo 1 later"],
      ["Move photo 2 later", "Move photo 3 earlier"],
      ["Use photo 3 as the cover", "Move photo 1 later"],
    ] as const) {
      await page.getByRole("button", { name: pressed }).press("Enter");
      await expect(focused).toHaveAccessibleName(next);
    }
  },
);

for (const width of [390, 1440])
  test(
    `a seller states details, which the car's page shows, at ${width} px`,
    { tag: width === 1440 ? [] : "@deep" },
    async ({ page, shop }) => {
      await page.setViewportSize({ width, height: 900 });
      const seller = await shop.signUp("Seller");
      const car = await shop.addCar(seller);
      await openAs(page, seller, `/dashboard/myproduct/${car.id}/edit`);
      await expect(page.getByLabel("Doors")).toBeHidden();
      await page.getByText("More details").click();
      await page.getByLabel("Power", { exact: true }).fill("188");
      await page.getByLabel("Drive").selectOption("all-wheel drive");
      await page.getByLabel("First registration").fill("2019-03");
      await page.getByLabel("Service history").selectOption("full");
      await page.getByLabel("Options").fill(options.join("\n"));
      await page.getByLabel("Doors").fill("12");
      // Also if the seller has folded the part with the error.
      await page.getByText("More details").click();
      await page.getByRole("button", { name: "Save changes" }).click();
      const doors = page.getByLabel("Doors");
      await expect(doors).toBeFocused();
      await expect(doors).toHaveAccessibleDescription("Doors must be a whole number from 1 to 9.");
      await doors.fill("5");
      await page.getByRole("button", { name: "Save changes" }).click();
      await expectMessage(page, "Changes saved");

      await open(page, `/cars/${car.id}`);
      const main = page.getByRole("main");
      for (const fact of ["140 kW (188 hp)", "All-wheel drive", "March 2019", "Full"])
        await expect(main.getByText(fact, { exact: true })).toBeVisible();
      await expect(main.getByText("Seats", { exact: true })).toHaveCount(0);
      await expect(main.getByText("Option 1", { exact: true })).toBeVisible();
      await expect(main.getByText("Option 20")).toBeHidden();
      await main.getByText("Show all 20 options").click();
      await expect(main.getByText("Option 20")).toBeVisible();
    },
  );

test(
  "the edit page is accessible, and refuses a reserved car",
  { tag: "@deep" },
  async ({ page, shop }) => {
    test.slow();
    const [seller, buyer] = await Promise.all([shop.signUp("Seller"), shop.signUp("Buyer")]);
    const car = await shop.addCar(seller, { photos: await photosOf(shop, 2) });
    await openAs(page, seller, `/dashboard/myproduct/${car.id}/edit`);
    await page.getByRole("button", { name: "Edit text for photo 2" }).click();
    await expect(page.getByLabel("Text for photo 2", { exact: true })).toBeFocused();
    await loaded(page);
    await expectAccessible(page);
    await shop.book(buyer, car);
    await page.getByLabel("Location").fill("Faro");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expectMessage(
      page,
      "A buyer has reserved this car. You can edit it when the reservation ends.",
    );
    await expect(page.getByLabel("Location")).toHaveValue("Faro");
    await open(page, `/dashboard/myproduct/${car.id}/edit`);
    await expect(page.getByText("A buyer has reserved this car")).toBeVisible();
  },
);

test(
  "a photo that cannot be uploaded says why and keeps the others",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const seller = await shop.signUp("Seller");
    const car = await shop.addCar(seller);
    await openAs(page, seller, `/dashboard/myproduct/${car.id}/edit`);
    const broken = { name: "a.png", mimeType: "image/png", buffer: Buffer.from("not a picture") };
    const empty = { name: "b.png", mimeType: "image/png", buffer: Buffer.alloc(0) };
    await page.getByLabel("Image").setInputFiles([broken, empty, ...(await pictures(1))]);
    const message = "Please choose a PNG, JPG, GIF, WebP or AVIF image.";
    const photo = page.getByRole("list", { name: "Photos" }).getByRole("listitem");
    const failure = photo.getByRole("alert");
    await expect(failure).toHaveText([
      `Photo 1 was not uploaded. ${message}`,
      "Photo 2 was not uploaded. This file is empty. Please choose another one.",
    ]);
    // The text is not what is wrong, and a picture that cannot be shown is none.
    await expect(photo.locator("[aria-invalid]")).toHaveCount(0);
    await expect(photo.getByRole("img")).toHaveCount(1);
    await expect(page.getByText("Cover", { exact: true })).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save changes" }).click();
    await expectMessage(page, message);
    await page.getByRole("button", { name: "Remove photo 1" }).click();
    await page.getByRole("button", { name: "Remove photo 1" }).click();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expectMessage(page, "Changes saved");
  },
);

test("a car that its seller took off sale says how to edit it", async ({ page, shop }) => {
  const seller = await shop.signUp("Seller");
  const car = await shop.addCar(seller);
  const answer = await page.request.post("/api/products/bulk", {
    headers: { authorization: `Bearer ${seller.token}` },
    data: { action: "withdraw", cars: [{ _id: car.id }] },
  });
  expect(await answer.json()).toMatchObject({ doneCount: 1 });
  await openAs(page, seller, `/dashboard/myproduct/${car.id}/edit`);
  await expect(page.getByText("This car is off sale")).toBeVisible();
  await expect(page.getByText("Put it on sale to edit it")).toBeVisible();
  await page.getByRole("link", { name: "Back to My Products" }).click();
  await expect(page).toHaveURL("/dashboard/myproduct");

  const admin = await shop.admin();
  const suspended = await page.request.put(`/api/seller/suspend/${seller.id}`, {
    headers: { authorization: `Bearer ${admin.token}` },
    data: { reason: "Test" },
  });
  expect(suspended.status()).toBe(200);
  await open(page, `/dashboard/myproduct/${car.id}/edit`);
  await expect(page.getByText("You can't edit cars while you are suspended")).toBeVisible();
});

for (const { path, change } of [
  { path: "edit", change: "a typed text" },
  { path: "edit", change: "a new photo" },
  { path: "add", change: "a typed text" },
])
  test(
    `the ${path} form asks before ${change} is lost`,
    { tag: change === "a typed text" ? [] : "@deep" },
    async ({ page, shop }) => {
      const seller = await shop.signUp("Seller");
      const car = await shop.addCar(seller);
      const form = path === "add" ? "/dashboard/addproduct" : `/dashboard/myproduct/${car.id}/edit`;
      await openAs(page, seller, "/dashboard/myproduct");
      const drawer = page.getByRole("navigation", { name: "Dashboard" });
      if (path === "add") await drawer.getByRole("link", { name: "Add Products" }).click();
      else await chooseInRow(rowOf(page, car.name), `Edit ${car.name}`);
      const location = page.getByLabel("Location");
      const home = page
        .getByRole("banner")
        .getByRole("link", { name: /Marque/ })
        .first();
      const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
      await expect(location).toBeVisible();
      if (change === "a new photo") await page.getByLabel("Image").setInputFiles(await pictures(1));
      else await location.fill("Faro");

      await home.click();
      await expect(question).toBeVisible();
      await expectAccessible(page);
      await question.getByRole("button", { name: "Keep editing" }).click();
      await expect(question).toBeHidden();
      await expect(page).toHaveURL(form);
      await page.evaluate(() => history.back());
      await expect(question).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(question).toBeHidden();
      await expect(page).toHaveURL(form);
      if (change === "a typed text") await expect(location).toHaveValue("Faro");

      const asked: string[] = [];
      page.once("dialog", (dialog) => {
        asked.push(dialog.type());
        void dialog.dismiss();
      });
      await page.evaluate(() => globalThis.location.reload());
      await expect.poll(() => asked).toEqual(["beforeunload"]);
      await home.click();
      await question.getByRole("button", { name: "Leave" }).click();
      await expect(page).toHaveURL("/");
    },
  );

test("a form is left without a question if nothing was changed, or if it was changed back", async ({
  page,
  shop,
}) => {
  const seller = await shop.signUp("Seller");
  const car = await shop.addCar(seller, { photos: await photosOf(shop, 2) });
  await openAs(page, seller, `/dashboard/myproduct/${car.id}/edit`);
  const resale = page.getByLabel("Resale price");
  const before = await resale.inputValue();
  await resale.fill("1");
  await resale.fill(before);
  await resale.blur();
  await page.getByRole("button", { name: "Move photo 1 later" }).click();
  await page.getByRole("button", { name: "Move photo 1 later" }).click();
  await page
    .getByRole("banner")
    .getByRole("link", { name: /Marque/ })
    .first()
    .click();
  await expect(page).toHaveURL("/");
});

test("the edit form names every mistake at once, and not what was wrong before", async ({
  page,
  shop,
}) => {
  const seller = await shop.signUp("Seller");
  const car = await shop.addCar(seller);
  // As of a car from an import.
  await runSql(
    `update listing set original_price_minor = null, vin = 'OLD' where id = '${car.id}'`,
  );
  await openAs(page, seller, `/dashboard/myproduct/${car.id}/edit`);
  const wrong = {
    "Resale price": ["", "Resale price is required."],
    "Year of purchase": ["1800", "Year of purchase cannot be before 1886."],
    "Years used": ["-3", "Years used cannot be below zero."],
    Year: ["3020", "Year cannot be in the future."],
  } as const;
  const field = (label: string) => page.getByLabel(label, { exact: true });
  for (const [label, [typed]] of Object.entries(wrong)) await field(label).fill(typed);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(field("Year")).toBeFocused();
  for (const [label, [, message]] of Object.entries(wrong))
    await expect(field(label)).toHaveAccessibleDescription(message);
  await expect(page.locator("[aria-invalid=true]")).toHaveCount(4);
  for (const [label, right] of [
    ["Resale price", "20,000"],
    ["Year of purchase", "2019"],
    ["Years used", "3"],
    ["Year", ""],
  ] as const)
    await field(label).fill(right);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expectMessage(page, "Changes saved");
  await expect(page).toHaveURL("/dashboard/myproduct");
});
