import { open, signIn } from "../steps/open-page.ts";
import { sharedAccounts } from "../steps/shared-accounts.ts";
import { pagesOf, viewers } from "../steps/shop-pages.ts";
import { watchPage } from "../steps/watch-page.ts";
import { rawGet, rawRequest } from "#testing/raw-request.ts";
import { expect, test } from "../shop-test.ts";

// ASVS 3.4.3
test("the content policy blocks an injected script", async ({ page }) => {
  await open(page, "/");
  const ran = await page.evaluate(async () => {
    const violated = new Promise((resolve) =>
      document.addEventListener("securitypolicyviolation", resolve, { once: true }),
    );
    const script = document.createElement("script");
    script.textContent = "window.injected = true";
    document.head.append(script);
    await violated;
    return "injected" in window;
  });
  expect(ran).toBe(false);
});

// ASVS 3.4.3, 3.4.6
test("all responses carry the security headers, also files, errors and the provider's test mode", async ({
  page,
  request,
  shop,
}) => {
  const accounts = await sharedAccounts(shop);
  await open(page, "/");
  const files = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("script[src], link[href]")]
      .map((one) => one.getAttribute("src") ?? one.getAttribute("href") ?? "")
      .filter((address) => address.startsWith("/")),
  );
  expect(files.length).toBeGreaterThan(2);
  const paths = [
    ...viewers.flatMap((viewer) => pagesOf(viewer, accounts)).map(({ path }) => path),
    ...files,
  ];
  const wrong: string[] = [];
  for (const path of [...paths, "/%", "/outbox", "/assets/none.js", "/api/docs", "/v1/none"]) {
    const headers = (await request.get(path, { maxRedirects: 0 })).headers();
    const csp = headers["content-security-policy"] ?? "";
    const isRight =
      headers["x-content-type-options"] === "nosniff" &&
      headers["referrer-policy"] === "strict-origin-when-cross-origin" &&
      headers["cross-origin-opener-policy"] === "same-origin" &&
      headers["cross-origin-resource-policy"] === "same-origin" &&
      headers["permissions-policy"]?.includes("camera=()") &&
      ["default-src", "object-src", "base-uri", "frame-ancestors"].every((directive) =>
        csp.split("; ").includes(`${directive} 'none'`),
      ) &&
      !/script-src[^;]*unsafe/.test(csp) &&
      headers["cache-control"] !== undefined &&
      headers["x-powered-by"] === undefined;
    if (!isRight) wrong.push(`${path} ${JSON.stringify(headers)}`);
  }
  expect(wrong).toEqual([]);
  const challenge = (await request.get("/payment-simulator/challenge/none")).headers();
  expect(challenge["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(challenge["x-content-type-options"]).toBe("nosniff");
});

test(
  "the API documentation works within its content policy",
  { tag: "@deep" },
  async ({ page, baseURL }) => {
    const { faults } = watchPage(page, new URL(baseURL!).origin);
    await page.goto("/api/docs/");
    await page.getByRole("link", { name: "category", exact: true }).click();
    await page.getByText("/api/category").first().click();
    await expect(page.getByRole("button", { name: "Try it out" })).toBeVisible();
    expect(faults).toEqual([]);
  },
);

// ASVS 3.2.2
test("shows HTML in a car's name as text", async ({ page, shop }) => {
  const seller = await shop.signUp("Seller");
  const car = await shop.addCar(seller, {
    name: `<img src=x onerror="window.injected=1">BMW ${Date.now()}`,
  });
  await open(page, "/products/1");
  await expect(page.getByRole("heading", { name: car.name })).toBeVisible();
  expect(await page.evaluate(() => "injected" in window)).toBe(false);
});

// ASVS 3.3.4
test("scripts cannot read the session cookie", async ({ page, shop }) => {
  const buyer = await shop.signUp("Buyer");
  await open(page, "/login");
  await signIn(page, buyer);
  await expect(page).toHaveURL("/dashboard");
  const cookies = await page.context().cookies();
  expect(cookies.map(({ httpOnly, sameSite }) => ({ httpOnly, sameSite }))).toEqual([
    { httpOnly: true, sameSite: "Lax" },
    { httpOnly: true, sameSite: "Lax" },
  ]);
  expect(await page.evaluate(() => document.cookie)).toBe("");
});

test("a request with a missing or invalid Host does not affect others", async ({
  request,
  baseURL,
}) => {
  const title = async () => /<title>([^<]*)/.exec(await (await request.get("/login")).text())?.[1];
  const before = await title();
  expect(before).toMatch(/^Login/);
  const old = await rawGet(baseURL!, "/login", [], "1.0");
  expect([old.status, /<title>([^<]*)/.exec(old.body)?.[1]]).toEqual([200, before]);
  for (const host of ["a b", "x/login?", "x#", "x?"])
    expect((await rawGet(baseURL!, "/login", [`Host: ${host}`])).status).toBe(400);
  expect(
    (await rawGet(baseURL!, `${baseURL}/blog`, [`Host: ${new URL(baseURL!).host}`])).status,
  ).toBe(400);
  expect(await title()).toBe(before);
});

test("refuses unknown methods with 405", async ({ baseURL }) => {
  for (const method of ["OPTIONS", "TRACE", "POST", "PUT"]) {
    const head = `${method} /login HTTP/1.1\r\nHost: ${new URL(baseURL!).host}\r\nConnection: close\r\n\r\n`;
    const { status, headers } = await rawRequest(baseURL!, head);
    expect([method, status, headers.allow]).toEqual([method, 405, "GET, HEAD"]);
  }
});
