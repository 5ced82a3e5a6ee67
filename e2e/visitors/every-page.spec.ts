import { expectAccessible } from "../steps/axe.ts";
import { addSession, loaded, ready } from "../steps/open-page.ts";
import { sharedAccounts } from "../steps/shared-accounts.ts";
import { pagesOf, viewers } from "../steps/shop-pages.ts";
import { watchPage } from "../steps/watch-page.ts";
import { expect, test } from "../shop-test.ts";

// They have the same template as the first brand's page.
const otherBrands = ["/products/2", "/products/3"];

// `npm test` runs axe at one width and in one theme, `npm run test:deep` at all widths and in both themes.
const isDeep = process.env.TEST_DEPTH === "deep";

for (const viewer of viewers) {
  // ASVS 3.7.1, 14.2.3
  test(
    `every page opens, logs no errors, keeps its content policy and has no axe violations: ${viewer}`,
    { tag: "@all-sizes" },
    async ({ page, shop, baseURL }) => {
      test.slow();
      const accounts = await sharedAccounts(shop);
      if (viewer !== "visitor") await addSession(page, accounts[viewer]);
      const { origin } = new URL(baseURL!);
      const { faults, scriptOrigins } = watchPage(page, origin);
      for (const { path, heading } of pagesOf(viewer, accounts))
        await test.step(path, async () => {
          const response = await page.goto(path);
          const policy = response?.headers()["content-security-policy"] ?? "";
          expect(policy).toContain("default-src 'none'");
          const scripts = /script-src ([^;]*)/.exec(policy)?.[1]?.split(" ") ?? [];
          expect(scripts.filter((source) => !/^'sha256-[\w+/]+=*'$/.test(source))).toEqual([
            "'self'",
          ]);
          // The demo's payment page is no exception.
          expect(policy).not.toContain("frame-src");
          await ready(page);
          const main = page.getByRole("main");
          await expect(main.getByRole("heading", { name: heading }).first()).toBeVisible();
          await loaded(page);
          if (path.startsWith("/dashboard")) {
            await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
            expect(new URL(page.url()).pathname).toBe(path);
          }
          if (otherBrands.includes(path)) return;
          await (isDeep ? expectAccessible(page) : expectAccessible(page, [1440], ["light"]));
        });
      expect(faults).toEqual([]);
      expect([...scriptOrigins]).toEqual([origin]);
    },
  );
}
