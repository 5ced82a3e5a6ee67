import { expect, type Locator, type Page } from "@playwright/test";
import { readTree } from "./read-tree.ts";

/** The card of a car on a public page. */
export function cardOf(page: Page, name: string): Locator {
  return page
    .getByRole("article")
    .filter({ has: page.getByRole("heading", { name, exact: true }) });
}

/** The row of a dashboard's table that has this text in it. */
export function rowOf(page: Page, text: string): Locator {
  return page.getByRole("row").filter({ hasText: text });
}

/** The place where short messages appear. */
export function messages(page: Page): Locator {
  return page.getByRole("region", { name: "Messages" });
}

/** Waits for a short message with exactly these words, as a screen reader is told it. */
export async function expectMessage(page: Page, words: string): Promise<void> {
  // Some stay two seconds only, so the tree is read often.
  await expect
    .poll(async () => readTree(await messages(page).ariaSnapshot()), { intervals: [50, 100] })
    .toContain(words);
}
