import { expect, type Locator, type Page } from "@playwright/test";
import { readTree } from "./read-tree.ts";

/** The card of a car on a public page. */
export function cardOf(page: Page, name: string): Locator {
  return page
    .getByRole("article")
    .filter({ has: page.getByRole("heading", { name, exact: true }) });
}

/** The row of a dashboard table that includes this text. */
export function rowOf(page: Page, text: string): Locator {
  return page.getByRole("row").filter({ hasText: text });
}

/** The region of the toasts. */
export function messages(page: Page): Locator {
  return page.getByRole("region", { name: "Messages" });
}

/** Waits for a toast with exactly this text in the accessibility tree. */
export async function expectMessage(page: Page, text: string): Promise<void> {
  // Some disappear after two seconds, so the tree is read often.
  await expect
    .poll(async () => readTree(await messages(page).ariaSnapshot()), { intervals: [50, 100] })
    .toContain(text);
}
