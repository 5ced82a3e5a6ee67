import { createRequire } from "node:module";
import type { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

type Violations = Awaited<ReturnType<AxeBuilder["analyze"]>>["violations"];

// axe itself, as its Playwright package brings it. That package's own runner injects it again for each analysis and
// opens a second page to collect the results, which takes several times as long as the analysis.
const { source } = createRequire(import.meta.resolve("@axe-core/playwright"))("axe-core") as {
  source: string;
};

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

// Cards and rows are all alike, so six of a list stand for all: axe takes long for each.
const alike = "li:nth-child(n+7):has(article), tbody tr:nth-child(n+7)";

// Around an open menu; tabbing to one leads on to the menu or behind it at once.
const focusGuards = "[data-base-ui-focus-guard]";

/** Waits until all animations have ended: halfway between two themes the contrast of a color means nothing. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map((animation) => animation.finished));
  });
}

/**
 * Runs axe on the open page in both themes and at both sizes (or the given ones), and expects no violations. Puts the
 * size and the theme back afterwards.
 */
export async function expectAccessible(
  page: Page,
  widths = sizes.map(({ width }) => width),
  themes: readonly ("light" | "dark")[] = ["light", "dark"],
): Promise<void> {
  const before = page.viewportSize();
  // Frames of other origins would need axe of their own. Emails are made for email programs, and run no scripts.
  const frames = page.frames().filter((frame) => frame.url() !== "about:srcdoc");
  expect(frames).toHaveLength(1);
  for (const size of sizes.filter(({ width }) => widths.includes(width))) {
    await page.setViewportSize(size);
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      await waitForAnimations(page);
      const violations = (await findViolations(page)).flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} ${target.join(" ")}: ${failureSummary}`),
      );
      expect.soft(violations, `${page.url()} at ${size.width} in ${colorScheme}`).toEqual([]);
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  if (before) await page.setViewportSize(before);
}

async function findViolations(page: Page): Promise<Violations> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  return page.evaluate(
    async (excluded) => {
      const { axe } = window as unknown as {
        axe: { run: (context: object, options: object) => Promise<{ violations: Violations }> };
      };
      const { violations } = await axe.run(
        { exclude: excluded.map((selector) => [selector]) },
        { resultTypes: ["violations"], iframes: false },
      );
      return violations;
    },
    [alike, focusGuards],
  );
}
