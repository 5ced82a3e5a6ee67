import { expectAccessible } from "../steps/axe.ts";
import { expectMessage, rowOf } from "../steps/locators.ts";
import { openAs } from "../steps/open-page.ts";
import { expect, test } from "../shop-test.ts";

test(
  "a seller creates an API key, uses it, exports their cars and revokes it",
  { tag: "@deep" },
  async ({ page, shop, request }) => {
    const seller = await shop.signUp("Seller");
    const car = await shop.addCar(seller);
    await openAs(page, seller, "/dashboard/myproduct");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Export CSV" }).click();
    expect((await download).suggestedFilename()).toBe("cars.csv");

    await page.getByRole("link", { name: "API keys" }).click();
    await expect(page.getByText("You have no API keys")).toBeVisible();
    await page.getByRole("button", { name: "Create an API key" }).click();
    const dialog = page.getByRole("dialog", { name: "New API key" });
    await dialog.getByRole("button", { name: "Create key" }).click();
    await expect(dialog.getByLabel("Name")).toHaveAccessibleDescription(/Name is required/);
    await dialog.getByLabel("Name").fill("Stock system");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Create key" }).click();
    const shown = page.getByRole("dialog", { name: "Copy your API key" });
    const key = (await shown.getByText(/^marque_/).textContent()) ?? "";
    await shown.getByRole("button", { name: "I have copied it" }).click();
    const row = rowOf(page, "Stock system");
    await expect(row).toContainText("Read your cars");
    await expect(row).toContainText("Never");
    await expect(page.getByText(key)).toHaveCount(0);
    await expectAccessible(page);

    const read = () =>
      request.get("/api/addproduct", { headers: { authorization: `Bearer ${key}` } });
    expect(await (await read()).text()).toContain(car.name);
    await row.getByRole("button", { name: "Revoke Stock system" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
    await expectMessage(page, "Stock system was revoked");
    await expect(row).toHaveCount(0);
    expect((await read()).status()).toBe(401);
  },
);
