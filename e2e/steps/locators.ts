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

/** Chooses an action from a row's menu. */
export async function chooseInRow(row: Locator, name: string | RegExp): Promise<void> {
  await row.getByRole("button", { name: /^Actions for / }).click();
  await row.page().getByRole("menuitem", { name }).click();
}

/** The bar with what can be done with the selected rows. */
export function selectionBar(page: Page): Locator {
  return page.getByRole("group", { name: "Selection" });
}

/** Chooses an action for the selected rows from the bar's menu. */
export async function chooseForSelected(page: Page, name: string): Promise<void> {
  await selectionBar(page).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name }).click();
}

/** Opens the filters of a list. */
export async function openFilters(page: Page): Promise<Locator> {
  await page
    .getByRole("main")
    .getByRole("button", { name: /^(Filters|Sort)/ })
    .click();
  return page.getByRole("dialog", { name: /^(Filters|Sort)$/ });
}

/** Filters a list by one of a filter's values. */
export async function filterBy(page: Page, label: string, value: string): Promise<void> {
  const filters = await openFilters(page);
  await filters.getByLabel(label).selectOption(value);
  await page.keyboard.press("Escape");
  await expect(filters).toHaveCount(0);
}
