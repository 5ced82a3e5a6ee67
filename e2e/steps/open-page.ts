import { expect, type Page } from "@playwright/test";
import type { Account } from "./shop.ts";

/**
 * Waits until the page is interactive: the theme buttons appear after hydration. A dialog that opens with the page hides
 * them from the accessibility tree.
 */
export async function ready(page: Page): Promise<void> {
  await expect(page.getByRole("group", { name: "Theme", includeHidden: true })).toBeAttached();
}

/** Waits until the open page has loaded its files and replaced its loading states. */
export async function loaded(page: Page): Promise<void> {
  await ready(page);
  await page.waitForLoadState("load");
  await expect(page.locator(".animate-skeleton")).toHaveCount(0);
  await expect(page.getByRole("status").filter({ hasText: /^Loading/ })).toHaveCount(0);
}

/** Opens a page of the shop and waits until it is interactive. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await ready(page);
}

/** Lets some time pass for the page, so that the answers it has are no longer those of a moment ago. */
export async function letTimePass(page: Page): Promise<void> {
  await page.clock.setFixedTime(Date.now() + 60_000);
}

/** Signs the account in without the sign-in form. */
export async function addSession(page: Page, account: Account): Promise<void> {
  await page.context().addCookies(account.cookies);
}

/** Makes the browser forget who is signed in, without the page's help. */
export async function clearSession(page: Page): Promise<void> {
  await page.context().clearCookies();
  if (page.url() !== "about:blank") await page.evaluate(() => localStorage.clear());
}

/** Opens `path`, signed in as `account`. */
export async function openAs(page: Page, account: Account, path: string): Promise<void> {
  await addSession(page, account);
  await open(page, path);
}

/** Fills in the open sign-in form and submits it. */
export async function signIn(
  page: Page,
  account: { email: string; password: string },
): Promise<void> {
  const main = page.getByRole("main");
  await main.getByLabel("Email").fill(account.email);
  await main.getByRole("textbox", { name: "Password" }).fill(account.password);
  await main.getByRole("button", { name: "Login", exact: true }).click();
}
