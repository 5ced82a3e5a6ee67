import type { Page, Request } from "@playwright/test";
import { open, openAs } from "../steps/open-page.ts";
import { chooseInRow, expectMessage } from "../steps/locators.ts";
import { paymentPath, payWith, placeOrder, refusal } from "../steps/pay.ts";
import { expect, test } from "../shop-test.ts";
import { fillProduct, newProduct, sendProduct } from "../steps/add-product.ts";
import { newUser } from "../steps/shop.ts";
import { fillSignUp, sendSignUp } from "../steps/sign-up.ts";

const offline = "You are offline. Please check your connection and try again.";

/** An action to attempt on a page. */
type Attempt = { button: string | RegExp; fill?: [label: RegExp, text: string]; confirm?: string };

/** Whether a request may change something. A payment check only reads. */
function changes(request: Request): boolean {
  return !["GET", "HEAD"].includes(request.method()) && !request.url().endsWith("/payment/check");
}

/** Attempts each action offline and cancels it, and expects that none is sent once the browser is online again. */
async function attemptOffline(page: Page, attempts: readonly Attempt[]): Promise<void> {
  await expect(
    page.getByRole("main").getByRole("button", { name: attempts[0]!.button }),
  ).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText("You are offline. This page may be out of date")).toBeVisible();
  const main = page.getByRole("main");
  const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  for (const { button, fill, confirm } of attempts) {
    const failed = page.waitForEvent("requestfailed", changes);
    if (confirm === undefined) {
      if (fill) await main.getByLabel(fill[0]).fill(fill[1]);
      await main.getByRole("button", { name: button }).click();
    } else {
      const shown = main.getByRole("button", { name: button });
      if (await shown.isVisible()) await shown.click();
      else await chooseInRow(main.getByRole("row").nth(1), button);
      if (fill) await dialog.getByLabel(fill[0]).fill(fill[1]);
      await dialog.getByRole("button", { name: confirm }).click();
    }
    await failed;
    await expect(page.getByText(offline).first()).toBeVisible();
    if (confirm === undefined) continue;
    // Escape does not close a dialog while its action runs.
    await expect(dialog.getByRole("button", { name: confirm })).toBeEnabled();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  }
  await backOnline(page);
}

/** Goes online again and expects that this sends nothing. */
async function backOnline(page: Page): Promise<void> {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (changes(request)) sent.push(`${request.method()} ${request.url()}`);
  });
  await page.context().setOffline(false);
  await expect(page.getByText("You are offline. This page may be out of date")).toHaveCount(0);
  // Requests that waited for the connection are sent before this one.
  await page.evaluate(() => fetch("/api/health").then((answer) => answer.text()));
  expect(sent).toEqual([]);
}

test(
  "a buyer's actions fail offline with a message and are not sent later",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const buyer = await shop.signUp("Buyer");
    const seller = await shop.signUp("Seller");
    const car = await shop.addCar(seller);
    const booked = await shop.addCar(seller);
    const booking = await shop.book(buyer, booked);

    await openAs(page, buyer, `/products/1?book=${car.id}`);
    const form = page.getByRole("dialog", { name: "Booking Confirmation" });
    await form.getByRole("button", { name: /^Book for / }).focus();
    await page.context().setOffline(true);
    await page.keyboard.press("Enter");
    await expectMessage(page, offline);
    await expect(form.getByRole("button", { name: /^Book for / })).toBeEnabled();
    await page.keyboard.press("Escape");
    await expect(form).toHaveCount(0);
    await backOnline(page);

    await open(page, `/products/1?report=${car.id}`);
    const question = page.getByRole("alertdialog");
    await expect(question).toBeVisible();
    await page.context().setOffline(true);
    await question.getByRole("button", { name: "Report" }).click();
    await expectMessage(page, offline);
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(question).toHaveCount(0);
    await backOnline(page);

    await open(page, "/dashboard/myorders");
    await attemptOffline(page, [
      { button: `Cancel the booking for ${booked.name}`, confirm: "Cancel booking" },
    ]);
    await open(page, "/dashboard/account");
    await attemptOffline(page, [
      { button: "Save name", fill: [/^Name$/, "Another Name"] },
      { button: "Sign out everywhere", confirm: "Sign out everywhere" },
    ]);

    // The tab keeps what was typed. Without that, the form shows the name that the shop has.
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue(buyer.name);
    expect((await shop.readBooking(buyer, booking)).state).toBe("held");
    await open(page, "/dashboard/myorders");
    await expect(page.getByRole("table")).not.toContainText(car.name);
  },
);

test("paying offline charges nothing, then or later", async ({ page, shop }) => {
  const order = await placeOrder(shop);
  await openAs(page, order.buyer, paymentPath(order));
  await page.getByLabel("Card number").waitFor();
  await page.context().setOffline(true);
  await payWith(page, "4242424242424242");
  await expect(refusal(page)).toContainText("You are offline. You were not charged.");
  await backOnline(page);
  expect((await shop.readBooking(order.buyer, order.booking)).paid).toBe(false);
  await payWith(page, "4242424242424242");
  await expect(
    page.getByRole("heading", { name: "Congrats! your payment completed" }),
  ).toBeVisible();
});

test(
  "a seller's actions fail offline with a message and are not sent later",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const seller = await shop.signUp("Seller");
    const car = await shop.addCar(seller);
    await openAs(page, seller, "/dashboard/myproduct");
    await expect(page.getByRole("button", { name: `Actions for ${car.name}` })).toBeVisible();
    await attemptOffline(page, [
      { button: `Advertise ${car.name}` },
      { button: `Delete ${car.name}`, confirm: "Delete" },
    ]);
    await page.reload();
    await expect(page.getByRole("button", { name: `Advertise ${car.name}` })).toBeVisible();
  },
);

test(
  "an admin's actions fail offline with a message and are not sent later",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const seller = await shop.signUp("Seller");
    const buyer = await shop.signUp("Buyer");
    const car = await shop.addCar(seller);
    await shop.report(buyer, car);
    const pages: { path: string; attempts: Attempt[] }[] = [
      {
        path: `/dashboard/allseller?q=${seller.email}`,
        attempts: [
          { button: `Verify ${seller.name}`, confirm: "Verify" },
          { button: `Delete ${seller.name}`, confirm: "Delete" },
        ],
      },
      {
        path: `/dashboard/allbuyer?q=${buyer.email}`,
        attempts: [{ button: `Delete ${buyer.name}`, confirm: "Delete" }],
      },
      {
        path: `/dashboard/allusers?q=${buyer.email}`,
        attempts: [{ button: `Make Admin: ${buyer.name}`, confirm: "Make Admin" }],
      },
      {
        path: `/dashboard/reportitem?q=${encodeURIComponent(car.name)}`,
        attempts: [
          { button: `Dismiss the reports on ${car.name}` },
          { button: `Remove ${car.name}`, fill: [/^Reason/, "A copy"], confirm: "Remove" },
          {
            button: `Suspend ${seller.name}`,
            fill: [/^Details/, "A copy"],
            confirm: "Suspend",
          },
        ],
      },
    ];
    const admin = await shop.admin();
    for (const { path, attempts } of pages) {
      await openAs(page, admin, path);
      await expect(page.getByRole("row")).toHaveCount(2);
      await attemptOffline(page, attempts);
    }
    for (const { path, attempts } of pages) {
      await open(page, path);
      const row = page.getByRole("row").nth(1);
      await expect(row.getByRole("button", { name: attempts[0]!.button })).toBeVisible();
      if (attempts.length === 1) continue;
      await row.getByRole("button", { name: /^Actions for/ }).click();
      for (const { button } of attempts.slice(1))
        await expect(page.getByRole("menuitem", { name: button })).toBeVisible();
    }
  },
);

test(
  "signing in and asking for a new password fail offline with a message",
  { tag: "@deep" },
  async ({ page }) => {
    await open(page, "/login");
    const main = page.getByRole("main");
    await main.getByLabel("Email").fill("robin@marque.example");
    await main.getByRole("textbox", { name: "Password" }).fill("Showroom!1");
    await attemptOffline(page, [{ button: "Login" }]);
    await open(page, "/forgot-password");
    await main.getByLabel("Email").fill("robin@marque.example");
    await attemptOffline(page, [{ button: "Email me a link" }]);
  },
);

test(
  "signing up fails offline with a message, and works once the connection is back",
  { tag: "@deep" },
  async ({ page }) => {
    const user = newUser();
    await open(page, "/signup");
    await fillSignUp(page, user);
    await attemptOffline(page, [{ button: /^Sign up$/ }]);
    await expect(page.getByRole("main").getByLabel("Email")).toHaveValue(user.email);
    await sendSignUp(page);
    await expect(page.getByRole("link", { name: "Dashboard" }).first()).toBeVisible();
  },
);

test(
  "adding a car fails offline with a message, and works once the connection is back",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const product = newProduct();
    await openAs(page, await shop.signUp("Seller"), "/dashboard/addproduct");
    await fillProduct(page, product);
    await attemptOffline(page, [{ button: "Add product" }]);
    await sendProduct(page);
    await expect(page.getByRole("row").filter({ hasText: product.name })).toHaveCount(1);
  },
);

test(
  "an appeal fails offline with a message, and works once the connection is back",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const seller = await shop.signUp("Seller");
    const suspended = await fetch(`${shop.address}/api/seller/suspend/${seller.id}`, {
      method: "PUT",
      headers: {
        authorization: `Bearer ${(await shop.admin()).token}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ reason: "Papers" }),
    });
    expect(suspended.status).toBe(200);
    await openAs(page, seller, "/dashboard/appeals");
    const text = "The papers are in order.";
    const button = "Appeal your suspension";
    await attemptOffline(page, [{ button, fill: [/^Your appeal/, text], confirm: "Send appeal" }]);
    await page.getByRole("main").getByRole("button", { name: button }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Your appeal").fill(text);
    await dialog.getByRole("button", { name: "Send appeal" }).click();
    await expectMessage(page, "Appeal sent");
  },
);

test("deleting an account fails offline", { tag: "@deep" }, async ({ page, shop }) => {
  const buyer = await shop.signUp("Buyer");
  await openAs(page, buyer, "/dashboard/account");
  await attemptOffline(page, [
    {
      button: "Delete my account",
      fill: [/^Password/, buyer.password],
      confirm: "Delete my account",
    },
  ]);
  await page.reload();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(buyer.name);
});

test(
  "a dialog stays open while its request is pending, and Back cancels the request",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const buyer = await shop.signUp("Buyer");
    const seller = await shop.signUp("Seller");
    const car = await shop.addCar(seller);
    await openAs(page, buyer, "/products/1");
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/api\/bookings$/, async (route) => {
      await released;
      await route.continue().catch(() => undefined);
    });
    const opener = page.locator(`[data-opens="book:${car.id}"]`);
    await opener.click();
    const form = page.getByRole("dialog", { name: "Booking Confirmation" });
    await form.getByRole("button", { name: /^Book for / }).click();
    await expect(form.getByRole("button", { name: "Close" })).toBeDisabled();
    await page.keyboard.press("Escape");
    await expect(form).toHaveAttribute("data-open");
    await page.goBack();
    await expect(form).toHaveCount(0);
    await expectMessage(
      page,
      "You left before the shop responded. Check whether it went through before you try again.",
    );
    release();
    await open(page, "/dashboard/myorders");
    await expect(page.getByText("You haven't booked a car yet")).toBeVisible();
  },
);

test("a page opened offline says so, and loads once the connection is back", async ({
  page,
  shop,
}) => {
  const buyer = await shop.signUp("Buyer");
  const seller = await shop.signUp("Seller");
  const first = await shop.addCar(seller);
  const second = await shop.addCar(seller);
  for (const car of [first, second]) await shop.book(buyer, car);
  await openAs(page, buyer, "/dashboard/myorders");
  const rowOfCar = (name: string) => page.getByRole("row").filter({ hasText: name });
  await rowOfCar(first.name).getByRole("link", { name: /^Pay/ }).click();
  await expect(page.getByLabel("Card number")).toBeVisible();
  await page.goBack();
  const pay = rowOfCar(second.name).getByRole("link", { name: /^Pay/ });
  await expect(pay).toBeVisible();
  await page.context().setOffline(true);
  await pay.click();
  const failure = page.getByRole("main").getByRole("alert");
  await expect(failure).toContainText(offline);
  await failure.getByRole("button", { name: "Retry" }).click();
  await expect(failure).toContainText(offline);
  await page.context().setOffline(false);
  await expect(page.getByRole("heading", { name: `Payment for ${second.name}` })).toBeVisible();
});
