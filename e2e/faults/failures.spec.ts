import type { Page } from "@playwright/test";
import { failRequests, failPageData } from "../steps/fail-requests.ts";
import { addSession, open, openAs, ready } from "../steps/open-page.ts";
import { sharedAccounts } from "../steps/shared-accounts.ts";
import { chooseInRow, expectMessage, rowOf } from "../steps/locators.ts";
import { expect, test } from "../shop-test.ts";

const text = "Something went wrong on our side.";

for (const { role, path, call } of [
  { role: "buyer", path: "/dashboard/myorders", call: /\/api\/bookings\?/ },
  { role: "seller", path: "/dashboard/myproduct", call: /\/api\/addproduct/ },
  { role: "admin", path: "/dashboard/allbuyer", call: /\/api\/buyer/ },
  { role: "admin", path: "/dashboard/allseller", call: /\/api\/seller$/ },
  { role: "admin", path: "/dashboard/allusers", call: /\/api\/users$/ },
  { role: "admin", path: "/dashboard/reportitem", call: /\/api\/reportedProducts/ },
] as const) {
  const tag = role === "buyer" ? [] : "@deep";
  test(
    `a list that fails to load shows an error with Retry: ${path}`,
    { tag },
    async ({ page, shop }) => {
      const accounts = await sharedAccounts(shop);
      await addSession(page, accounts[role]);
      const restore = await failRequests(page, call, text);
      await open(page, path);
      const failure = page.getByRole("alert");
      await expect(failure).toContainText("We could not load this list");
      await expect(failure).toContainText(text);
      await restore();
      await failure.getByRole("button", { name: "Retry" }).click();
      await expect(page.getByRole("table").getByRole("row").nth(1)).toBeVisible();
      await expect(failure).toHaveCount(0);
    },
  );
}

test("cars that fail to load on the way to a brand show an error with Retry", async ({ page }) => {
  await open(page, "/");
  await page.route(/\.data(\?|$)/, (route) => route.fulfill({ status: 503, body: "" }));
  await page.getByRole("link", { name: /^BMW, / }).click();
  const failure = page.getByRole("alert");
  await expect(failure).toContainText("We could not load the cars");
  await page.unrouteAll();
  await failure.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("heading", { name: /used BMW cars?$/ })).toBeVisible();
});

test(
  "home page lists that fail to load show an error with Retry",
  { tag: "@deep" },
  async ({ page }) => {
    await open(page, "/blog");
    await page.route(/\.data(\?|$)/, (route) => route.fulfill({ status: 503, body: "" }));
    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Home" })
      .click();
    const failure = page.getByRole("alert");
    await expect(failure).toContainText("We could not load the cars");
    await page.unrouteAll();
    await failure.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("article").first()).toBeVisible();
  },
);

test("a failed role check shows an error with Retry", async ({ page, shop }) => {
  const { buyer } = await sharedAccounts(shop);
  await addSession(page, buyer);
  const restore = await failRequests(page, /\/api\/users\/(admin|seller)\//, text);
  await open(page, "/dashboard/myorders");
  await expect(page.getByRole("alert")).toContainText("We could not check your account");
  await restore();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("heading", { name: "My Orders" })).toBeVisible();
});

test("a booking that cannot reach the server shows a toast and keeps the dialog open", async ({
  page,
  shop,
}) => {
  const buyer = await shop.signUp("Buyer");
  // A new car, because an older one may have moved to a later page.
  const car = await shop.addCar(await shop.signUp("Seller"));
  await openAs(page, buyer, `/products/1?book=${car.id}`);
  await page.route(/\/api\/bookings$/, (route) => route.abort());
  const dialog = page.getByRole("dialog", { name: "Booking Confirmation" });
  await dialog.getByLabel("Phone").fill("123");
  await dialog.getByRole("button", { name: /^Book for / }).click();
  await expectMessage(
    page,
    "We could not reach the shop. Please check your connection and try again.",
  );
  await expect(dialog.getByLabel("Phone")).toHaveValue("");
});

test(
  "a failed report shows a toast, keeps its text and can be sent again",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const buyer = await shop.signUp("Buyer");
    // A new car, because an older one may have moved to a later page.
    const car = await shop.addCar(await shop.signUp("Seller"));
    await openAs(page, buyer, `/products/1?report=${car.id}`);
    const restore = await failRequests(page, /\/api\/reportedProducts\//, text);
    const question = page.getByRole("alertdialog");
    await question.getByRole("textbox").fill("The same car is on another site");
    await question.getByRole("button", { name: "Report" }).click();
    await expectMessage(page, text);
    await expect(question.getByRole("textbox")).toHaveValue("The same car is on another site");
    await restore();
    await question.getByRole("button", { name: "Report" }).click();
    await expect(question).toHaveCount(0);
  },
);

test("a failed moderation action shows a toast and keeps its reason", async ({ page, shop }) => {
  const seller = await shop.signUp("Seller");
  const buyer = await shop.signUp("Buyer");
  const car = await shop.addCar(seller);
  await shop.report(buyer, car);
  await shop.verify(seller);
  await openAs(page, await shop.admin(), `/dashboard/reportitem?q=${encodeURIComponent(car.name)}`);
  const actions = [
    { action: `Remove ${car.name}`, verb: "Remove", field: "Reason", call: /\/remove$/ },
    {
      action: `Revoke the verification of ${seller.name}`,
      verb: "Revoke",
      field: "Details",
      call: /\/seller\/verify\//,
    },
    {
      action: "Suspend",
      verb: "Suspend",
      field: "Details",
      call: /\/seller\/suspend\//,
    },
  ];
  for (const { action, verb, field, call } of actions) {
    if (verb === "Revoke") await open(page, `/dashboard/allseller?q=${seller.email}`);
    const restore = await failRequests(page, call, `No ${verb} now.`);
    await chooseInRow(rowOf(page, seller.name), action);
    const question = page.getByRole("alertdialog");
    await question.getByLabel(field).fill("Two cars, one number plate");
    await question.getByRole("button", { name: verb }).click();
    await expectMessage(page, `No ${verb} now.`);
    await expect(question.getByLabel(field)).toHaveValue("Two cars, one number plate");
    await restore();
    await question.getByRole("button", { name: verb }).click();
    await expect(question).toHaveCount(0);
  }
});

async function expectErrorPage(page: Page) {
  await expect(page.getByRole("heading", { name: "Something went wrong!!!" })).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("log back in");
  await expect(page.getByRole("banner")).toBeVisible();
  await expect(page.getByRole("contentinfo")).toBeVisible();
}

test(
  "a public page that fails shows the error page, whose Sign out leads to /login",
  { tag: "@deep" },
  async ({ page, shop }) => {
    await openAs(page, await shop.signUp("Buyer"), "/");
    await failPageData(page);
    await page.getByRole("link", { name: /^BMW, / }).click();
    await expectErrorPage(page);
    await page.unrouteAll();
    await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
    await expect(page).toHaveURL("/login");
    await expect(
      page.getByRole("main").getByRole("button", { name: "Login", exact: true }),
    ).toBeVisible();
  },
);

test("a dashboard page that fails shows the error page, whose Sign out leads to /login", async ({
  page,
  shop,
}) => {
  await addSession(page, await shop.signUp("Buyer"));
  // A response that the page cannot render.
  await page.route(/\/api\/bookings\?/, (route) => route.fulfill({ json: [null] }));
  await open(page, "/dashboard/myorders");
  await expectErrorPage(page);
  await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/login");
  expect(await page.evaluate(() => localStorage.getItem("access-token"))).toBeNull();
});

for (const { why, link, tag } of [
  { why: "is blocked", link: "Blog", tag: [] },
  { why: "and loader are blocked", link: /^BMW, /, tag: "@deep" },
])
  test(`a page whose script ${why} is loaded once again`, { tag }, async ({ page }) => {
    await open(page, "/");
    await page.evaluate(() => Object.assign(window, { isFirstDocument: true }));
    const isFirstDocument = () => page.evaluate(() => "isFirstDocument" in window);
    // Until another document is asked for: a prefetch asks for the script before the click does.
    let isBlocked = true;
    page.on("request", (request) => {
      if (request.isNavigationRequest()) isBlocked = false;
    });
    await page.route(/\/assets\/(blog|category)-[^/]*\.js$/, (route) =>
      isBlocked ? route.abort() : route.continue(),
    );
    await page.getByRole("link", { name: link }).first().click();
    await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
    await expect(page).toHaveURL(link === "Blog" ? "/blog" : "/products/1");
    await expect(async () => expect(await isFirstDocument()).toBe(false)).toPass();
    await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
  });

test(
  "a page whose script cannot be loaded offline shows a guest the error page, with Try again",
  { tag: "@deep" },
  async ({ page, context }) => {
    await open(page, "/");
    await page.evaluate(() => Object.assign(window, { isFirstDocument: true }));
    await context.setOffline(true);
    await page.getByRole("link", { name: "Blog" }).first().click();
    const failure = page.getByRole("alert");
    await expect(failure).toContainText("Something went wrong!!!");
    await expect(failure).toContainText("You are offline.");
    await expect(failure).not.toContainText("log back in");
    await expect(page.getByRole("banner")).toBeVisible();
    await failure.getByRole("button", { name: "Try again" }).click();
    await expect(failure).toContainText("We still could not reach the shop.");
    expect(await page.evaluate(() => "isFirstDocument" in window)).toBe(true);
    // Once online, it loads by itself.
    await context.setOffline(false);
    await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
    await expect(page).toHaveURL("/blog");
  },
);

test(
  "a page whose script takes over 120 seconds shows the error page with Reload",
  { tag: "@deep" },
  async ({ page }) => {
    await page.clock.install();
    await open(page, "/");
    let isStuck = true;
    await page.route(/\/assets\/blog-[^/]*\.js$/, async (route) => {
      // The first request gets no response.
      if (!isStuck) await route.continue();
    });
    const requested = page.waitForRequest(/\/assets\/blog-[^/]*\.js$/);
    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Blog" })
      .click();
    await requested;
    // The 120 seconds start when the page notices that it is waiting, which can be later than the click.
    await expect(page.getByRole("progressbar", { name: "Loading the page" })).toBeAttached();
    // The page's clock also runs on its own, so a few seconds are left for it.
    await page.clock.runFor(100_000);
    await expect(page.getByRole("heading", { name: "Shop Your Brand" })).toBeVisible();
    await page.clock.runFor(25_000);
    await expect(page.getByRole("heading", { name: "Something went wrong!!!" })).toBeVisible();
    isStuck = false;
    await page.getByRole("button", { name: "Reload" }).click();
    await expect(page).toHaveURL("/blog");
    await ready(page);
    await expect(page.getByRole("main").getByRole("article")).toHaveCount(4);
  },
);
