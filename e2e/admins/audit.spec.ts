import { readFile } from "node:fs/promises";
import { expectAccessible } from "../steps/axe.ts";
import { failRequests } from "../steps/fail-requests.ts";
import { open, openAs } from "../steps/open-page.ts";
import { openFilters, rowOf } from "../steps/locators.ts";
import { expect, test } from "../shop-test.ts";

test("an admin filters the audit log, reloads it and saves it as CSV", async ({ page, shop }) => {
  const seller = await shop.signUp("Seller");
  await shop.verify(seller);
  await openAs(page, await shop.admin(), "/dashboard");
  await page.getByRole("main").getByRole("link", { name: "Audit log" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Audit log" })).toBeVisible();
  const own = rowOf(page, seller.email);
  await expect(own).toContainText("Seller verified");
  await expect(own).toContainText("admin@marque.example");

  const form = await openFilters(page);
  await form.getByLabel("Action").selectOption("Seller verified");
  await form.getByLabel("Admin").fill("ada demo");
  await form.getByLabel("Subject").fill(seller.email);
  await form.getByLabel("Subject").press("Enter");
  await expect(page).toHaveURL(/action=seller\.verify&actor=ada\+demo&subject=/);
  await expect(page.getByRole("main").getByRole("status")).toHaveText("1 entry");
  await expect(form.getByLabel("Subject")).toBeFocused();
  await page.reload();
  await expect(own).toBeVisible();
  await expect(page.getByRole("main").getByRole("status")).toHaveText("1 entry");
  await openFilters(page);
  await expect(form.getByLabel("Subject")).toHaveValue(seller.email);

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("audit.csv");
  const lines = (await readFile(await file.path(), "utf8")).trimEnd().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`"seller.verify"`);
  expect(lines[1]).toContain(`"${seller.email}"`);

  await openFilters(page);
  const to = form.getByLabel("To", { exact: true });
  await to.fill("2020-01-01");
  await to.press("Enter");
  await expect(page.getByText("No matching entries")).toBeVisible();
  await page.goBack();
  await expect(own).toBeVisible();
  await expect(to).toHaveValue("");
  await form.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(/\/dashboard\/audit$/);
  await expect(form.getByLabel("Action")).toHaveValue("");
  await expect(form.getByLabel("Subject")).toHaveValue("");
});

test("an audit log that does not load offers a retry", { tag: "@deep" }, async ({ page, shop }) => {
  const restore = await failRequests(page, /\/api\/audit/, "Not now.");
  await openAs(page, await shop.admin(), "/dashboard/audit");
  await expect(page.getByRole("main").getByRole("alert")).toContainText("Not now.");
  await restore();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("table", { name: "Audit log" })).toBeVisible();
});

test(
  "axe finds no violations in an audit log without results",
  { tag: "@deep" },
  async ({ page, shop }) => {
    await openAs(page, await shop.admin(), "/dashboard/audit?subject=no-such-subject");
    await expect(page.getByText("No matching entries")).toBeVisible();
    await expectAccessible(page);
  },
);

test("a buyer cannot open the audit log", { tag: "@deep" }, async ({ page, shop }) => {
  await openAs(page, await shop.signUp("Buyer"), "/dashboard/audit");
  await expect(page.getByRole("heading", { name: "You can't open that page" })).toBeVisible();
  await open(page, "/dashboard");
  await expect(page.getByRole("link", { name: "Audit log" })).toHaveCount(0);
});
