import type { Page } from "@playwright/test";
import { cards } from "#testing/payments/card-calls.ts";
import { expect, test } from "../shop-test.ts";
import { simulatorKeys } from "#simulators/payment-provider/simulator-keys.ts";
import { startTimeout, startShop, type RunningShop } from "../steps/start-shop.ts";
import { expectAccessible } from "../steps/axe.ts";
import { loaded, open, openAs, ready, signIn } from "../steps/open-page.ts";
import { rowOf } from "../steps/locators.ts";
import { expectPaid, payButton, paymentPath, placeOrder, refusal } from "../steps/pay.ts";
import { cardFrame, fakeStripe } from "../steps/fake-stripe.ts";

// A shop with the provider's keys set. The provider's API is the simulator of a second shop.
test.describe.configure({ mode: "default", timeout: 120_000 });

const secret = "a-shop-that-plays-the-card-provider";
const { secretKey, publishableKey } = simulatorKeys(secret);
let provider: RunningShop;
let another: RunningShop;

test.beforeAll(async () => {
  test.setTimeout(2 * startTimeout);
  provider = await startShop({ AUTH_SECRET: secret });
  another = await startShop({
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: "whsec_browser_tests",
    STRIPE_API_URL: provider.shop.address,
  });
});
test.afterAll(async () => {
  await another.stop();
  await provider.stop();
});

const at = (path: string) => `${another.shop.address}${path}`;

/** Records the origins of all scripts, and violations of the content policy. */
function watch(page: Page) {
  const seen = { scripts: new Set<string>(), violations: [] as string[] };
  page.on("request", (request) => {
    if (request.resourceType() === "script") seen.scripts.add(new URL(request.url()).origin);
  });
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) seen.violations.push(message.text());
  });
  return seen;
}

async function payByElement(page: Page, number: string): Promise<void> {
  await cardFrame(page).getByLabel("Card number").fill(number);
  await payButton(page).click();
}

test("the provider's card field is declined, then pays, under a policy for the provider alone", async ({
  page,
}) => {
  await fakeStripe(page, provider.shop.address);
  const order = await placeOrder(another.shop);
  await openAs(page, order.buyer, at("/dashboard/myorders"));
  const seen = watch(page);
  await page.getByRole("link", { name: `Pay for ${order.car.name}` }).click();
  await expect(page.getByRole("form")).toContainText("Test mode No real money is charged.");
  await payByElement(page, cards.declined);
  await expect(refusal(page)).toContainText("Your card was declined.");
  await payByElement(page, cards.good);
  await expectPaid(page);
  expect([...seen.scripts].sort()).toEqual([another.shop.address, "https://js.stripe.com"].sort());

  // The provider's script does not stay after the page.
  seen.scripts.clear();
  await page.getByRole("link", { name: "Back to My Orders" }).click();
  await expect(rowOf(page, order.car.name).getByText("paid", { exact: true })).toBeVisible();
  await expect.poll(() => page.evaluate(() => "Stripe" in window)).toBe(false);
  await expect(rowOf(page, order.car.name).getByText("paid", { exact: true })).toBeVisible();
  await loaded(page);
  expect([...seen.scripts]).toEqual([another.shop.address]);
  expect(seen.violations).toEqual([]);
});

test(
  "only the payment page's content policy names the provider",
  { tag: "@deep" },
  async ({ page }) => {
    const order = await placeOrder(another.shop);
    const foreign = async (path: string) => {
      const policy = (await page.request.get(at(path))).headers()["content-security-policy"] ?? "";
      expect(policy).toContain("default-src 'none'");
      return [...policy.matchAll(/https:\/\/[^\s;]+/g)].map(([origin]) => origin);
    };
    expect(await foreign(paymentPath(order))).toEqual([
      "https://js.stripe.com",
      "https://*.js.stripe.com",
      "https://js.stripe.com",
      "https://*.js.stripe.com",
      "https://hooks.stripe.com",
      "https://api.stripe.com",
    ]);
    for (const path of ["/", "/login", "/dashboard", "/dashboard/myorders", "/products/1"])
      expect(await foreign(path)).toEqual([]);
  },
);

test(
  "the payment page after sign-in is a document of its own",
  { tag: "@deep" },
  async ({ page }) => {
    await fakeStripe(page, provider.shop.address);
    const order = await placeOrder(another.shop);
    await open(page, at(paymentPath(order)));
    await expect(page).toHaveURL(/\/login\?from=/);
    await signIn(page, order.buyer);
    await payByElement(page, cards.good);
    await expectPaid(page);
  },
);

test(
  "a provider script that fails to load shows an error with Retry",
  { tag: "@deep" },
  async ({ page }) => {
    const order = await placeOrder(another.shop);
    await page.route("https://js.stripe.com/**", (route) => route.abort());
    await openAs(page, order.buyer, at(paymentPath(order)));
    await expect(page.getByRole("alert")).toContainText(
      "We could not load the card form from our card provider.",
    );
    await expect(payButton(page)).toBeDisabled();
    await expectAccessible(page);
    await page.unroute("https://js.stripe.com/**");
    await fakeStripe(page, provider.shop.address);
    await page.getByRole("button", { name: "Retry" }).click();
    await ready(page);
    await payByElement(page, cards.good);
    await expectPaid(page);
  },
);
