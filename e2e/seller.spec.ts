import { fillProduct, productFacts, sendProduct } from "./steps/add-product.ts";
import { open, openAs } from "./steps/go.ts";
import { cardOf, expectMessage, rowOf } from "./steps/look.ts";
import { fillSignUp, portrait, sendSignUp } from "./steps/sign-up.ts";
import { someone } from "./steps/shop.ts";
import { expect, test } from "./shop-test.ts";

test("a seller signs up, adds a car with both prices, advertises and deletes it", async ({
  page,
}) => {
  const seller = someone();
  const facts = productFacts();
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
  await fillProduct(page, facts);
  await page.getByLabel("Image").setInputFiles(await portrait());
  await sendProduct(page);
  await expectMessage(page, "Product Add Successful");
  await expect(page).toHaveURL("/dashboard/myproduct");
  const own = rowOf(page, facts.name);
  await expect(own).toContainText("For sale");

  await open(page, "/products/3");
  const card = cardOf(page, facts.name);
  await expect(card).toContainText("$32,500");
  await expect(card.locator("s")).toHaveText("$41,000");
  await expect(card.getByRole("img", { name: facts.name })).toHaveAttribute("src", /^\/images\//);
  await open(page, "/");
  await expect(card).toHaveCount(0);

  await open(page, "/dashboard/myproduct");
  await own.getByRole("button", { name: `Advertise ${facts.name}` }).click();
  await expectMessage(page, `${facts.name} advertise successfully!`);
  await expect(own).toContainText("Advertised");
  await open(page, "/");
  await expect(card).toBeVisible();

  await open(page, "/dashboard/myproduct");
  await own.getByRole("button", { name: `Delete ${facts.name}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expectMessage(page, "Product Deleted Successfully");
  await expect(own).toHaveCount(0);
  await open(page, "/products/3");
  await expect(card).toHaveCount(0);
});

test("a car that the server refuses is said in a toast and beside the field, and can be restored", async ({
  page,
  shop,
}) => {
  await openAs(page, await shop.signUp("Seller"), "/dashboard/addproduct");
  const facts = { ...productFacts(), resalePrice: "0" };
  await fillProduct(page, facts);
  await sendProduct(page);
  await expectMessage(page, "Resale price must be above zero.");
  const field = page.getByLabel("Resale price");
  await expect(field).toHaveAccessibleDescription("Resale price must be above zero.");
  const name = page.getByRole("main").getByRole("textbox", { name: "Name", exact: true });
  await expect(name).toHaveValue("");
  await page.getByRole("button", { name: "Restore what I typed" }).click();
  await expect(name).toHaveValue(facts.name);
  await field.fill("30000");
  await sendProduct(page);
  await expectMessage(page, "Product Add Successful");
});

test("a file that is no image is refused", async ({ page, shop }) => {
  await openAs(page, await shop.signUp("Seller"), "/dashboard/addproduct");
  await fillProduct(page, productFacts());
  await page.getByLabel("Image").setInputFiles({
    name: "car.png",
    mimeType: "image/png",
    buffer: Buffer.from("not a picture"),
  });
  await sendProduct(page);
  await expectMessage(page, "Please choose a PNG, JPG, GIF, WebP or AVIF image.");
});

test("a car that a buyer holds cannot be deleted by its seller", async ({ page, shop }) => {
  const [seller, buyer] = await Promise.all([shop.signUp("Seller"), shop.signUp("Buyer")]);
  const car = await shop.addCar(seller);
  await openAs(page, seller, "/dashboard/myproduct");
  await rowOf(page, car.name)
    .getByRole("button", { name: `Delete ${car.name}` })
    .click();
  await shop.book(buyer, car);
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("region", { name: "Messages" }).getByRole("status")).toContainText(
    /hold|reserved/i,
  );
  await expect(rowOf(page, car.name)).toContainText("Reserved");
});
