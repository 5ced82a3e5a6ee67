import { expectAccessible } from "../steps/axe.ts";
import { clearSession, open, openAs } from "../steps/open-page.ts";
import { expectMessage, filterBy, rowOf, selectionBar } from "../steps/locators.ts";
import { wholeHold } from "../steps/pay.ts";
import { unique } from "../steps/shop.ts";
import { expect, test } from "../shop-test.ts";

test("search, order and page of a table are in its URL and survive a reload, Back and sharing", async ({
  page,
  shop,
}) => {
  const mark = unique();
  const names = ["Cleo", "ada", "Bo"].map((name) => `${name} ${mark}`);
  for (const name of names) await shop.signUp("Buyer", { name });
  await openAs(page, await shop.admin(), "/dashboard/allbuyer");
  await page
    .getByRole("main")
    .getByRole("searchbox", { name: "Search by name or email" })
    .fill(mark.toUpperCase());
  await expect(page.getByText("3 buyers", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`\\?q=${mark.toUpperCase()}$`));

  const table = page.getByRole("table", { name: "All Buyer" });
  const head = table.getByRole("columnheader", { name: "Name" });
  await head.getByRole("button", { name: "Name" }).click();
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  await expect(table.getByRole("rowheader")).toContainText([
    `ada ${mark}`,
    `Bo ${mark}`,
    `Cleo ${mark}`,
  ]);
  await head.getByRole("button", { name: "Name" }).press("Enter");
  await expect(head).toHaveAttribute("aria-sort", "descending");
  await expect(table.getByRole("rowheader").first()).toContainText(`Cleo ${mark}`);
  const address = page.url();
  await page.reload();
  await expect(table.getByRole("rowheader").first()).toContainText(`Cleo ${mark}`);
  await expect(page.getByRole("main").getByRole("searchbox")).toHaveValue(mark.toUpperCase());

  await page.goBack();
  await expect(table.getByRole("rowheader").first()).toContainText(`ada ${mark}`);
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole("main").getByRole("searchbox")).toHaveValue("");
  await open(page, address);
  await expect(table.getByRole("rowheader")).toHaveCount(3);

  await page.getByRole("main").getByRole("searchbox").fill(`no match ${mark}`);
  await expect(page.getByText("No matching buyers")).toBeVisible();
  await page.getByRole("button", { name: "Show all buyers" }).click();
  await expect(page).toHaveURL(/\/dashboard\/allbuyer$/);
});

test(
  "each page of a table has its own URL, and Back returns to the first",
  { tag: "@deep" },
  async ({ page, shop }) => {
    // Requests three rows at a time, to get several pages from a few accounts.
    await page.route(/\/api\/users(\?|$)/, (route) => {
      const url = new URL(route.request().url());
      url.searchParams.set("limit", "3");
      return route.continue({ url: url.href });
    });
    const mark = unique();
    for (let index = 0; index < 5; index++)
      await shop.signUp("Buyer", { name: `P${index} ${mark}` });
    await openAs(page, await shop.admin(), `/dashboard/allusers?q=${mark}&sort=name`);
    const names = page.getByRole("table").getByRole("rowheader");
    await expect(names).toContainText([`P0 ${mark}`, `P1 ${mark}`, `P2 ${mark}`]);
    await expect(page.getByText("3 of 5 shown")).toBeVisible();
    const pages = page.getByRole("navigation", { name: "Pages" });
    const next = pages.getByRole("link", { name: "Next" });
    await next.click();
    await expect(names).toContainText([`P3 ${mark}`, `P4 ${mark}`]);
    await page.goBack();
    await expect(names).toContainText([`P0 ${mark}`, `P1 ${mark}`, `P2 ${mark}`]);

    // While another order is loading, Next does not open the old order's page.
    let send: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      send = resolve;
    });
    await page.route(/\/api\/users\?.*sort=-name/, async (route) => {
      await released;
      await route.fallback();
    });
    await page.getByRole("columnheader", { name: "Name" }).getByRole("button").click();
    await expect(next).toHaveAttribute("aria-disabled", "true");
    // The rows stay readable meanwhile.
    await expect(page.getByRole("progressbar")).toHaveCSS("opacity", "1");
    await expect(page.locator("[aria-busy=true]").getByRole("table")).toBeVisible();
    expect(await names.first().evaluate(opacityOf)).toBe(1);
    await expectAccessible(page);
    await next.focus();
    await next.press("Enter");
    await expect(page).toHaveURL(/sort=-name$/);
    send();
    await expect(names).toContainText([`P4 ${mark}`, `P3 ${mark}`, `P2 ${mark}`]);
    await expect(next).not.toHaveAttribute("aria-disabled");
    await expect(page.getByRole("progressbar")).toHaveCount(0);
    await expect(next).toBeFocused();
    await page.goBack();
    await expect(names).toContainText([`P0 ${mark}`, `P1 ${mark}`, `P2 ${mark}`]);
    await next.click();
    await expect(names).toContainText([`P3 ${mark}`, `P4 ${mark}`]);
    await page.reload();
    await expect(names).toContainText([`P3 ${mark}`, `P4 ${mark}`]);
    await pages.getByRole("link", { name: "Previous" }).click();
    await expect(names).toContainText([`P0 ${mark}`, `P1 ${mark}`, `P2 ${mark}`]);
    await page.goBack();
    await expect(names).toContainText([`P3 ${mark}`, `P4 ${mark}`]);

    // A filter starts at the first page again.
    await expect(page).toHaveURL(/[?&]cursor=/);
    await filterBy(page, "Role", "Buyer");
    await expect(page).toHaveURL(/role=Buyer/);
    await expect(page).not.toHaveURL(/cursor=/);
    await expect(names).toContainText([`P0 ${mark}`, `P1 ${mark}`, `P2 ${mark}`]);

    await open(page, `/dashboard/allusers?q=${mark}&cursor=broken`);
    await expect(page.getByText("This page does not exist")).toBeVisible();
    await page.getByRole("link", { name: "First page" }).click();
    await expect(names).toContainText([`P4 ${mark}`]);
  },
);

test("an admin verifies several sellers at once and sees which were refused", async ({
  page,
  shop,
}) => {
  test.slow();
  const mark = unique();
  const sellers = [];
  for (const name of ["One", "Two", "Three"])
    sellers.push(await shop.signUp("Seller", { name: `${name} ${mark}` }));
  await openAs(
    page,
    await shop.admin(),
    `/dashboard/allseller?q=${mark}&sort=name&verified=waiting`,
  );
  await expect(page.getByRole("table").getByRole("rowheader")).toHaveCount(3);
  const all = page.getByRole("checkbox", { name: "Select all on this page" });
  await page.getByRole("checkbox", { name: `Select One ${mark}` }).check();
  expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
  // Shift selects the rows between.
  await page.getByRole("checkbox", { name: `Select Two ${mark}` }).click({ modifiers: ["Shift"] });
  await expect(all).toBeChecked();
  await expect(page.getByText("3 sellers selected")).toBeVisible();
  await expectAccessible(page);

  // Another admin verifies one of them first.
  await shop.verify(sellers[1]!);
  await selectionBar(page).getByRole("button", { name: "Verify" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Verify 3 sellers?");
  await expect(question.getByRole("listitem")).toHaveText([
    `One ${mark} ${sellers[0]!.email}`,
    `Three ${mark} ${sellers[2]!.email}`,
    `Two ${mark} ${sellers[1]!.email}`,
  ]);
  await question.getByRole("button", { name: "Verify 3 sellers" }).click();
  const report = page.getByRole("region", { name: "Result" });
  await expect(report).toContainText("2 sellers verified, 1 failed");
  await expect(report.getByRole("listitem")).toHaveText(
    `Two ${mark}: Two ${mark} is verified already.`,
  );
  await expect(page.getByText("1 seller selected")).toBeVisible();
  await expect(page.getByText("No matching sellers")).toBeVisible();
  await open(page, `/dashboard/audit?subject=${mark}&action=seller.verify`);
  await expect(page.getByText("3 entries", { exact: true })).toBeVisible();

  await open(page, `/dashboard/allseller?q=One+${mark}`);
  await expect(rowOf(page, mark).getByText("Verified", { exact: true })).toBeVisible();
});

test(
  "undoing a bulk action keeps what another admin has done since",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const mark = unique();
    await shop.signUp("Seller", { name: `One ${mark}` });
    await shop.signUp("Seller", { name: `Two ${mark}` });
    const third = await shop.signUp("Seller", { name: `Three ${mark}` });
    const other = await shop.signUp("admin");
    await openAs(page, await shop.admin(), `/dashboard/allseller?q=${mark}`);
    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    await selectionBar(page).getByRole("button", { name: "Verify" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Verify 3 sellers" }).click();
    const report = page.getByRole("region", { name: "Result" });
    await expect(report).toContainText("3 sellers verified");
    await page.request.put(`/api/seller/verify/${third.id}`, {
      headers: { authorization: `Bearer ${other.token}` },
      data: { checked: ["phone"] },
    });
    await report.getByRole("button", { name: "Undo" }).click();
    await expect(report).toContainText("2 sellers no longer verified, 1 failed");
    await expect(report.getByRole("listitem")).toHaveText(
      `Three ${mark}: Another admin has verified Three ${mark} since. Nothing was changed.`,
    );
    await expect(page.getByRole("button", { name: /^Verify (One|Two)/ })).toHaveCount(2);
  },
);

test(
  "dismisses the reports of several cars at once, and Undo reopens them",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const mark = unique();
    const seller = await shop.signUp("Seller");
    const buyer = await shop.signUp("Buyer");
    for (const name of ["One", "Two", "Three"])
      await shop.report(buyer, await shop.addCar(seller, { name: `${name} ${mark}` }));
    await openAs(page, await shop.admin(), `/dashboard/reportitem?q=${mark}&sort=name`);
    await page.getByRole("checkbox", { name: `Select One ${mark}` }).press("Space");
    await page.getByRole("checkbox", { name: `Select Two ${mark}` }).press("Space");
    await selectionBar(page).getByRole("button", { name: "Dismiss" }).press("Enter");
    const question = page.getByRole("alertdialog", { name: "Dismiss 2 reported cars?" });
    await expect(question.getByRole("listitem")).toHaveText([`One ${mark}`, `Two ${mark}`]);
    await expectAccessible(page);
    await question.getByRole("button", { name: "Dismiss 2 reported cars" }).click();
    const report = page.getByRole("region", { name: "Result" });
    await expect(report).toContainText("2 reported cars dismissed");
    await expect(report.getByRole("status")).toBeFocused();
    const rows = page.getByRole("table").getByRole("rowheader");
    await expect(rows).toContainText([`Three ${mark}`]);
    await report.getByRole("button", { name: "Undo" }).click();
    await expect(report).toContainText("2 reported cars reopened");
    await expect(report.getByRole("status")).toBeFocused();
    await expect(rows).toContainText([`One ${mark}`, `Three ${mark}`, `Two ${mark}`]);
  },
);

test("deletes several buyers at once, except one with a reserved car", async ({ page, shop }) => {
  const mark = unique();
  const buyers = [];
  for (const name of ["One", "Two", "Three"])
    buyers.push(await shop.signUp("Buyer", { name: `${name} ${mark}` }));
  await shop.book(buyers[1]!, await shop.addCar(await shop.signUp("Seller")));
  await openAs(page, await shop.admin(), `/dashboard/allbuyer?q=${mark}&sort=name`);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await selectionBar(page).getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete 3 buyers?" });
  await expect(question).toContainText("This cannot be undone.");
  await expect(question.getByRole("listitem")).toHaveText([
    `One ${mark} ${buyers[0]!.email}`,
    `Three ${mark} ${buyers[2]!.email}`,
    `Two ${mark} ${buyers[1]!.email}`,
  ]);
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("3 buyers selected")).toBeVisible();
  const trigger = selectionBar(page).getByRole("button", { name: "Delete" });
  await expect(trigger).toBeFocused();
  await trigger.click();
  await question.getByRole("button", { name: "Delete 3 buyers" }).click();
  const report = page.getByRole("region", { name: "Result" });
  await expect(report).toContainText("2 buyers deleted, 1 failed");
  await expect(report.getByRole("status")).toBeFocused();
  await expect(report.getByRole("listitem")).toHaveText(
    new RegExp(`^Two ${mark}: .*has a reserved car`),
  );
  await expect(report.getByRole("button", { name: "Undo" })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("table").getByRole("rowheader")).toContainText([`Two ${mark}`]);
  await open(page, `/dashboard/audit?action=buyer.delete`);
  await expect(page.getByRole("table").getByRole("row").nth(2)).toContainText("Buyer deleted");
});

test(
  "a confirmed dialog stays open until the response, whatever is pressed",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const buyer = await shop.signUp("Buyer");
    await openAs(page, await shop.admin(), `/dashboard/allbuyer?q=${buyer.email}`);
    let send: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      send = resolve;
    });
    await page.route(/\/api\/buyer\/[^/]+$/, async (route) => {
      await released;
      await route.continue();
    });
    await page.getByRole("button", { name: `Delete ${buyer.name}` }).click();
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: "Delete" }).click();
    await expect(question.getByRole("button", { name: "Cancel" })).toBeDisabled();
    await page.keyboard.press("Escape");
    // It is not closing either.
    await expect(question).toHaveAttribute("data-open");
    send();
    await expectMessage(page, "Buyer Deleted Successfully");
    await expect(question).toHaveCount(0);
  },
);

test(
  "a selection survives paging and sorting, and ends with another search or a deletion",
  { tag: "@deep" },
  async ({ page, shop }) => {
    await page.route(/\/api\/buyer(\?|$)/, (route) => {
      const url = new URL(route.request().url());
      url.searchParams.set("limit", "4");
      return route.continue({ url: url.href });
    });
    const mark = unique();
    const names = ["A", "B", "C", "D", "E"].map((name) => `${name} ${mark}`);
    for (const name of names) await shop.signUp("Buyer", { name });
    await openAs(page, await shop.admin(), `/dashboard/allbuyer?q=${mark}&sort=name`);
    const all = page.getByRole("checkbox", { name: "Select all on this page" });
    const pages = page.getByRole("navigation", { name: "Pages" });
    const selected = (count: number) =>
      page.getByText(/\d buyers? selected/).filter({ hasText: String(count) });
    await all.check();
    await pages.getByRole("link", { name: "Next" }).click();
    await page.getByRole("checkbox", { name: `Select E ${mark}` }).check();
    await expect(selected(5)).toBeVisible();
    await page.getByRole("columnheader", { name: "Name" }).getByRole("button").click();
    await expect(selected(5)).toBeVisible();

    // All are named, in a list that can be scrolled by keyboard.
    await selectionBar(page).getByRole("button", { name: "Delete" }).click();
    const question = page.getByRole("alertdialog", { name: "Delete 5 buyers?" });
    await expect(question.getByRole("listitem")).toHaveCount(5);
    await expect(question.getByRole("region", { name: "5 buyers" })).toBeFocused();
    await expectAccessible(page);
    await question.getByRole("button", { name: "Cancel" }).click();

    await page.getByRole("button", { name: `Delete ${names[4]}` }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(selected(4)).toBeVisible();
    await page.getByRole("main").getByRole("searchbox").fill(names[0]!);
    await expect(page.getByRole("table").getByRole("rowheader")).toHaveCount(1);
    await expect(page.getByText(/selected$/)).toHaveCount(0);
    await page.goBack();
    await expect(page.getByRole("table").getByRole("rowheader")).toHaveCount(4);
    await expect(all).not.toBeChecked();

    await all.check();
    await page.getByRole("button", { name: "Clear selection" }).press("Enter");
    await expect(page.getByText("Nothing selected")).toBeFocused();
  },
);

for (const { role, todo } of [
  { role: "Buyer" as const, todo: /Pay for BMW/ },
  { role: "Seller" as const, todo: /Reserved by a buyer/ },
]) {
  test(`the welcome page shows a new ${role} where to start, and later what to do`, async ({
    page,
    shop,
  }) => {
    const buyer = await shop.signUp("Buyer");
    const seller = await shop.signUp("Seller");
    await openAs(page, role === "Buyer" ? buyer : seller, "/dashboard");
    const main = page.getByRole("main");
    await expect(
      main.getByText(role === "Buyer" ? "You're all caught up" : "not verified yet"),
    ).toBeVisible();
    await expect(
      main.getByRole("link", { name: role === "Buyer" ? "Browse cars" : "Add your first car" }),
    ).toBeVisible();
    const car = await shop.addCar(seller);
    const booking = await shop.book(buyer, car);
    await page.reload();
    const link = main.getByRole("link", { name: todo });
    await expect(link).toContainText(role === "Buyer" ? wholeHold : "1");
    await expectAccessible(page);
    await link.click();
    await expect(page).toHaveURL(
      role === "Buyer" ? `/dashboard/payment/${booking}` : "/dashboard/myproduct?status=reserved",
    );
  });
}

test(
  "the welcome page leads an admin to the unverified sellers",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const seller = await shop.signUp("Seller");
    await openAs(page, await shop.admin(), "/dashboard");
    await page
      .getByRole("main")
      .getByRole("link", { name: /Sellers to verify/ })
      .click();
    await expect(page).toHaveURL("/dashboard/allseller?verified=waiting");
    await expect(rowOf(page, seller.email)).toBeVisible();
    await expect(
      page.getByRole("button", { name: "Remove the filter Verification: To verify" }),
    ).toBeVisible();
  },
);

test.describe("seller stats", () => {
  // Views of an automated browser are not counted.
  test.use({
    userAgent:
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  });

  test(
    "a seller sees how often a car was viewed and booked",
    { tag: "@deep" },
    async ({ page, shop }) => {
      const seller = await shop.signUp("Seller");
      const buyer = await shop.signUp("Buyer");
      const car = await shop.addCar(seller);
      const counted = page.waitForResponse(/\/api\/products\/[^/]+\/views$/);
      await openAs(page, buyer, `/products/1?book=${car.id}`);
      expect((await counted).status()).toBe(200);
      await shop.book(buyer, car);

      await clearSession(page);
      await openAs(page, seller, "/dashboard");
      const stats = page.getByRole("region", { name: "Your last 30 days" });
      await expect(stats.getByRole("img", { name: /^1 view in 30 days, most on/ })).toBeVisible();
      await expect(stats.getByRole("img", { name: /^1 booking in 30 days/ })).toBeVisible();
      const row = stats.getByRole("row").filter({ hasText: car.name });
      await expect(row.getByRole("cell")).toContainText(["", "1", "1", "0"]);
      await expectAccessible(page);

      // A seller's view of their own car is not counted.
      const own = page.waitForResponse(/\/api\/products\/[^/]+\/views$/);
      await open(page, `/products/1?book=${car.id}`);
      await own;
      await open(page, "/dashboard");
      await expect(stats.getByRole("img", { name: /^1 view in 30 days/ })).toBeVisible();
    },
  );
});

/** How opaque an element is, with all elements around it. */
function opacityOf(element: Element): number {
  let opacity = 1;
  for (let part: Element | null = element; part; part = part.parentElement)
    opacity *= Number(getComputedStyle(part).opacity);
  return opacity;
}
