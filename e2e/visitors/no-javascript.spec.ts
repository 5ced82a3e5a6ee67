import type { Page } from "@playwright/test";
import { expect, test } from "../shop-test.ts";

test.use({ javaScriptEnabled: false });

const pages = [
  { path: "/", title: /^Marque: ./, canonical: "/" },
  { path: "/products/1", title: /^Used BMW cars · Marque$/, canonical: "/products/1" },
  {
    path: "/products/2?sort=price-asc",
    title: /^Used Mercedes-Benz cars · Marque$/,
    canonical: "/products/2",
  },
  { path: "/blog", title: / · Marque$/, canonical: "/blog" },
  { path: "/login", title: /^Login · Marque$/, canonical: "/login" },
  { path: "/signup", title: /^Register · Marque$/, canonical: "/signup" },
];

function attribute(page: Page, selector: string, name: string): Promise<string | null> {
  return page.locator(`head ${selector}`).getAttribute(name);
}

test("each page has a title and a description of its own, and its canonical URL", async ({
  page,
  baseURL,
}) => {
  const titles = new Set<string>();
  const descriptions = new Set<string>();
  for (const { path, title, canonical } of pages)
    await test.step(path, async () => {
      const response = await page.goto(path);
      expect(response?.status()).toBe(200);
      await expect(page).toHaveTitle(title);
      const description = (await attribute(page, 'meta[name="description"]', "content")) ?? "";
      expect(description.length).toBeGreaterThan(30);
      expect(await attribute(page, 'link[rel="canonical"]', "href")).toBe(`${baseURL}${canonical}`);
      titles.add(`${await page.title()}\n${description}`);
      descriptions.add(description);
    });
  expect(titles.size).toBe(pages.length);
  expect(descriptions.size).toBe(pages.length);
});

test("pages that search engines should not index say so", async ({ page }) => {
  for (const path of ["/no-such-page", "/dashboard"]) {
    await page.goto(path);
    expect(await attribute(page, 'meta[name="robots"]', "content")).toBe("noindex");
  }
});

test("the home page is readable and leads to a brand's cars", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText([
    "Shop Your Brand",
    "Advertise Items",
    "How it works",
    "Ready To Sell Your Supercar?",
  ]);
  const card = page.getByRole("article").first();
  await expect(card).toContainText("Market Price");
  await expect(card).toContainText("Post On");
  await page.getByRole("link", { name: /^Mercedes-Benz, / }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: /^\d+ used Mercedes-Benz cars?$/ }),
  ).toBeVisible();
  await expect(page.getByRole("article").first()).toBeVisible();
});

test("Book Now says what to do instead", async ({ page }) => {
  await page.goto("/products/1");
  await page.getByRole("button", { name: "Book Now" }).first().click();
  const instead = page.getByText(/^To book or report a car, turn on JavaScript/);
  await expect(instead).toBeVisible();
  await expect(instead).toContainText("+1 800 555 0142");
});

test("the blog has four articles of a few hundred words each", async ({ page }) => {
  await page.goto("/blog");
  const articles = page.getByRole("main").getByRole("article");
  await expect(articles).toHaveCount(4);
  for (const article of await articles.all()) {
    const words = ((await article.innerText()).match(/\S+/g) ?? []).length;
    expect(words).toBeGreaterThan(200);
  }
});

test("sign-in and sign-up say that they need JavaScript, and the menu is open on a phone", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ["/login", "/signup"]) {
    await page.goto(path);
    await expect(page.getByText(/^This form needs JavaScript\./)).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Menu" }).getByRole("link")).toHaveText([
      "Home",
      "Blog",
      "Login",
      "Register",
    ]);
  }
});

test("a form that is sent without its page's script says what to do", async ({ page }) => {
  await page.goto("/login?from=%2Ffavorites");
  await page
    .getByRole("main")
    .locator("form[method=post]")
    .evaluate((form: HTMLFormElement) => form.submit());
  await expect(page.getByRole("heading", { name: "That was too early" })).toBeVisible();
  await expect(page.getByText("405")).toHaveCount(0);
  await page.getByRole("link", { name: "Open the page again" }).click();
  await expect(page).toHaveURL("/login?from=%2Ffavorites");
  await expect(page.getByRole("heading", { name: "Login" })).toBeVisible();
});

test(
  "one menu shows at each width, and the dashboard says that it needs JavaScript",
  { tag: "@deep" },
  async ({ page }) => {
    const [desktop, mobile] = ["Main", "Menu"].map((name) =>
      page.getByRole("navigation", { name, exact: true }),
    );
    for (const { width, shown, hidden } of [
      { width: 390, shown: mobile, hidden: desktop },
      { width: 820, shown: desktop, hidden: mobile },
      { width: 1440, shown: desktop, hidden: mobile },
    ]) {
      await page.setViewportSize({ width, height: 844 });
      for (const path of ["/", "/dashboard", "/dashboard/myorders"]) {
        await page.goto(path);
        await expect(shown!).toBeVisible();
        await expect(hidden!).toBeHidden();
        if (path === "/") continue;
        await expect(
          page.getByRole("heading", { name: "Your dashboard needs JavaScript" }),
        ).toBeVisible();
        await expect(page.getByText("Checking your account")).toBeHidden();
        await expect(page.getByRole("button", { name: "Dashboard menu" })).toBeHidden();
        await expect(page.getByRole("navigation", { name: "Dashboard" })).toBeHidden();
      }
    }
  },
);

test("an unknown page or brand is a 404 with its title and a link back", async ({ page }) => {
  for (const path of ["/no-such-page", "/products/9"]) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expect(page).toHaveTitle("Page not found · Marque");
    await page.getByRole("link", { name: "Go Back" }).click();
    await expect(page).toHaveURL("/");
  }
});
