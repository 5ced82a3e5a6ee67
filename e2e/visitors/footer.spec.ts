import { expect, test } from "../shop-test.ts";
import { open, openAs } from "../steps/open-page.ts";

test("the footer is one quiet row on work pages, and has links on public pages", async ({
  page,
  shop,
}) => {
  const footer = page.getByRole("contentinfo");
  const links = footer.getByRole("navigation", { name: "Footer" });
  await open(page, "/blog");
  const tagline = footer.getByText(/^BROWSE /);
  await expect(tagline).toHaveCSS("font-size", "13px");
  await links.getByRole("link", { name: "Compare side by side" }).click();
  await expect(page).toHaveURL("/compare");

  await openAs(page, await shop.signUp("Buyer"), "/dashboard");
  await expect(tagline).toHaveCSS("font-size", "13px");
  await expect(footer.getByRole("button", { name: "Dark" })).toBeVisible();
  await expect(links).toHaveCount(0);
  const hairline = 1;
  expect((await footer.boundingBox())!.height).toBeLessThanOrEqual(96 + hairline);
});
