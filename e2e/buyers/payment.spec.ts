import type { Page, Request } from "@playwright/test";
import { cards } from "#testing/payments/card-calls.ts";
import { expect, test } from "../shop-test.ts";
import { failRequests } from "../steps/fail-requests.ts";
import { addSession, open, openAs } from "../steps/open-page.ts";
import { cardOf, rowOf } from "../steps/locators.ts";
import {
  answerChallenge,
  expectPaid,
  heldUntil,
  openPayment,
  payButton,
  paymentPath,
  payWith,
  placeOrder,
  refusal,
  typeCard,
  wholeHold,
} from "../steps/pay.ts";
import { sell } from "../steps/pay-by-api.ts";

/** Records the paths of all requests with this number, and violations of the content policy. */
async function watch(page: Page, number: string) {
  const carriers: string[] = [];
  const violations: string[] = [];
  page.on("request", (request: Request) => {
    const carried = decodeURIComponent(`${request.url()} ${request.postData() ?? ""}`);
    if (carried.replace(/[\s+-]/g, "").includes(number))
      carriers.push(new URL(request.url()).pathname);
  });
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) violations.push(message.text());
  });
  return { carriers, violations };
}

test("a buyer books and pays, and the shop's own API receives no card data", async ({
  page,
  shop,
}) => {
  const [seller, buyer] = await Promise.all([shop.signUp("Seller"), shop.signUp("Buyer")]);
  const car = await shop.addCar(seller);
  const seen = await watch(page, cards.good);
  await openAs(page, buyer, "/products/1");
  await cardOf(page, car.name).getByRole("button", { name: "Book Now" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Book for / })
    .click();
  await expect(page.getByRole("dialog")).toBeHidden();

  await open(page, "/dashboard/myorders");
  await page.getByRole("link", { name: `Pay for ${car.name}` }).click();
  await expect(page.getByRole("heading", { name: `Payment for ${car.name}` })).toBeVisible();
  await payWith(page, cards.good);
  await expectPaid(page);
  await expect(page.getByRole("heading", { name: /^Congrats!/ })).toBeFocused();
  const main = page.getByRole("main");
  const steps = main.getByRole("list", { name: "Your purchase" }).getByRole("listitem");
  await expect(steps).toHaveText([
    /^Booked \(done\)\w+ \d+, \d{4}$/,
    /^Paid \$24,500 \(done\)\w+ \d+, \d{4}$/,
    /^Call the seller/,
    /^See the car/,
    /^Take it home/,
  ]);
  await expect(main.getByRole("link", { name: "Receipt" })).toBeVisible();
  await expect(main).toContainText(`Next, arrange the handover with ${seller.name}:`);
  const call = page.getByRole("link", { name: "+1 800 555 0100" });
  await expect(call).toHaveAttribute("href", "tel:+1-800-555-0100");
  await expect(main.getByRole("link", { name: seller.email })).toBeVisible();

  await page.getByRole("link", { name: "Back to My Orders" }).click();
  await expect(rowOf(page, car.name).locator(call)).toBeVisible();
  await expect(rowOf(page, car.name).getByRole("link", { name: seller.email })).toBeVisible();
  await expect(rowOf(page, car.name).getByText("paid", { exact: true })).toBeVisible();
  await expect(rowOf(page, car.name).getByRole("link", { name: /^Pay for/ })).toHaveCount(0);
  await expect(rowOf(page, car.name).getByRole("button", { name: /^Cancel/ })).toHaveCount(0);
  await rowOf(page, car.name).getByRole("link", { name: car.name, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: car.name })).toBeVisible();
  expect(seen).toEqual({ carriers: ["/v1/payment_methods"], violations: [] });
});

test("the page shows test mode, the car and the amount that is charged", async ({ page, shop }) => {
  const { buyer, booking, car, seller } = await openPayment(page, shop);
  const { expiresAt } = await shop.readBooking(buyer, booking);
  const main = page.getByRole("main");
  await expect(main).toContainText("Test mode No real money is charged.");
  await expect(main.getByRole("img", { name: car.name })).toBeVisible();
  await expect(main.getByText("Illustration")).toBeVisible();
  await expect(main).toContainText(`Sold by ${seller.name}`);
  await expect(main).toContainText(heldUntil(expiresAt!));
  await expect(main).toContainText(wholeHold);
  await expect(main.getByRole("region", { name: "Order summary" })).toContainText("$24,500");
  await expect(main.getByRole("form")).toContainText("Due now$24,500");
});

test(
  "refuses to charge another amount than the one shown",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const order = await placeOrder(shop);
    await page.route("**/api/create-payment-intent", async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as object;
      await route.fulfill({ response, json: { ...answer, amount: 24_999 } });
    });
    await openAs(page, order.buyer, paymentPath(order));
    await expect(page.getByRole("alert")).toContainText(
      "Your card would be charged $24,999, but this page shows $24,500. You were not charged.",
    );
    await expect(payButton(page)).toHaveCount(0);
  },
);

test(
  "Pay is disabled until the provider and the client secret are ready",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const order = await placeOrder(shop);
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/api/create-payment-intent", async (route) => {
      await released;
      await route.continue();
    });
    await openAs(page, order.buyer, paymentPath(order));
    await expect(payButton(page)).toBeDisabled();
    release();
    await expect(payButton(page)).toBeEnabled();
  },
);

test(
  "a payment that cannot start shows the reason and Retry",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const order = await placeOrder(shop);
    const restore = await failRequests(page, /\/api\/create-payment-intent/, "Not now.");
    await openAs(page, order.buyer, paymentPath(order));
    await expect(page.getByRole("alert")).toContainText("Not now.");
    await restore();
    await page.getByRole("button", { name: "Retry" }).click();
    await payWith(page, cards.good);
    await expectPaid(page);
  },
);

for (const { card, text } of [
  { card: "declined", text: "Your card was declined." },
  { card: "insufficientFunds", text: "Your card has insufficient funds." },
  { card: "expired", text: "Your card has expired." },
  { card: "wrongCvc", text: "Your card's security code is incorrect." },
  { card: "processingError", text: "An error occurred while processing your card." },
] as const) {
  const tag = card === "declined" ? [] : "@deep";
  test(
    `a declined card (${card}) shows why, and the same form pays with another card`,
    { tag },
    async ({ page, shop }) => {
      await openPayment(page, shop);
      await payWith(page, cards[card]);
      await expect(refusal(page)).toContainText(text);
      await expect(payButton(page)).toBeFocused();
      await payWith(page, cards.good);
      await expectPaid(page);
    },
  );
}

test(
  "formats what is typed and shows what is wrong beside each field",
  { tag: "@deep" },
  async ({ page, shop }) => {
    await openPayment(page, shop);
    const number = page.getByLabel("Card number");
    await typeCard(page, cards.good);
    await expect(number).toHaveValue("4242 4242 4242 4242");
    await expect(page.getByLabel("Expiration date")).toHaveValue("12 / 30");

    await number.press("Home");
    for (let presses = 0; presses < 5; presses += 1) await number.press("ArrowRight");
    await number.press("Backspace");
    await expect(number).toHaveValue("4244 2424 2424 242");
    await page.keyboard.type("2");
    await expect(number).toHaveValue("4242 4242 4242 4242");

    await number.fill("4242 4242 4242 4241");
    await page.getByLabel("Expiration date").fill("13");
    await page.getByLabel("Expiration date").pressSequentially("30");
    await page.getByLabel("Security code (CVC)").fill("1");
    await payButton(page).click();
    await expect(number).toBeFocused();
    await expect(number).toHaveAccessibleDescription(
      "This card number is not valid. Please check the digits.",
    );
    await expect(page.getByLabel("Expiration date")).toHaveAccessibleDescription(
      "The month must be between 01 and 12.",
    );
    await expect(page.getByLabel("Security code (CVC)")).toHaveAccessibleDescription(
      "The security code must have 3 digits.",
    );
  },
);

test("a real card's number never leaves the browser", async ({ page, shop }) => {
  await openPayment(page, shop);
  const real = "4539578763621486";
  const seen = await watch(page, real);
  await payWith(page, real);
  await expect(page.getByLabel("Card number")).toHaveAccessibleDescription(
    /don't use a real card here/,
  );
  expect(seen.carriers).toEqual([]);
});

test("a test card can be chosen instead of typed", { tag: "@deep" }, async ({ page, shop }) => {
  await openPayment(page, shop);
  await page.getByRole("button", { name: "4242 4242 4242 4242" }).click();
  await payButton(page).click();
  await expectPaid(page);
});

test("a completed challenge pays and leaves no client secret in the URL", async ({
  page,
  shop,
}) => {
  const order = await openPayment(page, shop);
  await payWith(page, cards.challengeEachTime);
  await answerChallenge(page, "Complete");
  await expectPaid(page);
  await expect(page).toHaveURL(paymentPath(order));
});

test("a failed challenge shows an error, and the same form pays with another card", async ({
  page,
  shop,
}) => {
  const order = await openPayment(page, shop);
  await payWith(page, cards.challengeEachTime);
  await answerChallenge(page, "Fail");
  await expect(refusal(page)).toContainText("We are unable to authenticate your payment");
  await expect(page).toHaveURL(paymentPath(order));
  await payWith(page, cards.good);
  await expectPaid(page);
});

test(
  "a buyer who abandoned the challenge is told so later and can pay",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const order = await openPayment(page, shop);
    await payWith(page, cards.challengeEachTime);
    await expect(page.getByRole("button", { name: "Complete" })).toBeVisible();
    await page.close();

    const later = await page.context().newPage();
    await open(later, "/dashboard/myorders");
    await later.getByRole("link", { name: `Pay for ${order.car.name}` }).click();
    await expect(refusal(later)).toContainText("Your bank's confirmation was not completed");
    await payWith(later, cards.good);
    await expectPaid(later);
  },
);

test(
  "the form works again after Back from the challenge",
  { tag: "@deep" },
  async ({ page, shop }) => {
    await openPayment(page, shop);
    await payWith(page, cards.challengeEachTime);
    await expect(page.getByRole("button", { name: "Complete" })).toBeVisible();
    await page.goBack();
    await expect(payButton(page)).toBeEnabled();
    await payWith(page, cards.good);
    await expectPaid(page);
  },
);

test(
  "shows paid after the browser was closed right after paying",
  { tag: "@deep" },
  async ({ page, shop, browser, baseURL }) => {
    const order = await openPayment(page, shop);
    // The browser closes before it can ask for the payment's state.
    await page.route("**/payment/check", (route) => route.abort());
    const confirmed = page.waitForResponse(/\/confirm$/);
    await payWith(page, cards.good);
    await confirmed;
    await page.context().close();

    const reopened = await browser.newContext({ baseURL });
    const again = await reopened.newPage();
    await addSession(again, order.buyer);
    await open(again, paymentPath(order));
    await expectPaid(again);
    await reopened.close();
  },
);

test(
  "a button stays under the pointer when a card field is left",
  { tag: "@deep" },
  async ({ page, shop }) => {
    await openPayment(page, shop);
    const number = page.getByLabel("Card number");
    await payButton(page).click();
    await expect(number).toBeFocused();
    await expect(number).toHaveAccessibleDescription("Please enter the card number.");
    await page.getByRole("button", { name: "4242 4242 4242 4242" }).click();
    await expect(number).toHaveValue("4242 4242 4242 4242");
    await expect(number).toHaveAccessibleDescription("");

    await number.fill("4242 4242");
    await payButton(page).click();
    await expect(number).toBeFocused();
    await expect(number).toHaveAccessibleDescription(/\S/);
  },
);

test(
  "a connection lost after the charge ends as paid",
  { tag: "@deep" },
  async ({ page, shop }) => {
    await openPayment(page, shop);
    await page.route("**/confirm", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await payWith(page, cards.good);
    await expectPaid(page);
  },
);

test(
  "a connection lost before the charge shows an error and allows a retry",
  { tag: "@deep" },
  async ({ page, shop }) => {
    await openPayment(page, shop);
    await page.route("**/confirm", (route) => route.abort());
    await payWith(page, cards.good);
    await expect(refusal(page)).toContainText("You were not charged. Please try again.");
    await page.unroute("**/confirm");
    await payButton(page).click();
    await expectPaid(page);
  },
);

test("other tabs show paid without a reload", async ({ page, shop }) => {
  const order = await openPayment(page, shop);
  const second = await page.context().newPage();
  const orders = await page.context().newPage();
  await open(second, paymentPath(order));
  await expect(payButton(second)).toBeEnabled();
  await open(orders, "/dashboard/myorders");
  await expect(orders.getByRole("link", { name: `Pay for ${order.car.name}` })).toBeVisible();

  await payWith(page, cards.good);
  await expectPaid(page);
  await expectPaid(second);
  await expect(rowOf(orders, order.car.name).getByText("paid", { exact: true })).toBeVisible();
});

test("two tabs that pay at once make one payment", { tag: "@deep" }, async ({ page, shop }) => {
  const order = await openPayment(page, shop);
  const second = await page.context().newPage();
  await open(second, paymentPath(order));
  await Promise.all([typeCard(page, cards.good), typeCard(second, cards.good)]);
  const press = (tab: Page) => payButton(tab).evaluate((button: HTMLElement) => button.click());
  await Promise.all([press(page), press(second)]);
  await Promise.all([expectPaid(page), expectPaid(second)]);
  const booking = await shop.readBooking(order.buyer, order.booking);
  expect(booking).toMatchObject({ paid: true, state: "paid" });
});

test("a reload during the payment shows paid", { tag: "@deep" }, async ({ page, shop }) => {
  await openPayment(page, shop);
  await page.route("**/payment/check", (route) => route.abort());
  const confirmed = page.waitForResponse(/\/confirm$/);
  await payWith(page, cards.good);
  await confirmed;
  await page.unroute("**/payment/check");
  await page.reload();
  await expectPaid(page);
});

test(
  "waits while the bank processes a payment, and then shows paid",
  { tag: "@deep" },
  async ({ page, shop }) => {
    await openPayment(page, shop);
    await expect(payButton(page)).toBeEnabled();
    await page.route(/\/api\/bookings\//, async (route) => {
      const response = await route.fetch();
      const booking = (await response.json()) as object;
      const facts = { state: "held", paid: false, paymentStatus: "processing" };
      await route.fulfill({ response, json: { ...booking, ...facts } });
    });
    await payWith(page, cards.good);
    const waiting = page.getByRole("heading", { name: "Your payment is being processed" });
    await expect(waiting).toBeFocused();
    await expect(payButton(page)).toHaveCount(0);
    await page.unroute(/\/api\/bookings\//);
    await expectPaid(page);
  },
);

test("a booking canceled in another tab says so instead of the form", async ({ page, shop }) => {
  const order = await openPayment(page, shop);
  await expect(payButton(page)).toBeEnabled();
  const orders = await page.context().newPage();
  await open(orders, "/dashboard/myorders");
  await orders.getByRole("button", { name: /^Cancel the booking/ }).click();
  await orders.getByRole("button", { name: "Cancel booking" }).click();
  await expect(rowOf(orders, order.car.name)).toContainText("canceled");
  await payWith(page, cards.good);
  await expect(page.getByRole("heading", { name: "This booking was canceled" })).toBeVisible();
});

test("partial and full refunds show on the payment page and in My Orders", async ({
  page,
  shop,
}) => {
  const { buyer, booking, car } = await sell(shop);
  await shop.refund(booking, { amount: 500, reason: "A scratch on the door." });
  await expect.poll(async () => (await shop.readBooking(buyer, booking)).amountRefunded).toBe(500);
  await openAs(page, buyer, paymentPath({ booking }));
  await expect(page.getByRole("main")).toContainText("$500 of $24,500 went back to your card.");
  await page.getByRole("link", { name: "Back to My Orders" }).click();
  await expect(rowOf(page, car.name).getByText("paid", { exact: true })).toBeVisible();
  await expect(rowOf(page, car.name)).toContainText("$500 was refunded");
  const date = String.raw`\w+ \d+, \d{4}`;
  await expect(rowOf(page, car.name)).toContainText(
    new RegExp(`Booked ${date}, paid ${date}, refunded ${date}`),
  );

  await shop.refund(booking, { reason: "The sale was canceled." });
  await expect
    .poll(async () => (await shop.readBooking(buyer, booking)).amountRefunded)
    .toBe(24_500);
  await page.reload();
  await expect(rowOf(page, car.name).getByText("refunded", { exact: true })).toBeVisible();
  await open(page, `/dashboard/payment/${booking}`);
  await expect(page.getByRole("heading", { name: "This payment was refunded" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("$24,500 went back to your card.");
});

test("another buyer cannot open a payment page", async ({ page, shop }) => {
  const order = await placeOrder(shop);
  await openAs(page, await shop.signUp("Buyer"), paymentPath(order));
  await expect(page.getByRole("alert")).toContainText("We could not load this booking");
});
