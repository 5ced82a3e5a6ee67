import { expect, test } from "../shop-test.ts";
import { fillProduct, newProduct, sendProduct } from "../steps/add-product.ts";
import { expectAccessible } from "../steps/axe.ts";
import { startTimeout, startShop, type RunningShop } from "../steps/start-shop.ts";
import { addSession, open, openAs } from "../steps/open-page.ts";
import { expectMessage, rowOf } from "../steps/locators.ts";
import { linkInEmail } from "../steps/outbox.ts";

// One shop for the file, with low limits and with a check that the demo does not make.
test.describe.configure({ mode: "default", timeout: 120_000 });

let another: RunningShop;
test.beforeAll(async () => {
  test.setTimeout(startTimeout);
  another = await startShop({
    BOOKING_NEEDS_CONFIRMED_EMAIL: "1",
    UNVERIFIED_SELLER_LISTINGS: "2",
    UNVERIFIED_SELLER_ADVERTISED: "1",
  });
});
test.afterAll(() => another.stop());
const whatToDo = "To get verified, call us at +1 800 555 0142.";

test(
  "the booking dialog asks for a confirmed email, sends the link again, and then books",
  { tag: "@deep" },
  async ({ browser }) => {
    const context = await browser.newContext({ baseURL: another.shop.address });
    const page = await context.newPage();
    const { shop } = another;
    const seller = await shop.signUp("Seller");
    const buyer = await shop.signUp("Buyer");
    const car = await shop.addCar(seller);
    const dialogPath = `/products/${car.categoryId}?book=${car.id}`;
    await openAs(page, buyer, dialogPath);
    const dialog = page.getByRole("dialog", { name: "Booking Confirmation" });
    const note = dialog.getByRole("note");
    await expect(note).toContainText("You can book once it is confirmed.");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: /^Book for / }).click();
    await expectMessage(
      page,
      "Confirm your email address before you book. Open the link in the email we sent you, or request a new one.",
    );
    await expect(dialog).toBeVisible();

    await note.getByRole("button", { name: "Resend link" }).click();
    await expectMessage(page, `We sent another link to ${buyer.email}`);
    await open(page, await linkInEmail(page, buyer.email, /^Confirm your email address/));
    await page.getByRole("button", { name: "Confirm my email" }).click();
    await expect(page.getByText("Thank you. Your email address is confirmed.")).toBeVisible();

    await open(page, dialogPath);
    await expect(dialog.getByLabel("Item")).toHaveValue(car.name);
    await expect(note).toHaveCount(0);
    await dialog.getByRole("button", { name: /^Book for / }).click();
    await expectMessage(page, "Booking Successfully Submitted");
    await context.close();
  },
);

test(
  "tells an unverified seller the limits, and what to do at each",
  { tag: "@deep" },
  async ({ browser }) => {
    const context = await browser.newContext({ baseURL: another.shop.address });
    const page = await context.newPage();
    const { shop } = another;
    const seller = await shop.signUp("Seller");
    const first = await shop.addCar(seller, { advertised: true });
    const second = await shop.addCar(seller);
    await addSession(page, seller);
    await open(page, "/dashboard");
    await expect(
      page.getByText(`you can have up to 2 cars for sale and 1 advertised at a time. ${whatToDo}`),
    ).toBeVisible();

    await open(page, "/dashboard/myproduct");
    await expect(rowOf(page, first.name)).toContainText("Advertised");
    await page.getByRole("button", { name: `Advertise ${second.name}` }).click();
    await expectMessage(
      page,
      `Sellers who are not verified can advertise 1 car at a time. ${whatToDo}`,
    );

    await open(page, "/dashboard/addproduct");
    await fillProduct(page, newProduct());
    await sendProduct(page);
    await expectMessage(
      page,
      `Sellers who are not verified can have 2 cars for sale at a time. ${whatToDo}`,
    );
    await context.close();
  },
);
