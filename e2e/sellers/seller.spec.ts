import { fillProduct, newProduct, sendProduct } from "../steps/add-product.ts";
import { runSql } from "../steps/database.ts";
import { open, openAs } from "../steps/open-page.ts";
import { cardOf, chooseInRow, expectMessage, rowOf } from "../steps/locators.ts";
import { pictures } from "../steps/photos.ts";
import { fillSignUp, portrait, sendSignUp } from "../steps/sign-up.ts";
import { newUser } from "../steps/shop.ts";
import { expect, test } from "../shop-test.ts";

test("a seller signs up, adds a car with both prices, advertises and deletes it", async ({
  page,
}) => {
  const seller = newUser();
  const product = newProduct();
  await open(page, "/signup");
  await fillSignUp(page, { ...seller, role: "Seller" });
  await sendSignUp(page);
  await expect(page).toHaveURL("/dashboard");

  await page
    .getByRole("navigation", { name: "Dashboard" })
    .getByRole("link", { name: "Add Products" })
    .click();
  await expect(page.getByRole("heading", { name: "Add a New Product" })).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(seller.email);
  await expect(page.getByLabel("Email")).not.toBeEditable();
  await fillProduct(page, product);
  await page.getByLabel("Image").setInputFiles(await portrait());
  await sendProduct(page);
  await expectMessage(page, "Product Add Successful");
  await expect(page).toHaveURL("/dashboard/myproduct");
  const own = rowOf(page, product.name);
  await expect(own).toContainText("For sale");

  await open(page, "/products/3");
  const card = cardOf(page, product.name);
  await expect(card).toContainText("$32,500");
  await expect(card.locator("s")).toHaveText("$41,000");
  await expect(card.getByRole("img", { name: product.name })).toHaveAttribute("src", /^\/images\//);
  await open(page, "/");
  await expect(card).toHaveCount(0);

  await open(page, "/dashboard/myproduct");
  await own.getByRole("button", { name: `Advertise ${product.name}` }).click();
  await expectMessage(page, `${product.name} advertise successfully!`);
  await expect(own).toContainText("Advertised");
  await open(page, "/");
  await expect(card).toBeVisible();

  await open(page, "/dashboard/myproduct");
  await chooseInRow(own, `Delete ${product.name}`);
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expectMessage(page, "Product Deleted Successfully");
  await expect(own).toHaveCount(0);
  await open(page, "/products/3");
  await expect(card).toHaveCount(0);
});

test(
  "accepts prices as people type them, and a refusal keeps the form",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const seller = await shop.signUp("Seller");
    const taken = `WAUZZZ4M8KD0${String(Date.now()).slice(-5)}`;
    const taker = await shop.addCar(seller);
    await runSql(`update listing set vin = '${taken}' where id = '${taker.id}'`);
    await openAs(page, seller, "/dashboard/addproduct");
    const product = { ...newProduct(), originalPrice: "$41,000", purchase: "1800" };
    await fillProduct(page, product);
    await page.getByLabel("Image").setInputFiles(await portrait());
    await page.getByLabel("Mileage", { exact: true }).fill("12,500");
    const original = page.getByLabel("Original price");
    const resale = page.getByLabel("Resale price");
    await expect(original).toHaveValue("$41,000");
    // Ambiguous: in many countries this is 41 thousand.
    await resale.fill("41.000,50");
    await resale.blur();
    await expect(resale).toHaveAccessibleDescription(
      "Enter resale price with commas between thousands and a period before decimals, like $1,250.50.",
    );
    await resale.fill("1,234,567.89");
    await resale.blur();
    await expect(resale).toHaveValue("$1,234,567.89");
    await expect(resale).toHaveAccessibleDescription("");

    const message = "Year of purchase cannot be before 1886.";
    await sendProduct(page);
    const purchase = page.getByLabel("Year of purchase");
    await expect(purchase).toHaveAccessibleDescription(message);
    await expect(purchase).toBeFocused();
    await purchase.fill("2020");
    await expect(purchase).toHaveAccessibleDescription("");
    // Only the server knows the cars for sale.
    const vin = page.getByRole("textbox", { name: /^VIN/ });
    await vin.fill(taken);
    await sendProduct(page);
    const question = page.getByRole("alertdialog", {
      name: "The resale price is higher than the original price",
    });
    await expect(question).toContainText("$1,234,567.89");
    await page.keyboard.press("Escape");
    await expect(question).toBeHidden();
    await expect(resale).toBeFocused();
    await sendProduct(page);
    await question.getByRole("button", { name: "Add at $1,234,567.89" }).press("Enter");

    const refusal = "A car with this VIN is already for sale here.";
    await expectMessage(page, refusal);
    await expect(vin).toHaveAccessibleDescription(new RegExp(refusal));
    await expect(vin).toBeFocused();
    const name = page.getByRole("main").getByRole("textbox", { name: "Name", exact: true });
    await expect(name).toHaveValue(product.name);
    await expect(resale).toHaveValue("$1,234,567.89");
    await expect(page.getByAltText("The chosen file")).toBeVisible();

    await vin.fill("");
    await resale.fill("32,500");
    await sendProduct(page);
    await expect(page).toHaveURL("/dashboard/myproduct");
    await open(page, "/products/3");
    const card = cardOf(page, product.name);
    await expect(card).toContainText("$32,500");
    await expect(card.getByRole("img", { name: product.name })).toHaveAttribute(
      "src",
      /^\/images\//,
    );
  },
);

test(
  "shows facts as buyers see them, and beside the button which photo is uploaded",
  { tag: "@deep" },
  async ({ page, shop }) => {
    await openAs(page, await shop.signUp("Seller"), "/dashboard/addproduct");
    const product = newProduct();
    await fillProduct(page, product);
    await page.getByLabel("Fuel").selectOption({ label: "Plug-in hybrid" });
    await page.getByLabel("Body type").selectOption({ label: "Station wagon" });
    const arrived: (() => void)[] = [];
    await page.route("**/api/images*", async (route) => {
      await new Promise<void>((resolve) => arrived.push(resolve));
      await route.continue();
    });
    await page.getByLabel("Image").setInputFiles(await pictures(2));
    await sendProduct(page);
    const note = page.getByRole("status").filter({ hasText: /^Uploading/ });
    for (const photo of [1, 2]) {
      await expect(note).toContainText(`Uploading photo ${photo} of 2.`);
      await expect(note).toBeInViewport();
      await expect.poll(() => arrived.length).toBe(photo);
      arrived.at(-1)!();
    }
    await expect(page).toHaveURL("/dashboard/myproduct");
  },
);

test("the empty form names every mistake at once, at its field", async ({ page, shop }) => {
  await openAs(page, await shop.signUp("Seller"), "/dashboard/addproduct");
  const form = page.getByRole("main");
  const name = form.getByRole("textbox", { name: "Name", exact: true });
  const wrong = {
    "Original price": ["", /Original price is required\.$/],
    "Resale price": ["41.000,50", /^Enter resale price with commas/],
    "Year of purchase": ["1800", "Year of purchase cannot be before 1886."],
    "Years used": ["-3", "Years used cannot be below zero."],
    Year: ["3020", "Year cannot be in the future."],
    Mileage: ["many", "Enter the mileage as a number, like 41,000."],
    VIN: ["WVWZZZ1KZ", /A VIN has/],
    Doors: ["12", "Doors must be a whole number from 1 to 9."],
  } as const;
  await form.getByText("More details").click();
  for (const [label, [typed]] of Object.entries(wrong))
    await form.getByLabel(label, { exact: true }).fill(typed);
  await sendProduct(page);
  await expect(name).toHaveAccessibleDescription("Name is required.");
  await expect(form.getByLabel("VIN", { exact: true })).toBeFocused();
  for (const [label, [, message]] of Object.entries(wrong))
    await expect(form.getByLabel(label, { exact: true })).toHaveAccessibleDescription(message);
});

test("refuses a file that is not an image", async ({ page, shop }) => {
  await openAs(page, await shop.signUp("Seller"), "/dashboard/addproduct");
  await fillProduct(page, newProduct());
  await page.getByLabel("Image").setInputFiles({
    name: "car.png",
    mimeType: "image/png",
    buffer: Buffer.from("not a picture"),
  });
  await sendProduct(page);
  await expectMessage(page, "Please choose a PNG, JPG, GIF, WebP or AVIF image.");
});

test("refuses to delete a car with a hold", async ({ page, shop }) => {
  const [seller, buyer] = await Promise.all([shop.signUp("Seller"), shop.signUp("Buyer")]);
  const car = await shop.addCar(seller);
  await openAs(page, seller, "/dashboard/myproduct");
  await chooseInRow(rowOf(page, car.name), `Delete ${car.name}`);
  await shop.book(buyer, car);
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("region", { name: "Messages" }).getByRole("status")).toContainText(
    /hold|reserved/i,
  );
  const row = rowOf(page, car.name);
  await expect(row).toContainText(/Reserved\s*Held until/);
  for (const text of [buyer.name, buyer.email]) await expect(row).not.toContainText(text);
});
