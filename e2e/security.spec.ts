import type { Page } from "@playwright/test";
import { addSession, loaded, open, signIn } from "./steps/open-page.ts";
import { sharedAccounts } from "./steps/shared-accounts.ts";
import { pagesOf, roles } from "./steps/shop-pages.ts";
import { rawGet, rawRequest } from "#testing/raw-request.ts";
import { expect, test } from "./shop-test.ts";

/** Notes what a page should never do: complain, break its content policy, ask another host. */
function watch(page: Page, origin: string): string[] {
  const faults: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()))
      faults.push(`${page.url()} ${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`${page.url()} threw: ${error.message}`));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (!["data:", "blob:"].includes(url.protocol) && url.origin !== origin)
      faults.push(`${page.url()} asked ${url.href}`);
  });
  return faults;
}

for (const who of roles) {
  test(`no page complains, breaks the content policy or asks another host: ${who}`, async ({
    page,
    shop,
    baseURL,
  }) => {
    const people = await sharedAccounts(shop);
    if (who !== "visitor") await addSession(page, people[who]);
    const faults = watch(page, new URL(baseURL!).origin);
    for (const place of pagesOf(who, people)) {
      // Chromium reports every answer of 404 as an error, which here is the right answer.
      if (place.path === "/no-such-page") continue;
      const answer = await page.goto(place.path);
      const policy = answer?.headers()["content-security-policy"] ?? "";
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/script-src[^;]*'unsafe-(inline|eval)'/);
      await expect(
        page.getByRole("main").getByRole("heading", { name: place.heading }).first(),
      ).toBeVisible();
      await loaded(page);
    }
    expect(faults).toEqual([]);
  });
}

test("the content policy keeps a foreign script out", async ({ page }) => {
  await open(page, "/");
  const ran = await page.evaluate(async () => {
    const broken = new Promise((resolve) =>
      document.addEventListener("securitypolicyviolation", resolve, { once: true }),
    );
    const script = document.createElement("script");
    script.textContent = "window.foreign = true";
    document.head.append(script);
    await broken;
    return "foreign" in window;
  });
  expect(ran).toBe(false);
});

test("pages, files, the card provider's test mode and what is missing carry the security headers", async ({
  page,
  request,
  shop,
}) => {
  const people = await sharedAccounts(shop);
  await open(page, "/");
  const files = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("script[src], link[href]")]
      .map((one) => one.getAttribute("src") ?? one.getAttribute("href") ?? "")
      .filter((address) => address.startsWith("/")),
  );
  expect(files.length).toBeGreaterThan(2);
  const paths = [...roles.flatMap((who) => pagesOf(who, people)).map(({ path }) => path), ...files];
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

test("the browser of the API works within its content policy", async ({ page, baseURL }) => {
  const faults = watch(page, new URL(baseURL!).origin);
  await page.goto("/api/docs/");
  await page.getByText("/api/category").first().click();
  await expect(page.getByRole("button", { name: "Try it out" })).toBeVisible();
  expect(faults).toEqual([]);
});

test("a car's name is text, whatever is in it", async ({ page, shop }) => {
  const seller = await shop.signUp("Seller");
  const car = await shop.addCar(seller, {
    name: `<img src=x onerror="window.foreign=1">BMW ${Date.now()}`,
  });
  await open(page, "/products/1");
  await expect(page.getByRole("heading", { name: car.name })).toBeVisible();
  expect(await page.evaluate(() => "foreign" in window)).toBe(false);
});

test("the session's cookie cannot be read by scripts", async ({ page, shop }) => {
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

for (const who of roles) {
  test(`every script comes from the shop itself, the payment page's too: ${who}`, async ({
    page,
    shop,
    baseURL,
  }) => {
    const people = await sharedAccounts(shop);
    if (who !== "visitor") await addSession(page, people[who]);
    const origins = new Set<string>();
    page.on("request", (request) => {
      if (request.resourceType() === "script") origins.add(new URL(request.url()).origin);
    });
    for (const place of pagesOf(who, people)) {
      const answer = await page.goto(place.path);
      const policy = answer?.headers()["content-security-policy"] ?? "";
      const scripts = /script-src ([^;]*)/.exec(policy)?.[1]?.split(" ") ?? [];
      expect(scripts.filter((source) => !/^'sha256-[\w+/]+=*'$/.test(source))).toEqual(["'self'"]);
      expect(policy).not.toContain("frame-src");
      await loaded(page);
    }
    expect([...origins]).toEqual([new URL(baseURL!).origin]);
  });
}

test("a request without a Host, or with a broken one, changes no page for others", async ({
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

test("a method that no page has is refused as such", async ({ baseURL }) => {
  for (const method of ["OPTIONS", "TRACE", "POST", "PUT"]) {
    const head = `${method} /login HTTP/1.1\r\nHost: ${new URL(baseURL!).host}\r\nConnection: close\r\n\r\n`;
    const { status, headers } = await rawRequest(baseURL!, head);
    expect([method, status, headers.allow]).toEqual([method, 405, "GET, HEAD"]);
  }
});
