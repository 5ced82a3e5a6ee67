import { expect, type Locator, type Page } from "@playwright/test";

/** The card of a car on a public page. */
export function cardOf(page: Page, name: string): Locator {
  return page.getByRole("article").filter({ has: page.getByRole("heading", { name, exact: true }) });
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
  await expect(messages(page)).toMatchAriaSnapshot(`- status: ${JSON.stringify(words)}`);
}

