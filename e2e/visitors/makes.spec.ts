import { expect, test } from "../shop-test.ts";
import { fillProduct, newProduct, sendProduct } from "../steps/add-product.ts";
import { cardOf, expectMessage } from "../steps/locators.ts";
import { open, openAs } from "../steps/open-page.ts";
import { startShop, startTimeout, type RunningShop } from "../steps/start-shop.ts";

test.describe("a shop of five makes", () => {
  test.describe.configure({ timeout: startTimeout });

  let running: RunningShop;
  test.beforeAll(async () => {
    running = await startShop({ MAKES: "bmw, mercedes, audi, porsche, Land Rover" });
  });
  test.afterAll(() => running.stop());

  test("a seller lists a Porsche, which visitors find on the home page, its brand's page and by search", async ({
    page,
  }) => {
    const { shop } = running;
    const product = { ...newProduct(), name: "Porsche 911 Carrera", category: "Porsche" };
    await openAs(page, await shop.signUp("Seller"), `${shop.address}/dashboard/addproduct`);
    const form = page.getByRole("main");
    await expect(form.getByLabel("Category").getByRole("option")).toHaveText([
      "BMW",
      "Mercedes-Benz",
      "Audi",
      "Porsche",
      "Land Rover",
    ]);
    await fillProduct(page, product);
    await form.getByRole("combobox", { name: "Model", exact: true }).fill("911");
    await sendProduct(page);
    await expectMessage(page, "Product Add Successful");

    await open(page, `${shop.address}/`);
    await expect(page.getByRole("main")).toContainText(
      "Used BMW, Mercedes-Benz, Audi and other luxury cars, with the details that matter",
    );
    await expect(page.getByRole("link", { name: /^Land Rover, 0 cars$/ })).toBeVisible();
    await page.getByRole("link", { name: /^Porsche, 1 car$/ }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("1 used Porsche car");
    await expect(cardOf(page, product.name)).toBeVisible();

    await open(page, `${shop.address}/search?q=porsche+911+under+80k`);
    await expect(cardOf(page, product.name)).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("1 used car");
  });

  test("a brand that the shop does not sell has no page, and no feed or form takes it", async ({
    page,
  }) => {
    const { shop } = running;
    expect((await page.goto(`${shop.address}/products/7`))?.status()).toBe(404);
    const answer = await page.request.get(`${shop.address}/api/listings?make=Lexus`);
    expect(answer.status()).toBe(400);
    expect(await answer.text()).toContain(
      "make must be one of: BMW, Mercedes-Benz, Audi, Porsche, Land Rover.",
    );
  });
});
