import { addSession, clearSession, open, openAs, signIn } from "../steps/open-page.ts";
import { cardOf, expectMessage, messages, rowOf } from "../steps/locators.ts";
import { heldUntil, wholeHold } from "../steps/pay.ts";
import { fillSignUp, sendSignUp } from "../steps/sign-up.ts";
import { newUser } from "../steps/shop.ts";
import { expect, test } from "../shop-test.ts";

// Far from UTC, because the end of a hold is shown in the buyer's time zone.
const timeZone = "Asia/Tokyo";
test.use({ timezoneId: timeZone });

test("a buyer signs up with a photo, books a car, finds it in My Orders and cancels", async ({
  page,
  shop,
}) => {
  const car = await shop.addCar(await shop.signUp("Seller"));
  const buyer = newUser();
  await open(page, "/signup");
  await fillSignUp(page, buyer);
  await sendSignUp(page);
  await expectMessage(page, "User Registration Successful!!");
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByRole("banner").getByRole("img", { name: buyer.name })).toHaveJSProperty(
    "complete",
    true,
  );

  await open(page, "/products/1");
  const card = cardOf(page, car.name);
  await card.getByRole("button", { name: "Book Now" }).click();
  const dialog = page.getByRole("dialog", { name: "Booking Confirmation" });
  await expect(dialog).toContainText("Free for 24 hours. Then $24,500 by card.");
  for (const [label, value] of [
    ["Name", buyer.name],
    ["Email", buyer.email],
    ["Item", car.name],
    ["Price", "$24,500"],
  ] as const) {
    await expect(dialog.getByLabel(label, { exact: true })).toHaveValue(value);
    await expect(dialog.getByLabel(label, { exact: true })).not.toBeEditable();
  }
  const picture = (await dialog.locator("img").boundingBox())!;
  expect([picture.width, picture.height]).toEqual([96, 72]);
  await expect(dialog.getByLabel("Price")).toHaveCSS("font-size", "28px");
  // All of it fits on a phone.
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 700 });
  await expect(dialog.getByRole("heading")).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByRole("button", { name: "Book for 24 hours" })).toBeInViewport({
    ratio: 1,
  });
  await page.setViewportSize(size);
  await dialog.getByLabel("Phone").fill("+351 900 000 000");
  await dialog.getByLabel("Location").fill("Porto");
  await dialog.getByRole("button", { name: /^Book for / }).click();
  await expectMessage(page, "Booking Successfully Submitted");
  await expect(dialog).toBeHidden();
  const notice = page.getByRole("region", { name: `Reserved for you: ${car.name}` });
  await expect(notice).toContainText(
    /^Reserved for you: .+Held until \w+ \d+, \d+:\d\d [AP]M\. Pay/,
  );
  await expect(notice).toContainText("Pay $24,500 by card before then");
  await expect(card).toContainText("Reserved by you");
  await expect(card.getByRole("button", { name: "Book Now" })).toHaveCount(0);

  await notice.getByRole("link", { name: "My Orders" }).click();
  await expect(page).toHaveURL("/dashboard/myorders");
  const order = rowOf(page, car.name);
  await expect(order).toContainText("$24,500");
  await expect(order).toContainText(/Booked \w+ \d+, \d{4}/);
  await expect(order).toContainText("Held until");
  await expect(order).toContainText(wholeHold);
  await expect(order.getByText("Illustration")).toBeVisible();
  await expect(order.getByRole("link", { name: `Pay for ${car.name}` })).toBeVisible();
  await order.getByRole("button", { name: `Cancel the booking for ${car.name}` }).click();
  const question = page.getByRole("alertdialog");
  await expect(question.getByRole("button")).toHaveText(["Keep booking", "Cancel booking"]);
  await question.getByRole("button", { name: "Keep booking" }).click();
  await expect(question).toBeHidden();
  await order.getByRole("button", { name: `Cancel the booking for ${car.name}` }).click();
  await question.getByRole("button", { name: "Cancel booking" }).click();
  await expectMessage(page, `Canceled the booking for ${car.name}`);
  await expect(order).toContainText("canceled");
  await expect(order.getByRole("link", { name: /^Pay/ })).toHaveCount(0);

  await open(page, "/products/1");
  await expect(card.getByRole("button", { name: "Book Now" })).toBeEnabled();
});

test("a double click on the button books once and shows no error", async ({ page, shop }) => {
  const [seller, buyer] = await Promise.all([shop.signUp("Seller"), shop.signUp("Buyer")]);
  const car = await shop.addCar(seller);
  let sent = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/bookings")) sent += 1;
  });
  await openAs(page, buyer, `/products/1?book=${car.id}`);
  const dialog = page.getByRole("dialog", { name: "Booking Confirmation" });
  const submit = dialog.getByRole("button", { name: /^Book for / });
  await submit.focus();
  const { x, y } = (await submit.boundingBox())!;
  // Without the waits of `dblclick`, as quick as a hand.
  await page.mouse.dblclick(x + 20, y + 10);
  await expectMessage(page, "Booking Successfully Submitted");
  await expect(dialog).toBeHidden();
  await expect(messages(page).getByRole("status")).toHaveText(["Booking Successfully Submitted"]);
  expect(sent).toBe(1);
});

test("refuses a second booking of the same car with the server's message, and shows the car as reserved", async ({
  page,
  shop,
}) => {
  const [seller, first, second] = await Promise.all([
    shop.signUp("Seller"),
    shop.signUp("Buyer"),
    shop.signUp("Buyer"),
  ]);
  const car = await shop.addCar(seller);
  await openAs(page, second, `/products/1?book=${car.id}`);
  const dialog = page.getByRole("dialog", { name: "Booking Confirmation" });
  await dialog.getByLabel("Phone").fill("+351 900 000 001");
  await shop.book(first, car);
  await dialog.getByRole("button", { name: /^Book for / }).click();
  await expectMessage(page, "Someone else just reserved this car.");
  await expect(dialog).toBeVisible();
  await expect(dialog.getByLabel("Phone")).toHaveValue("");

  await open(page, "/products/1");
  await expect(cardOf(page, car.name).getByRole("button", { name: "Reserved" })).toBeDisabled();
  await expect(cardOf(page, car.name).getByRole("button", { name: "Book Now" })).toHaveCount(0);
});

test("shows only the buyer that they reserved a car, with the link to pay and the end of the hold", async ({
  page,
  shop,
}) => {
  const [seller, buyer, other] = await Promise.all([
    shop.signUp("Seller"),
    shop.signUp("Buyer"),
    shop.signUp("Buyer"),
  ]);
  const car = await shop.addCar(seller, { advertised: true });
  const booking = await shop.book(buyer, car);
  const { expiresAt } = await shop.readBooking(buyer, booking);
  const until = heldUntil(expiresAt!, timeZone);
  const card = cardOf(page, car.name);
  await addSession(page, buyer);
  for (const path of ["/", "/products/1"]) {
    await open(page, path);
    await expect(card).toContainText("Reserved by you");
    await expect(card).toContainText(until);
    await expect(card.getByRole("link", { name: `Pay for ${car.name}` })).toHaveAttribute(
      "href",
      `/dashboard/payment/${booking}`,
    );
    // The page itself is cached for all visitors, so it only says that the car is reserved.
    const html = await (await page.request.get(path)).text();
    expect(html).toContain(car.name);
    expect(html).not.toContain("Reserved by you");
  }
  await open(page, `/products/1?book=${car.id}`);
  const dialog = page.getByRole("dialog", { name: "Booking Confirmation" });
  await expect(dialog).toContainText("You reserved this car.");
  await expect(dialog).toContainText(until.replace("Held", "held for you"));
  await dialog.getByRole("link", { name: `Pay for ${car.name}` }).click();
  await expect(page.getByRole("heading", { name: `Payment for ${car.name}` })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(until);

  await clearSession(page);
  await openAs(page, other, `/products/1?book=${car.id}`);
  await expect(dialog).toContainText("Another buyer reserved this car.");
  await page.keyboard.press("Escape");
  await expect(card.getByRole("button", { name: "Reserved", exact: true })).toBeDisabled();
  await expect(card).not.toContainText("by you");
});

test("refuses a sixth unpaid booking", { tag: "@deep" }, async ({ page, shop }) => {
  const [seller, buyer] = await Promise.all([shop.signUp("Seller"), shop.signUp("Buyer")]);
  for (let held = 0; held < 5; held += 1) await shop.book(buyer, await shop.addCar(seller));
  const sixth = await shop.addCar(seller);
  await openAs(page, buyer, `/products/1?book=${sixth.id}`);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Book for / })
    .click();
  await expectMessage(
    page,
    "You can hold at most 5 unpaid cars at a time. Pay for or cancel one first.",
  );
});

for (const { action, dialog, role } of [
  { action: "Book Now", dialog: "Booking Confirmation", role: "dialog" },
  { action: "Report", dialog: /^Do you want to report this product named/, role: "alertdialog" },
] as const) {
  for (const path of ["/", "/products/1"]) {
    const tag = path === "/" || action === "Report" ? "@deep" : [];
    test(
      `a guest who presses ${action} on ${path} signs in and returns to the open dialog`,
      { tag },
      async ({ page, shop }) => {
        const [seller, buyer] = await Promise.all([shop.signUp("Seller"), shop.signUp("Buyer")]);
        const car = await shop.addCar(seller, { advertised: true });
        await open(page, path);
        await cardOf(page, car.name).getByRole("button", { name: action }).click();
        await expect(page).toHaveURL(/\/login\?from=/);
        await signIn(page, buyer);
        await expect(page.getByRole(role, { name: dialog })).toBeVisible();
        await expect(page).toHaveURL(
          new RegExp(`^[^?]*${path === "/" ? ":\\d+/" : path}\\?(book|report)=${car.id}$`),
        );
      },
    );
  }
}

test("a car's dialog counts a view, leaves the page where it is, and Back closes it", async ({
  page,
  shop,
}) => {
  const [seller, buyer] = await Promise.all([shop.signUp("Seller"), shop.signUp("Buyer")]);
  for (let cars = 0; cars < 3; cars += 1) await shop.addCar(seller);
  await page.setViewportSize({ width: 390, height: 600 });
  await openAs(page, buyer, "/products/1");
  const button = page.getByRole("article").nth(2).getByRole("button", { name: "Book Now" });
  await button.scrollIntoViewIfNeeded();
  const place = () => page.evaluate(() => Math.round(scrollY));
  const before = await place();
  expect(before).toBeGreaterThan(300);
  const views: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith("/views")) views.push(`${request.method()} ${pathname}`);
  });
  const id = await button.getAttribute("value");
  await button.click();
  await expect.poll(() => views).toEqual([`POST /api/products/${id}/views`]);
  const dialog = page.getByRole("dialog", { name: "Booking Confirmation" });
  await expect(dialog.getByRole("button", { name: /^Book for / })).toBeVisible();
  expect(await place()).toBe(before);
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL("/products/1");
  expect(await place()).toBe(before);
});

test("sends a report only after confirmation", async ({ page, shop }) => {
  const [seller, buyer] = await Promise.all([shop.signUp("Seller"), shop.signUp("Buyer")]);
  const car = await shop.addCar(seller);
  await openAs(page, buyer, "/products/1");
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/reportedProducts/")) sent.push(request.method());
  });
  const report = cardOf(page, car.name).getByRole("button", { name: "Report" });
  await report.click();
  const question = page.getByRole("alertdialog", {
    name: `Do you want to report this product named ${car.name}`,
  });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  expect(sent).toEqual([]);
  await report.click();
  await question.getByLabel("Reason").selectOption("The price is misleading");
  await question.getByLabel("Details").fill("It doubles on the phone.");
  await question.getByRole("button", { name: "Report" }).click();
  await expectMessage(page, `${car.name} reported successfully!`);
  expect(sent).toEqual(["PUT"]);
  await report.click();
  await question.getByRole("button", { name: "Report" }).click();
  await expectMessage(page, "You have reported this product already.");

  await clearSession(page);
  await openAs(page, await shop.admin(), "/dashboard/reportitem");
  await expect(rowOf(page, car.name)).toContainText(
    "“The price is misleading: It doubles on the phone.”",
  );
});

test(
  "tells sellers and admins to book with a buyer's account",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const seller = await shop.signUp("Seller");
    const car = await shop.addCar(seller);
    for (const account of [seller, await shop.admin()]) {
      await page.context().clearCookies();
      await addSession(page, account);
      await open(page, `/products/1?book=${car.id}`);
      const dialog = page.getByRole("dialog", { name: "Booking Confirmation" });
      await expect(dialog).toContainText("To book a car, sign in with a buyer account.");
      await expect(dialog.getByRole("button", { name: /^Book for / })).toHaveCount(0);
    }
  },
);

test(
  "opens the dialog of a car that the page does not list, and says when a car is gone",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const [seller, buyer, other] = await Promise.all([
      shop.signUp("Seller"),
      shop.signUp("Buyer"),
      shop.signUp("Buyer"),
    ]);
    const car = await shop.addCar(seller);
    const reserved = await shop.addCar(seller);
    await shop.book(other, reserved);
    // Neither the third brand nor the home page lists them.
    await openAs(page, buyer, `/products/3?report=${car.id}`);
    await expect(page.getByRole("alertdialog")).toContainText(car.name);
    await open(page, `/products/3?book=${reserved.id}`);
    const dialog = page.getByRole("dialog", { name: "Booking Confirmation" });
    await expect(dialog).toContainText("reserved this car");
    await open(page, "/?book=00000000-0000-4000-8000-000000000000");
    await expect(dialog).toContainText("It may have been sold");
    await expect(dialog.getByRole("button", { name: /^Book for / })).toHaveCount(0);
    await open(page, `/?book=${car.id}`);
    await expect(dialog.getByLabel("Item")).toHaveValue(car.name);
    await dialog.getByRole("button", { name: /^Book for / }).click();
    await expectMessage(page, "Booking Successfully Submitted");
  },
);

test(
  "a guest who signs in for a car that the page does not list returns to its open dialog",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const [seller, buyer] = await Promise.all([shop.signUp("Seller"), shop.signUp("Buyer")]);
    const car = await shop.addCar(seller);
    await page.goto(`/products/3?book=${car.id}`);
    await expect(page).toHaveURL(/\/login\?from=/);
    await signIn(page, buyer);
    const dialog = page.getByRole("dialog", { name: "Booking Confirmation" });
    await expect(dialog.getByLabel("Item")).toHaveValue(car.name);
  },
);
