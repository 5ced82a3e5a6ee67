import { test as base } from "@playwright/test";
import { openShop, type Shop } from "./steps/shop.ts";
import { translatePages, type TranslationStart } from "./steps/translate-pages.ts";

/**
 * A browser test that can set up accounts and cars without the browser. Tests with the tag `@deep` run in
 * `npm run test:deep`, all others in `npm test`, which takes every page and feature once. Tests with the tag `@all-sizes`
 * run in both, in `npm run test:deep` at all widths and in both themes.
 */
export const test = base.extend<{ translation: TranslationStart | null }, { shop: Shop }>({
  /** Translates the pages of the test. */
  translation: [null, { option: true }],
  page: async ({ page, translation }, use) => {
    if (translation) await translatePages(page, translation);
    await use(page);
  },
  shop: [
    async ({}, use, { project }) => {
      const { baseURL } = project.use;
      if (!baseURL) throw new Error("The browser tests need the shop's address (baseURL).");
      await use(openShop(baseURL));
    },
    { scope: "worker" },
  ],
});

export { expect } from "@playwright/test";
