import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

// Cards are alike and rows are, so six of a list stand for all: axe takes long for each.
const alike = "li:nth-child(n+7):has(article), tbody tr:nth-child(n+7)";

/** Waits until nothing moves any more: a colour half way between two themes has no contrast to speak of. */
export async function stillness(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map((animation) => animation.finished));
  });
}

/** Lets axe look at what is open, in both themes and at both sizes (or the one given), and expects nothing to be found. */
export async function expectAccessible(
  page: Page,
  widths = sizes.map(({ width }) => width),
): Promise<void> {
  for (const size of sizes.filter(({ width }) => widths.includes(width))) {
    await page.setViewportSize(size);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await stillness(page);
      const { violations } = await new AxeBuilder({ page }).exclude(alike).analyze();
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} ${target.join(" ")}: ${failureSummary}`),
      );
      expect.soft(found, `${page.url()} at ${size.width} in ${colorScheme}`).toEqual([]);
    }
  }
}
