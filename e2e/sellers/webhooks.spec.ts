import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expectAccessible } from "../steps/axe.ts";
import { expectMessage, rowOf } from "../steps/locators.ts";
import { openAs } from "../steps/open-page.ts";
import { expect, test } from "../shop-test.ts";

test(
  "a seller sets a webhook, gets a signed message about a booking, and resends it",
  { tag: "@deep" },
  async ({ page, shop }) => {
    test.slow();
    const received: string[] = [];
    const receiver = createServer((request, response) => {
      received.push(String(request.headers["webhook-id"]));
      request.resume().on("end", () => response.end());
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    const { port } = receiver.address() as AddressInfo;

    const [seller, buyer] = await Promise.all([shop.signUp("Seller"), shop.signUp("Buyer")]);
    const car = await shop.addCar(seller);
    await openAs(page, seller, "/dashboard/myproduct");
    await page.getByRole("link", { name: "Webhooks" }).click();
    const url = page.getByLabel("URL");
    await url.fill("ftp://erp.example.com");
    await page.getByRole("button", { name: "Add webhook" }).click();
    await expect(url).toHaveAccessibleDescription(/starts with https/);
    await url.fill(`http://127.0.0.1:${port}/hook`);
    await page.getByRole("button", { name: "Add webhook" }).click();
    const secret = page.getByRole("dialog", { name: "Copy your signing secret" });
    await expect(secret.getByText(/^whsec_/)).toBeVisible();
    await secret.getByRole("button", { name: "I have copied it" }).click();
    await expect(page.getByText("Nothing was sent yet")).toBeVisible();

    await shop.book(buyer, car);
    await expect.poll(() => received.length, { timeout: 120_000 }).toBe(1);
    await page.reload();
    const row = rowOf(page, car.name);
    await expect(row).toContainText("Car reserved");
    await expect(row).toContainText("Delivered");
    await expectAccessible(page);
    await row.getByRole("button", { name: /^Resend/ }).click();
    await expectMessage(page, "It is sent in a moment");
    await expect.poll(() => received.length, { timeout: 120_000 }).toBe(2);
    expect(new Set(received).size).toBe(1);
    await page.getByRole("button", { name: "Remove webhook" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await expect(url).toHaveValue("");
    receiver.close();
  },
);
