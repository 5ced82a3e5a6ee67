import { expectAccessible } from "../steps/axe.ts";
import { open, openAs } from "../steps/open-page.ts";
import { tabTo } from "../steps/tab-to.ts";
import { cardOf, chooseInRow, expectMessage, rowOf } from "../steps/locators.ts";
import { linkInEmail } from "../steps/outbox.ts";
import { expect, test } from "../shop-test.ts";

const sizes = [390, 1440];

test(
  "a seller is suspended from Reported Items, reads why, appeals, and a second admin overturns it",
  { tag: "@deep" },
  async ({ browser, page, shop }) => {
    test.setTimeout(300_000);
    const seller = await shop.signUp("Seller");
    const buyer = await shop.signUp("Buyer");
    const second = await shop.signUp("admin");
    const car = await shop.addCar(seller);
    const held = await shop.addCar(seller);
    await shop.verify(seller);
    const booking = await shop.book(buyer, held);
    await shop.report(buyer, car);
    const visitors = await (await browser.newContext()).newPage();
    await open(visitors, "/products/1");
    await expect(cardOf(visitors, car.name)).toBeVisible();

    await test.step("an admin suspends the seller, and their cars leave the public page at once", async () => {
      await openAs(page, await shop.admin(), "/dashboard/reportitem");
      await rowOf(page, car.name)
        .getByRole("button", { name: /^Actions for/ })
        .click();
      await page.getByRole("menuitem", { name: `Suspend ${seller.name}` }).click();
      const question = page.getByRole("alertdialog", { name: `Suspend ${seller.name}?` });
      await question.getByRole("button", { name: "Suspend" }).click();
      await expect(question.getByText("Reason is required.")).toBeVisible();
      await expectAccessible(page, sizes);
      await question.getByLabel("Reason").selectOption("Suspected fraud");
      await question.getByLabel("Details").fill("Two cars, one number plate");
      await question.getByRole("button", { name: "Suspend" }).click();
      await expectMessage(page, `${seller.name} suspended`);
      await expect(rowOf(page, car.name)).toHaveCount(0);
      await open(visitors, "/products/1");
      await expect(cardOf(visitors, car.name)).toHaveCount(0);
      await open(page, "/dashboard/allseller");
      await expect(rowOf(page, seller.email)).toContainText(
        "Suspected fraud: Two cars, one number plate",
      );
      expect((await shop.readBooking(buyer, booking)).state).toBe("cancelled");
    });

    await test.step("the seller follows the email's link, sees the suspension on each page, and appeals once", async () => {
      const theirs = await (await browser.newContext()).newPage();
      const link = await linkInEmail(visitors, seller.email, /You are suspended/);
      expect(link).toBe("/dashboard/appeals");
      for (const path of ["/dashboard", "/dashboard/myproduct", "/dashboard/addproduct"]) {
        await openAs(theirs, seller, path);
        await expect(theirs.getByRole("region", { name: "You are suspended" })).toContainText(
          "Two cars, one number plate",
        );
        await expect(theirs.getByRole("link", { name: /^Add (a|your first) car/ })).toHaveCount(0);
        await expect(theirs.getByRole("button", { name: "Add product" })).toHaveCount(0);
      }
      await expectAccessible(theirs, sizes);
      await open(theirs, "/dashboard/myproduct");
      await expect(rowOf(theirs, car.name)).toContainText("Off sale");
      await expect(theirs.getByRole("button", { name: /^Advertise/ })).toHaveCount(0);
      await open(theirs, link);
      await theirs.getByRole("button", { name: "Appeal your suspension" }).click();
      const form = theirs.getByRole("dialog");
      await form.getByRole("button", { name: "Send appeal" }).click();
      await expect(form.getByRole("alert")).toBeVisible();
      await expectAccessible(theirs, sizes);
      await form
        .getByLabel("Your appeal")
        .fill("They are <b>sister</b> cars.\nLook at the papers.");
      await form.getByRole("button", { name: "Send appeal" }).click();
      await expectMessage(theirs, "Appeal sent");
      await expect(theirs.getByRole("main")).toContainText(
        "Your appeal is waiting for a decision.",
      );
      await expect(theirs.getByRole("button", { name: /^Appeal/ })).toHaveCount(0);
      await expectAccessible(theirs, sizes);
      await theirs.close();
    });

    await test.step("the admin who suspended may not decide; another admin overturns it, and the cars are back", async () => {
      await open(page, "/dashboard");
      await page.getByRole("link", { name: /Appeals to decide/ }).click();
      await expect(rowOf(page, seller.email)).toContainText("Another admin decides this");
      const other = await (await browser.newContext()).newPage();
      await openAs(other, second, "/dashboard/appeals");
      const own = rowOf(other, seller.email);
      await expect(own).toContainText("They are <b>sister</b> cars.");
      await expectAccessible(other, sizes);
      await own.getByRole("button", { name: `Overturn the suspension of ${seller.name}` }).click();
      const question = other.getByRole("alertdialog", {
        name: `Overturn the suspension of ${seller.name}?`,
      });
      await expectAccessible(other, sizes);
      await question.getByLabel("Reason").fill("The papers are in order");
      await question.getByRole("button", { name: "Overturn" }).click();
      await expectMessage(other, `Appeal of ${seller.name} overturned`);
      await expect(
        other
          .getByRole("table", { name: "Decided appeals" })
          .getByRole("row")
          .filter({ hasText: seller.email }),
      ).toContainText("The papers are in order");
      await other.close();
      await open(visitors, "/products/1");
      await expect(cardOf(visitors, car.name)).toContainText("Verified seller");
      await linkInEmail(visitors, seller.email, /Your appeal on Marque was decided/);
    });
    await visitors.close();
  },
);

test("an admin lifts a suspension in All Seller", { tag: "@deep" }, async ({ page, shop }) => {
  const seller = await shop.signUp("Seller");
  const car = await shop.addCar(seller);
  await openAs(page, await shop.admin(), "/dashboard/allseller");
  const own = rowOf(page, seller.email);
  await chooseInRow(own, `Suspend ${seller.name}`);
  await page.getByRole("alertdialog").getByLabel("Reason").selectOption("Abuse of buyers");
  await page.getByRole("alertdialog").getByRole("button", { name: "Suspend" }).click();
  await expect(own.getByText("Suspended", { exact: true })).toBeVisible();
  await expectAccessible(page, sizes);
  await own.getByRole("button", { name: `Lift the suspension of ${seller.name}` }).click();
  await expectMessage(page, `Suspension of ${seller.name} lifted`);
  await open(page, "/products/1");
  await expect(cardOf(page, car.name)).toBeVisible();
});

test(
  "the badge shows by keyboard what was checked and when, but not by whom",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const seller = await shop.signUp("Seller");
    const car = await shop.addCar(seller);
    await openAs(page, await shop.admin(), "/dashboard/allseller");
    const own = rowOf(page, seller.email);
    await own.getByRole("button", { name: `Verify ${seller.name}` }).click();
    const form = page.getByRole("dialog");
    await form.getByRole("checkbox", { name: "Identity document" }).check();
    await form.getByRole("checkbox", { name: "Phone call" }).check();
    await form
      .getByRole("region", { name: "Verified mark" })
      .getByLabel("Note")
      .fill("Passport seen");
    await expectAccessible(page, sizes);
    await form.getByRole("button", { name: "Verify" }).click();
    await expectMessage(page, `Seller ${seller.name} verified!`);
    await chooseInRow(own, `Checks of ${seller.name}`);
    await expect(form.getByRole("checkbox", { name: "Identity document" })).toBeChecked();
    await expect(
      form.getByRole("region", { name: "Verified mark" }).getByLabel("Note"),
    ).toHaveValue("Passport seen");
    await page.keyboard.press("Escape");

    await open(page, "/products/1");
    const card = cardOf(page, car.name);
    const badge = card.locator("summary");
    await badge.focus();
    await page.keyboard.press("Enter");
    await expect(card.getByText(/^Verified on/)).toBeVisible();
    await expect(card).toContainText("Checked: identity document, phone call.");
    await expect(card).not.toContainText(/Ada|Passport/);
    await expectAccessible(page, sizes);
  },
);

test(
  "an admin revokes a badge with the keyboard alone, and it leaves the shop at once",
  { tag: "@deep" },
  async ({ browser, page, shop }) => {
    const seller = await shop.signUp("Seller");
    const car = await shop.addCar(seller, { advertised: true });
    await shop.verify(seller);
    const visitor = await (await browser.newContext()).newPage();
    await open(visitor, "/");
    await expect(cardOf(visitor, car.name)).toContainText("Verified seller");

    await openAs(page, await shop.admin(), `/dashboard/allseller?q=${seller.email}`);
    const menu = page.getByRole("button", { name: `Actions for ${seller.name}` });
    const chooseRevoke = async () => {
      await page.keyboard.press("Enter");
      await page.keyboard.press("ArrowDown");
      await expect(
        page.getByRole("menuitem", { name: `Revoke the verification of ${seller.name}` }),
      ).toBeFocused();
      await page.keyboard.press("Enter");
    };
    await tabTo(page, menu);
    await chooseRevoke();
    const question = page.getByRole("alertdialog", {
      name: `Revoke the verification of ${seller.name}?`,
    });
    await expect(question).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(question).toHaveCount(0);
    await expect(menu).toBeFocused();
    await chooseRevoke();
    await tabTo(page, question.getByRole("button", { name: "Revoke" }));
    await page.keyboard.press("Enter");
    await expect(question.getByText("Reason is required.")).toBeVisible();
    await expect(question.getByLabel("Reason")).toBeFocused();
    await expectAccessible(page, sizes);
    await question.getByLabel("Reason").press("ArrowDown");
    await tabTo(page, question.getByLabel("Details"));
    await page.keyboard.type("Seen on the phone");
    await tabTo(page, question.getByRole("button", { name: "Revoke" }));
    await page.keyboard.press("Enter");
    await expectMessage(page, `Verification of ${seller.name} revoked`);
    await expect(rowOf(page, seller.email).getByRole("button", { name: /^Verify/ })).toBeVisible();
    await open(visitor, "/");
    await expect(cardOf(visitor, car.name)).not.toContainText("Verified seller");
    await visitor.close();
  },
);

test("a dismissal can be undone from its note", { tag: "@deep" }, async ({ page, shop }) => {
  const seller = await shop.signUp("Seller");
  const buyer = await shop.signUp("Buyer");
  const car = await shop.addCar(seller);
  await shop.report(buyer, car);
  await openAs(page, await shop.admin(), "/dashboard/reportitem");
  await page.getByRole("button", { name: `Dismiss the reports on ${car.name}` }).click();
  await expect(rowOf(page, car.name)).toHaveCount(0);
  await expectAccessible(page, sizes);
  await page.getByRole("button", { name: `Undo: reopen the reports on ${car.name}` }).click();
  await expectMessage(page, `Reports on ${car.name} reopened`);
  await expect(rowOf(page, car.name)).toBeVisible();
});

test(
  "a dismissal of a car that has left the shop cannot be undone",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const seller = await shop.signUp("Seller");
    const buyer = await shop.signUp("Buyer");
    const car = await shop.addCar(seller);
    await shop.report(buyer, car);
    await page.request.delete(`/api/addproduct/${car.id}`, {
      headers: { authorization: `Bearer ${seller.token}` },
    });
    await openAs(page, await shop.admin(), "/dashboard/reportitem");
    await page.getByRole("button", { name: `Dismiss the reports on ${car.name}` }).click();
    await expect(page.getByText(`Reports on ${car.name} were dismissed.`)).toBeVisible();
    await expect(page.getByRole("button", { name: /^Undo/ })).toHaveCount(0);
  },
);

test("cached pages lose a suspended seller's cars at once and show them again afterwards", async ({
  request,
  shop,
}) => {
  const seller = await shop.signUp("Seller");
  const car = await shop.addCar(seller, { advertised: true });
  const paths = ["/", "/products/1", `/products/1?book=${car.id}`];
  const read = async (path: string, etag = "") => {
    const answer = await request.get(path, { headers: { "if-none-match": etag } });
    return { status: answer.status(), etag: answer.headers().etag, html: await answer.text() };
  };
  const change = async (method: "put" | "delete") => {
    const headers = { authorization: `Bearer ${(await shop.admin()).token}` };
    const answer = await request[method](`/api/seller/suspend/${seller.id}`, {
      headers,
      data: method === "put" ? { reason: "Suspected fraud" } : undefined,
    });
    expect(await answer.json()).toEqual({ modifiedCount: 1 });
  };
  // Another test may change a page between two requests. It is then sent again, with another ETag.
  const readCached = async (path: string) => {
    let etag = "";
    const status = async () => {
      const answer = await read(path, etag);
      if (answer.status === 200) {
        expect(answer.html, path).toContain(car.name);
        etag = answer.etag ?? "";
      }
      return answer.status;
    };
    await expect.poll(status, { message: path, intervals: [0] }).toBe(304);
    return etag;
  };
  const etags: string[] = [];
  for (const path of paths) etags.push(await readCached(path));
  await change("put");
  for (const [at, path] of paths.entries()) {
    const { status, html } = await read(path, etags[at]);
    expect(status, path).toBe(200);
    expect(html, path).not.toContain(car.name);
    expect(html, path).not.toContain(seller.name);
  }
  await change("delete");
  for (const path of paths) expect((await read(path)).html, path).toContain(car.name);
});
