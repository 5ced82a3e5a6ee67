import type { Page } from "@playwright/test";
import { cards } from "#testing/payments/card-calls.ts";
import { failPageData, failRequests } from "../steps/fail-requests.ts";
import { expectAccessible } from "../steps/axe.ts";
import { addSession, clearSession, loaded, open, openAs } from "../steps/open-page.ts";
import { sharedAccounts } from "../steps/shared-accounts.ts";
import { chooseInRow, messages, rowOf } from "../steps/locators.ts";
import {
  expectPaid,
  openPayment,
  payButton,
  paymentPath,
  payWith,
  placeOrder,
  refusal,
} from "../steps/pay.ts";
import { type Account, unique } from "../steps/shop.ts";
import { pagesOf, viewers } from "../steps/shop-pages.ts";
import { sendSignUp } from "../steps/sign-up.ts";
import { expect, test } from "../shop-test.ts";

// They have the same template as the first brand's page.
const otherBrands = ["/products/2", "/products/3"];

test("axe finds no violations on the other brands' pages", { tag: "@deep" }, async ({ page }) => {
  test.slow();
  for (const path of otherBrands)
    await test.step(path, async () => {
      await open(page, path);
      await loaded(page);
      await expectAccessible(page);
    });
});

test(
  "axe finds no violations in dialogs, open menus and refused forms",
  { tag: "@deep" },
  async ({ page, shop }) => {
    test.slow();
    const { buyer, car, admin, seller } = await sharedAccounts(shop);

    await test.step("a sign-up that was refused", async () => {
      await open(page, "/signup");
      await sendSignUp(page);
      await expect(page.getByRole("alert").filter({ hasText: "Name is required." })).toBeVisible();
      await expectAccessible(page);
    });
    await test.step("the booking dialog", async () => {
      await openAs(page, buyer, `/products/1?book=${car.id}`);
      await expect(
        page.getByRole("dialog").getByRole("button", { name: /^Book for / }),
      ).toBeVisible();
      await expectAccessible(page);
    });
    await test.step("the confirmation of a report", async () => {
      await open(page, `/products/1?report=${car.id}`);
      await expect(page.getByRole("alertdialog")).toBeVisible();
      await expectAccessible(page);
    });
    await clearSession(page);
    await test.step("the confirmation of a deletion", async () => {
      await openAs(page, admin, `/dashboard/allseller?q=${seller.email}`);
      await chooseInRow(rowOf(page, seller.email), `Delete ${seller.name}`);
      await expect(page.getByRole("alertdialog")).toBeVisible();
      await expectAccessible(page);
    });
    await test.step("the open drawer and the open menu", async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await open(page, "/dashboard");
      await page.getByRole("button", { name: "Dashboard menu" }).click();
      await expect(page.getByRole("navigation", { name: "Dashboard" })).toBeVisible();
      await expectAccessible(page, [390]);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Menu", exact: true }).click();
      await expect(page.getByRole("navigation", { name: "Menu" })).toBeVisible();
      await expectAccessible(page, [390]);
    });
  },
);

test(
  "axe finds no violations on the payment page, declined and paid",
  { tag: "@deep" },
  async ({ page, shop }) => {
    test.slow();
    await openPayment(page, shop);
    const states: Record<string, () => Promise<void>> = {
      open: () => expect(payButton(page)).toBeEnabled(),
      "with empty fields": async () => {
        await payButton(page).click();
        await expect(refusal(page).first()).toContainText("Please enter the card number.");
      },
      "with a declined card": async () => {
        await payWith(page, cards.declined);
        await expect(refusal(page)).toContainText("Your card was declined.");
      },
      paid: async () => {
        await payWith(page, cards.good);
        await expectPaid(page);
      },
    };
    for (const [state, reach] of Object.entries(states))
      await test.step(state, async () => {
        await reach();
        await expectAccessible(page);
      });
  },
);

// States that the shop reaches rarely, or only after a while, come from a changed response.
const paymentStates = [
  { state: "held", paymentStatus: "processing", heading: "Your payment is being processed" },
  {
    state: "releasing",
    paymentStatus: "requires_action",
    heading: "This booking is being released",
  },
  { state: "partly_refunded", paymentStatus: "succeeded", heading: "Paid, and partly refunded" },
  { state: "refunded", paymentStatus: "succeeded", heading: "This payment was refunded" },
  { state: "expired", paymentStatus: "canceled", heading: "This hold expired" },
] as const;

test(
  "axe finds no violations on the payment page in states without a form",
  { tag: "@deep" },
  async ({ page, shop }) => {
    test.slow();
    const order = await placeOrder(shop);
    await test.step("a payment that cannot start", async () => {
      const restore = await failRequests(page, /\/api\/create-payment-intent/, "Not now.");
      await openAs(page, order.buyer, paymentPath(order));
      await expect(page.getByRole("alert")).toContainText("Not now.");
      await expectAccessible(page);
      await restore();
    });
    for (const { state, paymentStatus, heading } of paymentStates)
      await test.step(state, async () => {
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
        await open(page, paymentPath(order));
        await expect(page.getByRole("heading", { name: heading })).toBeVisible();
        await expectAccessible(page);
        // The page may be asking at this moment.
        await page.unrouteAll({ behavior: "wait" });
      });
  },
);

test(
  "axe finds no violations on the error page and on a page of another role",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const { buyer } = await sharedAccounts(shop);
    await openAs(page, buyer, "/");
    await failPageData(page);
    await page.getByRole("link", { name: /^BMW, / }).click();
    await expect(page.getByRole("heading", { name: "Something went wrong!!!" })).toBeVisible();
    await expectAccessible(page);
    await open(page, "/dashboard/allusers");
    await expect(page.getByRole("heading", { name: "You can't open that page" })).toBeVisible();
    await expectAccessible(page);
  },
);

test(
  "names of 160 characters without a space fit into pages, dialogs and toasts",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const longName = (length: number) => `${"w".repeat(length - 8)}${unique()}`;
    const seller = await shop.signUp("Seller", { name: longName(120) });
    const buyer = await shop.signUp("Buyer", { name: longName(120) });
    const car = await shop.addCar(seller, { name: longName(160) });
    const booking = await shop.book(buyer, car);
    await shop.report(buyer, car);
    await page.setViewportSize({ width: 390, height: 844 });

    const expectFits = async (what: string) => {
      const overflowing = await page.evaluate(() => {
        const boxes = [
          document.documentElement,
          ...document.querySelectorAll("[role=dialog], [role=alertdialog], [data-toast]"),
        ];
        return boxes.filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.tagName);
      });
      expect.soft(overflowing, what).toEqual([]);
    };
    const check = async (account: Account, path: string, button?: RegExp) => {
      await clearSession(page);
      await openAs(page, account, path);
      const main = page.getByRole("main");
      await expect(main).toContainText(/w{100}/);
      await expectFits(path);
      if (!button) return;
      const inRow = main.getByRole("button", { name: button });
      if (await inRow.isVisible()) await inRow.click();
      else await chooseInRow(main.getByRole("row").nth(1), button);
      await expect(page.getByRole("alertdialog")).toContainText(/w{100}/);
      await expectFits(`${path} ${button}`);
    };
    await check(buyer, "/dashboard");
    await check(buyer, `/dashboard/payment/${booking}`);
    await check(buyer, "/dashboard/myorders", /^Cancel the booking/);
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel booking" }).click();
    await expect(messages(page)).toContainText(car.name);
    await expectFits("the toast");
    await check(seller, "/dashboard/myproduct", /^Delete/);
    const admin = await shop.admin();
    await check(admin, `/dashboard/bookings/${booking}`);
    await check(admin, `/dashboard/reportitem?q=${seller.email}`, /^Remove/);
    await check(admin, `/dashboard/allseller?q=${seller.email}`, /^Suspend/);
  },
);

for (const viewer of viewers) {
  test(
    `no page scrolls sideways from 360 px up: ${viewer}`,
    { tag: "@deep" },
    async ({ page, shop }) => {
      const accounts = await sharedAccounts(shop);
      if (viewer !== "visitor") await addSession(page, accounts[viewer]);
      for (const { path, heading } of pagesOf(viewer, accounts)) {
        await open(page, path);
        await expect(
          page.getByRole("main").getByRole("heading", { name: heading }).first(),
        ).toBeVisible();
        await expectNoSidewaysScrolling(page, path);
      }
    },
  );
}

async function expectNoSidewaysScrolling(page: Page, path: string) {
  for (const width of [360, 390, 768, 820, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const excess = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect.soft(excess, `${path} at ${width}`).toBe(0);
  }
}

// WCAG 1.4.4 and 1.4.10: visitors set a text size in their browser.
test("text of twice the size fits a phone", { tag: "@deep" }, async ({ page, shop }) => {
  const { car } = await sharedAccounts(shop);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ["/", "/search?q=bmw", `/cars/x-${car.id}`, "/login", "/blog", "/compare"])
    await test.step(path, async () => {
      await open(page, path);
      await page.addStyleTag({ content: "html { font-size: 200% }" });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    });
});
