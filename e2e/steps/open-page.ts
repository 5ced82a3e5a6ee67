import { expect, type Page } from "@playwright/test";
import type { Account } from "./shop.ts";

/**
 * Waits until the page answers to hands: the theme's buttons appear once scripts have taken the page over. A dialog that
 * opens with the page hides them from the tree.
 */
export async function ready(page: Page): Promise<void> {
  await expect(page.getByRole("group", { name: "Theme", includeHidden: true })).toBeAttached();
}

/** Waits until the page that is open has what it asked for: its files, and the answers that its placeholders stand for. */
export async function loaded(page: Page): Promise<void> {
  await ready(page);
  await page.waitForLoadState("load");
  await expect(page.locator(".animate-skeleton")).toHaveCount(0);
  await expect(page.getByRole("status").filter({ hasText: /^Loading/ })).toHaveCount(0);
}

/** Opens a page of the shop and waits until it answers to hands. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await ready(page);
}

/** Lets `person` use this browser from now on, as if they had signed in before. */
export async function addSession(page: Page, person: Account): Promise<void> {
  await page.context().addCookies(person.cookies);
}

/** Opens `path` as `person`. */
export async function openAs(page: Page, person: Account, path: string): Promise<void> {
  await addSession(page, person);
  await open(page, path);
}

/** Fills the sign-in form that is open and sends it. */
export async function signIn(
  page: Page,
  person: { email: string; password: string },
): Promise<void> {
  const main = page.getByRole("main");
  await main.getByLabel("Email").fill(person.email);
  await main.getByRole("textbox", { name: "Password" }).fill(person.password);
  await main.getByRole("button", { name: "Login", exact: true }).click();
}
