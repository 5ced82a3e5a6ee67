// Takes the README's screenshots of a demo shop that runs: BROWSER_PATH=… node scripts/take-screenshots.mjs [ADDRESS].
import { join } from "node:path";
import { chromium } from "@playwright/test";

const address = process.argv[2] ?? "http://127.0.0.1:3000";
const folder = join(import.meta.dirname, "..", "docs", "screenshots");
const browser = await chromium.launch({ executablePath: process.env.BROWSER_PATH || undefined });
const page = await browser.newPage({
  viewport: { width: 1440, height: 900 },
  reducedMotion: "reduce",
  colorScheme: "light",
});

async function take(name) {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForFunction(() =>
    [...document.images].every(({ complete, loading }) => complete || loading === "lazy"),
  );
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** Below the header, at the top of the window. */
function scrollTo(locator) {
  return locator.evaluate((node) => {
    const top = node.getBoundingClientRect().top + scrollY;
    scrollTo({ top: top - 96, behavior: "instant" });
  });
}

try {
  await page.goto(address, { waitUntil: "load" });
  await take("home");

  await page.goto(`${address}/products/1`, { waitUntil: "load" });
  await take("category");

  await page.getByRole("link", { name: "Details" }).first().click();
  const price = page.getByRole("heading", { name: "How the price compares" });
  await price.waitFor();
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  await take("car");
  await scrollTo(price);
  await take("price");
} finally {
  await browser.close();
}
