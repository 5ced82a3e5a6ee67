import { expect } from "@playwright/test";
import { cards } from "#testing/payments/card-calls.ts";
import { expectAccessible } from "../steps/axe.ts";
import { open } from "../steps/open-page.ts";
import { tabTo } from "../steps/tab-to.ts";
import { cardOf, expectMessage } from "../steps/locators.ts";
import { expectPaid, openPayment, payButton, refusal } from "../steps/pay.ts";
import { test } from "../shop-test.ts";

test("a guest books a car with the keyboard alone", async ({ page, shop }) => {
  const [seller, buyer] = await Promise.all([shop.signUp("Seller"), shop.signUp("Buyer")]);
  const car = await shop.addCar(seller);
  await open(page, "/products/1");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page, cardOf(page, car.name).getByRole("button", { name: "Book Now" }));
  await page.keyboard.press("Enter");

  await expect(page).toHaveURL(/\/login\?from=/);
  await tabTo(page, page.getByRole("main").getByLabel("Email"));
  await page.keyboard.type(buyer.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(buyer.password);
  await page.keyboard.press("Enter");

  const dialog = page.getByRole("dialog", { name: "Booking Confirmation" });
  await expect(dialog).toBeVisible();
  // The fields before it are read-only.
  await expect(dialog.getByLabel("Phone")).toBeFocused();
  await page.keyboard.type("123");
  await tabTo(page, dialog.getByRole("button", { name: /^Book for / }));
  await page.keyboard.press("Enter");
  await expectMessage(page, "Booking Successfully Submitted");
  await expect(dialog).toBeHidden();

  const notice = page.getByRole("region", { name: `Reserved for you: ${car.name}` });
  const heading = notice.getByRole("heading");
  await expect(heading).toBeFocused();
  await expect(heading).toHaveAccessibleDescription(
    /Held until .+ Pay \$24,500 by card.+My Orders/,
  );
  // It stays after the toast, so there is no time limit.
  await expect(page.getByText("Booking Successfully Submitted")).toBeHidden();
  await expect(notice).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await expect(heading).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(notice.getByRole("link", { name: /^Pay for/ })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(notice).toBeHidden();
  await expect(cardOf(page, car.name).getByRole("button", { name: "Report" })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(cardOf(page, car.name).getByRole("link", { name: /^Pay for/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: `Payment for ${car.name}` })).toBeVisible();
});

test("Escape closes a dialog and returns the focus to its button", async ({ page, shop }) => {
  const [seller, buyer] = await Promise.all([shop.signUp("Seller"), shop.signUp("Buyer")]);
  const car = await shop.addCar(seller);
  await page.context().addCookies(buyer.cookies);
  await open(page, "/products/1");
  const opener = cardOf(page, car.name).getByRole("button", { name: "Book Now" });
  await opener.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(page).toHaveURL("/products/1");
});

test("a buyer is declined and then pays with the keyboard alone", async ({ page, shop }) => {
  await openPayment(page, shop);
  const number = page.getByLabel("Card number");
  await tabTo(page, number);
  await page.keyboard.type(cards.declined);
  await page.keyboard.press("Tab");
  await page.keyboard.type("1230");
  await page.keyboard.press("Tab");
  await page.keyboard.type("123");
  await page.keyboard.press("Tab");
  await expect(payButton(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(refusal(page)).toContainText("Your card was declined.");
  await expect(payButton(page)).toBeFocused();

  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press("Shift+Tab");
  await expect(number).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(cards.good);
  await page.keyboard.press("Enter");
  await expectPaid(page);
  await expect(page.getByRole("heading", { name: /^Congrats!/ })).toBeFocused();
});
