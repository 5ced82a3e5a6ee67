import type { Page } from "@playwright/test";
import { cards } from "#testing/card-calls.ts";
import { failRequests, failPageData } from "./steps/fail-requests.ts";
import { expectAccessible } from "./steps/axe.ts";
import { addSession, open, openAs } from "./steps/open-page.ts";
import { sharedAccounts } from "./steps/shared-accounts.ts";
import { messages, rowOf } from "./steps/locators.ts";
import {
  expectPaid,
  openPayment,
  payButton,
  paymentPath,
  payWith,
  placeOrder,
  refusal,
} from "./steps/pay.ts";
import { type Account, unique } from "./steps/shop.ts";
import { dashboardPages, pagesOf, publicPages, roles } from "./steps/shop-pages.ts";
import { sendSignUp } from "./steps/sign-up.ts";
import { expect, test } from "./shop-test.ts";

for (const place of publicPages) {
  test(`axe finds nothing on ${place.path}`, async ({ page }) => {
    await open(page, place.path);
    await expectAccessible(page);
  });
}

for (const [index, { path, who }] of dashboardPages({ booking: "of-the-buyer" }).entries()) {
  test(`axe finds nothing on ${path}`, async ({ page, shop }) => {
    const people = await sharedAccounts(shop);
    await addSession(page, people[who[0] as "buyer" | "seller" | "admin"]);
    const place = dashboardPages(people)[index]!;
    await open(page, place.path);
    await expect(page.getByRole("heading", { level: 1, name: place.heading })).toBeVisible();
    await expect(page.getByRole("status", { name: /loading/i })).toHaveCount(0);
    await expectAccessible(page);
  });
}

test("axe finds nothing in the booking dialog and in the question before a report", async ({
  page,
  shop,
}) => {
  // Two dialogs over a long list in two themes and sizes: axe takes its time for each.
  test.slow();
  const { buyer, car } = await sharedAccounts(shop);
  await openAs(page, buyer, `/products/1?book=${car.id}`);
  await expect(page.getByRole("dialog").getByRole("button", { name: "Submit" })).toBeVisible();
  await expectAccessible(page);
  await open(page, `/products/1?report=${car.id}`);
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await expectAccessible(page);
});

const paymentSteps: Record<string, (page: Page) => Promise<void>> = {
  open: (page) => expect(payButton(page)).toBeEnabled(),
  "with empty fields": async (page) => {
    await payButton(page).click();
    await expect(refusal(page).first()).toContainText("Please enter the card number.");
  },
  "with a refused card": async (page) => {
    await payWith(page, cards.declined);
    await expect(refusal(page)).toContainText("Your card was declined.");
  },
  paid: async (page) => {
    await payWith(page, cards.good);
    await expectPaid(page);
  },
};
for (const [state, come] of Object.entries(paymentSteps)) {
  test(`axe finds nothing on the payment page ${state}`, async ({ page, shop }) => {
    await openPayment(page, shop);
    await come(page);
    await expectAccessible(page);
  });
}

test("axe finds nothing on the payment page where nothing can be paid", async ({ page, shop }) => {
  const order = await placeOrder(shop);
  await failRequests(page, /\/api\/create-payment-intent/, "Not now.");
  await openAs(page, order.buyer, paymentPath(order));
  await expect(page.getByRole("alert")).toContainText("Not now.");
  await expectAccessible(page);
});

// What the shop comes to only by luck or patience, told by its answer.
for (const { state, paymentStatus, heading } of [
  { state: "held", paymentStatus: "processing", heading: "Your payment is being processed" },
  {
    state: "releasing",
    paymentStatus: "requires_action",
    heading: "This booking is being released",
  },
  { state: "partly_refunded", paymentStatus: "succeeded", heading: "Paid, and partly refunded" },
  { state: "refunded", paymentStatus: "succeeded", heading: "This payment was refunded" },
  { state: "expired", paymentStatus: "canceled", heading: "This hold has run out" },
] as const) {
  test(`axe finds nothing on the payment page of a booking that is ${state}`, async ({
    page,
    shop,
  }) => {
    const order = await placeOrder(shop);
    await page.route(/\/api\/bookings\//, async (route) => {
      const response = await route.fetch();
      const booking = (await response.json()) as object;
      const facts = {
        state,
        paymentStatus,
        allowedActions: [],
        isDisputed: state === "partly_refunded",
        amountRefunded: 500,
        notice: state === "refunded" ? "Your payment arrived too late." : null,
        transactionId: paymentStatus === "succeeded" ? "pi_1" : null,
        hasReceipt: paymentStatus === "succeeded",
      };
      await route.fulfill({ response, json: { ...booking, ...facts } });
    });
    await openAs(page, order.buyer, paymentPath(order));
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
    await expectAccessible(page);
  });
}

test("axe finds nothing in the question before a deletion", async ({ page, shop }) => {
  const { admin, seller } = await sharedAccounts(shop);
  await openAs(page, admin, "/dashboard/allseller");
  await rowOf(page, seller.email)
    .getByRole("button", { name: `Delete ${seller.name}` })
    .click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await expectAccessible(page);
});

test("axe finds nothing in the open menu and the open drawer", async ({ page, shop }) => {
  const { admin } = await sharedAccounts(shop);
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, admin, "/dashboard");
  await page.getByRole("button", { name: "Dashboard menu" }).click();
  await expect(page.getByRole("navigation", { name: "Dashboard" })).toBeVisible();
  await expectAccessible(page, [390]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await expect(page.getByRole("navigation", { name: "Menu" })).toBeVisible();
  await expectAccessible(page, [390]);
});

test("axe finds nothing on forms that were refused", async ({ page }) => {
  await open(page, "/signup");
  await sendSignUp(page);
  await expect(page.getByRole("alert").filter({ hasText: "Name is required." })).toBeVisible();
  await expectAccessible(page);
});

test("axe finds nothing on the error page, a failed list and the page of another role", async ({
  page,
  shop,
}) => {
  const { buyer } = await sharedAccounts(shop);
  await openAs(page, buyer, "/");
  await failPageData(page);
  await page.getByRole("link", { name: /^BMW, / }).click();
  await expect(page.getByRole("heading", { name: "Something went wrong!!!" })).toBeVisible();
  await expectAccessible(page);
  await open(page, "/dashboard/allusers");
  await expect(page.getByRole("heading", { name: "That page is not yours" })).toBeVisible();
  await expectAccessible(page);
});

test("a name of 160 characters without a space stays inside pages, dialogs and toasts", async ({
  page,
  shop,
}) => {
  const longName = (length: number) => `${"w".repeat(length - 8)}${unique()}`;
  const [seller, buyer] = [
    await shop.signUp("Seller", { name: longName(120) }),
    await shop.signUp("Buyer", { name: longName(120) }),
  ];
  const car = await shop.addCar(seller, { name: longName(160) });
  const booking = await shop.book(buyer, car);
  await shop.report(buyer, car);
  await page.setViewportSize({ width: 390, height: 844 });

  const expectInside = async (what: string) => {
    const outside = await page.evaluate(() => {
      const boxes = [
        document.documentElement,
        ...document.querySelectorAll("[role=dialog], [role=alertdialog], [data-toast]"),
      ];
      return boxes.filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.tagName);
    });
    expect.soft(outside, what).toEqual([]);
  };
  const look = async (person: Account, path: string, button?: RegExp) => {
    await page.context().clearCookies();
    if (page.url() !== "about:blank") await page.evaluate(() => localStorage.clear());
    await openAs(page, person, path);
    const main = page.getByRole("main");
    await expect(main).toContainText(/w{100}/);
    await expectInside(path);
    if (!button) return;
    await main.getByRole("button", { name: button }).click();
    await expect(page.getByRole("alertdialog")).toContainText(/w{100}/);
    await expectInside(`${path} ${button}`);
  };
  await look(buyer, "/dashboard");
  await look(buyer, `/dashboard/payment/${booking}`);
  await look(buyer, "/dashboard/myorders", /^Cancel the booking/);
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel booking" }).click();
  await expect(messages(page)).toContainText(car.name);
  await expectInside("the toast");
  await look(seller, "/dashboard/myproduct", /^Delete/);
  const admin = await shop.admin();
  await look(admin, `/dashboard/bookings/${booking}`);
  await look(admin, `/dashboard/reportitem?q=${seller.email}`, /^Remove/);
  await look(admin, `/dashboard/allseller?q=${seller.email}`, /^Suspend/);
});

for (const who of roles) {
  test(`no page scrolls sideways, from 360 px up: ${who}`, async ({ page, shop }) => {
    const people = await sharedAccounts(shop);
    if (who !== "visitor") await addSession(page, people[who]);
    for (const place of pagesOf(who, people)) {
      await open(page, place.path);
      await expect(
        page.getByRole("main").getByRole("heading", { name: place.heading }).first(),
      ).toBeVisible();
      for (const width of [360, 390, 768, 820, 1024, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        const excess = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect.soft(excess, `${place.path} at ${width}`).toBe(0);
      }
    }
  });
}
